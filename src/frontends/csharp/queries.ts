import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

type Lower = (node: SyntaxNode, scope: Scope) => Expr;

/**
 * Lowers `from x in list where … select …` to the calls that it stands for: `list.Where(x => …).Select(x => …)`. Clauses
 * with another variable, such as `let`, are functions inside of each other.
 * https://learn.microsoft.com/dotnet/csharp/language-reference/language-specification/expressions#1220-query-expressions
 */
export function query(node: SyntaxNode, scope: Scope, expr: Lower): Expr {
  const [first, ...clauses] = node.named.filter(({ type }) => type !== "comment");
  const source = first && valuesIn(first).at(-1);
  const name = first?.field("name");
  if (first?.type !== "from_clause" || !source || !name) return build.unknown(node);
  return new Query(scope, expr).chain(clauses, expr(source, scope), name);
}

function valuesIn(clause: SyntaxNode): SyntaxNode[] {
  return clause.named.filter(({ type }) => type !== "comment");
}

class Query {
  constructor(
    private readonly scope: Scope,
    private readonly expr: Lower,
  ) {}

  /**
   * Lowers clauses that all have one variable.
   *
   * @param source the list whose elements the variable stands for
   */
  chain(clauses: readonly SyntaxNode[], source: Expr, name: SyntaxNode): Expr {
    const [clause, ...rest] = clauses;
    if (!clause) return source;
    const values = valuesIn(clause);
    const lowered = (body: SyntaxNode): Expr => this.expr(body, this.#inside(this.scope, name));
    const each = (method: string, ...bodies: readonly SyntaxNode[]): Expr =>
      this.#call(clause, source, method, name, ...bodies.map(lowered));
    switch (clause.type) {
      case "where_clause":
        return values[0] ? this.chain(rest, each("Where", values[0]), name) : source;
      case "order_by_clause":
        return this.chain(
          rest,
          values.reduce<Expr>((list, key) => this.#call(clause, list, "OrderBy", name, lowered(key)), source),
          name,
        );
      case "select_clause":
      case "group_clause": {
        const [value, key] = values;
        const own = value && !(value.type === "identifier" && value.text === name.text) ? [value] : [];
        const list = key ? each("GroupBy", key, ...own) : own[0] ? each("Select", own[0]) : source;
        return this.#into(rest, list);
      }
      default: {
        const end = clauses.findIndex(({ type }) => type === "select_clause" || type === "group_clause");
        const inside = this.#nested(clauses.slice(0, end + 1), this.#inside(this.scope, name));
        return this.#into(clauses.slice(end + 1), this.#call(clause, source, "SelectMany", name, inside));
      }
    }
  }

  /** Goes on behind `into name`. */
  #into([name, ...rest]: readonly SyntaxNode[], source: Expr): Expr {
    return name?.type === "identifier" ? this.chain(rest, source, name) : source;
  }

  #inside(scope: Scope, ...names: readonly SyntaxNode[]): Scope {
    return scope.inner(names.map(({ text }) => text)).receiving(undefined);
  }

  #call(place: SyntaxNode, list: Expr, method: string, name: SyntaxNode, ...bodies: readonly Expr[]): Expr {
    const functions = bodies.map((body) => build.lambda(place, [build.name(name, name.text)], body));
    return build.call(place, build.member(place, list, build.name(place, method)), functions);
  }

  /** Lowers clauses to a list, inside of functions that have the variables of the clauses before. */
  #nested(clauses: readonly SyntaxNode[], scope: Scope): Expr {
    const [clause, ...rest] = clauses;
    // A query that is broken off.
    if (!clause) return build.unknown(build.span(0, 0));
    const values = valuesIn(clause);
    const lowered = (node: SyntaxNode): Expr => this.expr(node, scope);
    switch (clause.type) {
      case "from_clause": {
        const [name, source] = [clause.field("name"), values.at(-1)];
        if (!name || !source) return build.unknown(clause);
        const inside = this.#nested(rest, this.#inside(scope, name));
        return this.#call(clause, lowered(source), "SelectMany", name, inside);
      }
      case "let_clause": {
        const [name, value] = values;
        return name && value ? this.#let(clause, name, lowered(value), rest, scope) : build.unknown(clause);
      }
      case "join_clause": {
        const [name, source, left, right] = values
          .filter(({ type }) => type !== "join_into_clause")
          .slice(-4);
        if (!name || !source || !left || !right) return build.unknown(clause);
        const inner = this.#inside(scope, name);
        const isEqual = build.operation(clause, "===", lowered(left), this.expr(right, inner));
        const all = clause.child("join_into_clause")?.named[0];
        if (all) {
          const found = this.#call(clause, lowered(source), "Where", name, isEqual);
          return this.#let(clause, all, found, rest, scope);
        }
        const inside = build.choose(clause, isEqual, this.#nested(rest, inner), build.list(clause, []));
        return this.#call(clause, lowered(source), "SelectMany", name, inside);
      }
      case "where_clause":
        return build.choose(
          clause,
          values[0] ? lowered(values[0]) : build.unknown(clause),
          this.#nested(rest, scope),
          build.list(clause, []),
        );
      case "order_by_clause":
        // The keys are read, and nothing gets them.
        return build.call(clause, build.lambda(clause, [], this.#nested(rest, scope)), values.map(lowered));
      case "select_clause":
        return build.list(clause, values.slice(0, 1).map(lowered));
      default:
        return build.list(clause, [build.unknown(clause, values.map(lowered))]);
    }
  }

  #let(place: SyntaxNode, name: SyntaxNode, value: Expr, rest: readonly SyntaxNode[], scope: Scope): Expr {
    const body = this.#nested(rest, this.#inside(scope, name));
    return build.call(place, build.lambda(place, [build.name(name, name.text)], body), [value]);
  }
}
