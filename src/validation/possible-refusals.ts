import type { Vocabulary } from "../catalog/catalog.js";
import type { ApiError } from "./api-error.js";
import { refusalsOf } from "./refusals.js";

/** Sizes of each class, and regions: what the checks of a cluster tell apart. */
const SIZES: readonly string[] = "M10 M30 M50 R40 R50 M40_NVME M50_NVME M0 M2 M5".split(" ");
const REGIONS: readonly string[] = ["EU_WEST_1", "AP_SOUTH_1", "SA_EAST_1"];

/** Returns texts that stand for all that a member of a body may have, by its name. */
export function textsToTry(name: string): readonly string[] {
  return /instanceSize/i.test(name) ? SIZES : name === "regionName" ? REGIONS : [];
}

/**
 * Returns why the service refuses each of some bodies, which code may send. One that it takes leaves no reason.
 *
 * A value that stands for an unknown one may break something by itself. So the reasons are those of the body with the
 * fewest, which others keep as long as they have no reasons of their own.
 */
export function alwaysRefused(
  endpoint: string,
  version: string,
  bodies: readonly unknown[],
  vocabulary: Vocabulary,
): readonly ApiError[] {
  const refused: (readonly ApiError[])[] = [];
  for (const body of bodies) {
    const errors = refusalsOf(endpoint, version, body, vocabulary);
    if (errors.length === 0) return [];
    refused.push(errors);
  }
  const [first, ...others] = [...refused].sort((one, other) => one.length - other.length);
  if (!first) return [];
  const details = new Set(first.map(({ detail }) => detail));
  const alike = others.filter((errors) => errors.every(({ detail }) => details.has(detail)));
  return first.filter(({ detail }) => alike.every((errors) => errors.some((one) => one.detail === detail)));
}
