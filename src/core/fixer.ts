import type { Applicability, Finding, Fix } from "./finding.js";
import type { Fixer } from "./report.js";

const FIXERS: Readonly<Record<Applicability, Fixer>> = {
  safe: "safe",
  unsafe: "unsafe",
  "display-only": "person",
};
/** The easiest first. */
const ORDER: readonly Fixer[] = ["safe", "unsafe", "person"];

/** Returns who can fix a finding, by the best of its planned fixes. */
export function fixerOf({ fixes }: Pick<Finding, "fixes">): Fixer {
  const planned = new Set(fixes.map(({ applicability }) => FIXERS[applicability]));
  return ORDER.find((one) => planned.has(one)) ?? "person";
}

/** Returns the planned fix that is easiest to apply. */
export function bestFix({ fixes }: Pick<Finding, "fixes">): Fix | undefined {
  const fixer = fixerOf({ fixes });
  return fixes.find(({ applicability }) => FIXERS[applicability] === fixer);
}

/** Returns who can fix the harder one of two. */
export function lastOf(a: Fixer, b: Fixer): Fixer {
  return ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b;
}
