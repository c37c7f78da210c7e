import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type {
  Expr,
  FunctionNode,
  Name,
  Param,
  Pattern,
  Property,
  Spread,
  Stmt,
} from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { isGenericType, typeOf } from "./data-classes.js";
import { lowerParameters } from "./functions.js";
import type { Scope } from "./scope.js";
import { stringExpression } from "./strings.js";

/** Lowers an expression of Python. Expressions that are not supported are unknown, with their parts. */
export function expression(node: SyntaxNode | undefined, scope: Scope): Expr {
  if (!node) return build.unknown(build.span(0, 0));
  const lower = (one: SyntaxNode | undefined): Expr => expression(one, scope);
  switch (node.type) {
    case "identifier":
      return nameOf(node, scope);
    case "none":
      return build.scalar(node, null);
    case "true":
      return build.scalar(node, true);
    case "false":
      return build.scalar(node, false);
    case "integer":
    case "float":
      return number(node);
    case "string":
    case "concatenated_string":
      return stringExpression(node, lower);
    case "dictionary":
      return build.record(
        node,
        node.named.flatMap((one) => dictionaryPart(one, scope)),
      );
    case "list":
    case "tuple":
    case "set":
    case "expression_list":
      return build.list(node, elements(node, scope));
    case "attribute":
      return attribute(node, scope);
    case "subscript":
      return subscript(node, scope);
    case "call":
      return callExpression(node, scope);
    case "boolean_operator":
      return build.either(
        node,
        node.field("operator")?.type === "or" ? "||" : "&&",
        lower(node.field("left")),
        lower(node.field("right")),
      );
    case "not_operator":
      return build.unary(node, "!", lower(node.field("argument")));
    case "unary_operator":
      return node.field("operator")?.type === "-"
        ? build.unary(node, "-", lower(node.field("argument")))
        : build.unknown(node, [lower(node.field("argument"))]);
    case "comparison_operator":
      return comparison(node, scope);
    case "binary_operator":
      return build.operation(
        node,
        node.field("operator")?.type ?? "+",
        lower(node.field("left")),
        lower(node.field("right")),
      );
    case "conditional_expression": {
      const [yes, test, no] = node.named.filter(isCode);
      return build.choose(node, lower(test), lower(yes), lower(no));
    }
    case "lambda": {
      const parameters = node.field("parameters");
      return build.lambda(
        node,
        parameters ? lowerParameters(parameters, scope) : [],
        expression(node.field("body"), { ...scope, kind: "function" }),
      );
    }
    case "list_comprehension":
    case "set_comprehension":
    case "generator_expression":
      return comprehension(node, "list", scope);
    case "dictionary_comprehension":
      return comprehension(node, "dict", scope);
    case "await":
    case "parenthesized_expression":
      return lower(node.named.filter(isCode).at(-1));
    case "named_expression":
      return build.assign(node, nameOf(node.field("name")!, scope) as Pattern, lower(node.field("value")));
    case "yield": {
      const [value] = node.named.filter(isCode);
      return build.yields(node, value ? lower(value) : null, node.child("from") !== undefined);
    }
    case "assignment": {
      // `a = b = c` inside an expression is not an assignment; this is what follows a type or is in a match.
      return lower(node.field("right"));
    }
    case "list_splat":
    case "dictionary_splat":
      return lower(node.named[0]);
    default:
      return build.unknown(node, node.named.filter((one) => LOWERED.has(one.type)).map(lower));
  }
}

/** Parts of an unknown expression that are worth a look. */
const LOWERED: ReadonlySet<string> = new Set([
  ...["identifier", "string", "dictionary", "list", "tuple", "attribute", "subscript", "call"],
  ...["binary_operator", "parenthesized_expression", "conditional_expression", "concatenated_string"],
]);

export function isCode({ type }: SyntaxNode): boolean {
  return type !== "comment" && type !== "line_continuation";
}

/** In the body of a class the names that it has are members of it. */
function nameOf(node: SyntaxNode, { kind, members }: Scope): Expr {
  const { text } = node;
  if (text === "__file__") return build.call(node, build.name(node, "py:file"), []);
  if (kind === "class" && members?.has(text))
    return build.member(node, build.self(node), build.name(node, text));
  return build.name(node, text);
}

function number(node: SyntaxNode): Expr {
  const digits = node.text.replaceAll("_", "");
  const value = Number(digits);
  // Numbers that Python prints in another form than the source are unknown: `1.0`, `1e3`, integers that are too large.
  const isKnown =
    node.type === "integer" ? Number.isSafeInteger(value) : String(value) === digits && digits.includes(".");
  return isKnown ? build.scalar(node, value) : build.unknown(node);
}

