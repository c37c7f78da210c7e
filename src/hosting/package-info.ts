import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../../package.json" with { type: "json" };
import { nodeFileSystem } from "../workspace/file-system.js";
import { readBytes } from "../workspace/read.js";

export const TOOL = { name: packageJson.name, version: packageJson.version } as const;

/** Returns the folder of the installed package. The bundler decides how deep in `dist/` this module is. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

const MAX_COMMAND = 1024 * 1024;

/** Returns a text that identifies the build of the command: the names of the imported chunks contain their hashes. */
export function buildOfCommand(): string | undefined {
  const result = readBytes(packageFolder(), "dist/cli.js", { maxBytes: MAX_COMMAND }, nodeFileSystem);
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
