import type { PayloadLeaf, PayloadObject } from "../../facts/payload.js";
import type { Log } from "./conversion.js";
import { is, object, type Members } from "./members.js";

/** The members that say how a cluster scales, from both places where they were. */
export interface Scaling {
  readonly disk: PayloadLeaf | undefined;
  readonly enabled: PayloadLeaf | undefined;
  readonly scaleDown: PayloadLeaf | undefined;
  readonly min: PayloadLeaf | undefined;
  readonly max: PayloadLeaf | undefined;
}

/**
 * Merges the scaling at the root, which says whether to scale, with that of the provider, which gives the sizes. (Facts
 * 1.2; a size in the wrong one of the two is the third most frequent mistake, facts 7.)
 *
 * @returns `undefined` if neither is there
 */
export function readScaling(
  root: Members | undefined,
  ofProvider: Members | undefined,
  log: Log,
): Scaling | undefined {
  if (!root && !ofProvider) return undefined;
  const { names, old } = log;
  const compute = root?.nested(names.compute);
  const sizes = ofProvider?.nested(names.compute);
  const scaling: Scaling = {
    disk: agreed(root, ofProvider, old.diskScaling, log),
    enabled: agreed(compute, sizes, names.scales, log),
    scaleDown: agreed(compute, sizes, names.scalesDown, log),
    min: agreed(compute, sizes, names.smallest, log),
    max: agreed(compute, sizes, names.largest, log),
  };
  const indexing = root?.leaf(old.indexing);
  if (root && indexing) {
    log.dropped(root.pathOf(old.indexing), "Nothing replaces it; it was for early access only.");
    if (!is(indexing, false))
      log.doubt(`${root.pathOf(old.indexing)} may have been on; it no longer exists.`);
  }
  for (const part of [root, ofProvider, compute, sizes]) part?.refuseRest();
  noteMoves(scaling, root, compute, log);
  return withoutIdleSizes(scaling, sizes ?? compute, log);
}

/** Returns a value that may be in either of two places; in both only if they are equal. */
function agreed(
  first: Members | undefined,
  second: Members | undefined,
  key: string,
  log: Log,
): PayloadLeaf | undefined {
  const one = first?.leaf(key);
  const other = second?.leaf(key);
  if (!first || !one || !other) {
    // Known of clients that used one structure for both places; the service never documented it.
    if (second && other && key !== log.names.smallest && key !== log.names.largest) {
      log.block(
        `${second.pathOf(key)} has no counterpart under ${log.names.scaling}: decide which of the two is right.`,
      );
    }
    return one ?? other;
  }
  if (one.kind !== "opaque" && other.kind === one.kind && one.value === other.value) {
    log.dropped(second!.pathOf(key), `${first.pathOf(key)} has the same value.`);
  } else {
    log.block(`${first.pathOf(key)} and ${second!.pathOf(key)} differ: decide which of the two is right.`);
  }
  return one;
}

function noteMoves(
  scaling: Scaling,
  root: Members | undefined,
  compute: Members | undefined,
  log: Log,
): void {
  const { disk } = scaling;
  const { names, old, versioned } = log;
  const home = homeIn(log);
  if (root && disk) {
    const path = root.pathOf(old.diskScaling);
    log.moved(path, `${home}.${versioned.diskScaling}.${names.scales}`, EVERYWHERE);
    if (disk.kind === "opaque" && !disk.isDefined)
      log.doubt(`${path} is unknown here; if it is undefined, the new form may have another default.`);
  }
  if (compute && scaling.enabled)
    log.moved(compute.pathOf(names.scales), `${home}.${names.compute}.${names.scales}`, EVERYWHERE);
  if (compute && scaling.scaleDown)
    log.moved(compute.pathOf(names.scalesDown), `${home}.${names.compute}.${names.scalesDown}`, EVERYWHERE);
}

/** The path of the scaling of every region, for sentences. */
function homeIn({ region, names }: Log): string {
  return `${region}.${names.scaling}`;
}

const EVERYWHERE = "Every region of every element must have the same value.";

/** The sizes that have a meaning: a largest one where compute scales, a smallest one where it scales down. */
function withoutIdleSizes(scaling: Scaling, from: Members | undefined, log: Log): Scaling {
  const { names } = log;
  const compute = `${names.scaling}.${names.compute}`;
  const path = (key: string): string => from?.pathOf(key) ?? key;
  const scales = !!scaling.enabled && !is(scaling.enabled, false);
  const scalesDown = !!scaling.scaleDown && !is(scaling.scaleDown, false);
  if (is(scaling.enabled, true) && !scaling.max)
    log.block(
      `${compute}.${names.scales} is on and no ${names.largest} is given: write the largest size to scale up to.`,
    );
  if (is(scaling.scaleDown, true) && !scaling.min)
    log.block(
      `${compute}.${names.scalesDown} is on and no ${names.smallest} is given: write the smallest size to scale down to.`,
    );
  const sizes = [
    [names.smallest, scaling.min, scaling.scaleDown, scalesDown, names.scalesDown],
    [names.largest, scaling.max, scaling.enabled, scales, names.scales],
  ] as const;
  for (const [key, size, flag, isOn, name] of sizes) {
    if (!isOn) {
      if (size) log.dropped(path(key), `It takes effect only with ${names.compute}.${name}.`);
      continue;
    }
    if (size) log.moved(path(key), `${homeIn(log)}.${names.compute}.${key}`, `It is now beside ${name}.`);
    if (flag?.kind === "opaque")
      log.doubt(`${compute}.${name} is unknown here, and ${key} is required beside it only if it is on.`);
  }
  return { ...scaling, min: scalesDown ? scaling.min : undefined, max: scales ? scaling.max : undefined };
}

/** Makes the scaling of a region, each time a new object with the same leaves. */
export function scalingObject(
  { disk, enabled, scaleDown, min, max }: Scaling,
  { names, versioned }: Log,
): PayloadObject {
  const hasCompute =
    enabled !== undefined || scaleDown !== undefined || min !== undefined || max !== undefined;
  return object({
    [versioned.diskScaling]: disk && object({ [names.scales]: disk }),
    [names.compute]: hasCompute
      ? object({
          [names.scales]: enabled,
          [names.scalesDown]: scaleDown,
          [names.smallest]: min,
          [names.largest]: max,
        })
      : undefined,
  });
}

/** Adds a doubt about the disk of a new cluster if the body does not mention it. */
export function doubtDisk(scaling: Scaling | undefined, log: Log): void {
  if (!scaling?.disk) log.doubtDefault("disk scaling");
}
