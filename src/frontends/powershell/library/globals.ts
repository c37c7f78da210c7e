import { environmentVariables } from "../../../analysis/builtins/process.js";
import { nativeValue } from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { COMMANDS } from "./commands.js";
import { DOTNET, dotnetMember } from "./dotnet.js";

const ENVIRONMENT = environmentVariables("$env");

/** Returns a global: a modelled command or class of .NET by its lower-case name, or the environment. */
export function powershellGlobal(name: string): Maker | undefined {
  if (name === "$env") return () => ENVIRONMENT;
  const native = COMMANDS.get(name) ?? DOTNET.get(name);
  return native ? () => nativeValue(name, native) : dotnetMember(name);
}
