import { SourceText } from "../../../core/source-text.js";
import type { Span } from "../../../core/span.js";
import type { Payload, PayloadMember, PayloadSource, PayloadSyntax } from "../../../facts/payload.js";
import type { JsonObject, JsonValue } from "../nodes.js";
import { parseJson } from "../parse.js";
import { PlacedText } from "../placed-text.js";
import { stretchesOf } from "../placeholders.js";

type JsonPayloads =
  | { readonly ok: true; readonly documents: readonly PayloadSource[] }
  | {
      readonly ok: false;
      /** The problem, as it follows the name of the file: `is not valid JSON: a comma is expected`. */
      readonly message: string;
      readonly offset?: number;
    };

const SYNTAX: PayloadSyntax = {
  text: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
};

/**
 * Reads the documents of a text in JSON, JSON with comments or JSON Lines, so that they can be rewritten. Placeholders
 * of templates (`{{shards}}`, `"${name}"`) are expressions with an unknown value.
 *
 * @param text without a byte-order mark
 */
export function readJsonPayloads(text: string): JsonPayloads {
  const parsed = parseJson(PlacedText.of(new SourceText("", text)));
  if (!parsed.ok) {
    const message = parsed.message.replace(", searched as plain text", "");
    return { ok: false, message, ...(parsed.offset === undefined ? {} : { offset: parsed.offset }) };
  }
  const documents = parsed.roots.map((root) => ({
    text,
    root: payloadOf(root, text),
    comments: parsed.comments,
    syntax: SYNTAX,
  }));
  return { ok: true, documents };
}

function payloadOf(value: JsonValue, text: string): Payload {
  const span = spanOf(value);
  switch (value.kind) {
    case "object":
      return { kind: "object", span, entries: membersOf(value, text) };
    case "list":
      return { kind: "list", span, items: value.items.map((item) => payloadOf(item, text)) };
    case "string":
      return isFilledIn(value.value, text[span.start])
        ? { kind: "opaque", span, hasEffects: false, isCopyable: true }
        : { kind: "text", span, value: value.value };
    case "scalar":
      return { kind: "scalar", span, value: value.value };
  }
}

/** Checks whether a string contains a placeholder, or is a placeholder without quotes. */
function isFilledIn(value: string, firstCharacter: string | undefined): boolean {
  return firstCharacter !== '"' || stretchesOf(value).some(({ name }) => name !== undefined);
}

function membersOf({ members }: JsonObject, text: string): PayloadMember[] {
  return members.map(({ key, value }) => ({
    kind: "member",
    key: key.value,
    keySpan: spanOf(key),
    value: payloadOf(value, text),
    span: { start: spanOf(key).start, end: spanOf(value).end },
  }));
}

/** In the whole text: in JSON Lines each document counts from the start of its line. */
function spanOf({ layer, start, end }: JsonValue): Span {
  const place = layer.locate(start, end);
  return { start: place.start, end: place.end };
}
