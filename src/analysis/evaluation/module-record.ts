import type { Program } from "@oxc-project/types";
import { ScopeType, type ScopeManager, type Variable } from "@typescript-eslint/scope-manager";
import type { Comment } from "oxc-parser";
import { addAll } from "../../core/add-all.js";
import type { SourceText } from "../../core/source-text.js";
import type { Location, Span } from "../../core/span.js";
import type { Grammar } from "./grammar.js";
import type { Environment } from "./environment.js";
import type { HeapObject } from "./heap.js";
import type { Value } from "./value.js";

/** A parsed file on its way through the evaluator. */
export interface ModuleRecord {
  readonly path: string;
  readonly source: SourceText;
  readonly grammar: Grammar;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly names: Names;
  /** True if the file is asked about itself, and not only for what others import from it. */
  isRoot: boolean;
  /**
   * True if it contains the start of a resource path. It is then a part of a client with its base and transport
   * elsewhere, so its functions without a caller count, too.
   */
  readonly namesResource: boolean;
  /** True if what it imports is looked at. */
  followsImports: boolean;
  state: "parsed" | "running" | "done";
  /** Operations in its name; see `work.ts`. */
  work: number;
  /** Set when the evaluation starts. */
  environment?: Environment;
  readonly exports: ModuleExports;
  /** Modules of which something was imported and looked at. */
  readonly uses: Set<string>;
  /** Files that were read for its sake, as far as it is asked about itself. */
  readonly readFor: Set<string>;
  /** The reasons why not all of its values are followed, with the place of the value if one value is the reason. */
  readonly failures: Map<Failure, Location | undefined>;
}

/** `too-deep` for the stack of this process, else the name of a limit. */
export type Failure = "too-deep" | "steps" | "total" | "parts" | "files" | "imported";

interface ModuleExports {
  /** True if it is written as an ES module: then `named` tells what it exports, else `module.exports` does. */
  isModule: boolean;
  /** Export → what importing it gives at the moment: bindings are live. */
  readonly named: Map<string, () => Value | undefined>;
  /** `export * from …` */
  readonly stars: (() => Value)[];
  /** The namespace object; its members are looked up in `named` and `stars`. */
  readonly namespace: HeapObject;
  /** The `module` object; its member `exports` is what `require` gives. */
  readonly module: HeapObject;
}

/** Which variable an identifier means, and which variables a node brings into being. */
export class Names {
  readonly #resolved = new Map<object, Variable>();
  readonly #variables = new Map<object, Variable[]>();
  /** Identifiers in comments. Those who edit a text do not count them as names of it. */
  #described: WeakMap<object, Variable> | undefined;

  constructor(scopes: ScopeManager["scopes"]) {
    for (const scope of scopes) {
      for (const reference of scope.references) {
        const { identifier, resolved } = reference;
        if (resolved && isOfProgram(resolved)) this.#resolved.set(identifier, resolved);
      }
      // The name of a function expression is declared where the function is made, not where it is called.
      const own = scope.type === ScopeType.functionExpressionName ? [] : this.#variables.get(scope.block);
      const variables = scope.variables.filter(isOfProgram);
      if (own) addAll(own, variables);
      else this.#variables.set(scope.block, variables);
      for (const variable of variables) {
        for (const identifier of variable.identifiers) {
          // The name of a class stands for two variables, outside and inside of it; a declaration writes the outer one.
          if (!this.#resolved.has(identifier)) this.#resolved.set(identifier, variable);
        }
      }
    }
  }

  /** Returns the variable that an identifier names. Undefined for globals. */
  variableOf(identifier: object): Variable | undefined {
    return this.#resolved.get(identifier) ?? this.#described?.get(identifier);
  }

  /** Binds an identifier in a comment to a variable. */
  describe(identifier: object, variable: Variable): void {
    (this.#described ??= new WeakMap()).set(identifier, variable);
  }

  /** Every identifier that declares or names a variable of the text. */
  get identifiers(): Iterable<Span> {
    return this.#resolved.keys() as Iterable<Span & object>;
  }

  /** Returns the variables of the scopes that a node opens. */
  variablesIn(node: object): readonly Variable[] {
    return this.#variables.get(node) ?? [];
  }
}

/** ESLint adds variables for the globals of the platform, which nothing in the text declares. */
function isOfProgram({ defs, name }: Variable): boolean {
  return defs.length > 0 || name === "arguments";
}
