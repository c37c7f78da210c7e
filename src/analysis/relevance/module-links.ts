import type { Node } from "@oxc-project/types";
import { ScopeType, type Variable } from "@typescript-eslint/scope-manager";
import type { Interest } from "../../frontends/interest.js";
import { declaredNames } from "../evaluation/exports.js";
import type { Language } from "../evaluation/language.js";
import type { Names } from "../evaluation/module-record.js";
import { keyName } from "../evaluation/patterns.js";
import { ALL, type ModuleParts, type Sharing } from "./module-parts.js";
import { Relevance } from "./part.js";
import { relevanceOf } from "./seeds.js";
import type { TypeObjects } from "./type-objects.js";

/** Connects a module with what it takes from other modules and gives to them. */
export class ModuleLinks {
  /** Variables that stand for a whole other module. */
  readonly namespaces = new Map<Variable, string>();
  /** Variables that stand for a name of another module. */
  readonly imported = new Map<Variable, { readonly specifier: string; readonly name: string }>();

  constructor(
    private readonly names: Names,
    private readonly interest: Interest,
    private readonly module: ModuleParts,
    private readonly types: TypeObjects,
    private readonly language: Language,
  ) {}

  /** Binds a variable to an export of another module. */
  import(local: Node, specifier: string, name: string): void {
    const variable = this.names.variableOf(local);
    if (!variable) return;
    // All that comes from a library for the API is relevant.
    const isLibrary = this.interest.isLibrary(specifier);
    if (name === ALL && !isLibrary) this.namespaces.set(variable, specifier);
    else this.imported.set(variable, { specifier, name });
    this.module.link(specifier, name, this.module.variable(variable));
    this.types.import(variable, specifier, name);
    if (name === ALL && this.language.scope) this.module.shareVariables(specifier);
    const submodule = name === ALL ? undefined : this.language.submodule?.(specifier, name);
    if (submodule !== undefined) this.module.link(submodule, ALL, this.module.variable(variable));
    if (isLibrary || relevanceOf(specifier, this.interest))
      this.module.variable(variable).raise(Relevance.Local);
  }

  /**
   * Returns whether an expression only names something in a module outside of the program: `sdk.identity.create`. No such
   * module has objects of the classes of the program.
   */
  isOutside(node: Node): boolean {
    if (node.type === "MemberExpression") return !node.computed && this.isOutside(node.object);
    const variable = node.type === "Identifier" ? this.names.variableOf(node) : undefined;
    if (!variable) return false;
    const { specifier = this.namespaces.get(variable), name = ALL } = this.imported.get(variable) ?? {};
    if (specifier === undefined || this.module.leadsIn(specifier)) return false;
    const submodule = this.language.submodule?.(specifier, name);
    return submodule === undefined || !this.module.leadsIn(submodule);
  }

  /** Returns what functions share by a variable. */
  sharingOf(variable: Variable): Sharing {
    if (variable.scope.type !== ScopeType.module && variable.scope.type !== ScopeType.global) return "none";
    const { specifier = this.namespaces.get(variable) } = this.imported.get(variable) ?? {};
    return specifier === undefined || this.module.leadsIn(specifier) ? "program" : "library";
  }

  /** Takes an import or an export. */
  item(node: Node): void {
    if (node.type === "ImportDeclaration") {
      const specifier = node.source.value;
      for (const one of node.specifiers) {
        const isNamed = one.type === "ImportSpecifier";
        const isDefault = one.type === "ImportDefaultSpecifier";
        this.import(one.local, specifier, isNamed ? keyName(one.imported) : isDefault ? "default" : ALL);
      }
    } else if (node.type === "ExportAllDeclaration") {
      if (node.exported) this.module.link(node.source.value, ALL, this.module.export(keyName(node.exported)));
      else this.module.addStar(node.source.value);
    } else if (node.type === "TSImportEqualsDeclaration") {
      const { moduleReference, id } = node;
      if (moduleReference.type === "TSExternalModuleReference")
        this.import(id, moduleReference.expression.value, ALL);
    } else if (node.type === "ExportNamedDeclaration") {
      for (const name of node.declaration ? declaredNames(node.declaration) : []) {
        const variable = this.names.variableOf(name);
        if (!variable) continue;
        const [part, exported] = [this.module.variable(variable), this.module.export(variable.name)];
        part.usedBy(exported);
        this.types.export(variable, variable.name);
        // Other files may add methods to a type.
        if (this.language.methodNative !== undefined) exported.usedBy(part);
      }
      for (const { local, exported } of node.specifiers) {
        const part = this.module.export(keyName(exported));
        const variable = node.source ? undefined : this.names.variableOf(local);
        if (node.source) {
          this.module.link(node.source.value, keyName(local), part);
          this.types.passOn(node.source.value, keyName(local), keyName(exported));
        } else if (variable) {
          this.module.variable(variable).usedBy(part);
          this.types.export(variable, keyName(exported));
        }
      }
    }
  }
}
