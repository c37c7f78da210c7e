import type { Node } from "@oxc-project/types";
import type { SourceText } from "../../core/source-text.js";
import type { AnyFunction } from "./callable.js";
import type { ModuleRecord } from "./module-record.js";

const argumentUsers = new WeakMap<Node, boolean>();

/** Returns whether a function, or an arrow function in it, names `arguments`; code that `eval` runs may as well. */
export function usesArguments({ names, source }: ModuleRecord, node: AnyFunction): boolean {
  let uses = argumentUsers.get(node);
  if (uses === undefined) {
    const variable = names
      .variablesIn(node)
      .find(({ name, identifiers }) => name === "arguments" && identifiers.length === 0);
    uses = variable === undefined || variable.references.length > 0 || runsText(source);
    argumentUsers.set(node, uses);
  }
  return uses;
}

const textRunners = new WeakMap<SourceText, boolean>();

/** Returns whether `eval` is called anywhere in a file. The file is searched once, not for each of its functions. */
function runsText(source: SourceText): boolean {
  let runs = textRunners.get(source);
  if (runs === undefined) textRunners.set(source, (runs = source.text.includes("eval(")));
  return runs;
}
