import type { Edit, Finding } from "../../core/finding.js";
import { isRefusal, type Editors } from "../../frontends/editor.js";
import { givesSameValue, successorOf, type FieldFinding } from "./cluster-fields.js";

/** What becomes of the reads of a response. */
export interface ReadChanges {
  readonly edits: readonly Edit[];
  readonly findings: readonly Finding[];
  readonly stops: readonly string[];
  readonly reasons: readonly string[];
}

/** Reads from where the values stand on the versioned API; each place once. */
export function changeReads(reads: readonly FieldFinding[], editors: Editors): ReadChanges {
  const edits: Edit[] = [];
  const stops = new Set<string>();
  const reasons = new Set<string>();
  const findings = new Map<string, Finding>();
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
    const editor = editors(place.path);
    const result = editor?.renameRead(place, successor);
    if (!editor || !result) stops.add(`${place.path} cannot be edited`);
    else if (isRefusal(result)) stops.add(result.refused);
    else edits.push(...result);
    const isConnection = successor[0] === "connectionStrings";
    const usage = editor?.usageOf(place);
    if (isConnection && usage === "taken-apart")
      stops.add(`${name} is taken apart, and ${successor.join(".")} has other parts`);
    else if (isConnection && usage !== "whole" && !(usage === "unknown" && givesSameValue(property)))
      reasons.add(`what is done with ${name} may not fit the options that ${successor.join(".")} ends with`);
    else if (!givesSameValue(property))
      reasons.add(`${successor.join(".")} ends with options that ${name} did not have`);
  }
  return { edits, findings: [...findings.values()], stops: [...stops], reasons: [...reasons] };
}
