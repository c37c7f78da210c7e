import { contains, type Span } from "../../core/span.js";
import {
  endsWithLine,
  type Payload,
  type PayloadEntry,
  type PayloadList,
  type PayloadMember,
  type PayloadObject,
  type PayloadSource,
} from "../../facts/payload.js";
import type { Layout, OwnedComment } from "./slots.js";
import { indentAt, type Style } from "./style.js";

/** Characters of an object that may stand on one line among others that do not. */
const MAX_SMALL = 80;

/**
 * Writes a new value with the parts that it copies from the text: expressions as they are written, and their comments.
 */
export class Renderer {
  readonly #written = new Set<number>();
  /** True if the member that was written last has a comment behind it that runs to the end of its line. */
  endsInLineComment = false;

  constructor(
    private readonly source: PayloadSource,
    readonly layout: Layout,
    readonly style: Style,
  ) {}

  /** Returns whether a comment was written into the new text. */
  hasWritten({ start }: Span): boolean {
    return this.#written.has(start);
  }

  /** Notes the contents of a range that is copied as it is. */
  take({ start, end }: Span): string {
    for (const comment of this.source.comments)
      if (comment.start >= start && comment.end <= end) this.#written.add(comment.start);
    return this.source.text.slice(start, end);
  }

  /**
   * Writes a member with its comments, and its comma if it needs one.
   *
   * @param indent of the line that it begins on
   */
  member(entry: PayloadMember, indent: string, comma: string): string {
    const { lineBreak, isMultiline } = this.style;
    const owned = this.#claim(entry);
    const behind = owned.filter((comment) => comment.isTrailing && isMultiline);
    const before = owned.filter((comment) => !behind.includes(comment));
    const lead = before.map((comment) => this.#lead(this.#textOf(comment), indent)).join("");
    const body = `${this.#keyAndColon(entry)}${this.value(entry.value, indent)}${comma}`;
    const tail = behind.map((comment) => ` ${this.#textOf(comment)}`).join(`${lineBreak}${indent}`);
    this.endsInLineComment = behind.length > 0 && endsWithLine(this.source, behind.at(-1)!);
    return `${lead}${body}${tail}`;
  }

  /** Writes `name: `. Empty if key and value are one word and may stay so. */
  #keyAndColon({ key, value }: PayloadMember): string {
    const entry = "value" in value || value.kind === "opaque" ? this.layout.entryOf(value) : undefined;
    if (entry?.kind === "member" && entry.isShorthand && entry.key === key) return "";
    return `${this.source.syntax.key(key, this.style.hasQuotedKeys)}${this.style.colon}`;
  }

  /**
   * Writes a value.
   *
   * @param indent of the line that the value begins on
   */
  value(payload: Payload, indent: string): string {
    if ("reached" in payload && payload.reached !== undefined) return payload.reached;
    if (payload.span) return this.#copy(payload, payload.span, indent);
    if (payload.kind === "text") return this.source.syntax.text(payload.value);
    if (payload.kind === "scalar") return (this.source.syntax.scalar ?? String)(payload.value);
    if (payload.kind === "list") return this.#list(payload, indent);
    if (payload.kind === "object") return this.#object(payload, indent);
    throw new TypeError("an expression without a place");
  }

