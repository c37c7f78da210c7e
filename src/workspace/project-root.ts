import { type FileSystem, join, nodeFileSystem, withSlashes } from "./file-system.js";
import { homeFolder, temporaryFolder } from "./home.js";
import { readSource } from "./read.js";
import { parentOf, REPOSITORY_MARKS } from "./repository.js";

/** The files and folders that mark the root of a repository of any version control system. */
const VERSION_CONTROL_MARKS: readonly string[] = [...REPOSITORY_MARKS, ".hg"];

/** Files that make a folder a package, an application or a workspace. */
const MANIFESTS: readonly string[] = [
  ...[
    "package.json",
    "pnpm-workspace.yaml",
    "deno.json",
    "deno.jsonc",
    "realm_config.json",
    "root_config.json",
  ],
  ...["go.mod", "pyproject.toml", "Cargo.toml", "composer.json", "pom.xml", "Gemfile"],
];

/** Files that make a folder the root of a workspace, as the member `workspaces` of a package.json does. */
const WORKSPACE_FILES: readonly string[] = ["pnpm-workspace.yaml", "lerna.json", "nx.json", "rush.json"];

/**
 * Returns the root of the project of a folder: the nearest folder that version control marks, otherwise the outermost
 * workspace around it, otherwise the nearest package. The home folder, the folder of temporary files and the folders
 * above them are not roots, because they contain far more than one project.
 *
 * @param folder absolute, without symbolic links, with `/`; may be the root itself
 */
export function projectRoot(folder: string, fileSystem: FileSystem = nodeFileSystem): string | undefined {
  const folders = foldersUpFrom(folder, fileSystem);
  const holds = (at: string, names: readonly string[]): boolean =>
    names.some((name) => exists(join(at, name), fileSystem));
  const repository = folders.find((at) => holds(at, VERSION_CONTROL_MARKS));
  if (repository !== undefined) return repository;
  const isWorkspace = (at: string): boolean => holds(at, WORKSPACE_FILES) || hasWorkspaces(at);
  return folders.findLast(isWorkspace) ?? folders.find((at) => holds(at, MANIFESTS));
}

/** Returns whether a folder is the home folder, that of temporary files, or one above them. */
export function isTooWide(folder: string, fileSystem: FileSystem = nodeFileSystem): boolean {
  return wideFolders(fileSystem).some((wide) => isInside(wide, folder));
}

/** Returns whether a path is a folder or inside it; both absolute, with `/`. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** The folder and those above it, without those that are too wide. */
function foldersUpFrom(folder: string, fileSystem: FileSystem): string[] {
  const wide = wideFolders(fileSystem);
  const folders: string[] = [];
  for (let at: string | undefined = folder; at !== undefined; at = parentOf(at)) {
    const candidate = at;
    if (wide.some((one) => isInside(one, candidate))) break;
    folders.push(candidate);
  }
  return folders;
}

/** Returns whether a folder has a package.json that names workspaces. */
function hasWorkspaces(folder: string): boolean {
  const file = readSource(folder, "package.json");
  try {
    const manifest: unknown = file.ok ? JSON.parse(file.raw.replace(/^\uFEFF/, "")) : undefined;
    return typeof manifest === "object" && manifest !== null && "workspaces" in manifest;
  } catch {
    return false;
  }
}

function wideFolders(fileSystem: FileSystem): string[] {
  return [homeFolder(), temporaryFolder()].flatMap((folder) => {
    if (folder === undefined) return [];
    try {
      return withSlashes(fileSystem.realpathSync.native(folder));
    } catch {
      return withSlashes(folder);
    }
  });
}

function exists(path: string, fileSystem: FileSystem): boolean {
  try {
    fileSystem.statSync(path);
    return true;
  } catch {
    return false;
  }
}
