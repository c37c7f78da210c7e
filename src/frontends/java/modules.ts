import type { SourceText } from "../../core/source-text.js";
import type { ModuleHost } from "../module-host.js";
import { PREFIX, SETTINGS } from "../jvm/names.js";
import { rootsAbove, settingsFile, settingsIn } from "../jvm/settings.js";

/**
 * Returns the classes that a Java file may import, without parsing it: those in its imports, and those in its package.
 */
export function specifiersOfJava({ text }: SourceText): readonly string[] {
  const named = [...text.matchAll(/^\s*import\s+(?:static\s+)?([\w.]+?)(?:\.\*)?;/gm)].map(
    ([, name]) => PREFIX + name!,
  );
  const beside = new Set([...text.matchAll(/\b[A-Z]\w*\b/g)].map(([name]) => `${PREFIX}.${name}`));
  return [...named, ...beside, ...settingsIn(text)];
}

/**
 * Returns the file of a class: in the folder of its package below a source root, which is found from the file that
 * names it, or in the same folder. The settings of the application are its `application.yml`.
 */
export function resolveJava(specifier: string, from: string, host: ModuleHost): string | undefined {
  const isFile = (path: string): boolean => host.isFile?.(path) ?? false;
  const folder = from.slice(0, Math.max(0, from.lastIndexOf("/")));
  if (specifier === SETTINGS) return settingsFile(folder, host);
  if (!specifier.startsWith(PREFIX)) return undefined;
  const name = specifier.slice(PREFIX.length);
  if (!name.startsWith(".")) return fileOfClass(name.split(".").join("/"), folder, isFile);
  const [own, ...packages] = name.slice(1).split("|");
  const beside = `${folder}${folder && "/"}${own}.java`;
  if (isFile(beside)) return beside;
  // The tests of a package are in a folder of their own.
  const tested = beside.replace("src/test/java/", "src/main/java/");
  if (isFile(tested)) return tested;
  for (const one of packages) {
    const found = one && fileOfClass(`${one.split(".").join("/")}/${own}`, folder, isFile);
    if (found) return found;
  }
  return undefined;
}

function fileOfClass(path: string, folder: string, isFile: (path: string) => boolean): string | undefined {
  // A nested class is in the file of its outer class.
  const parts = path.split("/");
  const first = parts.findIndex((part) => /^[A-Z]/.test(part));
  const file = `${parts.slice(0, first < 0 ? undefined : first + 1).join("/")}.java`;
  for (const root of rootsAbove(folder)) {
    if (isFile(`${root}${file}`)) return `${root}${file}`;
    const main = `${root.replace(/src\/test\/java\/$/, "src/main/java/")}${file}`;
    if (isFile(main)) return main;
  }
  return undefined;
}
