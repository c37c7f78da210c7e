import type { SourceText } from "../../core/source-text.js";
import { PREFIX, SETTINGS } from "../jvm/names.js";
import { rootsAbove, settingsFile, settingsIn } from "../jvm/settings.js";
import { declaringFile, type Declarations } from "../lowered/declaring-files.js";
import type { ModuleHost } from "../module-host.js";

/**
 * Returns the names that a file may have from others, without parsing it: those that it imports, and all its words, which
 * another file of its package may declare.
 */
export function specifiersOfKotlin({ text }: SourceText): readonly string[] {
  const imports = [...text.matchAll(/^\s*import\s+([\w.`]+)(\.\*)?/gm)];
  const named = imports.filter(([, , all]) => all === undefined).map(([, name]) => ofClass(name!));
  const packages = imports.filter(([, , all]) => all !== undefined).map(([, name]) => name!);
  const words = new Set([...text.matchAll(/(?<![.\w"])[A-Za-z_]\w*/g)].map(([word]) => word));
  return [
    ...named.map((name) => PREFIX + name),
    ...[...words].map((word) => `${PREFIX}.${word}|${packages.join("|")}`),
    ...settingsIn(text),
  ];
}

/** Returns the full name of the class around a nested one or a member of an object. */
export function ofClass(name: string): string {
  const parts = name.split(".");
  const first = parts.findIndex((part) => /^[A-Z]/.test(part));
  return (first < 0 ? parts : parts.slice(0, first + 1)).join(".");
}

/**
 * Finds the file that declares a name: in the folder of the package, or of the file itself. The folders may leave out the
 * packages that all files of a project share. The settings of the application are its `application.yml`.
 */
export function resolveKotlin(specifier: string, from: string, host: ModuleHost): string | undefined {
  const folder = from.slice(0, Math.max(0, from.lastIndexOf("/")));
  if (specifier === SETTINGS) return settingsFile(folder, host);
  if (!specifier.startsWith(PREFIX)) return undefined;
  const name = specifier.slice(PREFIX.length);
  if (!name.startsWith(".")) {
    const end = name.lastIndexOf(".");
    return inPackage(name.slice(0, Math.max(0, end)), name.slice(end + 1), folder, from, host);
  }
  const [own, ...packages] = name.slice(1).split("|") as [string, ...string[]];
  const tested = folder.replace(/src\/test\/kotlin/, "src/main/kotlin");
  for (const one of folder === tested ? [folder] : [folder, tested]) {
    const found = declaring(own, one, from, host);
    if (found !== undefined) return found;
  }
  for (const one of packages) {
    const found = one === "" ? undefined : inPackage(one, own, folder, from, host);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inPackage(
  path: string,
  name: string,
  folder: string,
  from: string,
  host: ModuleHost,
): string | undefined {
  const parts = path === "" ? [] : path.split(".");
  for (const root of rootsAbove(folder))
    for (let left = 0; left <= parts.length; left++) {
      // A short ending of the package is the name of many folders, and the root is not a package.
      if (left === parts.length && left > 0) break;
      const below = `${root}${parts.slice(left).join("/")}`.replace(/\/$/, "");
      for (const one of new Set([below, below.replace("src/test/kotlin", "src/main/kotlin")])) {
        const found = declaring(name, one, from, host);
        if (found !== undefined) return found;
      }
    }
  return undefined;
}

/** A declaration at the beginning of a line is outside of classes. The search for importers parses no file. */
const DECLARATION =
  /^(?:@[\w.]+(?:\([^)\n]*\))?\s+)*(?:[a-z]+\s+)*(?:(?:class|object|interface|typealias)\s+(\w+)|(?:fun|val|var)\s+([^=\n({]*))/gm;

const DECLARATIONS: Declarations = {
  ending: ".kt",
  namesIn: (text) =>
    [...text.matchAll(DECLARATION)].flatMap(([, type, rest]) => {
      // The name is behind the receiver, and before the type: `Map<String, String>.name: Int`.
      const name = type ?? /(\w+)\s*(?::[^.]*)?$/.exec(rest ?? "")?.[1];
      return name ?? [];
    }),
};

function declaring(name: string, folder: string, from: string, host: ModuleHost): string | undefined {
  return declaringFile(name, folder, from, host, DECLARATIONS);
}