  /** Copies a value. The lines of an object or a list get the indentation of the new place. */
  #copy(payload: Payload, span: Span, indent: string): string {
    const copied = this.take(span);
    const old = indentAt(this.source.text, span.start);
    if (old === indent || !copied.includes("\n") || !this.#isBrokenBetween(payload)) return copied;
    const comments = this.source.comments.filter((one) => contains(span, one));
    if (comments.some((one) => this.#textOf(one).includes("\n"))) return copied;
    return copied
      .split("\n")
      .map((line, index) => (index > 0 && line.startsWith(old) ? indent + line.slice(old.length) : line))
      .join("\n");
  }

  /** Returns whether lines of a value only break between its parts, not inside a text or an expression. */
  #isBrokenBetween(payload: Payload): boolean {
    if (payload.kind === "list") return payload.items.every((item) => this.#isBrokenBetween(item));
    if (payload.kind === "object")
      return payload.entries.every((entry) => entry.kind === "member" && this.#isBrokenBetween(entry.value));
    return payload.span !== undefined && !this.#textOf(payload.span).includes("\n");
  }

  #object(
    { entries }: PayloadObject,
    indent: string,
    [open, close] = this.source.syntax.brackets ?? ["{", "}"],
  ): string {
    const members = entries.filter((entry) => entry.kind === "member");
    const { pad, comma, lineBreak, unit, hasTrailingComma } = this.style;
    if (!this.style.isMultiline || this.#isSmall(members)) {
      const parts = members.map((entry) => this.member(entry, indent, ""));
      const line = `${open}${pad}${parts.join(comma)}${pad}${close}`;
      if (!this.style.isMultiline || (line.length <= MAX_SMALL && !line.includes("\n"))) return line;
    }
    const inner = indent + unit;
    const lines = members.map((entry, index) => {
      const isLast = index === members.length - 1;
      return `${lineBreak}${inner}${this.member(entry, inner, isLast && !hasTrailingComma ? "" : ",")}`;
    });
    return `${open}${lines.join("")}${lineBreak}${indent}${close}`;
  }

  #isSmall(members: readonly PayloadMember[]): boolean {
    return (
      this.style.hasSmallObjects &&
      members.every(({ value }) => value.kind !== "object" && value.kind !== "list") &&
      members.every((entry) => this.#pending(entry).length === 0)
    );
  }

  #list({ items }: PayloadList, indent: string): string {
    const { comma, lineBreak, unit, hasTrailingComma, isMultiline } = this.style;
    const [open, close] = this.source.syntax.listBrackets ?? ["[", "]"];
    if (!isMultiline) return `${open}${items.map((item) => this.#item(item, indent)).join(comma)}${close}`;
    const inner = indent + unit;
    const lines = items.map((item, index) => {
      const isLast = index === items.length - 1;
      return `${lineBreak}${inner}${this.#item(item, inner)}${isLast && !hasTrailingComma ? "" : ","}`;
    });
    return `${open}${lines.join("")}${lineBreak}${indent}${close}`;
  }

  #item(item: Payload, indent: string): string {
    const stands = item.kind === "object" ? (item.standsFor ?? []) : [];
    const owned = stands.flatMap((entry) => this.#claimOf(entry));
    const isNew = item.kind === "object" && !item.span;
    const written = isNew
      ? this.#object(item, indent, this.source.syntax.itemBrackets)
      : this.value(item, indent);
    return `${owned.map((comment) => this.#lead(this.#textOf(comment), indent)).join("")}${written}`;
  }

  #lead(comment: string, indent: string): string {
    return this.style.isMultiline ? `${comment}${this.style.lineBreak}${indent}` : `${comment} `;
  }

  #textOf({ start, end }: Span): string {
    return this.source.text.slice(start, end);
  }

  /** Returns the comments that move with a new member, and marks them as written. */
  #claim(entry: PayloadMember): OwnedComment[] {
    const found = this.#pending(entry);
    for (const { start } of found) this.#written.add(start);
    return found;
  }

  #claimOf(entry: PayloadEntry): OwnedComment[] {
    const found = this.layout.commentsOf(entry).filter((comment) => !this.hasWritten(comment));
    for (const { start } of found) this.#written.add(start);
    return found;
  }

  #pending({ value, standsFor = [] }: PayloadMember): OwnedComment[] {
    const isLeaf = value.kind !== "object" && value.kind !== "list";
    const owner = isLeaf ? this.layout.entryOf(value) : undefined;
    return [...new Set([...standsFor, ...(owner ? [owner] : [])])]
      .flatMap((entry) => this.layout.commentsOf(entry))
      .filter((comment) => !this.hasWritten(comment));
  }

  /** Returns whether a comment that runs to the end of its line would have to stand on one line with something else. */
  get isCrowded(): boolean {
    if (this.style.isMultiline) return false;
    return this.source.comments.some(
      (comment) => this.hasWritten(comment) && endsWithLine(this.source, comment),
    );
  }
}
