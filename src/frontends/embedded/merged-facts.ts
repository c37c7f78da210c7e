import { touchesOneOf } from "../../core/place-index.js";
import type { Span } from "../../core/span.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { StringKind, StringSetting } from "../../facts/string.js";
import type { Interest } from "../interest.js";

/** Returns whether a block may hold something that becomes a fact. */
export function mayHoldFacts(text: string, interest: Interest): boolean {
  return interest.mayBeOfRequest(text) || interest.scanText(text).length > 0 || holdsName(text, interest);
}

/** Returns whether a text holds the name of a property of interest. */
export function holdsName(text: string, interest: Interest): boolean {
  return [...interest.names].some((one) => text.includes(one));
}

/** Strings that are names of properties. */
const NAMES: ReadonlySet<StringKind> = new Set(["name", "held-name"]);

/** Returns facts of which those outside of the given parts are examples: nobody runs them. */
export function withExamples(facts: FileFacts, programs: readonly Span[]): FileFacts {
  const runs = ({ start }: Span): boolean => programs.some((one) => one.start <= start && start < one.end);
  const shown = <Fact extends { readonly setting: StringSetting }>(fact: Fact, place: Span): Fact => {
    const isRun = (fact.setting !== "code" && fact.setting !== "text") || runs(place);
    return isRun ? fact : { ...fact, setting: "comment" };
  };
  return {
    ...facts,
    requests: facts.requests.map((one) => shown(one, one.site)),
    fields: facts.fields.map((one) => shown(one, one.place)),
    strings: facts.strings.map((one) => shown(one, one.place)),
  };
}

/** Adds the requests of blocks, and the facts that belong to them, to the facts of the plain text. */
export function merged(plain: FileFacts, blocks: readonly FileFacts[]): FileFacts {
  if (blocks.length === 0) return plain;
  const all = <Key extends "fields" | "strings" | "requests" | "comparisons" | "escapes">(key: Key) =>
    blocks.flatMap((facts): readonly FileFacts[Key][number][] => facts[key]);
  const known = new Set(plain.strings.map(({ what, place }) => `${what}:${place.start}`));
  const [fields, requests] = [all("fields"), all("requests")];
  // An open base path in a request is reported with the request.
  const isSent = touchesOneOf(requests.map(({ site }) => site));
  const isField = touchesOneOf(fields.map(({ place }) => place));
  // Only the parsed recording tells that nobody sends it.
  const answers = all("strings").filter(({ setting }) => setting === "answer");
  const isAnswer = touchesOneOf(answers.map(({ place }) => place));
  return {
    ...plain,
    requests: [...plain.requests, ...requests],
    fields: [...plain.fields, ...fields],
    strings: [
      ...plain.strings.filter(
        ({ what, place }) =>
          !isAnswer(place) &&
          !(NAMES.has(what) && isField(place)) &&
          !(what === "open-base" && isSent(place)),
      ),
      ...answers,
      ...all("strings").filter(
        ({ what, place, parts, setting }) =>
          setting !== "answer" && parts.length > 0 && !known.has(`${what}:${place.start}`),
      ),
    ],
    comparisons: [...plain.comparisons, ...all("comparisons")],
    escapes: [...plain.escapes, ...all("escapes")],
  };
}
