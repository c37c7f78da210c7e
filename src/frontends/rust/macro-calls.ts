import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { all, codeIn, expr, recordOfPairs } from "./expressions.js";
import type { Scope } from "./scope.js";
import { formatted } from "./strings.js";

/** Macros that end the function or the program with a message. */
const ENDING: ReadonlySet<string> = new Set(["panic", "bail", "anyhow", "ensure", "todo", "unreachable"]);

/**
 * Lowers the call of a macro.
 *
 * @param list its arguments, which are written as those of a function
 */
export function macroCall(node: SyntaxNode, name: string, list: SyntaxNode, scope: Scope): Expr {
  const args = codeIn(list);
  switch (name) {
    case "json":
      return args[0] ? expr(args[0], scope) : build.scalar(node, null);
    case "hashmap":
    case "btreemap":
      return recordOfPairs(node, args, scope);
    case "format":
      return formatOf(args, scope) ?? build.unknown(node, all(args, scope));
    case "concat":
      return build.template(
        node,
        args.map((one) => expr(one, scope)),
      );
    case "env":
    case "option_env":
      return build.call(node, build.name(node, "rust:env"), all(args.slice(0, 1), scope));
    case "include_str":
    case "include_bytes":
      return build.call(node, build.name(node, "rust:include"), all(args.slice(0, 1), scope));
    case "dbg":
      return args[0] ? expr(args[0], scope) : build.nothing(node);
    default: {
      // It prints, or ends the program: the values are read all the same.
      const first = args.findIndex(({ type }) => type.endsWith("string_literal"));
      const text = first < 0 ? undefined : formatOf(args.slice(first), scope);
      const others = text ? args.slice(0, first) : args;
      return build.call(node, build.name(node, `core:${ENDING.has(name) ? "stop" : "print"}`), [
        ...all(others, scope),
        ...(text ? [text] : []),
      ]);
    }
  }
}

function formatOf(args: readonly SyntaxNode[], scope: Scope): Expr | undefined {
  const [text, ...values] = args;
  if (!text?.type.endsWith("string_literal")) return undefined;
  const named = new Map<string, Expr>();
  const listed: Expr[] = [];
  for (const one of values) {
    const [name, value] = [one.field("left"), one.field("right")];
    if (one.type === "assignment_expression" && name && value) named.set(name.text, expr(value, scope));
    else listed.push(expr(one, scope));
  }
  const variable = (name: string, place: build.Place): Expr => {
    const known = scope.find(name);
    if (known !== undefined) return build.name(place, known);
    return name === "self" ? build.self(place) : build.name(place, name);
  };
  return formatted(text, { listed, named, variable });
}
