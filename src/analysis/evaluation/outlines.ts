import type { Location } from "../../core/span.js";
import type { Run } from "./run.js";
import type { UnknownValue, Value } from "./value.js";

/** The members that the declaration of a type gives to its values in JSON. */
export interface Outline {
  members(run: Run): readonly OutlineMember[];
  /** Returns the object of the program that values of the type are, where there is one. */
  value?(run: Run): Value | undefined;
}

export interface OutlineMember {
  /** As it is in JSON. */
  readonly key: string;
  /** The place of its declaration. */
  readonly place: Location;
  /** True if every value of the type has it. */
  readonly isAlways: boolean;
  readonly outline?: Outline | undefined;
}

/** Returns the members that an unknown value has by the declaration of its type. */
export function membersDeclared(run: Run, value: UnknownValue): readonly OutlineMember[] {
  return outlineOf(run, value)?.members(run) ?? [];
}

/** Returns what an unknown value is by the declaration of what it was read from: an object of a class of the program. */
export function valueDeclared(run: Run, value: UnknownValue): Value | undefined {
  return value.path.length === value.outlined?.at ? undefined : outlineOf(run, value)?.value?.(run);
}

function outlineOf(run: Run, { outlined, path }: UnknownValue): Outline | undefined {
  let outline = outlined?.outline;
  for (const step of path.slice(outlined?.at))
    outline = outline?.members(run).find(({ key }) => key === step)?.outline;
  return outline;
}
