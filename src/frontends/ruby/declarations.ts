import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { constantPath, declaredPath } from "./constants.js";
import type { FileState } from "./scope.js";

/** Collects the declarations of a file: constants with their modules, and the names of methods. */
export function declarationsIn(root: SyntaxNode): Pick<FileState, "constants" | "functions" | "methods"> {
  const paths = new Set<string>();
  const functions = new Set<string>();
  const methods = new Set<string>();
  const visit = (node: SyntaxNode, nesting: readonly string[]): void => {
    let inner = nesting;
    const name = node.field("name");
    switch (node.type) {
      case "class":
      case "module": {
        const path = name && constantPath(name);
        if (path === undefined) break;
        const full = declaredPath(path, nesting);
        paths.add(full);
        inner = [...nesting, full];
        break;
      }
      case "assignment":
      case "operator_assignment": {
        const left = node.field("left");
        if (left?.type === "constant") paths.add(declaredPath(left.text, nesting));
        break;
      }
      case "method":
      case "singleton_method":
        (nesting.length === 0 ? functions : methods).add(name?.text ?? "");
        break;
      case "call":
        if (/^attr_/.test(node.field("method")?.text ?? ""))
          for (const one of node.field("arguments")?.all("simple_symbol") ?? [])
            methods.add(one.text.slice(1));
        break;
      default:
        break;
    }
    for (const child of node.children) visit(child, inner);
  };
  visit(root, []);
  return { constants: localNames(paths), functions, methods };
}

/** Short names where only one constant of the file has that name. */
function localNames(paths: ReadonlySet<string>): Map<string, string> {
  const last = (path: string): string => path.slice(path.lastIndexOf(":") + 1);
  const count = new Map<string, number>();
  for (const path of paths) count.set(last(path), (count.get(last(path)) ?? 0) + 1);
  return new Map([...paths].map((path) => [path, count.get(last(path)) === 1 ? last(path) : path]));
}
