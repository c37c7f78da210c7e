import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../../package.json" with { type: "json" };
import { nodeFileSystem } from "../workspace/file-system.js";
import { readBytes } from "../workspace/read.js";

export const TOOL = { name: packageJson.name, version: packageJson.version } as const;

/** The bundler decides how deep in `dist/` this module is. */
const OWN_FOLDER = dirname(fileURLToPath(import.meta.url));

/**
 * Returns the folder of the installed package.
 *
 * @throws {Error} the code was taken out of its package
 */
export function packageFolder(): string {
  const folder = folderAbove(OWN_FOLDER);
  if (folder === undefined)
    throw new Error("the code of v2ready is not in its package: no package.json is above it");
  return folder;
}

function folderAbove(folder: string): string | undefined {
  if (existsSync(join(folder, "package.json"))) return folder;
  return dirname(folder) === folder ? undefined : folderAbove(dirname(folder));
}

const MAX_COMMAND = 1024 * 1024;

/** Returns a text that identifies the build of the command: the names of the imported chunks contain their hashes. */
export function buildOfCommand(): string | undefined {
  const folder = folderAbove(OWN_FOLDER);
  if (folder === undefined) return undefined;
  const result = readBytes(folder, "dist/cli.js", { maxBytes: MAX_COMMAND }, nodeFileSystem);
  return result.ok ? `${TOOL.version} ${result.bytes.toString("utf8")}` : undefined;
}

/** Returns the path of a rule's page, relative to the root of the package. */
export function rulePage(id: string): string {
  return `rules/${id}.md`;
}

/** Returns the address of a rule's page. All addresses are below the `homepage` of package.json. */
export function ruleAddress(id: string): string {
  return `${packageJson.homepage}/${rulePage(id)}#${id}`;
}
