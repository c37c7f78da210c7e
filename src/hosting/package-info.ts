import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../../package.json" with { type: "json" };

export const TOOL = { name: packageJson.name, version: packageJson.version } as const;

/** The folder of the installed package. The bundler decides how deep in `dist/` this module ends up. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/** Where the page of a rule is, from the root of the package. */
export function rulePage(id: string): string {
  return `rules/${id}.md`;
}

/** The address of the page of a rule. All addresses are below the `homepage` of package.json. */
export function ruleAddress(id: string): string {
  return `${packageJson.homepage}/${rulePage(id)}#${id}`;
}
