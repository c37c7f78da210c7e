import { nativeObject, nativeValue } from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { isLibraryClass, jvmGlobal, jvmModule } from "../../jvm/library/classes.js";
import { FUEL } from "./fuel.js";
import { FUNCTIONS } from "./functions.js";
import { KHTTP, khttpPackage } from "./khttp.js";
import { KTOR } from "./ktor.js";
import { LANGUAGE } from "./language.js";
import { SERIALIZATION } from "./serialization.js";

/** Classes and functions of libraries of Kotlin by their full names, beside the classes of the JVM. */
const OWN: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ...KTOR,
  ...FUEL,
  ...SERIALIZATION,
  ...FUNCTIONS,
  ...KHTTP,
  ["khttp", khttpPackage],
]);

/** Checks for the full name of a class or function that is modelled. */
export function isLibraryName(name: string): boolean {
  return OWN.has(name) || isLibraryClass(name);
}

/** Returns the module of a class or function of a library, which exports only that. Undefined for unknown names. */
export function kotlinModule(name: string): Maker | undefined {
  const make = OWN.get(name);
  if (!make) return jvmModule(name);
  return (run) => nativeObject("Module", { [name.slice(name.lastIndexOf(".") + 1)]: make(run) });
}

/** Returns a function that lowered code calls. Undefined for other names. */
export function kotlinGlobal(name: string): Maker | undefined {
  const native = LANGUAGE.get(name);
  return native ? () => nativeValue(name, native) : jvmGlobal(name);
}
