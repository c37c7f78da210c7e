import { printParseErrorCode, visit } from "jsonc-parser";
import { isTooDeep, MAX_DEPTH } from "./depth-guard.js";
import type { JsonMember, JsonString, JsonValue } from "./nodes.js";
import type { PlacedText } from "./placed-text.js";
import { withoutPlaceholders } from "./placeholders.js";

/** What a text holds as JSON: usually one document, one a line in JSON Lines, none where it has comments only. */
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
      message: `nests deeper than ${MAX_DEPTH} levels, read as plain text`,
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
      roots.push(...parsed.roots);
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
  /** Whether a whole document was read and something follows it. */
  readonly behindDocument: boolean;
}

type Container = { kind: "object"; members: JsonMember[] } | { kind: "list"; items: JsonValue[] };

function parseDocument(layer: PlacedText): Extract<Parsed, { ok: true }> | Failure {
  const roots: JsonValue[] = [];
  const comments: Comment[] = [];
  const open: { container: Container; start: number; key: JsonString | undefined }[] = [];
  const failures: Failure[] = [];
  let key: JsonString | undefined;
  const give = (value: JsonValue): void => {
    const container = open.at(-1)?.container;
    if (!container) roots.push(value);
    else if (container.kind === "list") container.items.push(value);
    else if (key) container.members.push({ key, value });
  };
  const begin = (container: Container, start: number): void => {
    open.push({ container, start, key });
  };
  const end = (offset: number, length: number): void => {
    const { container, start, key: own } = open.pop()!;
    key = own;
    give({ ...container, layer, start, end: offset + length });
  };
  visit(
    layer.text,
    {
      onObjectBegin: (offset) => begin({ kind: "object", members: [] }, offset),
      onArrayBegin: (offset) => begin({ kind: "list", items: [] }, offset),
      onObjectEnd: end,
      onArrayEnd: end,
      onObjectProperty: (value, start, length) => {
        key = { kind: "string", value, layer, start, end: start + length };
      },
      onLiteralValue: (value: string | number | boolean | null, start, length) => {
        const place = { layer, start, end: start + length };
        give(
          typeof value === "string"
            ? { kind: "string", value, ...place }
            : { kind: "scalar", value, ...place },
        );
      },
      onComment: (start, length) => comments.push({ start, end: start + length }),
      onError: (code, offset) => {
        const name = printParseErrorCode(code);
        if (failures.length > 0 || WITHIN_A_TOKEN.has(name)) return;
        const message = `is not valid JSON: ${ERRORS[name] ?? name}, read as plain text`;
        const behindDocument = name === "EndOfFileExpected";
        failures.push({ ok: false, kind: "syntax", message, offset, behindDocument });
      },
    },
    { allowTrailingComma: true, allowEmptyContent: true },
  );
  return failures[0] ?? { ok: true, roots, comments };
}

/** What leaves no doubt about the structure: an escape that JSON does not have, a tab in a string, `1.`. */
const WITHIN_A_TOKEN = new Set([
  "InvalidUnicode",
  "InvalidEscapeCharacter",
  "InvalidCharacter",
  "UnexpectedEndOfNumber",
  "InvalidNumberFormat",
]);

const ERRORS: Readonly<Record<string, string>> = {
  InvalidSymbol: "here is something that JSON does not have",
  PropertyNameExpected: "a key in double quotes is expected",
  ValueExpected: "a value is expected",
  ColonExpected: "a colon is expected",
  CommaExpected: "a comma is expected",
  CloseBraceExpected: "a closing brace is expected",
  CloseBracketExpected: "a closing bracket is expected",
  EndOfFileExpected: "something follows the document",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a string is not closed",
};
