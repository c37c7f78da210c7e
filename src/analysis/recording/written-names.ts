import type { Node } from "@oxc-project/types";

/** A longer chain adds nothing. */
const MAX_NAMES = 12;

/**
 * Returns the names in a call, in order: `api.getCluster`. For `expect(api.getCluster).toBeCalledWith` they are
 * followed by the names in the argument.
 */
export function writtenName(call: Node): string {
  const names: string[] = [];
  collect(call.type === "CallExpression" || call.type === "NewExpression" ? call.callee : call, names);
  return names.join(".");
}

function collect(node: Node, names: string[]): void {
  if (names.length >= MAX_NAMES) return;
  switch (node.type) {
    case "Identifier":
    case "PrivateIdentifier":
      names.push(node.name);
      return;
    case "MemberExpression":
      collect(node.object, names);
      if (!node.computed) collect(node.property, names);
      else if (node.property.type === "Literal" && typeof node.property.value === "string")
        names.push(node.property.value);
      return;
    case "CallExpression":
      collect(node.callee, names);
      for (const argument of node.arguments)
        if (argument.type === "MemberExpression" || argument.type === "Identifier") collect(argument, names);
      return;
    case "ChainExpression":
    case "TSNonNullExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      collect(node.expression, names);
      return;
    case "AwaitExpression":
      collect(node.argument, names);
      return;
    default:
      return;
  }
}
