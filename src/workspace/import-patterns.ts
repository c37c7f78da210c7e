import { READS_APP_SETTINGS, READS_SPRING_SETTINGS } from "../core/settings-readers.js";
import { posix } from "node:path";
import { escaped, type SearchPattern } from "./search-pattern.js";

/**
 * Returns search patterns of which every file that imports one of the given files contains one. The last part of a
 * specifier is the name of the file, with or without its extension, or of its folder.
 *
 * @param paths relative, with `/`
 * @param aliases specifiers that mean a file without naming it: packages of a workspace, `paths`, `imports`
 * @param classesIn returns classes in a file that may have another name
 */
export function importPatterns(
  paths: readonly string[],
  aliases: readonly string[],
  classesIn: (path: string) => readonly string[] = () => [],
): SearchPattern[] {
  const names = new Set<string>();
  let ofFolder = false;
  for (const path of paths) {
    const stem = stemOf(path);
    names.add(stem);
    if (FOLDER_FILES.has(stem)) {
      names.add(posix.basename(posix.dirname(path)));
      ofFolder = true;
    }
  }
  const modules = new Set(paths.filter((path) => path.endsWith(".py")).map(pythonModuleOf));
  const scripts = paths.filter((path) => SCRIPT.test(path)).map((path) => posix.basename(path));
  const ofClasses = paths.filter((path) => CLASS.test(path));
  // Programs of Ruby that load their files by the names of constants do not name the files.
  const constants = paths
    .filter((path) => path.endsWith(".rb"))
    .flatMap((path) => classesIn(path).filter((name) => /^[A-Z]/.test(name)));
  const classes = [
    ...new Set([...ofClasses.flatMap((path) => [stemOf(path), ...classesIn(path)]), ...constants]),
  ];
  const crates = new Set(paths.filter((path) => path.endsWith(".rs")).map(rustModuleOf));
  const packages = new Set(paths.filter((path) => path.endsWith(".go")).map(posix.dirname));
  for (const folder of packages) names.add(posix.basename(folder));
  const ends = inOtherCases([...names].filter((name) => name !== "" && name !== "."));
  return [
    ...(ends.length > 0
      ? [{ source: String.raw`[/'"#~@](?:${ends.join("|")})(?:\.[a-z.]+)?/?['"\x60]` }]
      : []),
    // `from "."` and `require("../")` lead to the index of a folder.
    ...(ofFolder ? [{ source: String.raw`['"/]\.\.?/?['"\x60]` }] : []),
    ...(modules.size > 0
      ? [
          {
            source: String.raw`\b(?:from|import)[ \t].*\b(?:${inOtherCases([...modules]).join("|")})\b`,
          },
        ]
      : []),
    ...(scripts.length > 0
      ? [
          {
            source: String.raw`(?:\bsource|\.|Import-Module|using module)[ \t].*\b(?:${inOtherCases(scripts).join("|")})\b`,
          },
        ]
      : []),
    ...(classes.length > 0 ? [{ source: String.raw`\b(?:${classes.map(escaped).join("|")})\b` }] : []),
    ...(crates.size > 0
      ? [{ source: String.raw`\bmod[ \t]+(?:${[...crates].join("|")})\b|\b(?:${[...crates].join("|")})::` }]
      : []),
    ...(packages.size > 0 ? [{ source: String.raw`\bpackage[ \t]+(?:${goPackages(packages)})\b` }] : []),
    ...kotlinPatterns(paths.filter((path) => path.endsWith(".kt"))),
    ...SETTINGS.filter(({ file }) => paths.some((path) => file.test(path))).map(({ readers }) => ({
      source: readers,
    })),
    ...(aliases.length > 0 ? [{ source: `['"](?:${aliases.map(escaped).join("|")})['"/]` }] : []),
  ];
}

/**
 * Returns patterns for names of files, also with another first letter or in lower case. Code that imports a file like this
 * works on the disks of some systems.
 */
function inOtherCases(names: readonly string[]): string[] {
  const all = names.flatMap((name) => {
    const rest = name.slice(1);
    return [
      name,
      name.charAt(0).toUpperCase() + rest,
      name.charAt(0).toLowerCase() + rest,
      name.toLowerCase(),
    ];
  });
  return [...new Set(all)].map(escaped);
}

