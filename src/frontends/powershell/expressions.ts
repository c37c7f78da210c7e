import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Pattern, Property } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { pipeline } from "./commands.js";
import { scriptBlock } from "./functions.js";
import { variableName } from "./names.js";
import { innermost, isCode, type Scope } from "./scope.js";
import { statementInto } from "./statements.js";
import { stringExpression } from "./strings.js";

/** Lowers an expression of PowerShell. Expressions that are not supported are unknown, with their parts. */
export function expression(given: SyntaxNode | undefined, scope: Scope): Expr {
  if (!given) return build.unknown(build.span(0, 0));
  const node = innermost(given);
  const lower = (one: SyntaxNode | undefined): Expr => expression(one, scope);
  const parts = node.named.filter(isCode);
  switch (node.type) {
    case "pipeline":
    case "pipeline_chain":
    case "command":
      return pipeline(node, scope);
    case "statement_list":
      return parts.length === 1 ? lower(parts[0]) : statementsOf(node, parts, scope);
    case "variable":
    case "braced_variable":
      return variable(node, scope);
    case "decimal_integer_literal":
    case "real_literal":
    case "hexadecimal_integer_literal":
      return number(node);
    case "expandable_string_literal":
    case "verbatim_string_characters":
    case "expandable_here_string_literal":
    case "verbatim_here_string_characters":
      return stringExpression(node, lower);
    case "generic_token":
    case "command_token":
    case "simple_name":
      return word(node);
    case "parenthesized_expression":
    case "sub_expression":
      return parts.length === 0 ? build.scalar(node, null) : lower(parts[0]);
    case "array_expression":
      return parts.length === 0
        ? build.list(node, [])
        : build.call(node, build.name(build.span(node.start, node.start), "ps:array"), [lower(parts[0])]);
    case "array_literal_expression":
      return build.list(node, parts.map(lower));
    case "hash_literal_expression":
    case "hash_literal_body":
      return hash(node, scope);
    case "member_access":
      return memberAccess(node, scope);
    case "element_access":
      return parts[1]
        ? build.index(node, lower(parts[0]), lower(parts[1]))
        : build.unknown(node, [lower(parts[0])]);
    case "invokation_expression":
      return invocation(node, scope);
    case "logical_expression":
    case "logical_argument_expression":
    case "bitwise_expression":
    case "comparison_expression":
    case "comparison_argument_expression":
    case "additive_expression":
    case "additive_argument_expression":
    case "multiplicative_expression":
    case "multiplicative_argument_expression":
    case "format_expression":
    case "format_argument_expression":
    case "range_expression":
      return binary(node, scope);
    case "expression_with_unary_operator":
      return unary(node, parts, scope);
    case "cast_expression":
      return cast(node, parts, scope);
    case "assignment_expression":
      return assignment(node, scope);
    case "pre_increment_expression":
    case "post_increment_expression":
    case "pre_decrement_expression":
    case "post_decrement_expression":
      return step(node, parts[0], scope);
    case "script_block_expression":
      return scriptBlock(node, scope);
    case "if_statement":
    case "switch_statement":
    case "foreach_statement":
    case "try_statement":
      return compound(node, scope);
    default:
      return build.unknown(
        node,
        parts.filter(({ type }) => /expression|literal|variable|access|pipeline/.test(type)).map(lower),
      );
  }
}

/** Several statements in brackets give what they put out. */
function statementsOf(node: SyntaxNode, parts: readonly SyntaxNode[], scope: Scope): Expr {
  return build.list(
    node,
    parts.map((one) => expression(one, scope)),
  );
}

function compound(node: SyntaxNode, scope: Scope): Expr {
  for (const one of node.walk()) if (one.type === "flow_control_statement") return build.unknown(node);
  const body = statementInto(node, { ...scope, isTop: false }, (value) => [statements.returns(value, value)]);
  return build.call(node, build.lambda(node, [], statements.block(node, body)), []);
}

