import type { Location } from "../../core/span.js";
import type { Run } from "./run.js";
import type { UnknownValue } from "./value.js";

/** The members that the declaration of a type gives to its values in JSON. */
export interface Outline {
  members(run: Run): readonly OutlineMember[];
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
export function membersDeclared(run: Run, { outlined, path }: UnknownValue): readonly OutlineMember[] {
  let outline = outlined?.outline;
  for (const step of path.slice(outlined?.at))
    outline = outline?.members(run).find(({ key }) => key === step)?.outline;
  return outline?.members(run) ?? [];
}
