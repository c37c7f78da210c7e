import { contains, type Span } from "../../core/span.js";
import type { SourceText } from "../../core/source-text.js";
import type { Interest } from "../interest.js";
import { declaredNames } from "../javascript/evaluation/exports.js";
import type { ModuleRecord } from "../javascript/evaluation/module-record.js";

/** A statement of a file, by the words in it. */
interface Piece {
  readonly names: readonly string[];
  readonly words: ReadonlySet<string>;
}

/**
 * The names that concern those who import a file, by words alone: of what holds a string or a name of interest, and of
 * what names one of those.
 */
export class SharedNamesByWord {
  readonly #pieces = new Map<string, readonly Piece[]>();
  readonly #names = new Map<string, Set<string>>();
  /** Of all files. */
  readonly #all = new Set<string>();

  constructor(private readonly interest: Interest) {}

  add(source: SourceText, modules: readonly ModuleRecord[]): void {
    const { path, text } = source;
    const matches: readonly Span[] = this.interest.scanText(text);
    const own = new Set<string>();
    const pieces = modules.flatMap(({ program }) =>
      program.body.flatMap((node): Piece[] => {
        const declaration =
          node.type === "ExportNamedDeclaration" && node.declaration ? node.declaration : node;
        const names = declaredNames(declaration).map(({ name }) => name);
        const words = new Set(text.slice(declaration.start, declaration.end).match(/\w+/g) ?? []);
        const isOfInterest =
          matches.some((match) => contains(declaration, match)) ||
          [...words].some((word) => this.interest.names.has(word));
        if (isOfInterest) for (const name of names) own.add(name);
        return names.length > 0 ? [{ names, words }] : [];
      }),
    );
    this.#pieces.set(path, pieces);
    this.#names.set(path, own);
    for (const name of own) this.#all.add(name);
  }

  remove(path: string): void {
    this.#pieces.delete(path);
    this.#names.delete(path);
  }

  /** What the file shares by now: files that were added since may have given names a meaning. */
  of(path: string): ReadonlySet<string> {
    const own = this.#names.get(path) ?? new Set<string>();
    const pieces = this.#pieces.get(path) ?? [];
    for (let before = -1; before !== own.size;) {
      before = own.size;
      for (const { names, words } of pieces) {
        if (names.every((name) => own.has(name)) || ![...this.#all].some((name) => words.has(name))) continue;
        for (const name of names) {
          own.add(name);
          this.#all.add(name);
        }
      }
    }
    return own;
  }
}
