import { nativeValue } from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { computedText } from "../../../analysis/evaluation/value.js";
import { libraryClass, libraryFunction } from "./classes.js";
import { ENVIRONMENT, FUNCTIONS } from "./functions.js";

/** Returns a global of PHP: a built-in function, variable or constant, or a modelled library. */
export function phpGlobal(name: string): Maker | undefined {
  const native = FUNCTIONS.get(name);
  if (native) return () => nativeValue(name, native);
  if (name === "$_ENV") return () => ENVIRONMENT;
  if (name === "PHP_EOL") return () => computedText("\n");
  // Options of curl are known by their names here.
  if (/^CURL(?:OPT|AUTH|INFO)_/.test(name)) return () => computedText(name);
  return libraryFunction(name) ?? libraryClass(name);
}
