import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as made from "../lowered/build-statements.js";
import type { Block, Expr, Name, Param, Stmt } from "../lowered/core-tree.js";
import { receiverTypes, typeParameters, isCall } from "./syntax.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { Assignments, namedIn } from "./lower-assignments.js";
import { assignedLater, endsProgram, isErrorTest, labelOf, mayLeave, named } from "./control.js";
import { Expressions, isAssignable } from "./lower-expressions.js";
import { native, type Lowering } from "./lowering.js";
import {
  declareTyped,
  namedResults,
  parametersOf,
  resultNames,
  receiverOf,
  typesOf,
} from "./lower-parameters.js";
import { initialValue, typeDeclarations } from "./lower-types.js";
import { constantsOf, hasIota, iotaValue } from "./constants.js";
import { returned } from "./lower-returns.js";

/** Lowers the parameters and the body of a function, a method or a function literal. */
export function lowerFunction(lowering: Lowering, node: SyntaxNode): { params: Param[]; body: Block } {
  const { values, results, isAfterError, laterResults, pointedBy } = lowering;
  lowering.values = new Set(values);
  lowering.pointedBy = new Map(pointedBy);
  lowering.laterResults = new Set();
  lowering.results = [];
  lowering.isAfterError = false;
  try {
    return lowering.scopes.inside(() => {
      const statements = new Statements(lowering);
      const receiver = node.field("receiver")?.child("parameter_declaration");
      const before = typesOf(lowering, receiver ? receiverTypes(receiver) : typeParameters(node));
      if (receiver) addAll(before, receiverOf(lowering, receiver));
      const params = parametersOf(lowering, node.field("parameters"), before);
      addAll(before, namedResults(lowering, node.field("result")));
      const body = node.field("body");
      const later = body ? assignedLater(body) : new Set<string>();
      lowering.laterResults = new Set(
        lowering.results.filter((_, index) => later.has(resultNames(node)[index]!)),
      );
      return {
        params,
        body: made.block(body ?? node, [...before, ...(body ? statements.block(body).body : [])]),
      };
    });
  } finally {
    lowering.values = values;
    lowering.results = results;
    lowering.isAfterError = isAfterError;
    lowering.laterResults = laterResults;
    lowering.pointedBy = pointedBy;
  }
}

export class Statements {
  readonly #expressions: Expressions;
  readonly #assignments: Assignments;
  /** The label of the statement that is lowered next. */
  #label: Name | undefined;

  constructor(private readonly lowering: Lowering) {
    this.#expressions = new Expressions(lowering, lowerFunction);
    this.#assignments = new Assignments(lowering, this.#expressions);
  }

  // ── Statements ─────────────────────────────────────────────────────────────────────────────────────────────────────

