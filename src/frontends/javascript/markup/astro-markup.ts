import type { Expression, Statement } from "@oxc-project/types";
import type { Span } from "../../../core/span.js";
import { MARKUP_FUNCTIONS } from "./functions.js";
import type { MarkupElement, MarkupNode } from "./markup-tree.js";
import { call, literal, member, name, object, statement } from "./nodes.js";
import type { CodeParser } from "./parse-code.js";

/** The template of an Astro component as statements. Markup within its code is JSX. */
export class AstroMarkup {
  constructor(
    private readonly text: string,
    private readonly parser: CodeParser,
  ) {}

  statements(nodes: readonly MarkupNode[]): Statement[] {
    return nodes.flatMap((node) => (node.kind === "element" ? this.#element(node) : this.#shown(node)));
  }

  #shown(span: Span): Statement[] {
    // A comment alone shows nothing.
    if (/^\s*(?:\/\*[^]*\*\/\s*)?$/.test(this.text.slice(span.start, span.end))) return [];
    const value = this.parser.expression(span);
    return value ? [statement(value)] : [];
  }

  #element(element: MarkupElement): Statement[] {
    const given: { span: Span; key?: string; value: Expression }[] = [];
    for (const attribute of element.attributes) {
      for (const code of attribute.expressions) {
        const written = this.text.slice(code.start, code.end);
        const dots = /^\s*[.]{3}/.exec(written)?.[0].length ?? 0;
        const value = this.parser.expression({ start: code.start + dots, end: code.end });
        if (!value) continue;
        const key = dots > 0 ? {} : { key: attribute.name || written.trim() };
        given.push({ span: code, value, ...key });
      }
    }
    const children = this.statements(element.children);
    const isComponent = /^[A-Z]|[.]/.test(element.name);
    const passed = isComponent ? given : given.filter(({ key }) => key === undefined);
    const read = given.filter((one) => !passed.includes(one)).map(({ value }) => statement(value));
    if (passed.length === 0) return [...read, ...children];
    const [head = "", ...path] = element.name.split(".");
    const callee = path.reduce<Expression>(
      (of, step) => member(element, of, step),
      name(element, isComponent ? head : "undefined"),
    );
    const args = [literal(element, element.name), callee, object(element, passed)];
    return [...read, statement(call(element, name(element, MARKUP_FUNCTIONS.component), args)), ...children];
  }
}
