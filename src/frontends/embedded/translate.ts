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
  const segments = offsets.segments(from, to);
  if (segments.length === 1 && segments[0]!.start !== undefined) return text(whole, value);
  const parts = segments.map(({ from: first, to: last, start }): Expr => {
    const written = source.slice(first, last);
    return start === undefined
      ? { ...text(offsets.span(first, last), written), raw: "" }
      : text(span(start, start + last - first), written);
  });
  return template(whole, parts);
}
