import { nativeValue } from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { computedText, scalar } from "../../../analysis/evaluation/value.js";
import { libraryClass, libraryFunction } from "./classes.js";
import { ENVIRONMENT, FUNCTIONS } from "./functions.js";

/** The modes of `array_filter`: its function gets values and keys, or keys. */
const FILTER_MODES: ReadonlyMap<string, number> = new Map([
  ["ARRAY_FILTER_USE_BOTH", 1],
  ["ARRAY_FILTER_USE_KEY", 2],
]);

/** Returns a global of PHP: a built-in function, variable or constant, or a modelled library. */
export function phpGlobal(name: string): Maker | undefined {
  const native = FUNCTIONS.get(name);
  if (native) return () => nativeValue(name, native);
  if (name === "$_ENV") return () => ENVIRONMENT;
  if (name === "PHP_EOL") return () => computedText("\n");
  const mode = FILTER_MODES.get(name);
  if (mode !== undefined) return () => scalar(mode);
  // Options of curl are known by their names here.
  if (/^CURL(?:OPT|AUTH|INFO)_/.test(name)) return () => computedText(name);
  return libraryFunction(name) ?? libraryClass(name);
}
