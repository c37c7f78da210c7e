import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { partsOf } from "./paths.js";
import type { FileState } from "./scope.js";

/** Returns the names that the `use` declarations of a file bring, those inside modules and functions included. */
export function usesIn(root: SyntaxNode): Pick<FileState, "uses" | "globs"> {
  const uses = new Map<string, readonly string[]>();
  const globs: (readonly string[])[] = [];
  const add = (name: string, path: readonly string[]): void => void uses.set(name, path);
  const visit = (node: SyntaxNode, before: readonly string[]): void => {
    switch (node.type) {
      case "scoped_use_list": {
        const path = node.field("path");
        for (const one of node.field("list")?.named ?? [])
          visit(one, [...before, ...(path ? partsOf(path) : [])]);
        break;
      }
      case "use_list":
        for (const one of node.named) visit(one, before);
        break;
      case "use_as_clause": {
        const [path, alias] = [node.field("path"), node.field("alias")];
        if (path && alias) add(alias.text, [...before, ...partsOf(path)]);
        break;
      }
      case "use_wildcard": {
        const [path] = node.named;
        const parts = [...before, ...(path ? partsOf(path) : [])];
        // The names of the file itself, in a module inside it, are its own already.
        if (/^(?:crate|self)$/.test(parts[0] ?? "") || (parts[0] === "super" && !isInside(node)))
          globs.push(parts);
        break;
      }
      case "self":
        if (before.length > 0) add(before.at(-1)!, before);
        break;
      default: {
        const parts = [...before, ...partsOf(node)];
        add(parts.at(-1)!, parts);
      }
    }
  };
  for (const node of root.walk()) {
    const argument = node.type === "use_declaration" ? node.field("argument") : undefined;
    if (argument && !(isInside(node) && /^(?:super|self)$/.test(partsOf(argument)[0] ?? "")))
      visit(argument, []);
  }
  return { uses, globs };
}

function isInside(node: SyntaxNode): boolean {
  for (let at = node.parent; at; at = at.parent) if (at.type === "mod_item") return true;
  return false;
}
