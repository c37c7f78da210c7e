import type { Expression, ImportDeclaration, Node, VariableDeclarator } from "@oxc-project/types";
import type { Variable } from "@typescript-eslint/scope-manager";
import type { Hop } from "../../facts/text.js";
import type { Environment, VariableCell } from "./environment.js";
import { getMember } from "./members.js";
import { keyName } from "./patterns.js";
import type { Run } from "./run.js";
import { nullishness, withHop, type Value } from "./value.js";

/**
 * Binds the imports of a module. A binding is an alias: the other module is read, parsed and run when the name is first
 * used, so unused imports cost nothing. The imports of an analysed module within its own project, except for types, run
 * before it and in their order, because they may have side effects. Imports of other modules do not, so that unused
 * files are not read.
 */
export function bindImports(run: Run, statements: readonly Node[], environment: Environment): void {
  for (const node of statements) {
    if (node.type === "ImportDeclaration" && node.importKind !== "type") bindImport(run, node, environment);
  }
}

function bindImport(run: Run, node: ImportDeclaration, environment: Environment): void {
  const source = (): Value => run.realm.importModule(run, node.source.value, environment, node);
  // A module that is imported for what it does is run for that: it may set the defaults of a client.
  if (node.specifiers.length === 0) source();
  for (const specifier of node.specifiers) {
    const variable = environment.module.names.variableOf(specifier.local);
    if (!variable) continue;
    const pick = (): Value => {
      const module = source();
      if (specifier.type === "ImportDefaultSpecifier") return run.realm.defaultExport(run, module);
      if (specifier.type === "ImportSpecifier")
        return (
          submodule(run, module, node.source.value, keyName(specifier.imported), environment, node) ??
          run.realm.namedExport(run, module, keyName(specifier.imported))
        );
      return module;
    };
    alias(environment, variable, specifier, pick).specifier = node.source.value;
  }
  const { module } = environment;
  const isUsed = node.specifiers.some(({ local }) =>
    module.names.variableOf(local)?.references.some((reference) => reference.isValueReference),
  );
  const isKept = isUsed || !module.grammar.leavesOutTypes;
  if (module.isRoot && isKept && node.source.value.startsWith(".")) source();
}

/**
 * Returns the module of a name that is imported from a module which does not export the name, but contains that module.
 */
function submodule(
  run: Run,
  module: Value,
  specifier: string,
  name: string,
  environment: Environment,
  node: Node,
): Value | undefined {
  const inner = run.language.submodule?.(specifier, name);
  if (inner === undefined) return undefined;
  const exported = run.realm.namedExport(run, module, name);
  const isExported = module.kind === "object" && nullishness(exported) !== true;
  if (isExported && exported.kind !== "unknown") return exported;
  const found = run.realm.importModule(run, inner, environment, node);
  return found.kind === "unknown" ? undefined : found;
}

function alias(environment: Environment, variable: Variable, node: Node, read: () => Value): VariableCell {
  const hop: Hop = { kind: "import", name: variable.name, place: environment.locate(node) };
  const cell = environment.lookup(variable) ?? environment.declare(variable);
  cell.alias = () => withHop(read(), hop);
  return cell;
}

/**
 * Binds `const x = require("./x")` and `const { a } = require("./x")` at the top of a file like imports. Returns false
 * for all other declarations, which are then evaluated as usual.
 */
export function bindRequire(run: Run, node: VariableDeclarator, environment: Environment): boolean {
  const required = requiredModule(node.init, environment);
  if (!required || environment.activation.node || !node.init) return false;
  run.summaries.forget();
  let value: Value | undefined;
  const source = (): Value => (value ??= run.realm.importModule(run, required, environment, node.init!));
  // In a circle the names mean the final exports of the other module, whichever runs first.
  if (environment.module.isRoot) run.realm.importModule(run, required, environment, node.init);
  const { id } = node;
  if (id.type === "Identifier") {
    const variable = environment.module.names.variableOf(id);
    if (variable) alias(environment, variable, id, source);
    return variable !== undefined;
  }
  if (id.type !== "ObjectPattern") return false;
  const simple = id.properties.every(
    (property) => property.type === "Property" && !property.computed && property.value.type === "Identifier",
  );
  if (!simple) return false;
  for (const property of id.properties) {
    if (property.type !== "Property") continue;
    const variable = environment.module.names.variableOf(property.value);
    const site = { node: property, key: property.key, environment };
    if (variable)
      alias(environment, variable, property, () => getMember(run, source(), keyName(property.key), site));
  }
  return true;
}

/** The specifier of a `require("./x")` of a file of the repository. */
function requiredModule(init: Expression | null | undefined, environment: Environment): string | undefined {
  if (init?.type !== "CallExpression" || init.callee.type !== "Identifier" || init.callee.name !== "require")
    return undefined;
  const [argument] = init.arguments;
  if (argument?.type !== "Literal" || typeof argument.value !== "string" || !argument.value.startsWith("."))
    return undefined;
  return environment.module.names.variableOf(init.callee) ? undefined : argument.value;
}
