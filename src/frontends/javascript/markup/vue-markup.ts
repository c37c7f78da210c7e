import type { Expression, ParamPattern, Statement } from "@oxc-project/types";
import { addAll } from "../../../core/add-all.js";
import type { Span } from "../../../core/span.js";
import { MARKUP_FUNCTIONS } from "./functions.js";
import type { MarkupAttribute, MarkupElement, MarkupNode } from "./markup-tree.js";
import { arrow, call, literal, member, name, object, statement } from "./nodes.js";
import type { CodeParser } from "./parse-code.js";

/** Components of Vue and its router, which do not use their attributes. */
const OWN = new Set([
  "template",
  "slot",
  "transition",
  "transition-group",
  "keep-alive",
  "teleport",
  "suspense",
]);
const SLOT = /^(?:#|v-slot\b|slot-scope$)/;
/** `c in clusters`, https://vuejs.org/api/built-in-directives.html#v-for */
const LOOP = /^([\s\S]*?)\s+(?:in|of)\s+(\S[\s\S]*)$/;

interface Member {
  readonly span: Span;
  readonly key?: string;
  readonly value: Expression;
}

/** The template of a Vue component as statements. */
export class VueMarkup {
  constructor(
    private readonly text: string,
    private readonly parser: CodeParser,
  ) {}

  statements(nodes: readonly MarkupNode[]): Statement[] {
    return nodes.flatMap((node) => {
      if (node.kind === "element") return this.#element(node);
      const shown = node.isForeign ? undefined : this.#value(node);
      if (!shown) {
        if (node.isForeign) this.parser.failed.push(node);
        return [];
      }
      return this.#shown(node, shown);
    });
  }

  /** Lowers an expression that is shown. For `a && b`, only `b` is shown. */
  #shown(span: Span, value: Expression): Statement[] {
    if (value.type === "LogicalExpression" && value.operator === "&&")
      return [statement(value.left), ...this.#shown(span, value.right)];
    return [statement(call(span, name(span, MARKUP_FUNCTIONS.text), [value]))];
  }

  #element(element: MarkupElement): Statement[] {
    const loop = element.attributes.find((attribute) => attribute.name === "v-for");
    const own = this.#withoutLoop(element);
    if (!loop?.value) return own;
    const written = this.text.slice(loop.value.start, loop.value.end);
    const found = LOOP.exec(written);
    if (!found) {
      this.parser.failed.push(loop.value);
      return own;
    }
    const listStart = loop.value.end - found[2]!.length;
    const list = this.parser.expression({ start: listStart, end: loop.value.end });
    const params = this.#params({ start: loop.value.start, end: loop.value.start + found[1]!.length });
    if (!list || !params) return own;
    const items = call(loop, name(loop, MARKUP_FUNCTIONS.items), [list]);
    return [statement(call(loop, member(loop, items, "forEach"), [arrow(element, params, own)]))];
  }

  /** Parses parameters: `c`, `{ name }` or `(c, index)`. */
  #params(span: Span): readonly ParamPattern[] | undefined {
    const written = this.text.slice(span.start, span.end);
    const inner = /^(\s*\()([\s\S]*)\)\s*$/.exec(written);
    if (!inner) return this.parser.parameters(span);
    const start = span.start + inner[1]!.length;
    return this.parser.parameters({ start, end: start + inner[2]!.length });
  }

  #withoutLoop(element: MarkupElement): Statement[] {
    const { attributes } = element;
    const slot = attributes.find((attribute) => SLOT.test(attribute.name) && attribute.value);
    const given: Member[] = [];
    const statements: Statement[] = [];
    for (const attribute of attributes) {
      if (!attribute.value || attribute === slot || attribute.expressions.length === 0) continue;
      if (attribute.name === "v-for" || attribute.name === "v-else") continue;
      this.#attribute(attribute, given, statements);
    }
    const children = this.statements(element.children);
    const params = slot?.value ? this.#params(slot.value) : undefined;
    const inner = params ? [arrow(element, params, children)] : [];
    if (!params) addAll(statements, children);
    if (isComponent(element.name)) statements.push(statement(this.#component(element, given, inner)));
    else {
      addAll(
        statements,
        given.map(({ key, value, span }) =>
          key === undefined ? this.#spread(span, value) : statement(value),
        ),
      );
      addAll(statements, inner.map(statement));
    }
    return statements;
  }

  #attribute(attribute: MarkupAttribute, given: Member[], statements: Statement[]): void {
    const value = attribute.value!;
    if (/^(?:@|v-on\b)/.test(attribute.name)) {
      const done = this.parser.statements(value);
      if (done)
        statements.push(statement(arrow(attribute, [name(attribute, "$event") as ParamPattern], done)));
      return;
    }
    const read = this.#value(value);
    if (!read) return;
    const key = keyOf(attribute.name);
    if (key === undefined && attribute.name !== "v-bind") statements.push(statement(read));
    else given.push({ span: attribute, value: read, ...(key === undefined ? {} : { key }) });
  }

  /** Parses an expression that may have filters: `price | currency("EUR")`. */
  #value(span: Span): Expression | undefined {
    const found = this.parser.expression(span);
    return found && withFilters(found);
  }

  /** Makes attributes of all properties of an object. */
  #spread(span: Span, value: Expression): Statement {
    const given = object(span, [{ span, value }]);
    return statement(
      call(span, name(span, MARKUP_FUNCTIONS.component), [
        literal(span, "v-bind"),
        name(span, "undefined"),
        given,
      ]),
    );
  }

  #component(element: MarkupElement, given: readonly Member[], inner: readonly Expression[]): Expression {
    const callee = name(element, pascal(element.name));
    return call(element, name(element, MARKUP_FUNCTIONS.component), [
      literal(element, element.name),
      callee,
      object(element, given),
      ...inner,
    ]);
  }
}

function withFilters(expression: Expression): Expression {
  if (expression.type !== "BinaryExpression" || expression.operator !== "|") return expression;
  const { left, right } = expression;
  const given = withFilters(left);
  if (right.type === "Identifier") return call(expression, right, [given]);
  if (right.type !== "CallExpression" || right.callee.type !== "Identifier") return expression;
  return call(expression, right.callee, [given, ...(right.arguments as Expression[])]);
}

function isComponent(tag: string): boolean {
  return !OWN.has(tag.toLowerCase()) && (/[A-Z-]/.test(tag) || tag === "component");
}

function pascal(tag: string): string {
  const words = tag.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join("");
}

/**
 * Returns the property of a component that an attribute sets. Undefined for conditions, loops and similar directives.
 */
function keyOf(attribute: string): string | undefined {
  const bound = /^(?::|v-bind:|\.)([^.]+)/.exec(attribute)?.[1];
  const model = /^v-model(?::([^.]+))?/.exec(attribute);
  const key = bound ?? (model ? (model[1] ?? "modelValue") : undefined);
  return key?.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
}
