import type { Applicability, Finding } from "./finding.js";
import type { Mender } from "./report.js";

const MENDERS: Readonly<Record<Applicability, Mender>> = {
  safe: "safe",
  unsafe: "unsafe",
  "display-only": "person",
};
/** The mildest first. */
const ORDER: readonly Mender[] = ["safe", "unsafe", "person"];

/** What would mend a finding: the best of the fixes that are planned for it. */
export function menderOf({ fixes }: Pick<Finding, "fixes">): Mender {
  const planned = new Set(fixes.map(({ applicability }) => MENDERS[applicability]));
  return ORDER.find((one) => planned.has(one)) ?? "person";
}

/** What mends the harder one of two. */
export function lastOf(a: Mender, b: Mender): Mender {
  return ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b;
}