export function elements(node: SyntaxNode, scope: Scope): (Expr | Spread)[] {
  return node.named
    .filter(isCode)
    .map((one) =>
      one.type === "list_splat" ? build.spread(one, expression(one.named[0], scope)) : expression(one, scope),
    );
}

function dictionaryPart(node: SyntaxNode, scope: Scope): (Property | Spread)[] {
  if (node.type === "dictionary_splat") return [build.spread(node, expression(node.named[0], scope))];
  if (node.type !== "pair") return [];
  const key = expression(node.field("key"), scope);
  const made = build.property(node, key, expression(node.field("value"), scope));
  // A name is the variable, not the key itself.
  return [key.type === "Identifier" ? { ...made, computed: true } : made];
}

function attribute(node: SyntaxNode, scope: Scope): Expr {
  const hidden = scope.file.dotted.get(node.text);
  if (hidden !== undefined) return build.name(node, hidden);
  const object = node.field("object");
  const key = node.field("attribute");
  if (!key) return build.unknown(node, [expression(object, scope)]);
  const name = build.name(key, key.text);
  if (isSuper(object)) return build.member(node, build.superObject(object!), name);
  return build.member(node, expression(object, scope), name);
}

function isSuper(node: SyntaxNode | undefined): boolean {
  return node?.type === "call" && node.field("function")?.text === "super";
}

function subscript(node: SyntaxNode, scope: Scope): Expr {
  if (isGenericType(node)) return typeOf(node, scope);
  const object = expression(node.field("value"), scope);
  const keys = node.fields("subscript");
  const [key] = keys;
  if (keys.length !== 1 || !key) return build.unknown(node, [object]);
  if (key.type === "slice") {
    const bounds: Expr[] = [build.scalar(key, null), build.scalar(key, null), build.scalar(key, null)];
    let position = 0;
    for (const child of key.children)
      if (child.type === ":") position++;
      else if (isCode(child) && position < 3) bounds[position] = expression(child, scope);
    return build.call(node, build.name(node, "py:slice"), [object, ...bounds]);
  }
  const value = expression(key, scope);
  // The last elements are counted from the end.
  if (value.type === "UnaryExpression") return build.call(node, build.name(node, "py:at"), [object, value]);
  return build.index(node, object, value);
}

/** `Base.__init__(self, …)`, `super().__init__(…)`: what the class above does. */
function isInitOfBase(
  callee: SyntaxNode | undefined,
  args: SyntaxNode | undefined,
): "super" | "named" | undefined {
  if (callee?.type !== "attribute" || callee.field("attribute")?.text !== "__init__") return undefined;
  if (isSuper(callee.field("object"))) return "super";
  return args?.named.filter(isCode)[0]?.text === "self" ? "named" : undefined;
}

function callExpression(node: SyntaxNode, scope: Scope): Expr {
  const callee = node.field("function");
  const given = node.field("arguments");
  const args = callArguments(given, scope);
  const init = scope.inClass === true ? isInitOfBase(callee, given) : undefined;
  if (init)
    return build.call(node, build.superObject(callee!) as Expr, init === "named" ? args.slice(1) : args);
  return build.call(node, expression(callee, scope), args);
}

export function callArguments(given: SyntaxNode | undefined, scope: Scope): (Expr | Spread)[] {
  if (!given) return [];
  if (given.type === "generator_expression") return [expression(given, scope)];
  const byPosition: (Expr | Spread)[] = [];
  const byName: (Property | Spread)[] = [];
  for (const one of given.named.filter(isCode)) {
    if (one.type === "keyword_argument") {
      const key = one.field("name")!;
      byName.push(build.property(one, build.name(key, key.text), expression(one.field("value"), scope)));
    } else if (one.type === "dictionary_splat")
      byName.push(build.spread(one, expression(one.named[0], scope)));
    else if (one.type === "list_splat") byPosition.push(build.spread(one, expression(one.named[0], scope)));
    else byPosition.push(expression(one, scope));
  }
  const [first] = byName;
  if (!first) return byPosition;
  const place = build.span(first.start, byName.at(-1)!.end);
  // A call fails if a dictionary has a name that the call states as well: no dictionary replaces what is stated.
  const isSpread = ({ type }: Property | Spread): boolean => type === "SpreadElement";
  const inOrder = [...byName.filter(isSpread), ...byName.filter((one) => !isSpread(one))];
  return [...byPosition, build.record(place, inOrder, true)];
}

