import type { Parser } from "web-tree-sitter";
import type { LoweredLanguage } from "../lowered/language.js";
import { PREFIX, importsIn, submoduleOf } from "./imports.js";
import { builtin } from "./library/builtins.js";
import { libraryModule } from "./library/modules.js";
import { lowerPython } from "./lower.js";
import { filesNamed, resolveModule } from "./resolve.js";
import { PYTHON_SEMANTICS } from "./semantics.js";

export function isPython(path: string): boolean {
  return /\.pyw?$/i.test(path);
}

/** Libraries that read the arguments of a command, or the parameters of a module of Ansible. */
const INPUTS: ReadonlySet<string> = new Set(
  ["ansible.module_utils.basic", "absl.flags", "click", "docopt", "fire", "typer"].map(
    (name) => `${PREFIX}${name}`,
  ),
);

/** Django makes the objects of a class that gets requests. */
const REGISTERS: ReadonlySet<string> = new Set(["as_view"]);

/** Returns the description of Python for the lowered frontend. */
export function pythonLanguage(parser: Parser): LoweredLanguage {
  return {
    name: "python",
    isOwn: isPython,
    lower: (source, interest) => lowerPython(parser, source, interest),
    specifiersIn: ({ text }) => [...importsIn(text).keys()],
    importsIn: ({ text }) => importsIn(text),
    resolve: resolveModule,
    filesNamed,
    moduleMaker: (name) => (name.startsWith(PREFIX) ? libraryModule(name.slice(PREFIX.length)) : undefined),
    globalMaker: builtin,
    inputs: INPUTS,
    registers: REGISTERS,
    submodule: submoduleOf,
    semantics: PYTHON_SEMANTICS,
  };
}
