import { READS_APP_SETTINGS } from "../../core/settings-readers.js";
import type { SourceText } from "../../core/source-text.js";
import { declares, declaringFile, declaringNamed, type Declarations } from "../lowered/declaring-files.js";
import { nearest } from "../lowered/nearest.js";
import type { ModuleHost } from "../module-host.js";
import { PREFIX } from "./lower.js";
import { SETTINGS } from "./configuration.js";

const READS_SETTINGS = new RegExp(READS_APP_SETTINGS);

/** Returns all modules that a C# file may import, without parsing it. Every capitalised name may be a class. */
export function specifiersOfCsharp({ text }: SourceText): readonly string[] {
  const names = new Set([...text.matchAll(/\b[A-Z]\w*\b/g)].map(([name]) => name));
  const settings = READS_SETTINGS.test(text) ? [SETTINGS] : [];
  return [...[...names].map((name) => `${PREFIX}.${name}`), ...settings];
}

const EXTENSION = /\b([A-Z]\w*)\s*(?:<[^<>()]*>)?\s*\(\s*this\s+[A-Z]/g;

/** The methods of a file that are called on objects of other classes. */
const EXTENSIONS: Declarations = {
  ending: "Extensions.cs",
  namesIn: (text) => [...text.matchAll(EXTENSION)].map(([, name]) => name!),
};

/** Returns the file that declares a method for objects of other classes. By convention its name says so. */
export function fileOfExtension(name: string, from: string, host: ModuleHost): string | undefined {
  return declaringNamed(name, from, host, EXTENSIONS);
}

/** The types of a file, which the search for importers finds without a parser. */
const DECLARATIONS: Declarations = {
  ending: ".cs",
  namesIn: (text) =>
    [...text.matchAll(/^[^/\n"]*\b(?:class|record|struct|interface|enum)\s+([A-Z]\w*)/gm)].map(
      ([, name]) => name!,
    ),
};

const NAMESPACE = /^[ \t\uFEFF]*namespace[ \t]+([\w.]+)/gm;
const USING = /^[ \t\uFEFF]*(?:global[ \t]+)?using[ \t]+([\w.]+)[ \t]*;/gm;

function namesBy(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name!);
}

/** Returns the files of a class that a file means: those of its own namespace, one around it, or one that it uses. */
function visible(paths: readonly string[], from: string, host: ModuleHost): readonly string[] {
  const text = paths.length > 1 ? host.read(from)?.text : undefined;
  if (text === undefined) return paths;
  const own = namesBy(NAMESPACE, text);
  const around = own.flatMap((name) =>
    name.split(".").map((_, at, parts) => parts.slice(0, at + 1).join(".")),
  );
  const innermostFirst = around.toSorted((one, other) => other.length - one.length);
  for (const names of [...innermostFirst.map((one) => [one]), namesBy(USING, text)]) {
    const found = paths.filter((path) =>
      namesBy(NAMESPACE, host.read(path)?.text ?? "").some((one) => names.includes(one)),
    );
    if (found.length > 0) return found;
  }
  return paths;
}

/**
 * Finds the file of a class: the nearest file of that name in the repository, because a namespace may span folders. Of
 * files of one name, those of a namespace that the asking file sees come first. If there is none, a file of the same
 * folder or of one above it that declares the class. The settings of the application are the nearest
 * `appsettings.json`.
 */
export function resolveCsharp(specifier: string, from: string, host: ModuleHost): string | undefined {
  if (!specifier.startsWith(PREFIX)) return undefined;
  if (specifier === SETTINGS) return nearest(host.filesNamed?.("appsettings.json") ?? [], from);
  const name = specifier.slice(PREFIX.length).replace(/^\./, "");
  const named = nearest(visible(host.filesNamed?.(`${name}.cs`) ?? [], from, host), from);
  if (named !== undefined) return named;
  // An interface is often in the file of its class.
  const ofClass = name.startsWith("I")
    ? nearest(host.filesNamed?.(`${name.slice(1)}.cs`) ?? [], from)
    : undefined;
  if (ofClass !== undefined && declares(ofClass, name, host, DECLARATIONS)) return ofClass;
  const extension = fileOfExtension(name, from, host);
  if (extension !== undefined) return extension;
  let folder = from;
  while (folder !== "") {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    const found = declaringFile(name, folder, from, host, DECLARATIONS);
    if (found !== undefined) return found;
  }
  return undefined;
}
