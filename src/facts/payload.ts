import type { Span } from "../core/span.js";

/**
 * A body as it is written: an object literal, a JSON document, JSON inside a string. Language-neutral, and each leaf
 * knows where it stands, so that a rewrite can take it over as it is.
 *
 * A rewrite makes another payload out of one. What is the same object in both was taken over, wherever it stands now.
 */
export type Payload = PayloadObject | PayloadList | PayloadLeaf;
export type PayloadLeaf = PayloadText | PayloadScalar | PayloadOpaque;

interface Written {
  /** Where it is written, with its quotes or braces; nothing for what is new. */
  readonly span?: Span;
}

interface Leaf extends Written {
  /** How it is got at where it is written elsewhere: `settings.regionName`. */
  readonly reached?: string;
}

export interface PayloadObject extends Written {
  readonly kind: "object";
  readonly entries: readonly PayloadEntry[];
  /** The object of the text that this one is a changed form of; it is edited in place. */
  readonly basis?: PayloadObject;
  /** Whether a name stands in its place and its entries are written where that is declared. */
  readonly isElsewhere?: boolean;
  /** Entries of the text whose comments belong to it. */
  readonly standsFor?: readonly PayloadEntry[];
}

export interface PayloadList extends Written {
  readonly kind: "list";
  readonly items: readonly Payload[];
  /** The list of the text that this one is a changed form of; it has as many items. */
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

/** An expression whose value is not known. */
export interface PayloadOpaque extends Leaf {
  readonly kind: "opaque";
  /** Whether evaluating it may do something, so that it has to stay evaluated exactly once. */
  readonly hasEffects: boolean;
  /** Whether it may be written in several places and mean the same in each. */
  readonly isCopyable: boolean;
  /** Whether it waits for something or writes to a variable, so that its place among others is told from its value. */
  readonly isSequential?: boolean;
  /** Whether it is surely not `undefined`. */
  readonly isDefined?: boolean;
}

export type PayloadEntry = PayloadMember | PayloadUnread;

export interface PayloadMember extends Written {
  readonly kind: "member";
  readonly key: string;
  /** With its quotes. */
  readonly keySpan?: Span;
  readonly value: Payload;
  /** Whether key and value are one word: `{ providerName }`. */
  readonly isShorthand?: boolean;
  /** The member of the text that this one is a changed form of; it is edited in place. */
  readonly basis?: PayloadMember;
  readonly standsFor?: readonly PayloadEntry[];
}

/** What may put any member into an object: a spread, a computed key, an accessor. */
interface PayloadUnread extends Written {
  readonly kind: "unread";
  readonly form: "spread" | "computed key" | "accessor or method";
  /** Of a spread: all names that it may bring, where they are known. */
  readonly keys?: readonly string[];
  /** Of a computed key: its expression and what it is given. */
  readonly key?: PayloadOpaque;
  readonly value?: Payload;
}

/** A payload with the text that it was read from, and how that language writes. */
export interface PayloadSource {
  /** The whole text, without a byte-order mark; all spans are of it. */
  readonly text: string;
  readonly root: Payload;
  /** Comments with their delimiters, in order. */
  readonly comments: readonly Span[];
  readonly syntax: PayloadSyntax;
}

export interface PayloadSyntax {
  /** A text as a literal. */
  readonly text: (value: string) => string;
  /** A key. @param isQuoted whether its neighbours have quotes */
  readonly key: (name: string, isQuoted: boolean) => string;
}

/** The last member of a name, which is the one that counts. */
export function memberOf(object: PayloadObject, key: string): PayloadMember | undefined {
  return object.entries.findLast(
    (entry): entry is PayloadMember => entry.kind === "member" && entry.key === key,
  );
}

/** All leaves, in the order in which they stand. */
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
