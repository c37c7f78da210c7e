import type { PayloadLeaf, PayloadObject } from "../../facts/payload.js";
import type { Log } from "./conversion.js";
import { is, object, type Members } from "./members.js";

/** The members that say how a cluster scales, from both places where they were. */
export interface Scaling {
  readonly diskGB: PayloadLeaf | undefined;
  readonly enabled: PayloadLeaf | undefined;
  readonly scaleDown: PayloadLeaf | undefined;
  readonly min: PayloadLeaf | undefined;
  readonly max: PayloadLeaf | undefined;
}

const NEW_HOME = "replicationSpecs[].regionConfigs[].autoScaling";

/**
 * Merges `autoScaling`, which says whether to scale, with `providerSettings.autoScaling`, which gives the sizes. (Facts
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
  const compute = root?.nested("compute");
  const sizes = ofProvider?.nested("compute");
  const scaling: Scaling = {
    diskGB: agreed(root, ofProvider, "diskGBEnabled", log),
    enabled: agreed(compute, sizes, "enabled", log),
    scaleDown: agreed(compute, sizes, "scaleDownEnabled", log),
    min: agreed(compute, sizes, "minInstanceSize", log),
    max: agreed(compute, sizes, "maxInstanceSize", log),
  };
  const indexing = root?.leaf("autoIndexingEnabled");
  if (root && indexing) {
    log.dropped(root.pathOf("autoIndexingEnabled"), "Nothing replaces it; it was for early access only.");
    if (!is(indexing, false))
      log.doubt(`${root.pathOf("autoIndexingEnabled")} may have been on; it no longer exists.`);
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
    if (second && other && (key === "enabled" || key === "scaleDownEnabled" || key === "diskGBEnabled")) {
      log.block(
        `${second.pathOf(key)} has no counterpart under autoScaling: decide which of the two is right.`,
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
  const { diskGB } = scaling;
  if (root && diskGB) {
    const path = root.pathOf("diskGBEnabled");
    log.moved(path, `${NEW_HOME}.diskGB.enabled`, EVERYWHERE);
    if (diskGB.kind === "opaque" && !diskGB.isDefined)
      log.doubt(`${path} is unknown here; if it is undefined, the new form may have another default.`);
  }
  if (compute && scaling.enabled)
    log.moved(compute.pathOf("enabled"), `${NEW_HOME}.compute.enabled`, EVERYWHERE);
  if (compute && scaling.scaleDown)
    log.moved(compute.pathOf("scaleDownEnabled"), `${NEW_HOME}.compute.scaleDownEnabled`, EVERYWHERE);
}

const EVERYWHERE = "Every region of every element must have the same value.";

/** The sizes that have a meaning: a largest one where compute scales, a smallest one where it scales down. */
function withoutIdleSizes(scaling: Scaling, from: Members | undefined, log: Log): Scaling {
  const path = (key: string): string => from?.pathOf(key) ?? key;
  const scales = !!scaling.enabled && !is(scaling.enabled, false);
  const scalesDown = !!scaling.scaleDown && !is(scaling.scaleDown, false);
  if (is(scaling.enabled, true) && !scaling.max)
    log.block(
      "autoScaling.compute.enabled is on and no maxInstanceSize is given: write the largest size to scale up to.",
    );
  if (is(scaling.scaleDown, true) && !scaling.min)
    log.block(
      "autoScaling.compute.scaleDownEnabled is on and no minInstanceSize is given: write the smallest size to scale down to.",
    );
  const sizes = [
    ["minInstanceSize", scaling.min, scaling.scaleDown, scalesDown, "scaleDownEnabled"],
    ["maxInstanceSize", scaling.max, scaling.enabled, scales, "enabled"],
  ] as const;
  for (const [key, size, flag, isOn, name] of sizes) {
    if (!isOn) {
      if (size) log.dropped(path(key), `It takes effect only with compute.${name}.`);
      continue;
    }
    if (size) log.moved(path(key), `${NEW_HOME}.compute.${key}`, `It is now beside ${name}.`);
    if (flag?.kind === "opaque")
      log.doubt(
        `autoScaling.compute.${name} is unknown here, and ${key} is required beside it only if it is on.`,
      );
  }
  return { ...scaling, min: scalesDown ? scaling.min : undefined, max: scales ? scaling.max : undefined };
}

/** Makes `autoScaling` of a region, each time a new object with the same leaves. */
export function scalingObject({ diskGB, enabled, scaleDown, min, max }: Scaling): PayloadObject {
  const hasCompute =
    enabled !== undefined || scaleDown !== undefined || min !== undefined || max !== undefined;
  return object({
    diskGB: diskGB && object({ enabled: diskGB }),
    compute: hasCompute
      ? object({ enabled, scaleDownEnabled: scaleDown, minInstanceSize: min, maxInstanceSize: max })
      : undefined,
  });
}

/** Adds a doubt about the disk of a new cluster if the body does not mention it. */
export function doubtDisk(scaling: Scaling | undefined, log: Log): void {
  if (!scaling?.diskGB) log.doubtDefault("disk scaling");
}
