import { moduleMaker } from "./libraries/modules.js";
import { globalMaker } from "./libraries/globals.js";
import { nodeConfig } from "./libraries/node-config.js";
import { readTable } from "./libraries/tables.js";
import { vueComponent } from "./libraries/vue-components.js";
import { addMockMethods, configuresMock } from "./clients/mock-functions.js";
import { describedFields } from "./doc-comments.js";
import { typesInComments } from "./doc-types.js";
import type { Grammar } from "../../analysis/evaluation/grammar.js";
import type { Language } from "../../analysis/evaluation/language.js";
import { grammarFor, type ScriptGrammar } from "./grammar.js";
import type { ComponentMarkup } from "./markup/component-markup.js";
import { treeOf } from "./parse.js";
import { functionSpecifier, specifiersIn } from "./specifiers.js";

/** The grammars of files, as the evaluator asks for them. It asks at every import. */
const grammars = new WeakMap<ScriptGrammar, Grammar>();

/** Libraries that read the arguments of a command. */
const ARGUMENTS: ReadonlySet<string> = new Set([
  ...["arg", "cac", "clipanion", "command-line-args", "commander", "getopts", "meow", "minimist", "mri"],
  ...["nopt", "sade", "yargs", "yargs-parser", "yargs/yargs"],
]);

/** JavaScript and TypeScript, as the evaluator asks for them. */
export const JAVASCRIPT: Language = {
  traits: {
    printsObjects: false,
    hasModuleGlobals: true,
    groupsByPackage: true,
    importsFilesBySpecifier: true,
    runsModulesFirst: true,
    declaresTypesApart: true,
    keepsTrees: true,
  },
  grammarFor: (path) => {
    const grammar = grammarFor(path);
    if (!grammar) return undefined;
    let known = grammars.get(grammar);
    if (!known) grammars.set(grammar, (known = evaluated(grammar)));
    return known;
  },
  specifiersIn,
  // A relative specifier means another file in another folder, and settings may be in any.
  importDiffersByFile: (specifier, name) => specifier.startsWith(".") || name === "config",
  resolve: (specifier, from, host) => host.resolve(specifier, from),
  missing: (specifier, from, host, name) =>
    name === undefined ? host.missing?.(specifier, from) : undefined,
  moduleMaker,
  globalMaker,
  importBeside: (run, name, environment, node) =>
    name === "config" ? nodeConfig(run, environment, node) : undefined,
  inputs: ARGUMENTS,
  specifierOfCall: (method, argument) => (method === "execute" ? functionSpecifier(argument) : undefined),
  extendPrototype: addMockMethods,
  configuresTestDouble: configuresMock,
  exportedByDefault: (run, value, call) => {
    if (call.environment.module.path.endsWith(".vue")) vueComponent(run, value, call);
  },
  drawn: readTable,
  fieldsInComments: describedFields,
  typesInComments,
  semantics: { hasPrototypeKey: true },
};

/**
 * Returns a grammar as the evaluator asks for it.
 *
 * @param markup of the component that the scripts belong to; it becomes a part of their tree
 */
export function evaluated(grammar: ScriptGrammar, markup?: ComponentMarkup): Grammar {
  return {
    language: grammar.language,
    isDeclaration: grammar.dialects[0]?.lang === "dts",
    leavesOutTypes: grammar.language === "typescript",
    tree: (source, kept) => treeOf(source, grammar, kept, markup),
  };
}
