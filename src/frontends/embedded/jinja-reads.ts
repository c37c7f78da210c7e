import { joined, madePiece, partsOf, type Piece } from "./piece.js";

/** One step of a way through data: a member with its name in the file, or an element. */
export type Step = { readonly name: Piece } | "element";

/** Data that templates name: the response of a task, and the way to the data in it. */
export interface Data {
  readonly of: string;
  readonly steps: readonly Step[];
}

/** A read in a template. With `query`, an expression of JMESPath is asked about the data. */
export interface JinjaRead extends Data {
  readonly query?: Piece;
}

const NAME = /[A-Za-z_]\w*/y;
const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/y;
const MEMBER = /\.([A-Za-z_]\w*)/y;
const INDEX = /\[\s*(?:-?\d+|[A-Za-z_][\w.]*)\s*\]/y;
const KEY = /\[\s*(['"])([A-Za-z_]\w*)\1\s*\]/y;
const FILTER = /\s*\|\s*([A-Za-z_][\w.]*)(\()?/y;
const CLOSING = /\s*\)/y;
/** The first argument of a filter, if it is a text. */
const TEXT_ARGUMENT = /\s*(?:attribute\s*=\s*)?(['"])((?:(?!\1)[^\\])*)\1/y;

/** Filters that give the same data, perhaps with fewer elements. */
const SAME: ReadonlySet<string> = new Set([
  ...["from_json", "list", "default", "d", "unique", "flatten", "to_json", "to_nice_json", "mandatory"],
]);
/** Filters that read what their argument names of each element, and give the data again. */
const LOOKING: ReadonlySet<string> = new Set([
  ...["selectattr", "rejectattr", "sort", "groupby", "sum", "max", "min"],
]);

/** Finds what the expressions in a text read. https://jinja.palletsprojects.com/en/stable/templates/ */
export class JinjaReader {
  readonly reads: JinjaRead[] = [];
  #at = 0;

  constructor(
    private readonly piece: Piece,
    private readonly dataNamed: (name: string) => Data | undefined,
  ) {}

  /** Reads an expression between two offsets. Returns the data that all of it is; undefined for other expressions. */
  expression(from: number, to: number): Data | undefined {
    let only: Data | undefined;
    let others = 0;
    this.#at = from;
    while (this.#at < to) {
      const start = this.#at;
      if (this.#take(STRING)) continue;
      const name = this.#take(NAME);
      if (!name) {
        if (!/[\s()]/.test(this.piece.text[this.#at]!)) others++;
        this.#at++;
        continue;
      }
      const data = this.piece.text[start - 1] === "." ? undefined : this.dataNamed(name[0]);
      const found = data && this.#chain(data, this.#isBehindBracket(start), to);
      others++;
      if (found) only = found;
    }
    return others === 1 ? only : undefined;
  }

  #isBehindBracket(start: number): boolean {
    let at = start - 1;
    while (/\s/.test(this.piece.text[at] ?? "")) at--;
    return this.piece.text[at] === "(";
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.piece.text) ?? undefined;
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** Follows what is behind a name: members, elements and filters. */
  #chain(data: Data, isOpen: boolean, to: number): Data {
    let { steps } = data;
    let mayClose = isOpen;
    while (this.#at < to) {
      const member = this.#take(MEMBER) ?? this.#take(KEY);
      if (member) {
        const name = member[2] ?? member[1]!;
        const at = this.#at - member[0].length + member[0].lastIndexOf(name);
        steps = [...steps, { name: partsOf(this.piece, [{ start: at, end: at + name.length }]) }];
      } else if (this.#take(INDEX)) steps = [...steps, "element"];
      else if (mayClose && this.#take(CLOSING)) mayClose = false;
      else {
        const next = this.#filter({ of: data.of, steps });
        if (!next) break;
        steps = next;
      }
    }
    const found: Data = { of: data.of, steps };
    this.reads.push(found);
    return found;
  }

  /** Returns the steps behind a filter; undefined if there is none, or one whose result is other data. */
  #filter({ of, steps }: Data): readonly Step[] | undefined {
    const start = this.#at;
    const filter = this.#take(FILTER);
    if (!filter) return undefined;
    const name = filter[1]!.split(".").at(-1)!;
    const argument = filter[2] ? this.#take(TEXT_ARGUMENT) : undefined;
    const text = argument?.[2];
    const end = this.#at - 1;
    const path = (): Step[] => ["element", ...this.#path(end - text!.length, text!)];
    if (filter[2]) this.#skipArguments();
    if (name === "json_query" && text !== undefined) {
      const query = partsOf(this.piece, [{ start: end - text.length, end }]);
      this.reads.push({ of, steps, query });
    }
    if (name === "first" || name === "last" || name === "random") return [...steps, "element"];
    if (name === "map" && text !== undefined && argument![0].includes("attribute"))
      return [...steps, ...path()];
    if (LOOKING.has(name)) {
      if (text !== undefined) this.reads.push({ of, steps: [...steps, ...path()] });
      return steps;
    }
    if (SAME.has(name)) return steps;
    this.#at = start;
    return undefined;
  }

  #path(start: number, text: string): Step[] {
    return [...text.matchAll(/\w+/g)].map(({ 0: name, index }): Step =>
      /^\d+$/.test(name)
        ? "element"
        : { name: partsOf(this.piece, [{ start: start + index, end: start + index + name.length }]) },
    );
  }

  #skipArguments(): void {
    for (let depth = 1; depth > 0 && this.#at < this.piece.text.length;) {
      if (this.#take(STRING)) continue;
      const character = this.piece.text[this.#at++];
      depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    }
  }
}

/** Writes a read as a command of the shell: the filter of jq, or of jp, for the text in a variable. */
export function commandOfRead({ of, steps, query }: JinjaRead): Piece {
  const filter = steps.map((step) =>
    step === "element" ? madePiece("[]") : joined([madePiece("."), step.name], ""),
  );
  const start = steps[0] === "element" || steps.length === 0 ? [madePiece(".")] : [];
  const jq = joined([madePiece("jq '"), ...start, ...filter, madePiece(`' <<< "$${of}"`)], "");
  if (!query) return jq;
  return joined([jq, madePiece(" | jp '"), query, madePiece("'")], "");
}
