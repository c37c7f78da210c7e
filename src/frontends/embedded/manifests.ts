import type { Ecosystem } from "../../facts/file-facts.js";
import { isTerraform } from "../plain/languages.js";

const MANIFESTS: readonly (readonly [Ecosystem, RegExp])[] = [
  ["npm", /(?:^|\/)package\.json$/],
  ["go", /(?:^|\/)go\.mod$/],
  [
    "pypi",
    /(?:^|\/)(?:[\w.-]*(?:requirements|constraints)[\w.-]*\.(?:txt|in)|requirements\/[^/]+\.(?:txt|in)|pyproject\.toml|Pipfile)$/,
  ],
];

/** Returns the package ecosystem of a manifest, by its path; `undefined` for files whose dependencies are not read. */
export function ecosystemOf(path: string): Ecosystem | undefined {
  if (isTerraform(path)) return "terraform";
  return MANIFESTS.find(([, pattern]) => pattern.test(path))?.[0];
}

/** Returns whether a file is a manifest whose dependencies are read. */
export function isManifest(path: string): boolean {
  return ecosystemOf(path) !== undefined;
}
