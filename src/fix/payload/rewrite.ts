import { contains, type Span } from "../../core/span.js";
import {
  endsWithLine,
  type Payload,
  type PayloadEntry,
  type PayloadMember,
  type PayloadObject,
  type PayloadSource,
} from "../../facts/payload.js";
import { Renderer } from "./render.js";
import { Layout, type Slot } from "./slots.js";
import { indentAt, isBroken, styleOf, type Style } from "./style.js";

/** Replaces the text of a span. */
export interface TextEdit extends Span {
  readonly text: string;
}

type Rewriting =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  /** One sentence for each decision that a person must make. */
  | { readonly ok: false; readonly blockers: readonly string[] };

/**
 * Returns the edits that turn a written payload into a changed form of it. Unchanged parts are not touched: comments,
 * order, quotes, spaces and line ends stay. New parts are written in the style of their neighbours, and comments move
 * with their values. A comment about a removed part is never deleted: it stops the rewriting.
 */
export function rewritePayload(source: PayloadSource, after: Payload): Rewriting {
  if (after === source.root) return { ok: true, edits: [] };
  const style = styleOf(source);
  const written = write(source, after, style);
  // A comment that runs to the end of its line leaves no room for members on one line.
  return written.isCrowded ? write(source, after, { ...style, isMultiline: true }).result : written.result;
}

function write(
  source: PayloadSource,
  after: Payload,
  style: Style,
): { readonly result: Rewriting; readonly isCrowded: boolean } {
  const renderer = new Renderer(source, new Layout(source), style);
  const writer = new Writer(source, renderer);
  writer.value(source.root, after);
  return { result: writer.finish(), isCrowded: renderer.isCrowded };
}

class Writer {
  readonly #layout: Layout;
  /** The copied parts, in order. */
  readonly #copied: Span[] = [];
  readonly #edits: TextEdit[] = [];
  #at: number;
  #pending = "";
  /** True if what was written last is a comment that runs to the end of its line. */
  #isLineOpen = false;

  constructor(
    private readonly source: PayloadSource,
    private readonly renderer: Renderer,
  ) {
    this.#layout = renderer.layout;
    this.#at = source.root.span!.start;
  }