/** Variables that hold the place of the script, and the commands that give it. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ["$psscriptroot", "ps:folder"],
  ["$pscommandpath", "ps:file"],
  ["$pwd", "get-location"],
]);

export function variable(node: SyntaxNode, scope: Scope): Expr {
  const environment = /^\$\{?env:(\w+)\}?$/i.exec(node.text)?.[1];
  if (environment !== undefined)
    return build.member(node, build.name(node, "$env"), build.name(node, environment));
  const name = variableName(node.text);
  if (name === "$null") return build.scalar(node, null);
  if (name === "$true" || name === "$false") return build.scalar(node, name === "$true");
  if (name === "$this") return build.self(node);
  const place = PLACES.get(name);
  if (place !== undefined) return build.call(node, build.name(node, place), []);
  if (/:/.test(name)) return build.unknown(node);
  const { file, locals } = scope;
  if (!locals.has(name) && !file.variables.has(name) && name !== "$_" && name !== "$psitem") {
    if (!file.loads) return build.unknown(node);
    if (!file.imports.has(name)) file.imports.set(name, node);
  }
  return build.name(node, name === "$psitem" ? "$_" : name);
}

function word(node: SyntaxNode): Expr {
  return build.template(node, [{ start: node.start, end: node.end, value: node.text }]);
}

/** A number, or a word in a list: see `parsePowerShell`. */
function number(node: SyntaxNode): Expr {
  if (/^[A-Za-z_]/.test(node.text)) return word(node);
  const value = Number(node.text);
  return Number.isSafeInteger(value) && String(value) === node.text
    ? build.scalar(node, value)
    : build.unknown(node);
}

function hash(node: SyntaxNode, scope: Scope): Expr {
  const entries = [...node.walk()].filter(
    (one) => one.type === "hash_entry" && nearestHash(one) === nearestHash(node),
  );
  return build.record(
    node,
    entries.map((entry): Property => {
      const [key, value] = entry.named.filter(isCode);
      const made = value ? expression(value, scope) : build.unknown(entry);
      const inner = key ? innermost(key) : undefined;
      if (inner?.type === "simple_name") return build.property(entry, build.name(inner, inner.text), made);
      const own = build.property(entry, inner ? expression(inner, scope) : build.unknown(entry), made);
      return own.key.type === "Identifier" ? { ...own, computed: true } : own;
    }),
  );
}

function nearestHash(node: SyntaxNode): SyntaxNode | undefined {
  let at: SyntaxNode | undefined = node;
  while (at && at.type !== "hash_literal_expression") at = at.parent;
  return at;
}

/** Classes of .NET with static members that are modelled. */
const isModelled = (type: string): boolean => type === "net.http.httpmethod" || type === "text.encoding";

/** `$a.b`, `$a."b"`, `[Type]::Member` */
function memberAccess(node: SyntaxNode, scope: Scope): Expr {
  const [object, name] = node.named.filter(isCode);
  if (!object || !name) return build.unknown(node);
  if (object.type === "type_literal") {
    const type = object.text.replace(/^\[(?:system\.)?|\]$/gi, "").toLowerCase();
    return isModelled(type) ? build.name(node, `[${type}]::${name.text.toLowerCase()}`) : build.unknown(node);
  }
  const held = expression(object, scope);
  const key = name.named[0] ?? name;
  if (key.type !== "simple_name" && key.type !== "name")
    return build.index(node, held, expression(key, scope));
  return build.member(node, held, build.name(key, key.text));
}

/** `$a.Method(x)`, `[Type]::Method(x)` */
function invocation(node: SyntaxNode, scope: Scope): Expr {
  const [object, name, given] = node.named.filter(isCode);
  const args = argumentsOf(given, scope);
  if (!object || !name) return build.unknown(node, args);
  const method = name.text;
  if (object.type === "type_literal") {
    const type = object.text.replace(/^\[|\]$/g, "").toLowerCase();
    if (method.toLowerCase() === "new")
      return scope.file.classes.has(type)
        ? build.make(node, build.name(object, `[${type}]`), args)
        : build.call(node, build.name(object, `[${type.replace(/^system\./, "")}]::new`), args);
    return build.call(
      node,
      build.name(object, `[${type.replace(/^system\./, "")}]::${method.toLowerCase()}`),
      args,
    );
  }
  const held = expression(object, scope);
  return build.call(
    node,
    build.member(build.span(node.start, name.end), held, build.name(name, method)),
    args,
  );
}

export function argumentsOf(given: SyntaxNode | undefined, scope: Scope): Expr[] {
  const list = given?.child("argument_expression_list");
  return (list?.named ?? []).filter(isCode).map((one) => expression(one, scope));
}

/** The operators that the core tree has under another name. */
const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ...["eq", "ieq", "ceq"].map((name): [string, string] => [name, "==="]),
  ...["ne", "ine", "cne"].map((name): [string, string] => [name, "!=="]),
  ["lt", "<"],
  ["le", "<="],
  ["gt", ">"],
  ["ge", ">="],
]);

function binary(node: SyntaxNode, scope: Scope): Expr {
  const parts = node.children.filter((one) => isCode(one));
  const [first, ...rest] = parts;
  let value = expression(first, scope);
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const right = rest[index + 1]!;
    const place = build.span(node.start, right.end);
    value = operation(
      place,
      rest[index]!.text.toLowerCase().replace(/^-/, ""),
      value,
      expression(right, scope),
    );
  }
  return value;
}

