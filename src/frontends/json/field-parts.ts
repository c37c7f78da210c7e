import type { FieldFact, Owner } from "../../facts/field.js";
import { contentOf, placeOf, type JsonMember, type JsonValue } from "./nodes.js";
import { stepsOf, type Path } from "./paths.js";
import { TemplateText } from "./template-text.js";

/** The object at the start of a path: the body of a recorded request, or an object of which only the name is known. */
export type DataOwner =
  | Extract<Owner, { readonly requests: readonly string[] }>
  | { readonly kind: "object"; readonly name: string };

/** Returns the parts that written and declared properties share. */
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

/** Returns the string value of a property, or the keys of its object. */
export function valueParts(value: JsonValue): Pick<FieldFact, "values" | "contents"> {
  if (value.kind === "string")
    return { values: [{ kind: "text", parts: new TemplateText(contentOf(value)).parts() }] };
  if (value.kind !== "object") return {};
  const contents = value.members.map(
    (member) => [member.key.value, member.value.kind === "string" ? member.value.value : undefined] as const,
  );
  return { contents: Object.fromEntries(contents) };
}
