import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expression } from "./expressions.js";
import { matching } from "./pattern-matching.js";
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
  const compared = (one: SyntaxNode): Expr =>
    value && /^(?:regex|constant)$/.test(one.type)
      ? build.call(one, build.name(one, "rb:matched"), [expression(value, scope), expression(one, scope)])
      : build.unknown(one);
  const held = value && !VARIABLE.test(value.type) ? build.name(value, MATCHED) : undefined;
  const cases = whens.map((clause) => {
    const patterns = clause.fields("pattern").flatMap((one) => (one.type === "pattern" ? one.named : [one]));
    const isPlain = (one: SyntaxNode): boolean =>
      /^(?:string|simple_symbol|integer|true|false)$/.test(one.type);
    const tests = patterns.map((one) =>
      !isSwitch && node.type === "case"
        ? expression(one, scope)
        : isPlain(one)
          ? expression(one, scope)
          : compared(one),
    );
    const bound =
      clause.type === "in_clause" && value
        ? matching(clause.field("pattern"), () => held ?? expression(value, scope), scope).map(
            statements.statement,
          )
        : [];
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
  const whole = chain ?? statements.block(node, last);
  return held && node.type === "case_match"
    ? statements.block(node, [statements.declare(node, held, expression(value, scope), "const"), whole])
    : whole;
}

function either(place: build.Place, tests: readonly Expr[]): Expr {
  return tests.length > 0
    ? tests.reduce((all, one) => build.either(place, "||", all, one))
    : build.unknown(place);
}

/** The variable for the value that patterns are matched with, if it is not one of the program. */
const MATCHED = "core:matched";
const VARIABLE = /^(?:identifier|instance_variable|class_variable|global_variable|constant)$/;
