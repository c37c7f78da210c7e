import { leavesOf, type Payload, type PayloadLeaf, type PayloadOpaque } from "../../facts/payload.js";
import type { Log } from "./conversion.js";

/**
 * Checks that a conversion keeps the effects of expressions: an expression with effects is still evaluated exactly
 * once, and no expression is repeated that cannot be.
 *
 * @param nameOf the path of an expression, for messages
 */
export function checkEffects(
  before: Payload,
  after: Payload,
  nameOf: (leaf: PayloadLeaf) => string,
  log: Log,
): void {
  const counts = new Map<PayloadLeaf, number>();
  for (const leaf of leavesOf(after)) counts.set(leaf, (counts.get(leaf) ?? 0) + 1);
  for (const leaf of leavesOf(before)) {
    if (leaf.kind !== "opaque") continue;
    const count = counts.get(leaf) ?? 0;
    if (count > 1 && (leaf.hasEffects || !leaf.isCopyable)) {
      log.block(
        `${nameOf(leaf)} is needed in ${count} places, and its expression must not be evaluated more than once: put it into a variable first.`,
      );
    } else if (count === 0 && leaf.hasEffects) {
      log.block(`${nameOf(leaf)} is removed, and its evaluation may have an effect: move it out first.`);
    }
  }
  const ordered = (payload: Payload): PayloadOpaque[] =>
    [...leavesOf(payload)].filter((leaf) => leaf.kind === "opaque").filter(({ hasEffects }) => hasEffects);
  const [one, other] = [ordered(before), ordered(after)];
  if (one.length !== other.length || one.every((leaf, index) => leaf === other[index])) return;
  if (one.some(({ isSequential }) => isSequential))
    log.block(
      "Expressions that wait or write would be evaluated in another order: put them into variables first.",
    );
  else log.doubt("Expressions with possible effects are evaluated in another order.");
}
