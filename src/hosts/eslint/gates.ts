import { existsSync } from "node:fs";
import { isCalendarDate } from "../../core/calendar-date.js";
import { prefilterFrom } from "../../engine/prefilter.js";
import { RELEASES, STRONG, WEAK } from "./built-in-anchors.js";
import { Gate } from "./gate.js";
import type { PluginOptions } from "./plugin-options.js";

/** One for each root and each sureness. */
const gates = new Map<string, Gate>();
const MAX_GATES = 8;

/**
 * Returns the gate before the engine, for questions about the built-in vocabularies. Undefined if the engine must run:
 * for other vocabularies, and for options that may be invalid, which the engine reports.
 *
 * @param root absolute
 */
export function gateFor(root: string, options: PluginOptions): Gate | undefined {
  const { vocabulary, target, asOf, minConfidence } = options;
  if (vocabulary !== undefined) return undefined;
  if (target !== undefined && (typeof target !== "string" || !RELEASES.includes(target))) return undefined;
  if (asOf !== undefined && !isCalendarDate(asOf)) return undefined;
  const withWeak = minConfidence === "low";
  const key = `${withWeak ? "weak" : "strong"} ${root}`;
  let gate = gates.get(key);
  if (!gate) {
    // Does not search again for each file for something that was there before; a folder that is deleted gives no finding.
    if (!existsSync(root)) return undefined;
    gate = new Gate(root, prefilterFrom(withWeak ? [...STRONG, ...WEAK] : STRONG));
    const [oldest] = gates.keys();
    if (gates.size >= MAX_GATES && oldest !== undefined) gates.delete(oldest);
    gates.set(key, gate);
  }
  return gate;
}
