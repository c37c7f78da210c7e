import { at, span, template, text } from "../lowered/build.js";
import type { CoreProgram, Expr } from "../lowered/core-tree.js";
import { Offsets, type Piece } from "./piece.js";

/** A core tree of a piece of code with the offsets of the file that the piece is in. */
export function inFile(program: CoreProgram, piece: Piece): CoreProgram {
  return moved(program, new Offsets(piece.stretches), piece.text) as CoreProgram;
}

interface AnyNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function moved(node: AnyNode, offsets: Offsets, source: string): AnyNode {
  if (isWrittenText(node)) return movedText(node, offsets, source);
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (Array.isArray(value) && key !== "range")
      copy[key] = value.map((one: unknown) => (isNode(one) ? moved(one, offsets, source) : one));
    else copy[key] = isNode(value) ? moved(value, offsets, source) : value;
  }
  return { ...copy, ...at(offsets.span(node.start, node.end)), type: node.type };
}

interface WrittenText extends AnyNode {
  readonly value: string;
  readonly raw: string;
}

/** A string with characters of its own between its quotes. */
function isWrittenText(node: AnyNode): node is WrittenText {
  const { value, raw } = node as Partial<WrittenText>;
  return node.type === "Literal" && typeof value === "string" && value !== "" && raw !== "";
}

/** A string that goes over several stretches is a text of several. */
function movedText({ start, end, value, raw }: WrittenText, offsets: Offsets, source: string): Expr {
  const [from, to] = [start + 1, end - 1];
  const whole = offsets.span(from, to);
  const isExact = source.slice(from, to) === value && raw.slice(1, -1) === value;
  if (!isExact) return { ...text(whole, value), raw: "" };
  if (whole.end - whole.start === value.length && offsets.between(from, to).length === 1)
    return text(whole, value);
  const parts: Expr[] = [];
  for (let at = from; at < to;) {
    const [next] = offsets.between(at, to);
    const length = next ? lengthFrom(at, to, offsets) : 0;
    if (next && length > 0) {
      parts.push(text(span(next.start, next.start + length), source.slice(at, at + length)));
      at += length;
    } else {
      const gap = gapFrom(at, to, offsets);
      const place = offsets.span(at, at + gap);
      parts.push({ ...text(place, source.slice(at, at + gap)), raw: "" });
      at += gap;
    }
  }
  return template(whole, parts);
}

/** Returns how many characters from an offset on are in one range; 0 if the first of them is in none. */
function lengthFrom(from: number, to: number, offsets: Offsets): number {
  if (offsets.between(from, from + 1).length === 0) return 0;
  let [low, high] = [from + 1, to];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const [all] = [offsets.between(from, middle)];
    if (all.length === 1 && all[0]!.end - all[0]!.start === middle - from) low = middle;
    else high = middle - 1;
  }
  return low - from;
}

/** Returns how many characters from an offset on are in no range. */
function gapFrom(from: number, to: number, offsets: Offsets): number {
  let length = 1;
  while (from + length < to && offsets.between(from + length, from + length + 1).length === 0) length++;
  return length;
}