function operation(place: build.Place, operator: string, left: Expr, right: Expr): Expr {
  const native = (name: string): Expr =>
    build.call(place, build.name(build.span(place.start, place.start), name), [left, right]);
  const comparison = COMPARISONS.get(operator);
  if (comparison !== undefined) return build.operation(place, comparison, left, right);
  switch (operator) {
    case "and":
    case "or":
      return build.either(place, operator === "and" ? "&&" : "||", truth(left), truth(right));
    case "+":
    case "*":
    case "/":
    case "%":
      return build.operation(place, operator, left, right);
    case "":
      return build.operation(place, "-", left, right);
    case "f":
      return native("ps:format");
    case "join":
      return native("ps:join");
    case "replace":
    case "ireplace":
    case "creplace":
      return native("ps:replace");
    case "split":
      return native("ps:split");
    case "contains":
    case "ccontains":
    case "icontains":
      return native("ps:contains");
    case "in":
    case "cin":
    case "iin":
      return native("ps:in");
    default:
      return build.unknown(place, [left, right]);
  }
}

function truth(value: Expr): Expr {
  return build.unary(value, "!", build.unary(value, "!", value));
}

function unary(node: SyntaxNode, parts: readonly SyntaxNode[], scope: Scope): Expr {
  const value = expression(parts.at(-1), scope);
  const operator = node.children[0]?.isNamed ? "" : (node.children[0]?.text.toLowerCase() ?? "");
  switch (operator) {
    case "":
      return value;
    case "-not":
    case "!":
      return build.unary(node, "!", value);
    case ",":
      return build.list(node, [value]);
    case "-join":
      return build.call(node, build.name(node, "ps:join"), [value, build.madeText(node, "")]);
    case "-":
      return value.type === "Literal" && typeof value.value === "number"
        ? build.unary(node, "-", value)
        : build.unknown(node, [value]);
    default:
      return build.unknown(node, [value]);
  }
}

/** Types whose values are what is cast to them, as far as that is followed. */
const SAME =
  /^\[(?:pscustomobject|psobject|ordered|hashtable|array|object|uri|system\.uri|xml|securestring|string\[\]|object\[\]|byte\[\]|void|pscredential)\]$/i;

function cast(node: SyntaxNode, parts: readonly SyntaxNode[], scope: Scope): Expr {
  const type = parts[0]?.text ?? "";
  const value = expression(parts.at(-1), scope);
  if (SAME.test(type)) return value;
  if (/^\[(?:system\.)?string\]$/i.test(type)) return build.call(node, build.name(node, "ps:text"), [value]);
  return build.unknown(node, [value]);
}

/** Lowers `$x = y`, `$x += y` and `$a, $b = y`. The value may be a statement. */
export function assignment(node: SyntaxNode, scope: Scope): Expr {
  const left = node.child("left_assignment_expression");
  const operator = node.child("assignement_operator")?.text ?? "=";
  const right = expression(node.field("value"), scope);
  const target = left ? innermost(left) : undefined;
  if (!target) return right;
  const value =
    operator === "="
      ? right
      : operator === "??="
        ? build.either(node, "??", expression(target, scope), right)
        : operation(node, operator === "-=" ? "" : operator.slice(0, -1), expression(target, scope), right);
  return assignTo(target, value, node, scope);
}

function assignTo(target: SyntaxNode, value: Expr, place: build.Place, scope: Scope): Expr {
  const pattern = patternOf(target, scope);
  return pattern ? build.assign(place, pattern, value) : build.unknown(place, [value]);
}

function patternOf(target: SyntaxNode, scope: Scope): Pattern | undefined {
  switch (target.type) {
    case "variable": {
      const made = variable(target, scope);
      return made.type === "Identifier" || made.type === "MemberExpression" ? made : undefined;
    }
    case "member_access":
    case "element_access": {
      const made = expression(target, scope);
      return made.type === "MemberExpression" ? made : undefined;
    }
    case "cast_expression":
      return patternOf(innermost(target.named.at(-1)!), scope);
    case "array_literal_expression":
      return build.listPattern(
        target,
        target.named.filter(isCode).map((one) => patternOf(innermost(one), scope) ?? null),
      );
    default:
      return undefined;
  }
}

/** `$i++` */
function step(node: SyntaxNode, given: SyntaxNode | undefined, scope: Scope): Expr {
  if (!given) return build.unknown(node);
  const target = innermost(given);
  const isMore = node.type.includes("increment");
  return assignTo(
    target,
    build.operation(node, isMore ? "+" : "-", expression(target, scope), build.scalar(node, 1)),
    node,
    scope,
  );
}
