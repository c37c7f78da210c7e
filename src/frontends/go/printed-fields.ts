import type { Outline, OutlineMember } from "../../analysis/evaluation/outlines.js";
import { OPERATIONS_PER_STEP } from "../../analysis/evaluation/work.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { hasMethod } from "./declared-types.js";
import { structOf, typeOf, type GoField, type GoType } from "./types.js";

/** Returns what `encoding/json` writes of the values of a type. */
export function outlineOf(type: GoType): Outline {
  const outline: Outline = {
    members: (run) =>
      printedFields(run, type).map((field): OutlineMember => {
        const { place, isAlways } = field;
        const inner = structOf(field.type);
        return { key: keyOf(field), place, isAlways, outline: inner && outlineOf(inner) };
      }),
  };
  types.set(outline, type);
  return outline;
}

const types = new WeakMap<Outline, GoType>();

/** Returns the struct whose outline this is. */
export function typeOfOutline(outline: Outline | undefined): GoType | undefined {
  return outline && types.get(outline);
}

/** A field that `encoding/json` writes. */
interface PrintedField extends GoField {
  /** True if it writes the field whatever the value is. */
  readonly isAlways: boolean;
}

/** A struct whose fields are written as fields of the struct that embeds it. */
interface Embedded {
  readonly type: GoType;
  /** False if a pointer embeds it, which may be nil. */
  readonly isAlways: boolean;
}

/**
 * Returns the fields that `encoding/json` writes of a struct, with those of structs that it embeds. Each struct is looked
 * at once and each key has one field, so structs that embed each other give no more than they declare.
 */
export function printedFields(run: Run, type: GoType): readonly PrintedField[] {
  const byKey = new Map<string, PrintedField | undefined>();
  const seen = new Set([type]);
  let level: readonly Embedded[] = [{ type, isAlways: true }];
  while (level.length > 0) {
    const [fields, embedded]: [PrintedField[], Embedded[]] = [[], []];
    for (const one of level) lookInto(run, one, fields, embedded);
    // A field hides those with the same key that are embedded more deeply.
    const hidden = new Set(byKey.keys());
    for (const field of fields) {
      const key = keyOf(field);
      if (!hidden.has(key)) byKey.set(key, byKey.has(key) ? oneOf(byKey.get(key), field) : field);
    }
    level = embedded.filter((one) => {
      if (seen.has(one.type) || !run.mayLookInto(OPERATIONS_PER_STEP)) return false;
      seen.add(one.type);
      return true;
    });
  }
  return [...byKey.values()].filter((field) => field !== undefined);
}

/** Of two fields with the same key at the same depth, the one with a tag is written. Without one, none is. */
function oneOf(first: PrintedField | undefined, second: PrintedField): PrintedField | undefined {
  if ((first?.key === undefined) === (second.key === undefined)) return undefined;
  return second.key === undefined ? first : second;
}

/** Adds the fields that a struct itself declares, and the structs that it embeds. */
function lookInto(
  run: Run,
  { type, isAlways }: Embedded,
  fields: PrintedField[],
  embedded: Embedded[],
): void {
  if (["MarshalJSON", "MarshalText"].some((one) => hasMethod(run, type, one))) return;
  for (const field of type.fields?.(run).values() ?? []) {
    const { key, name, options } = field;
    if (key === "-") continue;
    const kind = typeOf(field.type)?.kind;
    const inner = field.isEmbedded && key === undefined ? structOf(field.type) : undefined;
    if (inner) {
      embedded.push({ type: inner, isAlways: isAlways && kind !== "pointer" });
    } else if (/^\p{Lu}/u.test(name)) {
      // A struct is never empty.
      const isEmpty = options.includes("omitempty") && kind !== "struct";
      fields.push({ ...field, isAlways: isAlways && !isEmpty && !options.includes("omitzero") });
    }
  }
}

function keyOf({ key, name }: GoField): string {
  return key ?? name;
}

/** Returns the JSON key of a field without a tag. Go reads such keys in any case. */
export function keyOfUntagged({ interest }: Run, name: string): string {
  const lower = name.toLowerCase();
  for (const known of interest.names) if (known.toLowerCase() === lower) return known;
  return name;
}