  block(node: SyntaxNode): Block {
    return made.block(
      node,
      this.lowering.scopes.inside(() => this.#list(node)),
    );
  }

  /** Lowers statements outside of functions, as in an example. A `return` in one of them does not end the others. */
  loose(nodes: readonly SyntaxNode[]): Block {
    const [first, last] = [nodes[0]!, nodes.at(-1)!];
    return made.block(
      build.span(first.start, last.end),
      this.lowering.scopes.inside(() =>
        nodes.flatMap((node) =>
          node.type === "return_statement"
            ? node.named.flatMap(({ named }) => named.map((value) => this.#expression(value)))
            : this.of(node),
        ),
      ),
    );
  }

  #list(node: SyntaxNode): Stmt[] {
    return node.children.flatMap((child) => {
      if (child.type === "statement_list") return this.#list(child);
      if (child.isError) {
        this.lowering.leftOut.push(child);
        return [];
      }
      return child.isNamed ? this.of(child) : [];
    });
  }

  of(node: SyntaxNode): Stmt[] {
    if (this.lowering.broken.has(node) && !HOLDS_BLOCKS.has(node.type)) {
      this.lowering.leftOut.push(node);
      return [];
    }
    switch (node.type) {
      case "comment":
      case "empty_statement":
      case "fallthrough_statement":
      case "goto_statement":
        return [];
      case "block":
        return [this.block(node)];
      case "expression_statement":
        return [this.#expression(node.named[0]!)];
      case "short_var_declaration":
        return this.#assignments.shortVar(node);
      case "var_declaration":
        return this.variables(node, "let", true);
      case "const_declaration":
        return constantsOf(node).map(({ name, value, count }) =>
          made.declare(
            name,
            build.name(name, this.lowering.scopes.declare(name.text)),
            value ? this.constant(value, count) : build.unknown(name),
            "const",
          ),
        );
      case "type_declaration":
        return this.types(node);
      case "assignment_statement":
        return this.#assignments.assignment(node);
      case "inc_statement":
      case "dec_statement":
        return this.#assignments.step(node);
      case "send_statement":
        return [made.statement(build.unknown(node, [this.#expressions.of(node.field("value")!)]))];
      case "return_statement":
        return [returned(this.lowering, this.#expressions, node)];
      case "if_statement":
        return [this.#withInitializer(node, () => this.#if(node))];
      case "for_statement":
        return [this.#for(node)];
      case "expression_switch_statement":
        return [this.#withInitializer(node, () => this.#switch(node))];
      case "type_switch_statement":
        return [this.#withInitializer(node, () => this.#typeSwitch(node))];
      case "select_statement":
        return [this.#select(node)];
      case "defer_statement":
      case "go_statement":
        return [this.#later(node)];
      case "labeled_statement":
        return this.#labeled(node);
      case "break_statement":
        return [made.leave(node, "BreakStatement", labelOf(node.child("label_name")))];
      case "continue_statement":
        return [made.leave(node, "ContinueStatement", labelOf(node.child("label_name")))];
      default:
        return [made.statement(this.#expressions.of(node))];
    }
  }

  constant(value: SyntaxNode, count: number): Expr {
    return hasIota(value) ? iotaValue(value, count) : this.#expressions.of(value);
  }

  types(node: SyntaxNode): Stmt[] {
    return typeDeclarations(this.lowering, node);
  }

  /** @param isKnown whether only known code can have changed the variables */
  variables(node: SyntaxNode, kind: "let" | "var", isKnown: boolean): Stmt[] {
    const specs = [
      ...node.all("var_spec"),
      ...node.all("var_spec_list").flatMap((list) => list.all("var_spec")),
    ];
    return specs.flatMap((spec): Stmt[] => {
      const [names, type] = [spec.fields("name"), spec.field("type")];
      const values = spec.field("value")?.named.filter((one) => one.type !== "comment") ?? [];
      const place = (name: SyntaxNode): Name =>
        build.name(name, isKnown ? declareTyped(this.lowering, name, type) : name.text);
      if (values.length === 0)
        return names.map((name) =>
          made.declare(spec, place(name), initialValue(this.lowering, spec, isKnown), kind),
        );
      if (values.length === names.length) {
        const given = values.map((value) => this.#expressions.value(value));
        return names.map((name, index) => made.declare(spec, place(name), given[index]!, kind));
      }
      const several = this.#assignments.several(values[0]!, names.length);
      return [made.declare(spec, build.listPattern(spec, names.map(place)), several, kind)];
    });
  }

  // ── Control flow ───────────────────────────────────────────────────────────────────────────────────────────────────

  #withInitializer(node: SyntaxNode, lower: () => Stmt): Stmt {
    const initializer = node.field("initializer");
    if (!initializer) return this.lowering.scopes.inside(lower);
    return this.lowering.scopes.inside(() => {
      const before = this.of(initializer);
      return made.block(node, [...before, lower()]);
    });
  }

  #if(node: SyntaxNode): Stmt {
    const [consequence, alternative] = [node.field("consequence")!, node.field("alternative")];
    const condition = node.field("condition")!;
    const test = this.#expressions.of(condition);
    const before = this.lowering.isAfterError;
    this.lowering.isAfterError = isErrorTest(condition);
    const then = this.block(consequence);
    this.lowering.isAfterError = before;
    const otherwise = alternative ? this.of(alternative) : [];
    return made.ifElse(node, test, then, otherwise[0] ?? null);
  }

  /** Lowers an expression statement. Calls that end the program are like uncaught exceptions. */
  #expression(node: SyntaxNode): Stmt {
    const expression = this.#expressions.of(node);
    return endsProgram(node) ? made.throws(node, expression) : made.statement(expression);
  }

  /** The label is that of the loop itself, which may begin behind a statement that declares its variables. */
  #labeled(node: SyntaxNode): Stmt[] {
    const [label, ...statements] = node.named;
    this.#label = labelOf(label) ?? undefined;
    const lowered = statements.flatMap((one) => this.of(one));
    const rest = this.#takeLabel();
    return rest && lowered.length === 1 ? [made.labeled(node, rest, lowered[0]!)] : lowered;
  }

  #takeLabel(): Name | undefined {
    const label = this.#label;
    this.#label = undefined;
    return label;
  }

  #for(node: SyntaxNode): Stmt {
    const label = this.#takeLabel();
    const [clause, range] = [node.child("for_clause"), node.child("range_clause")];
    const body = node.field("body")!;
    if (range) return this.lowering.scopes.inside(() => this.#range(node, range, body, label));
    const condition = clause
      ? clause.field("condition")
      : node.named.find((one) => one !== body && one.type !== "comment");
    return this.lowering.scopes.inside(() => {
      const initializer = clause?.field("initializer");
      const before = initializer ? this.of(initializer) : [];
      const test = condition ? this.#test(condition, body) : build.scalar(node, true);
      const update = clause?.field("update");
      const inner = this.block(body);
      const after = update ? this.of(update) : [];
      const loop = named(label, made.whileLoop(node, test, made.block(body, [...inner.body, ...after])));
      return before.length > 0 ? made.block(node, [...before, loop]) : loop;
    });
  }

  /** Lowers the test of a loop. A loop with early exits may end after any iteration, so its test is unknown. */
  #test(condition: SyntaxNode, body: SyntaxNode): Expr {
    const test = this.#expressions.of(condition);
    return mayLeave(body) ? build.unknown(condition, [test]) : test;
  }

  /** Lowers a loop over elements. The statement is at the whole loop, so that a place in its body is inside of it. */
  #range(node: SyntaxNode, clause: SyntaxNode, body: SyntaxNode, label: Name | undefined): Stmt {
    const over = native(clause, "range", [this.#expressions.of(clause.field("right")!)]);
    const left = namedIn(clause.field("left"));
    const isNew = clause.children.some((child) => child.type === ":=");
    if (isNew) {
      const names = left.map((one) =>
        one.text === "_" ? null : build.name(one, this.lowering.scopes.declare(one.text)),
      );
      const pattern = build.listPattern(clause, names);
      return named(
        label,
        made.forOf(node, made.declare(clause, pattern, null, "let"), over, this.block(body)),
      );
    }
    const targets = left.map((one) =>
      one.text === "_" || !isAssignable(one) ? null : this.#assignments.target(one),
    );
    return named(label, made.forOf(node, build.listPattern(clause, targets), over, this.block(body)));
  }

  #switch(node: SyntaxNode): Stmt {
    const value = node.field("value");
    const cases = node.all("expression_case", "default_case");
    const discriminant = value ? this.#expressions.of(value) : build.scalar(node, true);
    return made.switchCases(
      node,
      discriminant,
      cases.map((one) => ({
        place: one,
        tests: namedIn(one.field("value")).map((test) => this.#expressions.of(test)),
        body: this.#caseBody(one),
        fallsThrough: one
          .all("statement_list")
          .some((list) => list.named.some(({ type }) => type === "fallthrough_statement")),
      })),
    );
  }

  #caseBody(node: SyntaxNode): Stmt[] {
    return [
      made.block(
        node,
        this.lowering.scopes.inside(() => node.all("statement_list").flatMap((list) => this.#list(list))),
      ),
    ];
  }

  #typeSwitch(node: SyntaxNode): Stmt {
    const alias = namedIn(node.field("alias"))[0];
    const value = this.#expressions.of(node.field("value")!);
    const before = alias
      ? made.declare(
          alias,
          build.name(
            alias,
            this.lowering.scopes.declare(alias.text, node.field("value")?.text === alias.text),
          ),
          value,
          "const",
        )
      : made.statement(value);
    return made.block(node, [before, ...this.#oneOf(node, node.all("type_case", "default_case"))]);
  }

  #select(node: SyntaxNode): Stmt {
    return made.block(node, this.#oneOf(node, node.all("communication_case", "default_case")));
  }

  /** Lowers cases of which one runs, and it is unknown which. */
  #oneOf(node: SyntaxNode, cases: readonly SyntaxNode[]): Stmt[] {
    if (cases.length === 0) return [];
    return [
      made.switchCases(
        node,
        build.unknown(node),
        cases.map((one) => ({
          place: one,
          tests: one.type === "default_case" ? [] : [build.unknown(one)],
          body: this.lowering.scopes.inside(() => {
            const communication = one.field("communication");
            return [...(communication ? this.#communication(communication) : []), ...this.#caseBody(one)];
          }),
        })),
      ),
    ];
  }

  #communication(node: SyntaxNode): Stmt[] {
    if (node.type !== "receive_statement") return this.of(node);
    const names = namedIn(node.field("left")).filter((one) => one.type === "identifier" && one.text !== "_");
    return names.map((name) =>
      made.declare(
        name,
        build.name(name, this.lowering.scopes.declare(name.text)),
        build.unknown(name),
        "let",
      ),
    );
  }

  /**
   * Lowers `defer f()` and `go f()`. A function literal runs later. The arguments of other calls are evaluated at once.
   */
  #later(node: SyntaxNode): Stmt {
    const call = node.named.find(isCall);
    const callee = call?.field("function");
    if (!call || callee?.type !== "func_literal")
      return made.statement(call ? this.#expressions.of(call) : build.unknown(node));
    const args = this.#expressions.args(call.field("arguments")?.named ?? []);
    return made.statement(
      build.call(node, build.name(node, "go:later"), [this.#expressions.of(callee), ...args]),
    );
  }
}

const HOLDS_BLOCKS: ReadonlySet<string> = new Set([
  ...["block", "if_statement", "for_statement", "expression_switch_statement", "type_switch_statement"],
  ...["select_statement", "labeled_statement"],
]);
