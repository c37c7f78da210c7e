import * as build from "../lowered/build.js";
import * as made from "../lowered/build-statements.js";
import type { Expr, Member, Name, Pattern, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { isAssignable, type Expressions } from "./lower-expressions.js";
import { native, type Lowering } from "./lowering.js";
import { isArrayType, isCall, isNamedType } from "./syntax.js";

/** `x := …`, `x = …`, `x += …`, `x++`, of one variable or of several. */
export class Assignments {
  readonly #expressions: Expressions;

  constructor(
    private readonly lowering: Lowering,
    expressions: Expressions,
  ) {
    this.#expressions = expressions;
  }

  shortVar(node: SyntaxNode): Stmt[] {
    const left = namedIn(node.field("left"));
    const right = namedIn(node.field("right"));
    const values = this.#values(right, left.length);
    const shadowed = new Set(right.flatMap((one) => [...one.walk()].map(({ text }) => text)));
    const before: Stmt[] = [];
    let isNew = true;
    const targets = left.map((name, index): Name | null => {
      if (name.text === "_") return null;
      if (this.lowering.scopes.isInBlock(name.text)) {
        isNew = false;
        return build.name(name, this.lowering.scopes.of(name.text));
      }
      const isShadow = this.lowering.scopes.has(name.text) && shadowed.has(name.text);
      const own = this.lowering.scopes.declare(name.text, isShadow);
      if (this.#isStruct(right[index])) this.lowering.values.add(own);
      const pointed = this.#pointedIn(right[index]);
      if (pointed !== undefined) this.lowering.pointedBy.set(own, [pointed]);
      before.push(made.declare(name, build.name(name, own), null, "let"));
      return build.name(name, own);
    });
    if (isNew && values.length === 1 && left.length === 1 && targets[0])
      return [made.declare(node, targets[0], values[0]!, "let")];
    if (isNew && values.length === 1 && left.length > 1)
      return [made.declare(node, build.listPattern(node, targets), values[0]!, "let")];
    return [...before, ...this.#assignAll(node, targets, values)];
  }

  /** Checks whether a value is a struct and not a pointer to one. */
  #isStruct(value: SyntaxNode | undefined): boolean {
    if (value?.type === "composite_literal") {
      return isNamedType(value.field("type")) || isArrayType(value.field("type"));
    }
    return value?.type === "identifier" && this.lowering.values.has(this.lowering.scopes.of(value.text));
  }

  /** The variable of `&x`. */
  #pointedIn(value: SyntaxNode | undefined): string | undefined {
    const operand =
      value?.type === "unary_expression" && value.child("&") ? value.field("operand") : undefined;
    const isVariable = operand?.type === "identifier" && this.lowering.scopes.has(operand.text);
    return isVariable ? this.lowering.scopes.of(operand.text) : undefined;
  }

  /** Lowers the change of what a pointer points to: also of the variables that are known to be there. */
  #through(node: SyntaxNode, target: SyntaxNode, value: Expr): Stmt[] {
    const pointer = target.field("operand")!;
    const held = this.#expressions.of(pointer);
    const stored = made.statement(native(node, "store", [held, value]));
    const name = pointer.type === "identifier" ? this.lowering.scopes.of(pointer.text) : undefined;
    const pointed = name === undefined ? [] : (this.lowering.pointedBy.get(name) ?? []);
    if (name === undefined || pointed.length === 0) return [stored];
    const given = pointed.length === 1 ? value : build.unknown(node, [value]);
    const others = [...pointed, name].map((one) =>
      made.statement(build.assign(node, build.name(node, one), build.unknown(node, [given]))),
    );
    const [first] = pointed;
    if (pointed.length > 1) return [stored, ...others];
    // A struct is one object under both names; every other value is written to both.
    return [
      stored,
      made.statement(
        build.assign(
          node,
          build.name(node, first!),
          native(node, "written", [build.name(node, first!), value]),
        ),
      ),
      made.statement(build.assign(node, build.name(node, name), build.name(node, first!))),
    ];
  }

  #values(right: readonly SyntaxNode[], count: number): Expr[] {
    if (right.length === count) return right.map((one) => this.#expressions.value(one));
    return right[0] ? [this.several(right[0], count)] : [];
  }

  /** Lowers several results of a call. `v, ok := m[k]` and similar statements give a value and whether it exists. */
  several(node: SyntaxNode, count: number): Expr {
    const inner = this.#expressions.of(node);
    return native(node, isCall(node) ? "results" : "found", [inner, build.scalar(node, count)]);
  }

  #assignAll(node: SyntaxNode, targets: readonly (Pattern | null)[], values: readonly Expr[]): Stmt[] {
    if (values.length === 0) return [];
    if (values.length === 1 && targets.length > 1)
      return [made.statement(build.assign(node, build.listPattern(node, targets), values[0]!))];
    if (values.length === 1)
      return [made.statement(targets[0] ? build.assign(node, targets[0], values[0]!) : values[0]!)];
    // All values are there before the first of them is assigned.
    const list = build.list(node, values);
    return [made.statement(build.assign(node, build.listPattern(node, targets), list))];
  }

  assignment(node: SyntaxNode): Stmt[] {
    const operator = node.field("operator")?.text ?? "=";
    const left = namedIn(node.field("left"));
    const right = namedIn(node.field("right"));
    if (operator !== "=") {
      const [target, value] = [left[0], right[0]];
      if (!target || !value) return [];
      const given = this.#expressions.of(value);
      if (isDereference(target)) {
        const before = this.#expressions.of(target);
        const sum =
          operator === "+=" ? build.operation(node, "+", before, given) : build.unknown(node, [given]);
        return this.#through(node, target, sum);
      }
      if (!isAssignable(target)) return [made.statement(build.unknown(node, [given]))];
      const place = this.target(target);
      return operator === "+="
        ? [made.statement(build.assign(node, place, given, "+="))]
        : [made.statement(build.assign(node, place, build.unknown(node, [given])))];
    }
    const values = this.#values(right, left.length);
    if (left.length === 1 && left[0] && values[0]) return this.#assignOne(node, left[0], values[0]);
    const targets = left.map((one) =>
      one.text === "_" ? null : isAssignable(one) ? this.target(one) : null,
    );
    return this.#assignAll(node, targets, values);
  }

  #assignOne(node: SyntaxNode, target: SyntaxNode, value: Expr): Stmt[] {
    if (target.text === "_") return [made.statement(value)];
    if (isDereference(target)) return this.#through(node, target, value);
    const moved = this.#pointedIn(node.field("right")?.named[0]);
    if (moved !== undefined && target.type === "identifier") {
      const name = this.lowering.scopes.of(target.text);
      this.lowering.pointedBy.set(name, [...(this.lowering.pointedBy.get(name) ?? []), moved]);
    }
    if (!isAssignable(target)) return [made.statement(build.unknown(node, [value]))];
    const place = this.target(target);
    // `request.Header["Accept"] = …`: notifies headers of an assignment to them.
    if (place.type === "MemberExpression" && place.computed && place.object.type === "MemberExpression")
      return [made.statement(native(node, "setEntry", [place.object, place.property, value]))];
    // A field without a value is not sent: `cluster.ProviderSettings = nil` takes it out.
    const isNothing = value.type === "Literal" && value.value === null;
    if (isNothing && place.type === "MemberExpression" && !place.computed)
      return [made.statement(build.unary(node, "delete", place))];
    return [made.statement(build.assign(node, place, value))];
  }

  target(node: SyntaxNode): Member | Name {
    const place = this.#expressions.of(node);
    if (place.type === "MemberExpression" || place.type === "Identifier") return place;
    return build.name(node, this.lowering.fresh("_"));
  }

  step(node: SyntaxNode): Stmt[] {
    const target = node.named[0]!;
    if (!isAssignable(target)) return [];
    const place = this.target(target);
    const by = build.scalar(node, 1);
    const operator = node.type === "inc_statement" ? "+" : "-";
    return [
      made.statement(
        build.assign(node, place, build.operation(node, operator, this.#expressions.of(target), by)),
      ),
    ];
  }
}

/** `*p` */
function isDereference(node: SyntaxNode): boolean {
  return node.type === "unary_expression" && node.field("operator")?.type === "*";
}

/** Returns the expressions of a list, without comments. */
export function namedIn(list: SyntaxNode | undefined): SyntaxNode[] {
  return list?.named.filter(({ type }) => type !== "comment") ?? [];
}
