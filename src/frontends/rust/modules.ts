import type { SourceText } from "../../core/source-text.js";
import type { ModuleHost } from "../module-host.js";

/** The prefix of the modules that a Rust file imports from. */
export const PREFIX = "rust:";

/** Returns the modules that a Rust file may name, without parsing it: paths, and modules that it declares. */
export function specifiersOfRust({ text }: SourceText): readonly string[] {
  const paths = [...text.matchAll(/\b[a-z_]\w*(?:::[a-z_]\w*)*(?=::)/g)].map(([path]) => path);
  const declared = [...text.matchAll(/\bmod\s+(\w+)\s*;/g)].map(([, name]) => `self::${name!}`);
  return [...new Set([...paths, ...declared])].map((path) => PREFIX + path);
}

/** Returns the file of a module: of the same crate, or of another one in the repository. */
export function resolveRust(specifier: string, from: string, host: ModuleHost): string | undefined {
  if (!specifier.startsWith(PREFIX)) return undefined;
  const isFile = (path: string): boolean => host.isFile?.(path) ?? false;
  const [first = "", ...others] = specifier.slice(PREFIX.length).split("::");
  if (first === "crate") return fileOf(rootOf(from), others, isFile);
  if (first !== "self" && first !== "super") {
    const root = rootOfCrate(first, from, isFile, host);
    return root === undefined ? undefined : fileOf(root, others, isFile);
  }
  const root = rootOf(from);
  const own = modulePath(from.slice(root.length));
  const parts = [first, ...others];
  while (parts[0] === "self" || parts[0] === "super") if (parts.shift() === "super") own.pop();
  return fileOf(root, [...own, ...parts], isFile);
}

/** `a/b.rs`, `a/b/mod.rs` → `["a", "b"]` */
function modulePath(path: string): string[] {
  const parts = path.replace(/\.rs$/, "").split("/");
  return /^(?:mod|lib|main)$/.test(parts.at(-1)!) ? parts.slice(0, -1) : parts;
}

/** Returns the folder of the crate that a file belongs to, with its slash. */
function rootOf(from: string): string {
  const parts = from.split("/").slice(0, -1);
  const src = parts.lastIndexOf("src");
  return (src < 0 ? parts : parts.slice(0, src + 1)).map((part) => `${part}/`).join("");
}

/** Returns the file of a module below the root of its crate; a part behind the last module is an item in it. */
function fileOf(
  root: string,
  parts: readonly string[],
  isFile: (path: string) => boolean,
): string | undefined {
  for (let count = parts.length; count > 0; count--) {
    const path = root + parts.slice(0, count).join("/");
    const found = [`${path}.rs`, `${path}/mod.rs`].find(isFile);
    if (found !== undefined) return found;
  }
  return [`${root}lib.rs`, `${root}main.rs`].find(isFile);
}

/** Returns the root of a crate in the repository, by its name. Its folder has the name, or its manifest says so. */
function rootOfCrate(
  name: string,
  from: string,
  isFile: (path: string) => boolean,
  host: ModuleHost,
): string | undefined {
  const folders = from.split("/").slice(0, -1);
  for (let count = folders.length; count >= 0; count--) {
    const above = folders
      .slice(0, count)
      .map((part) => `${part}/`)
      .join("");
    const dashed = name.replaceAll("_", "-");
    for (const beside of [name, dashed, `crates/${name}`, `crates/${dashed}`])
      if (isFile(`${above}${beside}/src/lib.rs`)) return `${above}${beside}/src/`;
    const manifest = isFile(`${above}Cargo.toml`) ? host.read(`${above}Cargo.toml`)?.text : undefined;
    const own = manifest && /^\s*name\s*=\s*"([^"]+)"/m.exec(manifest)?.[1];
    if (own?.replaceAll("-", "_") === name && isFile(`${above}src/lib.rs`)) return `${above}src/`;
  }
  return undefined;
}
