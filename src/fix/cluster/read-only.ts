import { stepsOf } from "../../catalog/matchers/properties.js";
import { memberOf, type Payload, type PayloadEntry, type PayloadMember } from "../../facts/payload.js";
import { CONVERTER_TARGET, type Log } from "./conversion.js";
import { isNull, member, notVisible, object } from "./members.js";
import type { Shape } from "./shape.js";

/** The new members of members, or `undefined` to remove one. Members that are not in it stay. */
export type Replacements = Map<PayloadEntry, PayloadMember | undefined>;

/** A value of a response that is in an object at the root in the versioned form. */
interface Moved {
  readonly found: PayloadMember;
  readonly key: string;
}

/**
 * Removes properties that only the service writes. In a response the value moves to the property that replaces it, if
 * that is not there. In a request these properties never had an effect.
 */
export function convertReadOnly(shape: Shape, prefix: string, replacements: Replacements, log: Log): void {
  const path = (found: PayloadMember): string => (prefix === "" ? found.key : `${prefix}.${found.key}`);
  const isAnswer = shape.role === "response";
  const moved = new Map<string, Moved[]>();
  for (const { property, found } of shape.readOnly) {
    const isRemoved = property.status === "removed" && property.since === CONVERTER_TARGET;
    const [home, key] = stepsOf(property.replacement[0] ?? "");
    if (property.status === "read-only" && isAnswer) {
      log.kept(path(found), "It is in responses, and read-only in requests.");
    } else if (isRemoved && isAnswer && log.movedInAnswers.has(property.path)) {
      moved.set(home!, [...(moved.get(home!) ?? []), { found, key: key! }]);
    } else if (isRemoved || shape.isRequest || (property.status === "read-only" && !shape.isNeither)) {
      replacements.set(found, undefined);
      log.dropped(path(found), isRemoved && isAnswer ? property.transform : "It is read-only.");
    }
  }
  for (const [home, values] of moved) moveInto(home, values, shape, path, replacements, log);
}

/** Moves values into an object at the root, which may have other members already. */
function moveInto(
  home: string,
  values: readonly Moved[],
  shape: Shape,
  path: (found: PayloadMember) => string,
  replacements: Replacements,
  log: Log,
): void {
  const present = memberOf(shape.cluster, home);
  const known = present && !isNull(present.value) ? present.value : undefined;
  if (known && known.kind !== "object") {
    log.block(notVisible(home, known));
    return;
  }
  const missing = new Map<string, Payload>();
  for (const { found, key } of values) {
    replacements.set(found, undefined);
    if (isNull(found.value) || (known && memberOf(known, key))) {
      log.dropped(path(found), `${home}.${key} is the same.`);
    } else {
      missing.set(key, found.value);
      log.moved(path(found), `${home}.${key}`, "The value is the same.");
    }
  }
  const added = object(Object.fromEntries(missing));
  const [first] = values.filter(({ key }) => missing.has(key));
  if (!first) return;
  // An object in the text takes them; otherwise they stand where the first of them stood.
  if (!present) replacements.set(first.found, member(home, added));
  else {
    const value: Payload = known
      ? { kind: "object", entries: [...known.entries, ...added.entries], basis: known }
      : added;
    replacements.set(present, { ...present, value, basis: present });
  }
}
