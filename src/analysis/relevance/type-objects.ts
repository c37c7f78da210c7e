import type { Node } from "@oxc-project/types";
import { DefinitionType, type Variable } from "@typescript-eslint/scope-manager";
import type { Names } from "../evaluation/module-record.js";
import { registeredFor } from "./containers.js";
import { ALL, objectsOf, type ModuleParts } from "./module-parts.js";
import { Part, join } from "./part.js";

/**
 * Connects classes with the code that names a type above them: an interface, or a class that they extend. Such code may
 * have objects of the classes, although it does not name them.
 */
export class TypeObjects {
  /** Names of types that are extended or implemented there. Classes below the same type have no objects of each other. */
  readonly #above = new Set<Node>();

  constructor(
    private readonly names: Names,
    private readonly module: ModuleParts,
    private readonly hasContainer: boolean,
  ) {}

  /** Takes a class or an interface. Its objects are those of the types above it, too. */
  declare(node: Node & { id?: Node | null }, part?: Part): void {
    const variable = node.id ? this.names.variableOf(node.id) : undefined;
    const objects = variable ? this.module.objects(variable) : new Part();
    part?.makes(objects);
    if (this.hasContainer && variable && part)
      for (const user of [part, objects]) registeredFor(variable.name, this.module).usedBy(user);
    for (const type of typesAbove(node)) {
      const above = this.names.variableOf(type);
      if (!above) continue;
      this.#above.add(type);
      objects.usedBy(this.module.objects(above));
    }
  }

  /** Takes a name of a variable, which may stand for a type. */
  mention(node: Node, variable: Variable, owner: Part): void {
    if (isType(variable) && !this.#above.has(node)) this.module.objects(variable).usedBy(owner);
  }

  import(variable: Variable, specifier: string, name: string): void {
    if (name !== ALL) this.module.link(specifier, objectsOf(name), this.module.objects(variable));
  }

  export(variable: Variable, name: string): void {
    if (isType(variable)) join(this.module.objects(variable), this.module.export(objectsOf(name)));
  }

  exportDefault(declaration: Node & { id?: Node | null }): void {
    const variable = this.names.variableOf(declaration.id ?? declaration);
    if (variable) this.export(variable, "default");
  }

  /** Takes `export { name as exported } from "specifier"`. */
  passOn(specifier: string, name: string, exported: string): void {
    if (name !== ALL) this.module.link(specifier, objectsOf(name), this.module.export(objectsOf(exported)));
  }
}

/** Returns the names of the types that a class or an interface extends or implements. */
function typesAbove(node: Node): readonly Node[] {
  if (node.type === "TSInterfaceDeclaration") return node.extends.map(({ expression }) => expression);
  if (node.type !== "ClassDeclaration" && node.type !== "ClassExpression") return [];
  const { superClass } = node;
  return [
    ...(superClass ? [superClass] : []),
    ...(node.implements ?? []).map(({ expression }) => expression),
  ];
}

const TYPES: ReadonlySet<DefinitionType> = new Set([
  DefinitionType.ClassName,
  DefinitionType.ImportBinding,
  DefinitionType.Type,
]);

function isType({ defs }: Variable): boolean {
  return defs.some(({ type }) => TYPES.has(type));
}
