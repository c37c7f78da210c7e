import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expression } from "./expressions.js";
import type { Scope } from "./scope.js";
import { DISCARD, blockInto, type Sink } from "./statements.js";

/** Lowers `case`. Texts and numbers are compared, and any other pattern may match. */
export function caseStatement(node: SyntaxNode, scope: Scope, sink: Sink): Stmt {
  const value = node.field("value");
  const whens = node.all("when", "in_clause");
  const otherwise = node.child("else");
  const last = otherwise
    ? blockInto(otherwise, otherwise, scope, sink).body
    : sink === DISCARD
      ? []
      : sink(build.scalar(build.span(node.end, node.end), null));
  const isSwitch = value !== undefined && node.type === "case";
  /** A pattern that is not compared with `==` may match. Those that may be of a text are evaluated. */
  const matching = (one: SyntaxNode): Expr =>
    value && /^(?:regex|constant)$/.test(one.type)
      ? build.call(one, build.name(one, "rb:matched"), [expression(value, scope), expression(one, scope)])
      : build.unknown(one);
  const cases = whens.map((clause) => {
    const patterns = clause.fields("pattern").flatMap((one) => (one.type === "pattern" ? one.named : [one]));
    const isPlain = (one: SyntaxNode): boolean =>
      /^(?:string|simple_symbol|integer|true|false)$/.test(one.type);
    const tests = patterns.map((one) =>
      !isSwitch && node.type === "case"
        ? expression(one, scope)
        : isPlain(one)
          ? expression(one, scope)
          : matching(one),
    );
    const bound = clause.type === "in_clause" ? boundNames(clause.field("pattern"), scope) : [];
    return {
      place: clause,
      tests,
      body: [...bound, ...blockInto(clause.field("body"), clause, scope, sink).body],
    };
  });
  if (isSwitch) {
    const all = [...cases, { place: otherwise ?? build.span(node.end, node.end), tests: [], body: last }];
    return statements.switchCases(node, expression(value, scope), all);
  }
  const chain = cases.reduceRight<Stmt | null>(
    (rest, { place, tests, body }) => {
      const test = node.type === "case_match" ? build.unknown(place) : either(place, tests);
      return statements.ifElse(place, test, statements.block(place, body), rest);
    },
    statements.block(node, last),
  );
  return chain ?? statements.block(node, last);
}

function either(place: build.Place, tests: readonly Expr[]): Expr {
  return tests.length > 0
    ? tests.reduce((all, one) => build.either(place, "||", all, one))
    : build.unknown(place);
}

/** Assigns unknown values to the names that a pattern binds. */
function boundNames(pattern: SyntaxNode | undefined, scope: Scope): Stmt[] {
  return [...(pattern?.walk() ?? [])].flatMap((one) =>
    (one.type === "identifier" || one.type === "hash_key_symbol") && scope.locals.has(one.text)
      ? [statements.statement(build.assign(one, build.name(one, one.text), build.unknown(one)))]
      : [],
  );
}
