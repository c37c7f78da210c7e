import { groupBy } from "../../../core/group-by.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { importsOf } from "../syntax.js";

const FUNCTIONS = new Set(["function_declaration", "method_declaration"]);

/** The function or method of the file around a node; not a function in it. */
function functionAround(node: SyntaxNode): SyntaxNode | undefined {
  let found: SyntaxNode | undefined = node;
  while (found && !FUNCTIONS.has(found.type)) found = found.parent;
  return found;
}

/** The declarations of a local variable that Go refuses where nothing reads it. */
function isDeclaration({ parent }: SyntaxNode): boolean {
  const owner = parent?.type === "expression_list" ? parent.parent : parent;
  const side = parent?.type === "expression_list" ? parent.fieldName : "";
  if (owner?.type === "var_spec") return side !== "value";
  return (owner?.type === "short_var_declaration" || owner?.type === "range_clause") && side === "left";
}

/** Finds the places where the enclosing function declares a name, as a parameter or a variable. */
export function declarationsOf(name: SyntaxNode): SyntaxNode[] {
  const around = functionAround(name);
  return [...(around?.walk() ?? [])].filter(
    (node) =>
      node.type === "identifier" &&
      node.text === name.text &&
      (isDeclaration(node) || node.parent?.type.endsWith("parameter_declaration")),
  );
}

/** Returns whether a name is declared in the function around it. */
export function isLocal(name: SyntaxNode): boolean {
  return declarationsOf(name).length > 0;
}

/**
 * Finds a name in a value that would be unused without this value, so that Go would refuse the file.
 *
 * @param isGone checks whether a node is in code that the fix may replace as well
 */
export function lastUseIn(
  tree: CodeTree,
  value: SyntaxNode,
  isGone: (node: SyntaxNode) => boolean,
): string | undefined {
  const packages = tree.once(packagesIn);
  for (const node of value.walk()) {
    if (node.type !== "identifier") continue;
    const local = isLocal(node);
    if (!local && !packages.has(node.text)) continue;
    const scope = local ? functionAround(node)! : undefined;
    if (scope && !isVariable(node, scope)) continue;
    const names = scope ? namesIn(scope) : tree.once(namesIn);
    const isUsed = names
      .get(node.text)
      ?.some(
        (other) =>
          other.parent?.type !== "import_spec" && !isDeclaration(other) && !isTarget(other) && !isGone(other),
      );
    if (isUsed !== true) return node.text;
  }
  return undefined;
}

function packagesIn(root: SyntaxNode): ReadonlySet<string> {
  return new Set(importsOf(root).map(({ name }) => name));
}

/** The names in a part of the file, by their texts. */
function namesIn(scope: SyntaxNode): ReadonlyMap<string, readonly SyntaxNode[]> {
  const isName = ({ type }: SyntaxNode): boolean => type === "identifier" || type === "package_identifier";
  return groupBy([...scope.walk()].filter(isName), ({ text }) => text);
}

function isVariable(name: SyntaxNode, scope: SyntaxNode): boolean {
  return [...scope.walk()].some(
    (node) => node.type === "identifier" && node.text === name.text && isDeclaration(node),
  );
}

/** Returns whether a name is assigned: `x = 1` is not a use of x. */
function isTarget({ parent }: SyntaxNode): boolean {
  return (
    parent?.type === "expression_list" &&
    parent.fieldName === "left" &&
    parent.parent?.type === "assignment_statement"
  );
}
