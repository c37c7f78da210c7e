import type { SourceText } from "../../core/source-text.js";
import type { LibraryImportFact } from "../../facts/file-facts.js";
import type { ModuleRecord } from "../evaluation/module-record.js";
import type { Run } from "../evaluation/run.js";

/** Returns the libraries of the API that a file imports, each once. */
export function libraryImports(
  { language, interest }: Run,
  source: SourceText,
  modules: readonly ModuleRecord[],
): LibraryImportFact[] {
  const declared = modules.flatMap(({ program }) =>
    program.body.flatMap((node) => (node.type === "ImportDeclaration" ? [node.source.value] : [])),
  );
  const found = new Map<string, LibraryImportFact>();
  for (const specifier of [...language.specifiersIn(source), ...declared]) {
    // Some languages have a prefix of their own: `py:requests`.
    const library = interest.libraryOf(specifier.replace(/^[a-z]+:/, ""));
    const start = library === undefined ? -1 : source.text.indexOf(library);
    if (library === undefined || start < 0) continue;
    const place = { path: source.path, start, end: start + library.length };
    found.set(library, { kind: "library-import", library, place });
  }
  return [...found.values()];
}
