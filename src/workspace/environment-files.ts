import { readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { nodeFileSystem, statsOf, withSlashes } from "./file-system.js";
import { IgnoreScope } from "./ignore-rules.js";
import { RuleFiles } from "./rule-files.js";
import { field, type ProjectFiles } from "./project-files.js";
import { readBytes } from "./read.js";

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

/** Strings of which code contains one if it reads such a file itself. */
const READINGS = [
  '".env"',
  "'.env'",
  "`.env`",
  '/.env"',
  "/.env'",
  "/.env`",
  "loadEnvFile(",
  '"dotenv',
  "'dotenv",
];

/**
 * Returns the `.env` file of a package that its program reads. Then the package depends on something that does so,
 * starts Node.js with `--env-file`, or has code that names the file or such a package. A file outside of version
 * control is the responsibility of its owner.
 *
 * @param folder of the package, absolute
 */
export function environmentFileOf(folder: string, files: ProjectFiles): string | undefined {
  const file = join(folder, ".env");
  if (!statsOf(file)) return undefined;
  if (!readsEnvironment(files.json(join(folder, "package.json"))) && !codeNamesFile(folder)) return undefined;
  const scope = IgnoreScope.forRoot(withSlashes(folder), new RuleFiles(nodeFileSystem));
  return scope.ignores(withSlashes(file), false) || files.text(file) === undefined ? undefined : file;
}

function readsEnvironment(manifest: unknown): boolean {
  const named = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
    namesIn(field(manifest, kind)),
  );
  if (named.some((name) => READERS.has(name))) return true;
  const scripts = Object.values((field(manifest, "scripts") as object | undefined) ?? {});
  return scripts.some((script) => typeof script === "string" && /--env-file(?:-if-exists)?\b/.test(script));
}

const CODE = /\.[cm]?[jt]s$/;
const MAX_FILES = 500;
const MAX_BYTES = 200_000;
const MAX_DEPTH = 4;

/**
 * Returns whether code of the package, but not of packages inside of it, names its environment file; looks at so many
 * files.
 */
function codeNamesFile(folder: string): boolean {
  let seen = 0;
  const isNamedIn = (inner: string, depth: number): boolean => {
    const entries = entriesOf(inner);
    if (depth > 0 && entries.some(({ name }) => name === "package.json")) return false;
    return entries.some((entry) => {
      if (entry.isDirectory())
        return (
          depth < MAX_DEPTH &&
          entry.name !== "node_modules" &&
          !entry.name.startsWith(".") &&
          isNamedIn(join(inner, entry.name), depth + 1)
        );
      if (!entry.isFile() || !CODE.test(entry.name) || ++seen > MAX_FILES) return false;
      const text = textOf(join(inner, entry.name));
      return READINGS.some((reading) => text.includes(reading));
    });
  };
  return isNamedIn(folder, 0);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Returns the text of a file. Empty if it is too large or cannot be read. */
function textOf(file: string): string {
  const result = readBytes("", file, { maxBytes: MAX_BYTES }, nodeFileSystem);
  return result.ok ? result.bytes.toString("latin1") : "";
}

function namesIn(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
