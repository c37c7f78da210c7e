import type { Applicability } from "../../core/finding.js";
import type { Location } from "../../core/span.js";
import { isRefusal, type DeclaredText, type Editors } from "../../frontends/editor.js";
import { connectedGroups } from "../../core/connected-groups.js";
import type { Move } from "./move.js";

/** Constants by `constantKey`. */
export type Constants = ReadonlyMap<string, DeclaredText>;

/** Returns the key of the constant for a text in a file. */
export function constantKey(path: string, value: string): string {
  return `${path}\n${value}`;
}

/** A place that a media type is written at, in a new header or in one that has another value. */
export interface MediaTypePlace {
  readonly place: Location;
  readonly value: string;
}

/** Creates constants, and decides which units may share them. */
export interface ConstantStyle {
  /** True if a constant holds a media type that three or more places of a file need. */
  readonly hoistMediaType?: boolean;
  /** True if units that are unsafe are applied like those that are safe. */
  readonly withUnsafe?: boolean;
}

/** The parts of a plan that constants depend on. */
export interface MediaTypePlan {
  readonly moves: readonly Move[];
  readonly applicability: Applicability;
  readonly mediaTypes: readonly MediaTypePlace[];
}

/** Fewer places read better with the media type in them. */
const MIN_PLACES = 3;

const NAME = "API_MEDIA_TYPE";

/**
 * Adds a constant to each file in which enough places need a media type. Plans that share a constant are merged, so
 * only those that are applied in the same way do.
 *
 * @param planFor makes a plan with constants
 */
export function withConstants<Plan extends MediaTypePlan>(
  plans: readonly Plan[],
  editors: Editors,
  { hoistMediaType = false, withUnsafe = false }: ConstantStyle,
  planFor: (moves: readonly Move[], constants: Constants) => Plan,
): readonly Plan[] {
  if (!hoistMediaType) return plans;
  const keyOf: KeyOf = ({ applicability }, { place, value }) =>
    `${withUnsafe && applicability === "unsafe" ? "safe" : applicability}\n${constantKey(place.path, value)}`;
  const keysOf = (plan: Plan): string[] => plan.mediaTypes.map((place) => keyOf(plan, place));
  const constants = constantsFor(plans, editors, keyOf);
  const numbers = new Map(plans.map((plan, index) => [plan, String(index)]));
  const sharedKeys = (plan: Plan): string[] => [
    numbers.get(plan)!,
    ...keysOf(plan).filter((key) => constants.has(key)),
  ];
  return connectedGroups(plans, sharedKeys).flatMap((group) => {
    const keys = new Set(group.flatMap(keysOf));
    const own = [...constants].flatMap(([key, { of, declared }]) =>
      keys.has(key) ? [[of, declared] as const] : [],
    );
    if (own.length === 0) return group;
    const together = planFor(
      group.flatMap(({ moves }) => moves),
      new Map(own),
    );
    return together.applicability === leastSafe(group) ? [together] : group;
  });
}

/** Tells apart what cannot share a constant. */
type KeyOf = (plan: MediaTypePlan, place: MediaTypePlace) => string;

interface Constant {
  /** Its `constantKey`. */
  readonly of: string;
  readonly declared: DeclaredText;
}

/** Returns the media types that should become a constant, by `keyOf`: for each file the one that it needs most. */
function constantsFor(
  plans: readonly MediaTypePlan[],
  editors: Editors,
  keyOf: KeyOf,
): Map<string, Constant> {
  const needed = new Map<string, { places: Location[]; value: string }>();
  for (const plan of plans) {
    if (plan.applicability === "display-only") continue;
    for (const { place, value } of plan.mediaTypes) {
      const key = keyOf(plan, { place, value });
      const { places } = needed.get(key) ?? { places: [] };
      needed.set(key, { places: [...places, place], value });
    }
  }
  const constants = new Map<string, Constant>();
  const served = new Set<string>();
  for (const [key, { places, value }] of [...needed].sort(
    ([, a], [, b]) => b.places.length - a.places.length,
  )) {
    const { path } = places[0]!;
    // Two of them would be declared at one point.
    if (places.length < MIN_PLACES || served.has(path)) continue;
    const declared = editors(path)?.declareText?.(NAME, value, places);
    if (!declared || isRefusal(declared)) continue;
    served.add(path);
    constants.set(key, { of: constantKey(path, value), declared });
  }
  return constants;
}

function leastSafe(plans: readonly MediaTypePlan[]): Applicability {
  return plans.some(({ applicability }) => applicability === "unsafe") ? "unsafe" : plans[0]!.applicability;
}
