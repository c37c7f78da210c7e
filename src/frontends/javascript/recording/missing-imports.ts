import type { Node } from "@oxc-project/types";
import { contains, type Span } from "../../../core/span.js";
import type { MissingImportFact } from "../../../facts/file-facts.js";
import type { ModuleRecord, Names } from "../evaluation/module-record.js";
import type { Modules } from "../evaluation/modules.js";
import { walk } from "../walk.js";

/**
 * The imports of a module that lead to a file which is not there. Imports of types are left out, as they do nothing, and
 * those that the program can do without: in a `try`, and dynamic ones with a handler for the failure.
 */
export function missingImports(module: ModuleRecord, modules: Modules): MissingImportFact[] {
  const missing = modules.missingFrom(module);
  if (missing.size === 0) return [];
  const { path, program, names, grammar } = module;
  const facts: MissingImportFact[] = [];
  const tried: Span[] = [];
  const parents = new Map<Node, Node | undefined>();
  walk(program, (node, parent) => {
    parents.set(node, parent);
    if (node.type === "TryStatement" && node.handler) tried.push(node.block);
    const specifier = specifierOf(node, names, grammar.language === "typescript");
    const found = specifier === undefined ? undefined : missing.get(specifier);
    if (!found || tried.some((block) => contains(block, node)) || isCaught(parent, parents)) return undefined;
    facts.push({ kind: "missing-import", ...found, place: { path, start: node.start, end: node.end } });
    return undefined;
  });
  return facts;
}

/** What a node imports values from. */
function specifierOf(node: Node, names: Names, isTyped: boolean): string | undefined {
  switch (node.type) {
    case "ImportDeclaration": {
      if (node.importKind === "type") return undefined;
      // TypeScript leaves out what is imported for types alone.
      const isKept = node.specifiers.some(
        (one) =>
          !(one.type === "ImportSpecifier" && one.importKind === "type") &&
          names.variableOf(one.local)?.references.some((reference) => reference.isValueReference) === true,
      );
      return isKept || !isTyped || node.specifiers.length === 0 ? node.source.value : undefined;
    }
    case "ExportNamedDeclaration":
      return node.exportKind === "type" ? undefined : node.source?.value;
    case "ExportAllDeclaration":
      return node.exportKind === "type" ? undefined : node.source.value;
    case "TSExternalModuleReference":
      return node.expression.value;
    case "ImportExpression":
      return textOf(node.source);
    case "CallExpression":
      return node.callee.type === "Identifier" &&
        node.callee.name === "require" &&
        !names.variableOf(node.callee)
        ? textOf(node.arguments[0])
        : undefined;
    default:
      return undefined;
  }
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** Whether a promise has a handler for its failure: `.catch(…)`, `.then(…, …)`. */
function isCaught(parent: Node | undefined, parents: ReadonlyMap<Node, Node | undefined>): boolean {
  for (let member = parent; member?.type === "MemberExpression" && !member.computed;) {
    const call = parents.get(member);
    if (call?.type !== "CallExpression" || call.callee !== member) return false;
    const { name } = member.property as { readonly name?: string };
    if (name === "catch" || (name === "then" && call.arguments.length > 1)) return true;
    member = parents.get(call);
  }
  return false;
}
