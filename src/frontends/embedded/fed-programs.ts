import type { SourceText } from "../../core/source-text.js";
import { contains, type Location } from "../../core/span.js";
import type { EscapeFact, FileFacts } from "../../facts/file-facts.js";
import type { FieldFact } from "../../facts/field.js";
import { hereDocuments } from "./infrastructure.js";

/**
 * Returns the facts of programs that commands of a shell start. What such a program reads of an unknown value, or of a
 * variable of the environment, is read of the response that its command gets: `curl … | python3 -c '…
 * json.load(sys.stdin)["srvAddress"]'`.
 */
export function fedBy(
  source: Pick<SourceText, "text">,
  { escapes }: Pick<FileFacts, "escapes">,
  programs: readonly FileFacts[],
): FileFacts[] {
  const given = escapes.filter(({ what }) => what.kind === "response");
  if (given.length === 0) return [...programs];
  const documents = hereDocuments(source.text).map(([start, end]) => {
    const opening = source.text.lastIndexOf("\n", start - 2) + 1;
    return { start, end, opening };
  });
  const startedBy = (place: Location): readonly EscapeFact[] => {
    // The command is in the line above a here-document.
    const around = documents.find((one) => one.start <= place.start && place.end <= one.end);
    return given.filter(
      ({ place: command }) =>
        command.path === place.path &&
        (contains(command, place) ||
          (around !== undefined && around.opening <= command.start && command.end <= around.start)),
    );
  };
  return programs.map((facts) => ({
    ...facts,
    fields: [
      ...facts.fields.map((field) =>
        field.access === "read" && field.owner.kind === "named"
          ? (ofResponse(field, startedBy(field.place)) ?? field)
          : field,
      ),
      ...(facts.givenReads ?? []).flatMap((field) => {
        const commands = startedBy(field.place);
        return commands.length === 0 ? [] : [ofResponse(field, commands) ?? field];
      }),
    ],
  }));
}

function ofResponse(field: FieldFact, given: readonly EscapeFact[]): FieldFact | undefined {
  const [first, ...others] = given;
  // A command that gets two responses reads one of them.
  if (first?.what.kind !== "response" || others.length > 0) return undefined;
  const { requests, path: above } = first.what;
  // The calls before it read the input and parse it.
  const inside = field.path.slice(field.path.findLastIndex((step) => step.endsWith("()")) + 1);
  return { ...field, path: [...above, ...inside], owner: { kind: "response", requests } };
}
