import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Property, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { configured } from "./configuration.js";
import type { Scope } from "./scope.js";
import { typeName } from "./types.js";

type Lower = (node: SyntaxNode, scope: Scope) => Expr;

const RECORDS = /(?:Dictionary|^JObject|^JsonObject|^NameValueCollection|^BsonDocument|^ExpandoObject)$/;
const LISTS = /^(?:List|HashSet|JArray|JsonArray|Collection|ObservableCollection|Queue|SortedSet|BsonArray)$/;

/**
 * Lowers `new T(…) { … }`: a dictionary becomes a record, a collection a list, another object gets its members set.
 */
export function creation(
  node: SyntaxNode,
  made: Expr,
  type: SyntaxNode | undefined,
  scope: Scope,
  lower: Lower,
): Expr {
  const initializer = node.field("initializer") ?? node.child("initializer_expression");
  const name = typeName(type);
  if (RECORDS.test(name))
    return recordOf(node, argumentValues(node, scope, lower), initializer, scope, lower);
  if (LISTS.test(name)) {
    const [only] = argumentValues(node, scope, lower);
    if (!initializer) return build.call(node, build.name(node, "cs:list"), only ? [only] : []);
    return build.list(
      node,
      values(initializer).map((one) => lower(one, scope)),
    );
  }
  return initializer
    ? filled(node, made, initializer, scope, lower)
    : (configured(node, name, scope) ?? made);
}

/** Returns the values between the braces, without comments. */
function values(node: SyntaxNode): SyntaxNode[] {
  return node.named.filter(({ type }) => type !== "comment");
}

function argumentValues(node: SyntaxNode, scope: Scope, lower: Lower): Expr[] {
  const list = node.field("arguments") ?? node.child("argument_list");
  return (list?.all("argument") ?? []).flatMap((one) => {
    const value = one.named.at(-1);
    return value ? [lower(value, scope)] : [];
  });
}

/** A dictionary: what it copies, and what the braces say. What is not understood may be any member. */
function recordOf(
  node: SyntaxNode,
  given: readonly Expr[],
  initializer: SyntaxNode | undefined,
  scope: Scope,
  lower: Lower,
): Expr {
  const entries = initializer ? values(initializer).map((one) => entry(one, scope, lower)) : [];
  const properties = entries.filter((one) => one !== undefined);
  const record = build.record(node, properties);
  const rest = initializer && entries.length > properties.length ? [build.unknown(initializer)] : [];
  if (given.length + rest.length === 0) return record;
  return build.call(node, build.name(node, "cs:record"), [record, ...given, ...rest]);
}

/** `["a"] = 1`, `{ "a", 1 }` or `new JProperty("a", 1)`. */
function entry(node: SyntaxNode, scope: Scope, lower: Lower): Property | undefined {
  let [key, value]: (SyntaxNode | undefined)[] = [];
  if (node.type === "assignment_expression") {
    const left = node.field("left");
    key = left?.type === "identifier" ? left : left?.child("argument")?.named[0];
    value = node.field("right");
  } else if (node.type === "initializer_expression") [key, value] = values(node);
  else if (typeName(node.field("type")) === "JProperty")
    [key, value] = (node.field("arguments")?.all("argument") ?? []).map((one) => one.named.at(-1));
  if (!key || !value) return undefined;
  const name =
    key.type === "identifier" && node.type === "assignment_expression"
      ? build.name(key, key.text)
      : lower(key, scope);
  return build.property(node, name, lower(value, scope));
}

/** The name of the parameter that holds the object which `cs:filled` fills. */
const TARGET = "cs:target";

/** Lowers `new T { A = 1, B = { C = 2 } }`: sets members, and fills members that the constructor has set. */
export function filled(
  node: SyntaxNode,
  made: Expr,
  initializer: SyntaxNode,
  scope: Scope,
  lower: Lower,
): Expr {
  const set: Property[] = [];
  const done: Stmt[] = [];
  const target = build.name(initializer, TARGET);
  for (const one of values(initializer)) {
    const [left, right] = [one.field("left"), one.field("right")];
    if (one.type === "assignment_expression" && left?.type === "identifier" && right) {
      if (right.type === "initializer_expression")
        addAll(done, additions(build.member(left, target, build.name(left, left.text)), right, scope, lower));
      else set.push(build.property(one, build.name(left, left.text), lower(right, scope)));
    } else addAll(done, addition(target, one, scope, lower));
  }
  const record = build.record(initializer, set);
  const rest =
    done.length > 0 ? [build.lambda(initializer, [target], statements.block(initializer, done))] : [];
  return build.call(node, build.name(node, "cs:filled"), [made, record, ...rest]);
}

function additions(target: Expr, braces: SyntaxNode, scope: Scope, lower: Lower): Stmt[] {
  return values(braces).flatMap((one) => addition(target, one, scope, lower));
}

/** `A = 1`, `["a"] = 1`, `{ "a", 1 }` or a value, in braces that add to a member. */
function addition(target: Expr, node: SyntaxNode, scope: Scope, lower: Lower): Stmt[] {
  const [left, right] = [node.field("left"), node.field("right")];
  if (node.type === "assignment_expression" && left && right) {
    const key = left.child("argument")?.named[0];
    const member =
      left.type === "identifier"
        ? build.member(left, target, build.name(left, left.text))
        : key && build.index(left, target, lower(key, scope));
    if (!member) return [];
    if (right.type === "initializer_expression") return additions(member, right, scope, lower);
    return [statements.statement(build.assign(node, member, lower(right, scope)))];
  }
  const given = node.type === "initializer_expression" ? values(node) : [node];
  const add = build.member(node, target, build.name(node, "Add"));
  return [
    statements.statement(
      build.call(
        node,
        add,
        given.map((one) => lower(one, scope)),
      ),
    ),
  ];
}
