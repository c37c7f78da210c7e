/**
 * The names that a scan leaves out, as one table for both engines. The entries of `DIRECTORIES` stop the walk for files
 * and folders; those of `FILES` are tested last, for regular files only.
 */

/** The reason why the walk stopped at a path. */
export type LeftOutReason =
  /** The internals of a version control system. Never read, not even with `noIgnore`. */
  | "vcs"
  | "node_modules"
  /** Code of others that a package manager copied: by the name of the folder, or by a file inside. */
  | "vendored"
  /** A pattern that the user gave for this run. */
  | "ignore-pattern"
  | "gitignore"
  /**
   * A symbolic link to a file or to nothing. Links are not followed: what they point to is scanned where it is. Those
   * to directories are not followed either, but cannot be counted, as ripgrep does not mention them.
   */
  | "symlink"
  /** A FIFO, socket or device. */
  | "special"
  | "minified"
  | "lock-file"
  /** A format that is never text, by its name: such files are large, and a search of them finds nothing. */
  | "binary";

/** A path at which the walk stopped, relative to the root of the walk. */
export interface LeftOut {
  readonly path: string;
  readonly reason: LeftOutReason;
}

const VERSION_CONTROL = [".git", ".hg", ".svn"];

/** Folders of dependencies by their name alone; `vendored.ts` has those with a name that one's own have, too. */
const VENDORED = ["bower_components", "site-packages"];

const MINIFIED_SUFFIXES = [".min.js", ".min.mjs", ".min.cjs", ".min.css", ".map"];

const LOCK_FILES = [
  ".terraform.lock.hcl",
  "Cargo.lock",
  "Gemfile.lock",
  "Package.resolved",
  "Pipfile.lock",
  "Podfile.lock",
  "bun.lock",
  "bun.lockb",
  "composer.lock",
  "deno.lock",
  "flake.lock",
  "go.sum",
  "go.work.sum",
  "gradle.lockfile",
  "mix.lock",
  "npm-shrinkwrap.json",
  "package-lock.json",
  "packages.lock.json",
  "pdm.lock",
  "pixi.lock",
  "pnpm-lock.yaml",
  "poetry.lock",
  "pubspec.lock",
  "shrinkwrap.yaml",
  "uv.lock",
  "yarn.lock",
];

const BINARY_EXTENSIONS = [
  // Pictures and fonts; not .svg, which is text.
  ...["avif", "bmp", "gif", "heic", "ico", "icns", "jpeg", "jpg", "png", "psd", "tif", "tiff", "webp"],
  ...["eot", "otf", "ttf", "woff", "woff2"],
  // Sound and film; not .ts, which is more often code.
  ...["avi", "flac", "m4a", "mkv", "mov", "mp3", "mp4", "mpeg", "ogg", "wav", "webm"],
  // Archives and packages.
  ...[
    "7z",
    "br",
    "bz2",
    "deb",
    "dmg",
    "gz",
    "jar",
    "lz4",
    "nupkg",
    "rar",
    "rpm",
    "tgz",
    "war",
    "whl",
    "xz",
    "zip",
    "zst",
  ],
  // Programs and what compilers write.
  ...["a", "class", "dll", "dylib", "exe", "node", "o", "pdb", "pyc", "pyd", "so", "wasm"],
  ...["docx", "pdf", "pptx", "sqlite", "sqlite3", "xlsx"],
];

/** Returns the directory names at which every walk stops, with the reasons. */
export function directoriesLeftOut(noIgnore: boolean): ReadonlyMap<string, LeftOutReason> {
  const names = new Map<string, LeftOutReason>(VERSION_CONTROL.map((name) => [name, "vcs"]));
  if (noIgnore) return names;
  names.set("node_modules", "node_modules");
  for (const name of VENDORED) names.set(name, "vendored");
  return names;
}

/** Globs of the file names that are left out unless everything is wanted; `*` stands for any characters. */
export const LEFT_OUT_FILE_GLOBS: readonly string[] = [
  ...MINIFIED_SUFFIXES.map((suffix) => `*${suffix}`),
  ...LOCK_FILES,
  ...BINARY_EXTENSIONS.map((extension) => `*.${extension}`),
];

const LOCK_FILE_NAMES: ReadonlySet<string> = new Set(LOCK_FILES);
const BINARY: ReadonlySet<string> = new Set(BINARY_EXTENSIONS);

/** Returns whether a file is of a format that is never text, by its name. */
export function isBinaryName(path: string): boolean {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") && BINARY.has(path.slice(dot + 1));
}

/** Returns whether a file is minified code by its name. Maps and style sheets send no requests. */
export function isMinifiedCode(path: string): boolean {
  return /\.min\.[cm]?js$/.test(path);
}

/** Returns the reason why a regular file is left out because of its name. Undefined if it is not. */
export function fileLeftOut(path: string): "minified" | "lock-file" | "binary" | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (LOCK_FILE_NAMES.has(name)) return "lock-file";
  if (isBinaryName(name)) return "binary";
  return MINIFIED_SUFFIXES.some((suffix) => name.endsWith(suffix)) ? "minified" : undefined;
}
