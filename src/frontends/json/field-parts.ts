import type { FieldFact, Owner } from "../../facts/field.js";
import { contentOf, placeOf, type JsonMember, type JsonValue } from "./nodes.js";
import { stepsOf, type Path } from "./paths.js";
import { TemplateText } from "./template-text.js";

/** What is known of the object that paths start at: the body of a recorded request, or only what it is called. */
export type DataOwner =
  | Extract<Owner, { readonly requests: readonly string[] }>
  | { readonly kind: "object"; readonly name: string };

/** What a written and a declared property have in common. */
export function commonParts(member: JsonMember, path: Path) {
  const { key, value } = member;
  return {
    kind: "field",
    name: key.value,
    place: placeOf(key),
    extent: placeOf(key, value),
    path: stepsOf(path, key.value),
    trace: [],
    setting: "data",
  } as const;
}

/** The string that a property is given, or the keys of the object. */
export function valueParts(value: JsonValue): Pick<FieldFact, "values" | "contents"> {
  if (value.kind === "string")
    return { values: [{ kind: "text", parts: new TemplateText(contentOf(value)).parts() }] };
  if (value.kind !== "object") return {};
  const contents = value.members.map(
    (member) => [member.key.value, member.value.kind === "string" ? member.value.value : undefined] as const,
  );
  return { contents: Object.fromEntries(contents) };
}
