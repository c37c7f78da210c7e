import type { Span } from "../../../core/span.js";
import type { PayloadOpaque } from "../../../facts/payload.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

/** Returns the offsets of a node alone. */
export function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** Returns whether all named nodes of an expression have one of some types. */
export function isMadeOf(node: SyntaxNode, types: ReadonlySet<string>): boolean {
  return [...node.walk()].every(({ isNamed, type }) => !isNamed || types.has(type));
}

/**
 * Returns an expression of a body whose value is unknown. These languages have no value that JSON leaves out.
 *
 * @param isPure whether it only gives a value, so that it can be evaluated any number of times
 */
export function opaqueAt(node: Span, isPure: boolean): PayloadOpaque {
  return {
    ...{ kind: "opaque", span: spanOf(node), hasEffects: !isPure, isCopyable: isPure, isDefined: true },
    ...(isPure ? {} : { isSequential: true }),
  };
}
