import type { Interest } from "../interest.js";

const known = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, string>>();

/** Returns the name of the API that has the letters of a name: `mongoURI` for `MongoUri`. Undefined if there is none. */
export function nameByLetters({ names }: Pick<Interest, "names">, name: string): string | undefined {
  let made = known.get(names);
  if (!made) known.set(names, (made = new Map([...names].map((one) => [one.toLowerCase(), one]))));
  return made.get(name.toLowerCase());
}
