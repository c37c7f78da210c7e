import type { Credentials } from "../../facts/request.js";
import { siteOf } from "../../analysis/builtins/native.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { knownString } from "../../analysis/evaluation/coerce.js";
import { copyMembers, makeObject, peek } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { UNDEFINED, alternatives, nullishness, type Value } from "../../analysis/evaluation/value.js";
import type { ClientRow } from "./client-row.js";

export function firstGiven(value: Value, otherwise: Value): Value {
  return nullishness(value) === true ? otherwise : value;
}

/** Merges layers of headers. Later ones replace earlier ones. */
export function layered(run: Run, layers: readonly Value[], call: Call): Value {
  const given = layers.filter((layer) => nullishness(layer) !== true);
  if (given.length < 2) return given[0] ?? UNDEFINED;
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  for (const layer of given) copyMembers(run, made.object, layer, siteOf(call));
  return made;
}

export const CREDENTIALS = "Credentials ";

const SCHEMES: ReadonlyMap<string, Credentials> = new Map([
  ["basic", "basic"],
  ["digest", "digest"],
]);

/**
 * Returns the scheme of credentials: of an object that states it, or of a name and a password, perhaps with the way to
 * send them.
 */
export function schemeOf(run: Run, auth: Value, { scheme }: ClientRow): Credentials {
  const found = new Set(
    alternatives(auth)
      .filter((single) => nullishness(single) !== true)
      .map((single): Credentials => {
        if (single.kind !== "object") return "unknown";
        const { className } = single.object;
        if (className.startsWith(CREDENTIALS)) return className.slice(CREDENTIALS.length) as Credentials;
        if (className !== "Array") return "unknown";
        const third = peek(run, single, "2");
        if (nullishness(third) === true) return "basic";
        return SCHEMES.get(knownString(run, third) ?? "") ?? "unknown";
      }),
  );
  const [only] = found;
  if (found.size === 1 && only !== undefined && only !== "unknown") return only;
  return scheme ?? "unknown";
}
