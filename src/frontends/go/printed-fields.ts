import type { Outline, OutlineMember } from "../../analysis/evaluation/outlines.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { hasMethod, structOf, typeOf, type GoField, type GoType } from "./types.js";

/** So many structs that embed each other are looked at. */
const MAX_EMBEDDED = 8;

/** Returns what `encoding/json` writes of the values of a type. */
export function outlineOf(type: GoType): Outline {
  return {
    members: (run) =>
      printedFields(run, type).map(({ key, name, place, type: of, isAlways }): OutlineMember => {
        const inner = structOf(of);
        return { key: key ?? name, place, isAlways, outline: inner && outlineOf(inner) };
      }),
  };
}

/** A field that `encoding/json` writes. */
interface PrintedField extends GoField {
  /** True if it writes the field whatever the value is. */
  readonly isAlways: boolean;
}

/** Returns the fields that `encoding/json` writes of a struct, with those of structs that it embeds. */
export function printedFields(run: Run, type: GoType, depth = 0): readonly PrintedField[] {
  if (depth > MAX_EMBEDDED || ["MarshalJSON", "MarshalText"].some((one) => hasMethod(run, type, one)))
    return [];
  return [...(type.fields?.(run).values() ?? [])].flatMap((field): readonly PrintedField[] => {
    const { key, name, isEmbedded, options } = field;
    if (key === "-") return [];
    const inner = isEmbedded && key === undefined ? structOf(field.type) : undefined;
    const isPointer = typeOf(field.type)?.kind === "pointer";
    if (inner)
      return printedFields(run, inner, depth + 1).map((one) =>
        isPointer ? { ...one, isAlways: false } : one,
      );
    if (!/^\p{Lu}/u.test(name)) return [];
    // A struct is never empty.
    const isEmpty = options.includes("omitempty") && typeOf(field.type)?.kind !== "struct";
    return [{ ...field, isAlways: !isEmpty && !options.includes("omitzero") }];
  });
}

/** Returns the JSON key of a field without a tag. Go reads such keys in any case. */
export function keyOfUntagged({ interest }: Run, name: string): string {
  const lower = name.toLowerCase();
  for (const known of interest.names) if (known.toLowerCase() === lower) return known;
  return name;
}