const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ["==", "==="],
  ["!=", "!=="],
  ["<>", "!=="],
]);

/** `a < b <= c` is all of its pairs. */
function comparison(node: SyntaxNode, scope: Scope): Expr {
  const operands = node.named.filter(isCode);
  const operators = node.fields("operators").map(({ type }) => type);
  const pairs = operators.map((operator, index): Expr => {
    const [left, right] = [operands[index], operands[index + 1]];
    const place = build.span(left?.start ?? node.start, right?.end ?? node.end);
    const isNone = left?.type === "none" || right?.type === "none";
    const [a, b] = [expression(left, scope), expression(right, scope)];
    switch (operator) {
      case "is":
        return build.operation(place, isNone ? "==" : "===", a, b);
      case "is not":
        return build.operation(place, isNone ? "!=" : "!==", a, b);
      case "not in":
        return build.unary(place, "!", build.operation(place, "in", a, b));
      default:
        // `None` is two values in the tree: `null` and `undefined`.
        return isNone && operator === "=="
          ? build.operation(place, "==", a, b)
          : isNone && operator === "!="
            ? build.operation(place, "!=", a, b)
            : build.operation(place, COMPARISONS.get(operator) ?? operator, a, b);
    }
  });
  return pairs.length > 0
    ? pairs.reduce((all, one) => build.either(node, "&&", all, one))
    : build.unknown(
        node,
        operands.map((one) => expression(one, scope)),
      );
}

/** Lowers a comprehension to a generator function that has the variables of its loops. */
function comprehension(node: SyntaxNode, kind: "list" | "dict", scope: Scope): Expr {
  const inner: Scope = { ...scope, kind: scope.kind === "class" ? "function" : scope.kind };
  const body = node.field("body");
  const value =
    body?.type === "pair"
      ? build.list(body, [expression(body.field("key"), inner), expression(body.field("value"), inner)])
      : expression(body, inner);
  const clauses = node.all("for_in_clause", "if_clause");
  const innermost: Stmt = statements.statement(build.yields(body ?? node, value));
  const loops = clauses.reduceRight<Stmt>((within, clause) => {
    if (clause.type === "if_clause")
      return statements.ifElse(clause, expression(clause.named.find(isCode), inner), within);
    const left = clause.field("left");
    const pattern = left ? targetPattern(left, inner) : undefined;
    if (!pattern) return within;
    const declared = statements.declare(left!, pattern, null, "var");
    const right = clause.fields("right").filter(isCode);
    const iterated = right.length === 1 ? expression(right[0], inner) : build.unknown(clause);
    return statements.forOf(clause, declared, iterated, statements.block(clause, [within]));
  }, innermost);
  const generator: FunctionNode = statements.functionNode(node, null, [], statements.block(node, [loops]), {
    isGenerator: true,
    isDeclaration: false,
  });
  return build.call(node, build.name(node, `py:${kind}`), [build.call(node, generator, [])]);
}

/** Lowers the target of an assignment: a name, a member, or a list. Undefined for targets that are not followed. */
export function targetPattern(node: SyntaxNode, scope: Scope): Pattern | undefined {
  switch (node.type) {
    case "identifier":
      return build.name(node, node.text);
    case "pattern_list":
    case "tuple_pattern":
    case "list_pattern":
    case "tuple":
    case "list":
      return build.listPattern(
        node,
        node.named.filter(isCode).map((one) => targetPattern(one, scope) ?? null),
      );
    case "list_splat_pattern": {
      const inner = node.named[0] && targetPattern(node.named[0], scope);
      return inner && build.rest(node, inner);
    }
    case "parenthesized_expression":
      return node.named[0] && targetPattern(node.named[0], scope);
    case "attribute":
    case "subscript": {
      const target = expression(node, scope);
      return target.type === "MemberExpression" ? target : undefined;
    }
    default:
      return undefined;
  }
}

/** Checks whether a pattern has only names, so that it can declare them. */
export function isOfNames(pattern: Pattern): pattern is Name {
  switch (pattern.type) {
    case "Identifier":
      return true;
    case "ArrayPattern":
      return pattern.elements.every((one) => one !== null && isOfNames(one));
    case "RestElement":
      return isOfNames(pattern.argument);
    default:
      return false;
  }
}

/** Returns the names of a pattern. */
export function namesIn(pattern: Pattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ArrayPattern":
      return pattern.elements.flatMap((one) => (one ? namesIn(one) : []));
    case "RestElement":
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

export type { Param };
