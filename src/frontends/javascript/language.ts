import { globalMaker } from "./builtins/globals.js";
import { moduleMaker } from "./builtins/modules.js";
import type { Language } from "./evaluation/language.js";
import { grammarFor } from "./grammar.js";
import { specifiersIn } from "./specifiers.js";

export const JAVASCRIPT: Language = {
  isJavaScript: true,
  grammarFor,
  specifiersIn,
  resolve: (specifier, from, host) => host.resolve(specifier, from),
  moduleMaker,
  globalMaker,
  semantics: {},
};
