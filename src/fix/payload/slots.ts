import { addAll } from "../../core/add-all.js";
import { contains, type Span } from "../../core/span.js";
import {
  openedAt,
  type Payload,
  type PayloadEntry,
  type PayloadLeaf,
  type PayloadObject,
  type PayloadSource,
} from "../../facts/payload.js";

/** The stretch of a text that an entry of an object has for itself. Slots of an object follow each other without a gap. */
export interface Slot extends Span {
  readonly entry: PayloadEntry;
  /** The offset of the comma after the entry. */
  readonly comma: number | undefined;
}

export interface OwnedComment extends Span {
  /** True if it stands on the line of its entry, behind it. */
  readonly isTrailing: boolean;
}

/** Which comment belongs to which entry. */
export class Layout {
  readonly #slots = new Map<PayloadObject, readonly Slot[]>();
  readonly #owned = new Map<PayloadEntry, OwnedComment[]>();
  readonly #entryOf = new Map<PayloadLeaf, PayloadEntry>();

  readonly #comments: readonly Span[];

  constructor(private readonly source: PayloadSource) {
    this.#comments = source.comments.filter((comment) => contains(source.root.span!, comment));
    this.#visit(source.root, undefined);
  }

  slotsOf(object: PayloadObject): readonly Slot[] {
    return this.#slots.get(object) ?? [];
  }

  commentsOf(entry: PayloadEntry): readonly OwnedComment[] {
    return this.#owned.get(entry) ?? [];
  }

  /** Returns the name of the entry that a comment belongs to. */
  ownerOf(comment: Span): string | undefined {
    for (const [entry, owned] of this.#owned) {
      if (entry.kind === "member" && owned.some(({ start }) => start === comment.start)) return entry.key;
    }
    return undefined;
  }

  /** Returns the entry whose value is a leaf of the text. */
  entryOf(leaf: PayloadLeaf): PayloadEntry | undefined {
    return this.#entryOf.get(leaf);
  }

  /**
   * Returns the offset at which the slots of an object begin: behind its brace, and behind comments on the line of the
   * brace.
   */
  headEnd(object: PayloadObject): number {
    const first = object.entries[0]?.span?.start ?? object.span!.end - 1;
    return this.#endOfLineComments(openedAt(object), first);
  }

  #visit(payload: Payload, owner: PayloadEntry | undefined): void {
    if (payload.kind === "list") {
      for (const item of payload.items) this.#visit(item, owner);
      return;
    }
    if (payload.kind !== "object") {
      if (owner) this.#entryOf.set(payload, owner);
      return;
    }
    if (payload.isElsewhere) return;
    const slots = this.#cut(payload);
    this.#slots.set(payload, slots);
    const last = payload.entries.at(-1);
    for (const slot of slots) this.#own(slot);
    // Comments behind the last entry, on lines of their own.
    const rest = { start: slots.at(-1)?.end ?? this.headEnd(payload), end: payload.span!.end };
    this.#give(rest, last ?? owner, false);
    this.#give({ start: payload.span!.start, end: this.headEnd(payload) }, owner, false);
    for (const entry of payload.entries) if (entry.value) this.#visit(entry.value, entry);
    for (const entry of payload.entries)
      if (entry.kind === "unread" && entry.key) this.#entryOf.set(entry.key, entry);
  }

  #cut(object: PayloadObject): Slot[] {
    const { text } = this.source;
    const slots: Slot[] = [];
    let start = this.headEnd(object);
    for (const [index, entry] of object.entries.entries()) {
      const next = object.entries[index + 1]?.span?.start ?? object.span!.end - 1;
      const behind = this.#skip(entry.span!.end, next);
      const comma = text[behind] === "," ? behind : undefined;
      const from = comma === undefined ? entry.span!.end : comma + 1;
      const end = this.#endOfLineComments(from, next);
      slots.push({ entry, start, end, comma });
      start = end;
    }
    return slots;
  }

  #own({ entry, start, end }: Slot): void {
    const value = entry.value?.span ?? entry.span!;
    this.#give({ start, end: Math.max(entry.span!.start, value.start) }, entry, false);
    this.#give({ start: Math.min(value.end, entry.span!.end), end }, entry, true);
  }

  #give({ start, end }: Span, owner: PayloadEntry | undefined, isTrailing: boolean): void {
    if (!owner) return;
    const found = this.#comments.filter((comment) => comment.start >= start && comment.end <= end);
    if (found.length === 0) return;
    const owned = this.#owned.get(owner) ?? [];
    addAll(
      owned,
      found.map((comment) => ({ start: comment.start, end: comment.end, isTrailing })),
    );
    this.#owned.set(owner, owned);
  }

  /** Returns the first offset from `from` on that is neither white space nor a comment. */
  #skip(from: number, limit: number): number {
    const { text } = this.source;
    let at = from;
    while (at < limit) {
      const comment = this.#commentAt(at);
      if (comment) at = comment.end;
      else if (/\s/.test(text[at]!)) at++;
      else break;
    }
    return at;
  }

  /**
   * Returns the end of the comments after an offset on its line, if nothing else follows there. Otherwise returns the
   * offset.
   */
  #endOfLineComments(from: number, limit: number): number {
    const { text } = this.source;
    let at = from;
    let end = from;
    while (at < limit) {
      const comment = this.#commentAt(at);
      if (comment) end = at = comment.end;
      else if (text[at] === " " || text[at] === "\t") at++;
      else break;
    }
    const isAtEnd = "}\r\n".includes(text[at] ?? "");
    return isAtEnd ? end : from;
  }

  #commentAt(offset: number): Span | undefined {
    return this.#comments.find(({ start }) => start === offset);
  }
}
