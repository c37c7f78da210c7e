import { printParseErrorCode, visit } from "jsonc-parser";
import { addAll } from "../../core/add-all.js";
import { isTooDeep, MAX_DEPTH } from "../../core/json-depth.js";
import type { JsonList, JsonMember, JsonObject, JsonString, JsonValue } from "./nodes.js";
import type { PlacedText } from "./placed-text.js";
import { withoutPlaceholders } from "./placeholders.js";

/** The documents in a JSON text: usually one, one per line in JSON Lines, none if it has only comments. */
export type Parsed =
  | { readonly ok: true; readonly roots: readonly JsonValue[]; readonly comments: readonly Comment[] }
  | {
      readonly ok: false;
      readonly kind: "syntax" | "too-deep";
      readonly message: string;
      /** In the text, of what cannot be parsed. */
      readonly offset?: number;
    };

/** A comment with its delimiters, as offsets in the text. */
export interface Comment {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a text as JSON with comments and trailing commas. A template whose placeholders stand outside of strings is
 * read with them as strings, and a file with a document on each line as all of them. Never throws.
 */
export function parseJson(layer: PlacedText): Parsed {
  if (isTooDeep(layer.text)) {
    return {
      ok: false,
      kind: "too-deep",
      message: `has more than ${MAX_DEPTH} nested levels, searched as plain text`,
    };
  }
  const parsed = parseDocument(layer);
  if (parsed.ok) return parsed;
  if (parsed.behindDocument) return parseLines(layer, parsed);
  const filled = withoutPlaceholders(layer.text);
  if (filled === layer.text || isTooDeep(filled)) return parsed;
  const retried = parseDocument(layer.withText(filled));
  return retried.ok ? retried : parsed;
}

/** https://jsonlines.org */
function parseLines(layer: PlacedText, failure: Failure): Parsed {
  const roots: JsonValue[] = [];
  const { text } = layer;
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const line = layer.slice(start, end);
    if (line.text.trim() !== "") {
      const parsed = parseDocument(line);
      if (!parsed.ok) return start === 0 ? failure : { ...parsed, offset: start + parsed.offset };
      addAll(roots, parsed.roots);
    }
    start = end + 1;
  }
  return { ok: true, roots, comments: [] };
}

interface Failure {
  readonly ok: false;
  readonly kind: "syntax";
  readonly message: string;
  readonly offset: number;
  /** True if a whole document was read, and more text follows. */
  readonly behindDocument: boolean;
}

function parseDocument(layer: PlacedText): Extract<Parsed, { ok: true }> | Failure {
  const builder = new TreeBuilder(layer);
  const comments: Comment[] = [];
  const failures: Failure[] = [];
  visit(
    layer.text,
    {
      onObjectBegin: (start) => builder.begin({ kind: "object", layer, start, end: start, members: [] }),
      onArrayBegin: (start) => builder.begin({ kind: "list", layer, start, end: start, items: [] }),
      onObjectEnd: (start, length) => builder.end(start + length),
      onArrayEnd: (start, length) => builder.end(start + length),
      onObjectProperty: (value, start, length) => builder.key(value, start, start + length),
      onLiteralValue: (value: string | number | boolean | null, start, length) => {
        builder.literal(value, start, start + length);
      },
      onComment: (start, length) => comments.push({ start, end: start + length }),
      onError: (code, offset) => {
        const name = printParseErrorCode(code);
        if (failures.length > 0 || WITHIN_A_TOKEN.has(name)) return;
        const message = `is not valid JSON: ${ERRORS.get(name) ?? name}, searched as plain text`;
        const behindDocument = name === "EndOfFileExpected";
        failures.push({ ok: false, kind: "syntax", message, offset, behindDocument });
      },
    },
    { allowTrailingComma: true, allowEmptyContent: true },
  );
  return failures[0] ?? { ok: true, roots: builder.roots, comments };
}

/** An object or list that is still being read. */
type Unfinished =
  | (Omit<JsonObject, "end" | "members"> & { end: number; members: JsonMember[] })
  | (Omit<JsonList, "end" | "items"> & { end: number; items: JsonValue[] });

class TreeBuilder {
  readonly roots: JsonValue[] = [];
  readonly #open: Unfinished[] = [];
  #key: JsonString | undefined;

  constructor(private readonly layer: PlacedText) {}

  begin(container: Unfinished): void {
    this.#give(container);
    this.#open.push(container);
  }

  end(offset: number): void {
    this.#open.pop()!.end = offset;
  }

  key(value: string, start: number, end: number): void {
    this.#key = { kind: "string", layer: this.layer, start, end, value };
  }

  literal(value: string | number | boolean | null, start: number, end: number): void {
    const { layer } = this;
    if (typeof value === "string") this.#give({ kind: "string", layer, start, end, value });
    else this.#give({ kind: "scalar", layer, start, end, value });
  }

  #give(value: JsonValue): void {
    const container = this.#open.at(-1);
    if (!container) this.roots.push(value);
    else if (container.kind === "list") container.items.push(value);
    else if (this.#key) container.members.push({ key: this.#key, value });
  }
}

/** Errors that leave no doubt about the structure: an invalid escape, a tab in a string, `1.`. */
const WITHIN_A_TOKEN = new Set([
  "InvalidUnicode",
  "InvalidEscapeCharacter",
  "InvalidCharacter",
  "UnexpectedEndOfNumber",
  "InvalidNumberFormat",
]);

const ERRORS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    InvalidSymbol: "a symbol that JSON does not have",
    PropertyNameExpected: "a key in double quotes is expected",
    ValueExpected: "a value is expected",
    ColonExpected: "a colon is expected",
    CommaExpected: "a comma is expected",
    CloseBraceExpected: "a closing brace is expected",
    CloseBracketExpected: "a closing bracket is expected",
    EndOfFileExpected: "something follows the document",
    UnexpectedEndOfComment: "a comment is not closed",
    UnexpectedEndOfString: "a string is not closed",
  }),
);
