import type { Edit, Finding } from "../../core/finding.js";
import type { HandOverFact } from "../../facts/file-facts.js";
import { isRefusal, type Editors, type NewRead } from "../../frontends/editor.js";
import { givesSameValue, successorOf, type FieldFinding } from "./cluster-fields.js";

/** What becomes of the reads of a response. */
export interface ReadChanges {
  readonly edits: readonly Edit[];
  readonly findings: readonly Finding[];
  readonly stops: readonly string[];
  readonly reasons: readonly string[];
}

/** Drivers take a connection string with options as well as one without. */
const DRIVERS = /connect|client/i;

/** Reads from where the values stand on the versioned API; each place once. */
export function changeReads(
  reads: readonly FieldFinding[],
  handOvers: readonly HandOverFact[],
  editors: Editors,
): ReadChanges {
  const stops = new Set<string>();
  const reasons = new Set<string>();
  const findings = new Map<string, Finding>();
  const renamed = new Map<string, NewRead[]>();
  for (const { finding, field, property } of reads) {
    const { place } = finding;
    const key = `${place.path}:${place.start}:${finding.property ?? ""}`;
    if (findings.has(key)) continue;
    findings.set(key, finding);
    const successor = property && successorOf(property);
    const name = finding.property ?? field.name;
    if (!property || !successor || field.access !== "read" || property.status !== "removed") {
      stops.add(`${name} is read of its answer, and no single property replaces it`);
      continue;
    }
    renamed.set(place.path, [...(renamed.get(place.path) ?? []), { place, path: successor }]);
    if (givesSameValue(property)) continue;
    const usage = editors(place.path)?.usageOf(place);
    const shown = shownTo(field.owner, field.name, handOvers);
    if (usage === "concatenated" || usage === "taken-apart")
      stops.add(`${name} is ${USED[usage]}, and ${successor.join(".")} ends with options`);
    else if (usage !== "whole" || shown)
      reasons.add(
        `${successor.join(".")} ends with options that ${name} did not have${shown ? `, and ${shown.to} gets it` : ""}`,
      );
  }
  const edits: Edit[] = [];
  for (const [path, own] of renamed) {
    const result = editors(path)?.renameReads(own) ?? { refused: `${path} cannot be edited` };
    if (isRefusal(result)) stops.add(result.refused);
    else edits.push(...result);
  }
  return { edits, findings: [...findings.values()], stops: [...stops], reasons: [...reasons] };
}

const USED = { concatenated: "a part of another string", "taken-apart": "taken apart" } as const;

/** Who gets the value and is no driver. */
function shownTo(
  owner: FieldFinding["field"]["owner"],
  name: string,
  handOvers: readonly HandOverFact[],
): HandOverFact | undefined {
  if (!("requests" in owner)) return undefined;
  return handOvers.find(
    ({ what, to }) =>
      what.kind === "response" &&
      what.path.at(-1) === name &&
      what.requests.some((id) => owner.requests.includes(id)) &&
      !DRIVERS.test(to),
  );
}
