import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../../../package.json" with { type: "json" };

export const TOOL = { name: packageJson.name, version: packageJson.version } as const;

/** The folder of the installed package: the command is bundled into `dist/` right below it. */
export const PACKAGE_FOLDER = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Where the page of a rule is, from the root of the package. */
export function rulePage(id: string): string {
  return `rules/${id}.md`;
}
