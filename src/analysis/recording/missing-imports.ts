import type { Node } from "@oxc-project/types";
import type { Problem } from "../../core/problem.js";
import { contains, type Span } from "../../core/span.js";
import type { MissingImportFact } from "../../facts/file-facts.js";
import type { ModuleRecord, Names } from "../evaluation/module-record.js";
import type { Modules } from "../evaluation/modules.js";
import { walk } from "../walk.js";

/** The results of imports that do not lead to the very file that they name. */
interface ImportFaults {
  readonly missing: MissingImportFact[];
  /** Problems of imports that lead to a file whose name differs in case. */
  readonly problems: Problem[];
}

/**
 * Returns the imports of a module that lead to no file, or only to one in another case. Imports of types are left out,
 * because they have no effect. Optional imports are left out, too: those in a `try`, and dynamic ones with an error
 * handler.
 */
export function importFaults(module: ModuleRecord, modules: Modules): ImportFaults {
  const faults: ImportFaults = { missing: [], problems: [] };
  if (!modules.mayMiss(module)) return faults;
  const { path, program, names, grammar, source } = module;
  const imports = new Map<Node, string>();
  const tried: Span[] = [];
  const parents = new Map<Node, Node | undefined>();
  walk(program, (node, parent) => {
    parents.set(node, parent);
    if (node.type === "TryStatement" && node.handler) tried.push(node.block);
    const specifier = specifierOf(node, names, grammar.leavesOutTypes === true);
    if (specifier !== undefined) imports.set(node, specifier);
    return undefined;
  });
  const reported = new Set<string>();
  for (const [node, specifier] of imports) {
    const isOptional = tried.some((block) => contains(block, node)) || isCaught(parents.get(node), parents);
    for (const name of isOptional ? [] : [undefined, ...namesImportedBy(node)]) {
      const found = modules.missing(specifier, module, name);
      if (!found) continue;
      if (found.onDisk === undefined) {
        const place = { path, start: node.start, end: node.end };
        faults.missing.push({ kind: "missing-import", path: found.path, place });
        continue;
      }
      const { line } = source.position(node.start);
      const message = `imports ${found.path}, which exists only in another case, as ${found.onDisk}; the import fails where case counts`;
      if (!reported.has(`${line} ${message}`))
        faults.problems.push({ path, kind: "import-case", line, message });
      reported.add(`${line} ${message}`);
    }
  }
  return faults;
}

/** The names that a node imports one by one; each may be a module. */
function namesImportedBy(node: Node): string[] {
  if (node.type !== "ImportDeclaration") return [];
  return node.specifiers.flatMap((one) =>
    one.type === "ImportSpecifier" && one.imported.type === "Identifier" ? [one.imported.name] : [],
  );
}

/** Returns the module that a node imports values from. */
function specifierOf(node: Node, names: Names, isTyped: boolean): string | undefined {
  switch (node.type) {
    case "ImportDeclaration": {
      if (node.importKind === "type") return undefined;
      // Names that are imported for types alone may be left out of the program.
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

/** Returns whether a promise has a handler for its failure: `.catch(…)`, `.then(…, …)`. */
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
