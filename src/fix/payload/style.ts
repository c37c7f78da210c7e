import {
  openedAt,
  type Payload,
  type PayloadEntry,
  type PayloadMember,
  type PayloadObject,
  type PayloadSource,
} from "../../facts/payload.js";

/** The layout of a payload in a text. New members get the same layout. */
export interface Style {
  readonly lineBreak: string;
  /** One step of indentation. */
  readonly unit: string;
  /** True if members stand on lines of their own. */
  readonly isMultiline: boolean;
  /** Behind `{` and before `}` on one line. */
  readonly pad: string;
  /** Between key and value. */
  readonly colon: string;
  /** Between members on one line; begins with the comma. */
  readonly comma: string;
  readonly hasQuotedKeys: boolean;
  readonly hasTrailingComma: boolean;
  /** True if small objects stand on one line although the payload as a whole does not. */
  readonly hasSmallObjects: boolean;
}

export function styleOf({ text, root, syntax }: PayloadSource): Style {
  const objects = [...objectsIn(root)].filter(({ entries, span }) => span && entries.length > 0);
  const largest = objects[0];
  const broken = objects.find((object) => isBroken(text, object));
  const flat = objects.find((object) => !isBroken(text, object));
  const members = objects.flatMap(({ entries }) => entries.filter(isMember)).filter(({ keySpan }) => keySpan);
  const quoted = members.filter(({ keySpan }) => `"'`.includes(text[keySpan!.start]!)).length;
  return {
    lineBreak: text.includes("\r\n") ? "\r\n" : "\n",
    unit: broken ? unitOf(text, broken) : "  ",
    isMultiline: largest !== undefined && isBroken(text, largest),
    pad: flat ? padOf(text, flat) : (syntax.pad ?? " "),
    colon: colonOf(text, members, syntax.colon),
    comma: commaOf(text, objects),
    hasQuotedKeys: members.length > 0 && quoted * 2 > members.length,
    hasTrailingComma: broken !== undefined && hasTrailingComma(text, broken),
    hasSmallObjects: objects.some((object) => object !== largest && !isBroken(text, object)),
  };
}

function* objectsIn(payload: Payload): Generator<PayloadObject> {
  if (payload.kind === "object") {
    if (payload.isElsewhere) return;
    yield payload;
    for (const { value } of payload.entries) if (value) yield* objectsIn(value);
  } else if (payload.kind === "list") {
    for (const item of payload.items) yield* objectsIn(item);
  }
}

function isMember(entry: PayloadEntry): entry is PayloadMember {
  return entry.kind === "member";
}

/** Returns whether the first member of an object stands on another line than its brace. */
export function isBroken(text: string, { span, entries }: PayloadObject): boolean {
  const first = entries[0]?.span;
  return span !== undefined && first !== undefined && text.slice(span.start, first.start).includes("\n");
}

/** Characters that are looked back for the start of a line: a longer one is written by a program, and has no layout. */
const LONGEST_LINE = 2_000;

/** Returns the white space at the start of the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const from = Math.max(0, offset - LONGEST_LINE);
  const found = text.slice(from, offset).lastIndexOf("\n");
  if (found < 0 && from > 0) return "";
  const start = from + found + 1;
  let end = start;
  while (text[end] === " " || text[end] === "\t") end++;
  return text.slice(start, Math.min(end, offset));
}

function unitOf(text: string, { span, entries }: PayloadObject): string {
  const inner = indentAt(text, entries[0]!.span!.start);
  const outer = indentAt(text, span!.end - 1);
  return inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : "  ";
}

function padOf(text: string, object: PayloadObject | undefined): string {
  const first = object?.entries[0]?.span;
  return first && text.slice(openedAt(object), first.start) === "" ? "" : " ";
}

function colonOf(text: string, members: readonly PayloadMember[], colon = ":"): string {
  const all = members
    .filter(({ isShorthand, value }) => !isShorthand && value.span)
    .map(({ keySpan, value }) => text.slice(keySpan!.end, value.span!.start))
    .filter((between) => between.trim() === colon && !between.includes("\n"));
  // Values below each other have more space before them.
  const [shortest] = all.sort((a, b) => a.length - b.length);
  if (shortest !== undefined) return shortest;
  return colon === ":" ? ": " : ` ${colon} `;
}

function commaOf(text: string, objects: readonly PayloadObject[]): string {
  const two = objects.find((object) => object.entries.length > 1 && !isBroken(text, object))?.entries;
  const between = two && text.slice(two[0]!.span!.end, two[1]!.span!.start);
  return between?.trim() === "," && !between.includes("\n") ? between.trimStart() : ", ";
}

function hasTrailingComma(text: string, { span, entries }: PayloadObject): boolean {
  return text
    .slice(entries.at(-1)!.span!.end, span!.end - 1)
    .trimStart()
    .startsWith(",");
}
