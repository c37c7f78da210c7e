import { existsSync } from "node:fs";
import { join } from "node:path";
import { nodeFileSystem, withSlashes } from "./file-system.js";
import { IgnoreScope } from "./ignore-rules.js";
import { field, readJson } from "./json-file.js";

/** Packages that put what an environment file says into the environment of a program, or into what they build. */
const READERS = new Set([
  "@vue/cli-service",
  "astro",
  "dotenv",
  "dotenv-cli",
  "dotenv-expand",
  "dotenv-flow",
  "dotenv-safe",
  "dotenv-webpack",
  "env-cmd",
  "@nestjs/config",
  "next",
  "nuxt",
  "react-scripts",
  "vite",
]);

/**
 * The `.env` file of a package that its program reads: the package depends on something that does so, or starts Node.js
 * with `--env-file`. A file that is kept out of the repository is the business of whoever keeps it.
 *
 * @param folder of the package, absolute
 */
export function environmentFileOf(folder: string): string | undefined {
  const file = join(folder, ".env");
  if (!existsSync(file) || !readsEnvironment(readJson(join(folder, "package.json")))) return undefined;
  const scope = IgnoreScope.forRoot(withSlashes(folder), nodeFileSystem);
  return scope.ignores(withSlashes(file), false) ? undefined : file;
}

function readsEnvironment(manifest: unknown): boolean {
  const named = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
    namesIn(field(manifest, kind)),
  );
  if (named.some((name) => READERS.has(name))) return true;
  const scripts = Object.values((field(manifest, "scripts") as object | undefined) ?? {});
  return scripts.some((script) => typeof script === "string" && /--env-file(?:-if-exists)?\b/.test(script));
}

function namesIn(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
