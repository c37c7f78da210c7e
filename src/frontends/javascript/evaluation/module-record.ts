import type { Program } from "@oxc-project/types";
import { ScopeType, type ScopeManager, type Variable } from "@typescript-eslint/scope-manager";
import type { HeapObject } from "./heap.js";

/** A parsed file on its way through the evaluator. */
export interface ModuleRecord {
  readonly path: string;
  readonly program: Program;
  readonly names: Names;
  /** `module.exports` and the namespace of an ES module; made when the evaluation starts. */
  readonly exports: ModuleExports;
}

export interface ModuleExports {
  /** The namespace object; ES exports are its members. */
  readonly namespace: HeapObject;
  /** The `module` object; its member `exports` is what `require` gives. */
  readonly module: HeapObject;
}

/** Which variable an identifier means, and which variables a node brings into being. */
export class Names {
  readonly #resolved = new Map<object, Variable>();
  readonly #variables = new Map<object, Variable[]>();

  constructor(manager: ScopeManager) {
    for (const scope of manager.scopes) {
      for (const reference of scope.references) {
        if (reference.resolved) this.#resolved.set(reference.identifier, reference.resolved);
      }
      // The name of a function expression is declared where the function is made, not where it is called.
      const own = scope.type === ScopeType.functionExpressionName ? [] : this.#variables.get(scope.block);
      if (own) own.push(...scope.variables);
      else this.#variables.set(scope.block, [...scope.variables]);
      for (const variable of scope.variables) {
        for (const identifier of variable.identifiers) {
          // The name of a class stands for two variables, outside and inside of it; a declaration writes the outer one.
          if (!this.#resolved.has(identifier)) this.#resolved.set(identifier, variable);
        }
      }
    }
  }

  /** The variable that an identifier names; absent for globals. */
  variableOf(identifier: object): Variable | undefined {
    return this.#resolved.get(identifier);
  }

  /** The variables of the scopes that a node opens. */
  variablesIn(node: object): readonly Variable[] {
    return this.#variables.get(node) ?? [];
  }
}
