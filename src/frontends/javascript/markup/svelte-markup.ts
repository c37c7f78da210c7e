import type { Expression, ParamPattern, Statement } from "@oxc-project/types";
import { addAll } from "../../../core/add-all.js";
import type { Span } from "../../../core/span.js";
import { MARKUP_FUNCTIONS } from "./functions.js";
import type { MarkupAttribute, MarkupElement, MarkupNode } from "./markup-tree.js";
import { arrow, awaited, call, constant, literal, member, name, object, statement } from "./nodes.js";
import type { CodeParser } from "./parse-code.js";

interface Member {
  readonly span: Span;
  readonly key?: string;
  readonly value: Expression;
}

/** `list as element, index (key)`, https://svelte.dev/docs/svelte/each */
const EACH = /^#each\s+([\s\S]+?)\s+as\s+([\s\S]+)$/;
/** A mark that opens, continues or states something, with the code behind it. */
const KEYWORD = /^([#:/@][A-Za-z]*(?:\s+if\b)?)\s*/;

/** The markup of a Svelte component as statements. */
export class SvelteMarkup {
  constructor(
    private readonly text: string,
    private readonly parser: CodeParser,
  ) {}

  statements(nodes: readonly MarkupNode[]): Statement[] {
    const left = [...nodes];
    return this.#until(left, () => false);
  }

  /** Lowers the nodes before one that ends or continues the block. That one stays in the list. */
  #until(left: MarkupNode[], ends: (keyword: string) => boolean): Statement[] {
    const statements: Statement[] = [];
    for (let node = left[0]; node; node = left[0]) {
      if (node.kind === "element") {
        left.shift();
        addAll(statements, this.#element(node));
        continue;
      }
      const keyword = this.#keywordOf(node);
      if (keyword !== undefined && ends(keyword)) break;
      left.shift();
      addAll(statements, keyword === undefined ? this.#shown(node) : this.#block(keyword, node, left));
    }
    return statements;
  }

  #keywordOf(span: Span): string | undefined {
    return KEYWORD.exec(this.#written(span))?.[1];
  }

  #written({ start, end }: Span): string {
    return this.text.slice(start, end);
  }

  #shown(span: Span): Statement[] {
    const value = this.parser.expression(span);
    return value ? [statement(value)] : [];
  }

  /** Returns the span after the keyword. */
  #behind(span: Span, keyword: RegExp = KEYWORD): Span {
    const [found = ""] = keyword.exec(this.#written(span)) ?? [];
    return { start: span.start + found.length, end: span.end };
  }

  #block(keyword: string, node: Span, left: MarkupNode[]): Statement[] {
    switch (keyword) {
      case "#each":
        return this.#each(node, left);
      case "#await":
        return this.#await(node, left);
      case "#snippet":
        return this.#snippet(node, left);
      case "#if":
      case "#key":
      case ":else if":
        return this.#shown(this.#behind(node));
      case "@const":
        return [...(this.parser.declaration(this.#behind(node)) ?? [])];
      case "@html":
      case "@render":
      case "@attach":
        return this.#shown(this.#behind(node));
      case ":else":
      case "@debug":
        return [];
      default:
        if (!keyword.startsWith("/")) this.parser.failed.push(node);
        return [];
    }
  }

  #each(node: Span, left: MarkupNode[]): Statement[] {
    const written = this.#written(node);
    const found = EACH.exec(written);
    const start = this.#behind(node).start;
    const list = this.parser.expression({ start, end: found ? start + found[1]!.length : node.end });
    const params = found ? this.#elementOf({ start: node.end - found[2]!.length, end: node.end }) : [];
    const body = this.#until(left, (keyword) => keyword === "/each" || keyword === ":else");
    if (!list || !params) return body;
    const items = call(node, name(node, MARKUP_FUNCTIONS.items), [list]);
    return [statement(call(node, member(node, items, "forEach"), [arrow(node, params, body)]))];
  }

  /** Parses the element of a loop: `c`, `c, index` or `{ id }`, followed by its key: `c (c.id)`. */
  #elementOf(span: Span): readonly ParamPattern[] | undefined {
    const written = this.#written(span).trimEnd();
    let end = written.length;
    if (written.endsWith(")")) {
      let depth = 0;
      do {
        end--;
        if (written[end] === ")") depth++;
        else if (written[end] === "(") depth--;
      } while (depth > 0 && end > 0);
    }
    return this.parser.parameters({ start: span.start, end: span.start + end });
  }

  /** Lowers `{#await promise then value}`, or the form with separate blocks. */
  #await(node: Span, left: MarkupNode[]): Statement[] {
    const { start, end } = this.#behind(node);
    const short = /^([\s\S]+?)\s+(then|catch)(?:\s+([\s\S]+))?$/.exec(this.text.slice(start, end));
    const promise = this.parser.expression({ start, end: short ? start + short[1]!.length : end });
    const statements: Statement[] = [];
    let kind = short?.[2];
    let given = short?.[3] === undefined ? undefined : { start: end - short[3].length, end };
    for (;;) {
      const body = this.#until(left, (keyword) => [":then", ":catch", "/await"].includes(keyword));
      addAll(statements, this.#settled(node, kind === "then" ? promise : undefined, given, body));
      const next = left[0];
      const keyword = next && this.#keywordOf(next);
      if (!next || keyword === "/await") break;
      left.shift();
      kind = keyword?.slice(1);
      given = this.#behind(next);
    }
    if (promise && statements.length === 0) statements.push(statement(promise));
    return statements;
  }

  #settled(
    node: Span,
    promise: Expression | undefined,
    given: Span | undefined,
    body: readonly Statement[],
  ): Statement[] {
    const isNamed = given !== undefined && this.#written(given).trim() !== "";
    const param = isNamed ? this.parser.pattern(given) : undefined;
    const done = arrow(node, param ? [param] : [], body);
    return [statement(promise ? call(node, done, [awaited(node, promise)]) : done)];
  }

  #snippet(node: Span, left: MarkupNode[]): Statement[] {
    const { start, end } = this.#behind(node);
    const open = this.text.indexOf("(", start);
    const close = this.text.lastIndexOf(")", end);
    const body = this.#until(left, (keyword) => keyword === "/snippet");
    const isWhole = start < open && open < close && close < end + 1;
    const id = isWhole ? this.parser.pattern({ start, end: open }) : undefined;
    const isEmpty = isWhole && this.text.slice(open + 1, close).trim() === "";
    const params = isEmpty
      ? []
      : isWhole
        ? this.parser.parameters({ start: open + 1, end: close })
        : undefined;
    if (!id || !params) {
      this.parser.failed.push(node);
      return body;
    }
    return [constant(node, id, arrow(node, params, body))];
  }

  #element(element: MarkupElement): Statement[] {
    const given: Member[] = [];
    const slots: ParamPattern[] = [];
    const statements: Statement[] = [];
    for (const attribute of element.attributes) this.#attribute(attribute, given, slots, statements);
    const children = this.statements(element.children);
    const inner = slots.length > 0 ? [arrow(element, slots, children)] : [];
    if (slots.length === 0) addAll(statements, children);
    const isComponent = /^[A-Z]|[.]|^svelte:component$/.test(element.name);
    if (!isComponent) {
      const spread = given.filter(({ key }) => key === undefined);
      addAll(
        statements,
        given.filter(({ key }) => key !== undefined).map(({ value }) => statement(value)),
      );
      addAll(statements, inner.map(statement));
      if (spread.length > 0) statements.push(statement(this.#component(element, spread, [])));
    } else statements.push(statement(this.#component(element, given, inner)));
    return statements;
  }

  #attribute(
    attribute: MarkupAttribute,
    given: Member[],
    slots: ParamPattern[],
    statements: Statement[],
  ): void {
    const [directive, named = ""] = attribute.name.split(":", 2) as [string, string?];
    if (directive === "let") {
      slots.push(name(attribute, named) as ParamPattern);
      return;
    }
    for (const code of attribute.expressions) {
      const written = this.#written(code);
      const dots = /^\s*[.]{3}/.exec(written)?.[0].length ?? 0;
      const keyword = KEYWORD.exec(written)?.[0].length ?? 0;
      const value = this.parser.expression({ start: code.start + dots + keyword, end: code.end });
      if (!value) continue;
      if (dots > 0) given.push({ span: code, value });
      else if (attribute.name === "") given.push({ span: code, key: written.trim(), value });
      else if (directive === "use")
        statements.push(statement(call(attribute, name(attribute, named), [value])));
      else if (directive === attribute.name || directive === "bind")
        given.push({ span: code, key: directive === "bind" ? named : directive, value });
      else statements.push(statement(value));
    }
  }

  #component(element: MarkupElement, given: readonly Member[], inner: readonly Expression[]): Expression {
    const [head = "", ...path] = element.name.includes(":") ? ["undefined"] : element.name.split(".");
    const isNative = /^[a-z]/.test(element.name) && path.length === 0;
    const callee = path.reduce<Expression>(
      (of, step) => member(element, of, step),
      name(element, isNative ? "undefined" : head),
    );
    const args = [literal(element, element.name), callee, object(element, given), ...inner];
    return call(element, name(element, MARKUP_FUNCTIONS.component), args);
  }
}
