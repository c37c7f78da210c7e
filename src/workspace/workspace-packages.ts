import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import fastGlob from "fast-glob";
import { parse as parseYaml } from "yaml";

/** The packages of a monorepo by name, for specifiers that only an installation would resolve. */
export interface WorkspacePackages {
  /** The source file that importing a package, or a path in it, leads to. */
  entryOf(specifier: string): string | undefined;
  /** The package that a file, absolute, lies in. */
  nameOf(file: string): string | undefined;
}

/** Fields and places where the entry of a package may be, sources before what a build would write. */
const ENTRY_FIELDS = ["source", "module", "main", "types"];
const ENTRY_FILES = ["src/index", "index", "src/main", "lib/index"];
const ENDINGS = ["", ".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", "/index.ts", "/index.js"];

/**
 * Reads `workspaces` of package.json and `packages` of pnpm-workspace.yaml, when somebody first asks.
 *
 * @param root of the repository, absolute
 */
export function workspacePackages(root: string): WorkspacePackages {
  let folders: Map<string, string> | undefined;
  return {
    entryOf(specifier) {
      if (specifier.startsWith(".") || specifier.startsWith("/") || specifier.startsWith("node:"))
        return undefined;
      folders ??= findPackages(root);
      const [scope, name, ...rest] = specifier.split("/");
      const id = scope!.startsWith("@") ? `${scope}/${name}` : scope!;
      const path = (scope!.startsWith("@") ? rest : [name, ...rest])
        .filter((part) => part !== undefined)
        .join("/");
      const folder = folders.get(id);
      if (folder === undefined) return undefined;
      return path === ""
        ? entryIn(folder)
        : (existing(join(folder, path)) ?? existing(join(folder, "src", path)));
    },
    nameOf(file) {
      folders ??= findPackages(root);
      return [...folders].find(([, folder]) => file.startsWith(folder + sep))?.[0];
    },
  };
}

function entryIn(folder: string): string | undefined {
  const manifest = readManifest(join(folder, "package.json"));
  const stated = ENTRY_FIELDS.map((field) => manifest?.[field]).filter((value) => typeof value === "string");
  for (const file of [...ENTRY_FILES, ...stated]) {
    const found = existing(join(folder, file));
    if (found) return found;
  }
  return undefined;
}

function existing(path: string): string | undefined {
  return ENDINGS.map((ending) => path + ending).find((file) =>
    statSync(file, { throwIfNoEntry: false })?.isFile(),
  );
}

function findPackages(root: string): Map<string, string> {
  const patterns = [...patternsOf(readManifest(join(root, "package.json"))), ...pnpmPatterns(root)];
  const found = new Map<string, string>();
  if (patterns.length === 0) return found;
  const manifests = fastGlob.sync(
    patterns.map((pattern) => `${pattern.replace(/\/$/, "")}/package.json`),
    { cwd: root, absolute: true, ignore: ["**/node_modules/**"], suppressErrors: true },
  );
  for (const file of manifests.sort()) {
    const name = readManifest(file)?.["name"];
    if (typeof name === "string" && !found.has(name)) found.set(name, dirname(file));
  }
  return found;
}

function patternsOf(manifest: Record<string, unknown> | undefined): string[] {
  const workspaces = manifest?.["workspaces"];
  const list = Array.isArray(workspaces)
    ? workspaces
    : (workspaces as { packages?: unknown } | undefined)?.packages;
  return Array.isArray(list)
    ? list.filter((one): one is string => typeof one === "string" && !one.startsWith("!"))
    : [];
}

function pnpmPatterns(root: string): string[] {
  const file = join(root, "pnpm-workspace.yaml");
  if (!existsSync(file)) return [];
  try {
    const workspace = parseYaml(readFileSync(file, "utf8")) as { packages?: unknown } | null;
    return patternsOf({ workspaces: workspace?.packages });
  } catch {
    return [];
  }
}

function readManifest(file: string): Record<string, unknown> | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof manifest === "object" && manifest !== null
      ? (manifest as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
