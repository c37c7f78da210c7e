import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { Interest } from "../../frontends/interest.js";
import type { ModuleHost } from "../../frontends/module-host.js";
import type { Grammar } from "./grammar.js";
import { HeapObject } from "./heap.js";
import type { ModuleRecord } from "./module-record.js";

/** Parses a file for an evaluation. */
export function parseModule(
  source: SourceText,
  grammar: Grammar,
  interest: Interest,
  host: ModuleHost | undefined,
): ModuleRecord | Problem {
  const { path } = source;
  const parsed = grammar.tree(source, host?.kept);
  if (!parsed.ok) {
    const line = parsed.offset === undefined ? {} : { line: source.position(parsed.offset).line };
    return { path, kind: parsed.kind, message: parsed.message, ...line };
  }
  const { program, comments, names } = parsed;
  return {
    path,
    source,
    grammar,
    program,
    comments,
    names,
    isRoot: false,
    namesResource: interest.namesResource(source.text),
    followsImports: true,
    // Declarations do nothing.
    state: grammar.isDeclaration ? "done" : "parsed",
    work: 0,
    uses: new Set(),
    readFor: new Set(),
    failures: new Map(),
    exports: {
      isModule: false,
      named: new Map(),
      stars: [],
      namespace: new HeapObject("Module", undefined),
      module: new HeapObject("Object", undefined),
    },
  };
}
