import type { MemberExpression } from "@oxc-project/types";
import type { Variable } from "@typescript-eslint/scope-manager";
import { flatten } from "../../facts/text.js";
import type { Call, Closure } from "../evaluation/callable.js";
import type { Environment } from "../evaluation/environment.js";
import type { HeapObject, ObjectContent } from "../evaluation/heap.js";
import { allSlots } from "../evaluation/member-tables.js";
import type { Pending, Run } from "../evaluation/run.js";
import { alternatives, type Value } from "../evaluation/value.js";
import { walk } from "../walk.js";
import { Relevance } from "./part.js";
import { relevanceOf } from "./seeds.js";
import { nameInScope } from "./written-names.js";

/** The greatest depth in objects of a search. */
const MAX_DEPTH = 3;
const MAX_OBJECTS = 200;

/**
 * Returns whether a function or class without a known caller is relevant to the API. It is relevant by its own text and
 * names, or by values that the program has put where it can read them.
 */
export function isRelevant(run: Run, { callable }: Pending): boolean {
  const { relevant } = run;
  const { module } = callable.environment;
  if (!relevant || relevant.isEntry(module.path, callable.node.start)) return true;
  if (callable.kind === "class") return false;
  const search = new Search(run, (path, start) => relevant.isEntry(path, start));
  // The object with all variables is not a receiver: the function names the variables that it reads.
  const isHeld = !run.language.scope && search.inValue(run.instances.receiverOf(run, callable), 0);
  return isHeld || search.inVariables(callable);
}

/** Returns whether a call may have to do with the API: by what is called, or by what it is handed. */
export function mayMatter(run: Run, { node, environment }: Closure, call: Call): boolean {
  const { relevant } = run;
  if (!relevant || relevant.isRelevant(environment.module.path, node.start)) return true;
  const search = new Search(run, (path, start) => relevant.isRelevant(path, start));
  const { list, rest } = call.args;
  return [call.this, ...list, ...(rest ? [rest] : [])].some((value) => search.inValue(value, 0));
}

/** Searches for a text that mentions the API, a response, and relevant functions. */
class Search {
  readonly #seen = new Set<HeapObject>();

  constructor(
    private readonly run: Run,
    /** Returns whether a function or class of a file is relevant. */
    private readonly isRelevant: (path: string, start: number) => boolean,
  ) {}

  /** Checks whether a variable of the calls around a function contains a relevant value. */
  inVariables({ node, environment }: Closure): boolean {
    const { names } = environment.module;
    const seen = new Set<Variable>();
    let found = false;
    const { scope } = this.run.language;
    walk(node, (one) => {
      if (found) return false;
      const shared = scope && nameInScope(one, scope);
      if (shared !== undefined) found = this.#inShared(one as MemberExpression, shared, environment);
      const variable = one.type === "Identifier" ? names.variableOf(one) : undefined;
      if (variable && variable.name !== scope?.name && !seen.has(variable)) {
        seen.add(variable);
        found = this.#inVariable(variable, environment);
      }
      return undefined;
    });
    return found;
  }

  #inVariable(variable: Variable, environment: Environment): boolean {
    const cell = environment.lookup(variable);
    if (!cell || cell.alias) return false;
    const value = this.run.store.peek(cell) as Value | undefined;
    return value !== undefined && this.inValue(value, 0);
  }

  /** Checks whether a variable of the program, in the object with all variables, contains a relevant value. */
  #inShared({ object }: MemberExpression, name: string, environment: Environment): boolean {
    const variable = environment.module.names.variableOf(object);
    const cell = variable && environment.lookup(variable);
    const scope = cell && (this.run.store.peek(cell) as Value | undefined);
    if (scope?.kind !== "object") return false;
    const { members } = this.run.store.peek(scope.object) as ObjectContent;
    const slot = members.get(name);
    return slot !== undefined && this.inValue(slot.value, 0);
  }

  inValue(value: Value, depth: number): boolean {
    return alternatives(value).some((single) => {
      if (single.kind === "text")
        return relevanceOf(flatten(single.text), this.run.interest) !== Relevance.None;
      if (single.kind === "unknown") return single.source.request !== undefined;
      return single.kind === "object" && this.#inObject(single.object, depth);
    });
  }

  #inObject(object: HeapObject, depth: number): boolean {
    if (depth === MAX_DEPTH || this.#seen.has(object) || this.#seen.size === MAX_OBJECTS) return false;
    this.#seen.add(object);
    const { callable } = object;
    if (callable && callable.kind !== "native") {
      const { path } = callable.environment.module;
      if (this.isRelevant(path, callable.node.start)) return true;
    }
    const content = this.run.store.peek(object) as ObjectContent;
    for (const { value } of allSlots(content)) if (this.inValue(value, depth + 1)) return true;
    return content.rest.some((value) => this.inValue(value, depth + 1));
  }
}
