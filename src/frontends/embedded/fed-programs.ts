import { contains } from "../../core/span.js";
import type { EscapeFact, FileFacts } from "../../facts/file-facts.js";
import type { FieldFact } from "../../facts/field.js";

/**
 * Returns the facts of programs that commands of a shell start. What such a program reads of an unknown value is read
 * of the response that its command gets: `curl … | python3 -c '… json.load(sys.stdin)["srvAddress"]'`.
 */
export function fedBy({ escapes }: FileFacts, programs: readonly FileFacts[]): FileFacts[] {
  const given = escapes.filter(({ what }) => what.kind === "response");
  if (given.length === 0) return [...programs];
  return programs.map((facts) => ({
    ...facts,
    fields: facts.fields.map((field) => ofResponse(field, given)),
  }));
}

function ofResponse(field: FieldFact, given: readonly EscapeFact[]): FieldFact {
  const { access, owner, place, path } = field;
  if (access !== "read" || owner.kind !== "named") return field;
  const found = given.filter((one) => one.place.path === place.path && contains(one.place, place));
  const [first, ...others] = found;
  // A command that gets two responses reads one of them.
  if (first?.what.kind !== "response" || others.length > 0) return field;
  const { requests, path: above } = first.what;
  // The calls before it read the input and parse it.
  const inside = path.slice(path.findLastIndex((step) => step.endsWith("()")) + 1);
  return { ...field, path: [...above, ...inside], owner: { kind: "response", requests } };
}
