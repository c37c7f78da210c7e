import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { ModuleRecord } from "./module-record.js";

/** A module that was added to a program. It has a tree only until an evaluation takes it, and is parsed again after that. */
export class RootModule {
  /** True if the file is asked about itself, and not only for what others import from it. */
  isRoot = true;
  /** True if what it imports is looked at. */
  followsImports = true;
  /** True if other files may import anything from it; always true for a module that is not an ES module. */
  readonly exportsSomething: boolean;
  #parsed: ModuleRecord | undefined;

  /** @param parse parses it, with the same result each time */
  constructor(
    readonly key: string,
    readonly source: SourceText,
    private readonly parse: () => ModuleRecord | Problem,
    parsed: ModuleRecord,
  ) {
    this.#parsed = parsed;
    this.exportsSomething = exportsSomething(parsed);
  }

  get path(): string {
    return this.source.path;
  }

  /** Returns the module for one evaluation, which is the only one that uses it. */
  take(): ModuleRecord | undefined {
    const record = this.#parsed ?? this.parse();
    this.#parsed = undefined;
    if (!("names" in record)) return undefined;
    record.isRoot = this.isRoot;
    record.followsImports = this.followsImports;
    return record;
  }

  /** Releases the tree, if there is one. */
  release(): void {
    this.#parsed = undefined;
  }
}

function exportsSomething({ program }: ModuleRecord): boolean {
  const items = program.body.filter(({ type }) => /^(?:Import|Export)\w+Declaration$/.test(type));
  return items.length === 0 || items.some(({ type }) => type.startsWith("Export"));
}