  finish(): Rewriting {
    const { root, comments } = this.source;
    this.#flush(root.span!.end);
    const lost = comments.filter(
      (comment) =>
        contains(root.span!, comment) &&
        !this.renderer.hasWritten(comment) &&
        !this.#copied.some((span) => contains(span, comment)),
    );
    const blockers = lost.map((comment) => {
      // Not the comment itself: its content is unknown.
      const key = this.#layout.ownerOf(comment) ?? "something";
      return `A comment is about ${key}, which is removed: move or remove the comment.`;
    });
    if (blockers.length > 0) return { ok: false, blockers };
    const { syntax, text } = this.source;
    return { ok: true, edits: syntax.tidied?.(text, root.span!, this.#edits) ?? this.#edits };
  }

  /** Writes a value that changes or replaces one in the text. */
  value(before: Payload, after: Payload): void {
    if (after === before) this.#copy(before.span!.start, before.span!.end);
    else if (after.kind === "object" && after.basis && isInPlace(before, after))
      this.#object(after.basis, after);
    else if (after.kind === "list" && after.basis && isInPlace(before, after)) {
      let from = before.span!.start;
      for (const [index, item] of after.basis.items.entries()) {
        this.#copy(from, item.span!.start);
        this.value(item, after.items[index]!);
        from = item.span!.end;
      }
      this.#copy(from, before.span!.end);
    } else {
      this.#write(this.renderer.value(after, indentAt(this.source.text, before.span!.start)));
    }
  }

  #object(before: PayloadObject, after: PayloadObject): void {
    const slots = this.#layout.slotsOf(before);
    const { text } = this.source;
    const wantsComma = slots.at(-1)?.comma !== undefined;
    const tail = { start: slots.at(-1)?.end ?? this.#layout.headEnd(before), end: before.span!.end };
    // Comments after the last entry stay, whatever happens with that entry.
    this.renderer.take(tail);
    this.#copy(before.span!.start, this.#layout.headEnd(before));
    for (const [index, entry] of after.entries.entries()) {
      const isLast = index === after.entries.length - 1;
      const basis = entry.kind === "member" ? (entry.basis ?? entry) : entry;
      const slot = slots.find((one) => one.entry === basis);
      if (slot) this.#inSlot(slot, entry, index === 0 ? slots[0]! : slot, !isLast || wantsComma);
      else if (entry.kind === "member") {
        const broken = isBroken(text, before);
        const indent = indentAt(text, broken ? before.entries[0]!.span!.start : before.span!.start);
        const pad = index === 0 ? padBefore(text, slots[0]) : this.renderer.style.comma.slice(1);
        this.#write(broken ? this.renderer.style.lineBreak + indent : pad);
        this.#write(this.renderer.member(entry, indent, !isLast || wantsComma ? "," : ""));
        this.#isLineOpen = this.renderer.endsInLineComment;
      }
    }
    this.#copy(tail.start, tail.end);
  }

  /**
   * Writes an entry at its old position, unchanged or changed.
   *
   * @param first the slot whose white space begins the object
   */
  #inSlot(slot: Slot, entry: PayloadEntry, first: Slot, wantsComma: boolean): void {
    const { text } = this.source;
    const { span } = slot.entry;
    const lead = text.slice(slot.start, span!.start);
    if (first !== slot && lead.trim() === "" && !lead.includes("\n")) this.#write(padBefore(text, first));
    else this.#copy(slot.start, span!.start);
    if (entry === slot.entry) this.#copy(span!.start, span!.end);
    else if (entry.kind === "member") this.#changed(entry.basis!, entry);
    if (wantsComma && slot.comma === undefined) this.#write(",");
    if (!wantsComma && slot.comma !== undefined) {
      this.#copy(span!.end, slot.comma);
      this.#copy(slot.comma + 1, slot.end);
    } else {
      this.#copy(span!.end, slot.end);
    }
  }

  #changed(before: PayloadMember, after: PayloadMember): void {
    const { syntax, text } = this.source;
    const isQuoted = `"'`.includes(text[before.keySpan!.start]!);
    for (const entry of after.standsFor ?? []) this.#travel(this.#layout.commentsOf(entry), before);
    // Comments inside a value that is written again are moved before it.
    if (!isInPlace(before.value, after.value)) {
      const inside = this.#layout.commentsOf(before).filter((one) => contains(before.value.span!, one));
      this.#travel(inside, before);
    }
    if (before.isShorthand) {
      this.#write(`${syntax.key(after.key, this.renderer.style.hasQuotedKeys)}: `);
    } else if (after.key === before.key) {
      this.#copy(before.span!.start, before.value.span!.start);
    } else {
      this.#write(syntax.key(after.key, isQuoted));
      this.#copy(before.keySpan!.end, before.value.span!.start);
    }
    this.value(before.value, after.value);
    this.#copy(before.value.span!.end, before.span!.end);
  }

  /** Writes comments about what went into a member in front of it. */
  #travel(comments: readonly Span[], home: PayloadMember): void {
    const { style } = this.renderer;
    const indent = indentAt(this.source.text, home.span!.start);
    for (const comment of comments) {
      if (this.renderer.hasWritten(comment)) continue;
      const written = this.renderer.take(comment);
      this.#write(style.isMultiline ? `${written}${style.lineBreak}${indent}` : `${written} `);
    }
  }

  #write(text: string): void {
    if (text === "") return;
    this.#breakLine(text);
    this.#pending += text;
  }

  /** Ends the line of a line comment, if the next text does not begin with a line break. */
  #breakLine(next: string): void {
    if (this.#isLineOpen && !/^[ \t]*\r?\n/.test(next)) this.#pending += this.renderer.style.lineBreak;
    this.#isLineOpen = false;
  }

  #copy(start: number, end: number): void {
    if (start < this.#at) throw new RangeError("the copied parts are in the order of the text");
    if (start === end) return;
    const { text, comments } = this.source;
    this.#breakLine(text.slice(start, end));
    if (start > this.#at || this.#pending !== "") this.#flush(start);
    this.#isLineOpen = comments.some((one) => one.end === end && endsWithLine(this.source, one));
    this.#copied.push({ start, end });
    this.#at = end;
  }

  #flush(end: number): void {
    const before = this.source.text.slice(this.#at, end);
    if (before !== this.#pending) this.#edits.push({ start: this.#at, end, text: this.#pending });
    this.#pending = "";
    this.#at = end;
  }
}

function isInPlace(before: Payload, after: Payload): boolean {
  if (after === before) return true;
  return "basis" in after && after.basis === before && !("isElsewhere" in before && before.isElsewhere);
}

function padBefore(text: string, slot: Slot | undefined): string {
  const blanks = slot ? text.slice(slot.start, slot.entry.span!.start) : " ";
  return blanks.trim() === "" ? blanks : " ";
}
