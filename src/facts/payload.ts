import type { Span } from "../core/span.js";

/**
 * A body in the source: an object literal, a JSON document, JSON in a string. It does not depend on the language. Each
 * leaf has its place, so that a conversion can copy the original text.
 *
 * A conversion makes a new payload. Objects that are the same in both were copied, whatever their new place is.
 */
export type Payload = PayloadObject | PayloadList | PayloadLeaf;
export type PayloadLeaf = PayloadText | PayloadScalar | PayloadOpaque;

interface Written {
  /** Its place, with quotes or braces; absent if it is new. */
  readonly span?: Span;
}

interface Leaf extends Written {
  /** The expression that reads it if it is declared elsewhere: `settings.regionName`. */
  readonly reached?: string;
}

export interface PayloadObject extends Written {
  readonly kind: "object";
  readonly entries: readonly PayloadEntry[];
  /** The original object that this one is a changed form of; it is edited in place. */
  readonly basis?: PayloadObject;
  /** The offset behind its opening bracket, if a type is before the bracket: `map[string]any{`. */
  readonly opened?: number;
  /** True if it is a variable whose entries are written at its declaration. */
  readonly isElsewhere?: boolean;
  /** Original entries whose comments belong to it. */
  readonly standsFor?: readonly PayloadEntry[];
}

export interface PayloadList extends Written {
  readonly kind: "list";
  readonly items: readonly Payload[];
  /** The original list that this one is a changed form of; it has as many items. */
  readonly basis?: PayloadList;
}

export interface PayloadText extends Leaf {
  readonly kind: "text";
  readonly value: string;
}

export interface PayloadScalar extends Leaf {
  readonly kind: "scalar";
  readonly value: number | boolean | null;
}

/** An expression with an unknown value. */
export interface PayloadOpaque extends Leaf {
  readonly kind: "opaque";
  /** True if it may have side effects, so that it must be evaluated exactly once. */
  readonly hasEffects: boolean;
  /** True if it may be repeated in several places with the same meaning. */
  readonly isCopyable: boolean;
  /** True if it awaits something or assigns a variable, so that the order of evaluation matters. */
  readonly isSequential?: boolean;
  /** True if it is certainly not `undefined`. */
  readonly isDefined?: boolean;
}

export type PayloadEntry = PayloadMember | PayloadUnread;

export interface PayloadMember extends Written {
  readonly kind: "member";
  readonly key: string;
  /** With quotes. */
  readonly keySpan?: Span;
  readonly value: Payload;
  /** True if key and value are one word: `{ providerName }`. */
  readonly isShorthand?: boolean;
  /** The original member that this one is a changed form of; it is edited in place. */
  readonly basis?: PayloadMember;
  readonly standsFor?: readonly PayloadEntry[];
}

/** A part of an object that may add any member: a spread, a computed key, an accessor. */
interface PayloadUnread extends Written {
  readonly kind: "unread";
  readonly form: "spread" | "computed key" | "accessor or method";
  /** For a spread: all names that it may add, if they are known. */
  readonly keys?: readonly string[];
  /** For a computed key: its expression and its value. */
  readonly key?: PayloadOpaque;
  readonly value?: Payload;
}

/** A payload with the text that it was read from, and how that language writes values. */
export interface PayloadSource {
  /** The whole text, without a byte-order mark; all spans are offsets in it. */
  readonly text: string;
  readonly root: Payload;
  /** Comments with their delimiters, in source order. */
  readonly comments: readonly Span[];
  readonly syntax: PayloadSyntax;
}

/** Replaces the text of a span. */
export interface PayloadEdit extends Span {
  readonly text: string;
}

export interface PayloadSyntax {
  /** Writes a text as a literal. */
  readonly text: (value: string) => string;
  /** Writes a key. @param isQuoted whether its neighbours have quotes */
  readonly key: (name: string, isQuoted: boolean) => string;
  /** Any other value; as in JSON where it is left out. */
  readonly scalar?: (value: PayloadScalar["value"]) => string;
  /** The characters that begin and end an object; braces by default. */
  readonly brackets?: readonly [open: string, close: string];
  /** The same for a list; square brackets by default. */
  readonly listBrackets?: readonly [open: string, close: string];
  /** The same for an object in a list; as other objects by default. */
  readonly itemBrackets?: readonly [open: string, close: string];
  /** The space that most programs write behind the one and before the other on one line; a blank by default. */
  readonly pad?: string;
  /** The characters between a key and its value, without blanks; `:` by default. */
  readonly colon?: string;
  /** The start of a comment that runs to the end of its line; `//` by default. */
  readonly lineComment?: string;
  /** Adds to edits in a value what the formatter of the language would do behind them. */
  readonly tidied?: (text: string, span: Span, edits: readonly PayloadEdit[]) => readonly PayloadEdit[];
}

/** Returns whether a comment runs to the end of its line. */
export function endsWithLine({ text, syntax }: PayloadSource, { start }: Span): boolean {
  return text.startsWith(syntax.lineComment ?? "//", start);
}

/** JSON in a string, as what it means, with the way back to what is written. */
export interface EmbeddedJson {
  /** The meaning of the string, with marks for values that code inserts. */
  readonly text: string;
  /** Returns whether a text of the JSON has something in it that code puts there. */
  hasHole(value: string): boolean;
  /** Returns whether that can be evaluated any number of times. */
  isPure(value: string): boolean;
  /** Returns the place of a part of the text. */
  locate(span: Span): Span;
  /** A changed stretch of the text as it has to be written. */
  written(text: string): string;
}

/** Returns the offset behind the opening bracket of an object in the text. */
export function openedAt({ opened, span }: PayloadObject): number {
  return opened ?? span!.start + 1;
}

/** Returns the last member with a name, which is the one that counts. */
export function memberOf(object: PayloadObject, key: string): PayloadMember | undefined {
  return object.entries.findLast(
    (entry): entry is PayloadMember => entry.kind === "member" && entry.key === key,
  );
}

/** Yields all leaves in source order. */
export function* leavesOf(payload: Payload): Generator<PayloadLeaf> {
  if (payload.kind === "list") {
    for (const item of payload.items) yield* leavesOf(item);
  } else if (payload.kind === "object") {
    for (const entry of payload.entries) {
      if (entry.kind === "unread" && entry.key) yield entry.key;
      if (entry.value) yield* leavesOf(entry.value);
    }
  } else {
    yield payload;
  }
}
