import { addAll } from "../../core/add-all.js";
import type { StringFact, StringSetting } from "../../facts/string.js";
import { HOLE_MARK } from "../../facts/text.js";
import type { Interest, StringMatch } from "../interest.js";
import { originBefore, restAfter } from "../plain/scan.js";
import type { EmbeddedDocuments } from "./embedded.js";
import { contentOf, type JsonString, type JsonValue } from "./nodes.js";
import { TemplateText } from "./template-text.js";

/**
 * Finds strings of interest in the keys and values of some documents, and in documents inside their strings.
 *
 * @param answers the values that are headers of responses; links of responses are recognised here
 */
export function stringFacts(
  roots: readonly JsonValue[],
  interest: Interest,
  embedded: EmbeddedDocuments,
  answers: ReadonlySet<JsonValue>,
): StringFact[] {
  const facts: StringFact[] = [];
  const visit = (value: JsonValue, withNames: boolean, around: StringSetting = "data"): void => {
    const setting = answers.has(value) ? "answer" : around;
    switch (value.kind) {
      case "object":
        for (const member of value.members) {
          // A key that is a name is a field, and what a schema requires is one that it declares.
          addAll(facts, scanString(member.key, interest, false, "data"));
          const isProse = PROSE.has(member.key.value);
          const mayName = withNames && !isProse && member.key.value !== "required";
          const isLink = member.key.value === "href" && value.members.some(({ key }) => key.value === "rel");
          visit(member.value, mayName, isProse ? "message" : isLink ? "answer" : setting);
        }
        return;
      case "list":
        for (const item of value.items) visit(item, withNames, setting);
        return;
      case "string": {
        const documents = embedded.in(value);
        for (const root of documents) visit(root, withNames, setting);
        if (documents.length === 0) addAll(facts, scanString(value, interest, withNames, setting));
        return;
      }
      default:
        return;
    }
  };
  for (const root of roots) visit(root, true);
  return facts;
}

/** Keys of which the value tells people something, in JSON Schema, OpenAPI, packages and collections of requests. */
const PROSE = new Set(["description", "markdownDescription", "summary", "$comment", "comment"]);

/** Strings of interest in one string; a placeholder in it is a hole. */
function scanString(
  string: JsonString,
  interest: Interest,
  withNames: boolean,
  setting: StringSetting,
): StringFact[] {
  if (!interest.mayHold(string.value)) return [];
  const template = new TemplateText(contentOf(string));
  const { flat } = template;
  const matches = [...interest.scan(flat), ...interest.versionedBases(flat)];
  return matches.flatMap((match): StringFact[] => {
    if (match.what === "name" && !(withNames && standsAsKey(flat, match))) return [];
    const place = template.locate(match.start, match.end);
    const value = flat.slice(match.start, match.end);
    // Text with escapes or placeholders has no offsets inside, so it is one part.
    const isExact = place.end - place.start === match.end - match.start;
    return [
      {
        kind: "string",
        what: match.what,
        vocabulary: match.vocabulary,
        value,
        rest: restAfter(flat, match.end),
        ...originBefore(flat, match.start),
        ...(value.includes(HOLE_MARK)
          ? { text: { kind: "text", parts: template.parts(match.start, match.end) } }
          : {}),
        place,
        parts: isExact ? [] : [place],
        trace: [],
        setting: match.what === "base-path" || match.what === "other-base" ? setting : "data",
      },
    ];
  });
}

/**
 * Returns whether a property name in a string means the property. Then the string is nothing else, or the name is a key
 * in JSON or code that does not parse by itself. Prose and dotted paths only mention it.
 */
function standsAsKey(text: string, { start, end }: StringMatch): boolean {
  if (start === 0 && end === text.length) return true;
  const quote = text[start - 1];
  if (quote !== '"' && quote !== "'") return false;
  const behind = text.slice(end, end + 20).replace(/^\\+/, "");
  return behind.startsWith(quote) && behind.slice(1).trimStart().startsWith(":");
}
