import type { Expression, Node, ParamPattern, Statement } from "@oxc-project/types";
import { parseSync } from "oxc-parser";
import type { Span } from "../../../core/span.js";
import { tooDeep } from "../../../analysis/depth-guard.js";
import { walk } from "../../../analysis/walk.js";

/** Parses pieces of code at their places in a text: every node has its offsets in the whole text. */
export class CodeParser {
  /** Pieces that were not understood. */
  readonly failed: Span[] = [];

  constructor(private readonly text: string) {}

  expression(span: Span): Expression | undefined {
    const [only, ...others] = this.#statements(span, "(", ")") ?? [];
    return only?.type === "ExpressionStatement" && others.length === 0
      ? only.expression
      : this.#refused(span);
  }

  /** Returns the statements of a handler: of an expression, or of statements. */
  statements(span: Span): readonly Statement[] | undefined {
    const found = this.#statements(span, "(", ")") ?? this.#statements(span, "{", "}");
    return found ?? this.#refused(span);
  }

  /** Parses the parameters of a function, without the parentheses around them. */
  parameters(span: Span): readonly ParamPattern[] | undefined {
    const [only] = this.#statements(span, "(", ") => 0") ?? [];
    const made = only?.type === "ExpressionStatement" ? only.expression : undefined;
    return made?.type === "ArrowFunctionExpression" ? made.params : this.#refused(span);
  }

  /** Parses one name or pattern. */
  pattern(span: Span): ParamPattern | undefined {
    const [only, ...others] = this.parameters(span) ?? [];
    return others.length === 0 ? only : this.#refused(span);
  }

  /** Parses the declaration `a = b` after its keyword. */
  declaration(span: Span): readonly Statement[] | undefined {
    return this.#statements(span, "const ", ";") ?? this.#refused(span);
  }

  #refused(span: Span): undefined {
    // An empty text needs no parser.
    if (this.text.slice(span.start, span.end).trim() !== "") this.failed.push(span);
    return undefined;
  }

  #statements(span: Span, before: string, after: string): readonly Statement[] | undefined {
    const code = this.text.slice(span.start, span.end);
    if (code.trim() === "" || code.length > MAX_LENGTH) return undefined;
    const text = `${before}${code}\n${after}`;
    if (tooDeep(text, true) !== undefined) return undefined;
    try {
      const { program, errors } = parseSync("markup.tsx", text, OPTIONS);
      if (errors.length > 0) return undefined;
      const shift = span.start - before.length;
      walk(program, (node) => {
        move(node, shift);
        return undefined;
      });
      return program.body as Statement[];
    } catch {
      return undefined;
    }
  }
}

/** Longer code was not written into markup by people. */
const MAX_LENGTH = 100_000;

const OPTIONS = {
  lang: "tsx",
  sourceType: "module",
  astType: "ts",
  range: true,
  preserveParens: false,
} as const;

function move(node: Node, shift: number): void {
  const placed = node as { start: number; end: number; range?: [number, number] };
  placed.start += shift;
  placed.end += shift;
  placed.range = [placed.start, placed.end];
}
