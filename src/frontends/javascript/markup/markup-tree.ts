import type { Span } from "../../../core/span.js";

/** The languages of components. */
export type ComponentLanguage = "vue" | "svelte" | "astro";

/** An element of the markup of a component, with its content. */
export interface MarkupElement extends Span {
  readonly kind: "element";
  readonly name: string;
  readonly attributes: readonly MarkupAttribute[];
  readonly children: MarkupNode[];
}

/** Code between the braces of markup, without the braces; in Svelte also what opens, continues or closes a block. */
export interface MarkupExpression extends Span {
  readonly kind: "expression";
  /** It is markup in another language, with code somewhere in it. */
  readonly isForeign?: boolean;
}

export type MarkupNode = MarkupElement | MarkupExpression;

export interface MarkupAttribute extends Span {
  /** As it is written: `:title`, `on:click`, `v-for`; empty for what is nothing but an expression: `{...rest}`. */
  readonly name: string;
  /** Between the quotes, where there are any. */
  readonly value: Span | undefined;
  /** The code in the value: all of it for a directive of Vue, the text between braces elsewhere. */
  readonly expressions: readonly Span[];
}

/** Returns the spans of the code in a component's markup. If one contains another, the outer one comes first. */
export function expressionsIn(nodes: readonly MarkupNode[]): Span[] {
  return nodes.flatMap((node) =>
    node.kind === "expression"
      ? [node]
      : [...node.attributes.flatMap(({ expressions }) => expressions), ...expressionsIn(node.children)],
  );
}
