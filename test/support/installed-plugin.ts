import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Installs the package as it is published into a folder, with what it depends on and some packages of this repository. */
export function installInto(folder: string, packages: readonly string[]): void {
  const installed = join(folder, "node_modules/v2ready");
  mkdirSync(installed, { recursive: true });
  const manifest = readFileSync(join(ROOT, "package.json"), "utf8");
  writeFileSync(join(installed, "package.json"), manifest);
  cpSync(join(ROOT, "dist"), join(installed, "dist"), { recursive: true });
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  for (const name of [...Object.keys(dependencies), ...packages]) {
    const link = join(folder, "node_modules", name);
    mkdirSync(join(link, ".."), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link);
  }
}

let configs = 0;

/** Writes a configuration of ESLint with these elements; its file. */
export function configOf(folder: string, elements: string, imports = ""): string {
  const file = join(folder, `eslint.config.${String(configs++)}.js`);
  writeFileSync(file, `import v2ready from "v2ready/eslint";\n${imports}\nexport default [${elements}];\n`);
  return file;
}