/** Files of settings, which code reads without a name of the file. */
const SETTINGS: readonly { readonly file: RegExp; readonly readers: string }[] = [
  { file: /(?:^|\/)appsettings\.json$/, readers: READS_APP_SETTINGS },
  { file: /(?:^|\/)application\.(?:ya?ml|properties)$/, readers: READS_SPRING_SETTINGS },
];

/** Files that are imported by the name of their folder; `source.js` is that of an App Services function. */
const FOLDER_FILES = new Set(["index", "source", "main"]);

/** Files that a script may load: other scripts, modules of PowerShell, and files of variables. */
const SCRIPT = /\.(?:sh|bash|zsh|ksh|env|config|conf|psm?1)$/i;

/** Files that are named after the class in them, which others name without their path. */
const CLASS = /\.(?:java|cs)$|(?:^|\/)[A-Z]\w*\.php$/;

/** The last part of the name of a module; a package is named by its folder. */
function pythonModuleOf(path: string): string {
  const stem = stemOf(path);
  return stem === "__init__" ? posix.basename(posix.dirname(path)) : stem;
}

/** The name of a module of Rust in a path. The root of a crate is named by its folder, or by `crate` and `super`. */
function rustModuleOf(path: string): string {
  const [stem, folder] = [stemOf(path), posix.dirname(path)];
  if (stem === "mod") return escaped(posix.basename(folder));
  if (stem !== "lib" && stem !== "main") return escaped(stem);
  const crate = posix.basename(posix.basename(folder) === "src" ? posix.dirname(folder) : folder);
  return `crate|super|${escaped(crate.replaceAll("-", "_"))}`;
}

/**
 * The names that packages in these folders may have. The folder of the module may have any, and who imports it names the
 * module.
 */
function goPackages(folders: ReadonlySet<string>): string {
  if (folders.has(".")) return String.raw`\w+`;
  return ["main", ...new Set([...folders].map((folder) => posix.basename(folder)))].map(escaped).join("|");
}

/** Folders of sources that are not packages. */
const ROOTS = new Set([".", "src", "kotlin", "java", "main", "app"]);

/**
 * The files that may use what files of Kotlin declare name the package of these, which is that of their folder. Without a
 * package they name nothing that tells them from others.
 */
function kotlinPatterns(paths: readonly string[]): SearchPattern[] {
  const folders = [...new Set(paths.map((path) => posix.basename(posix.dirname(path))))];
  const packages = folders.filter((name) => !ROOTS.has(name)).map(escaped);
  return [
    ...(packages.length > 0
      ? [{ source: String.raw`\b(?:package|import)[ \t]+[\w.]*\b(?:${packages.join("|")})\b` }]
      : []),
    ...(packages.length < folders.length ? [{ source: String.raw`\bfun[ \t]+[\w<(]` }] : []),
    ...(paths.length > 0
      ? [{ source: String.raw`\b(?:${paths.map(stemOf).map(escaped).join("|")})\b` }]
      : []),
  ];
}

function stemOf(path: string): string {
  return posix.basename(path).replace(/(?:\.d)?\.[^.]+$/, "");
}

/**
 * Returns the strings of a text that end like a specifier of one of the files: all that may lead there, and others.
 * Takes a fraction of the time that tokens take.
 */
export function stringsEndingIn(text: string, patterns: readonly SearchPattern[]): Set<string> {
  const strings = new Set<string>();
  if (patterns.length === 0) return strings;
  const ends = new RegExp(patterns.map(({ source }) => `(?:${source})`).join("|"), "g");
  for (const match of text.matchAll(ends)) {
    const last = match.index + match[0].length - 1;
    // A pattern for a package ends before the rest of the path: the string goes on to its quote.
    const close = text[last] === "/" ? closingQuote(text, last) : last;
    const open = close < 0 ? -1 : text.lastIndexOf(text[close]!, close - 1);
    if (open >= 0 && close - open <= MAX_SPECIFIER) strings.add(text.slice(open + 1, close));
  }
  return strings;
}

const MAX_SPECIFIER = 300;

function closingQuote(text: string, from: number): number {
  const length = text.slice(from, from + MAX_SPECIFIER).search(/['"`]/);
  return length < 0 ? -1 : from + length;
}
