import { parseTree, type Node } from "jsonc-parser";
import { sendsRequests } from "./commands.js";
import { unescaped } from "./infrastructure.js";
import type { Piece } from "./piece.js";

/** Returns the scripts of a `package.json`. https://docs.npmjs.com/cli/using-npm/scripts */
export function npmScripts(source: string): Piece[] {
  const scripts = memberOf(parseTree(source), "scripts");
  return (scripts?.children ?? []).flatMap(({ children: [, value] = [] }) =>
    value?.type === "string" && sendsRequests(String(value.value))
      ? [unescaped(source, value.offset + 1, value.length - 2)]
      : [],
  );
}

function memberOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== "object") return undefined;
  const member = node.children?.find(({ children: [key] = [] }) => key?.value === name);
  return member?.children?.[1];
}
