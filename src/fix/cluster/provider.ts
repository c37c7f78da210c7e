import type { PayloadLeaf } from "../../facts/payload.js";
import type { Log } from "./conversion.js";
import { is, isOneOf, object, type Members } from "./members.js";
import { TENANTS } from "./shape.js";
import type { PayloadObject } from "../../facts/payload.js";

/** The settings of the provider without its scaling. Each leaf moves to every region. */
export interface Provider {
  readonly name: PayloadLeaf | undefined;
  readonly backing: PayloadLeaf | undefined;
  readonly region: PayloadLeaf | undefined;
  readonly size: PayloadLeaf | undefined;
  readonly effectiveSize: PayloadLeaf | undefined;
  readonly iops: PayloadLeaf | undefined;
  readonly volume: PayloadLeaf | undefined;
  /** The size of a disk type of Azure. It is at the root of the cluster now. */
  readonly disk: PayloadLeaf | undefined;
  readonly isTenant: boolean;
  readonly scaling: Members | undefined;
}

const SHARED_SIZES = ["M0", "M2", "M5", "FLEX"];

/**
 * Takes the settings of the provider apart.
 *
 * @param hasDiskSize whether the body says the size of the disk itself
 */
export function readProvider(settings: Members, hasDiskSize: boolean, log: Log): Provider {
  const { names, old, versioned, region, specs } = log;
  const move = (key: string, to: string, reason: string): PayloadLeaf | undefined => {
    const leaf = settings.leaf(key);
    if (leaf) log.moved(settings.pathOf(key), to, reason);
    return leaf;
  };
  const name = move(names.provider, `${region}.${names.provider}`, "Every region must name its provider.");
  const size = move(old.size, `${specs}.${versioned.size}`, "Every specs object must have its size.");
  const backing = settings.leaf(names.backing);
  const isTenant =
    isOneOf(name, TENANTS) || (name?.kind !== "text" && (!!backing || isOneOf(size, SHARED_SIZES)));
  const encryption = settings.leaf(old.encryption);
  if (encryption)
    log.dropped(
      settings.pathOf(old.encryption),
      "Storage is always encrypted, so it no longer had an effect.",
    );
  const only = (key: string, leaf: PayloadLeaf | undefined, to: string, providers: readonly string[]) =>
    onlyWith(settings.pathOf(key), leaf, to, name, providers, log);
  const provider = {
    name,
    backing: only(names.backing, backing, `${region}.${names.backing}`, TENANTS),
    region: settings.leaf(names.region),
    size,
    effectiveSize: move(
      old.effectiveSize,
      `${region}.${versioned.electable}.${versioned.effectiveSize}`,
      "It belongs to the electable nodes.",
    ),
    iops: only(names.iops, settings.leaf(names.iops), `${specs}.${names.iops}`, ["AWS", "AZURE"]),
    volume: only(old.volume, settings.leaf(old.volume), `${specs}.${versioned.volume}`, ["AWS"]),
    disk: diskSizeOf(settings, hasDiskSize, log),
    isTenant,
    scaling: settings.nested(names.scaling),
  };
  settings.refuseRest();
  return provider;
}

/** A leaf that only some providers have: dropped where the provider is known to be another one. */
function onlyWith(
  path: string,
  leaf: PayloadLeaf | undefined,
  to: string,
  provider: PayloadLeaf | undefined,
  providers: readonly string[],
  log: Log,
): PayloadLeaf | undefined {
  if (!leaf) return undefined;
  if (provider?.kind === "text" && !isOneOf(provider, providers)) {
    log.dropped(path, `Only ${providers.join(" and ")} has it.`);
    return undefined;
  }
  log.moved(path, to, `For ${providers.join(" and ")}.`);
  if (provider?.kind === "opaque")
    log.doubt(`${path} belongs to ${providers.join(" and ")} only, and the provider is unknown here.`);
  return leaf;
}

function diskSizeOf(settings: Members, hasDiskSize: boolean, log: Log): PayloadLeaf | undefined {
  const { diskType } = log.old;
  const { disk } = log.names;
  const type = settings.leaf(diskType);
  if (!type) return undefined;
  const path = settings.pathOf(diskType);
  if (hasDiskSize) {
    log.dropped(path, `${disk} has the size.`);
    return undefined;
  }
  const id = type.kind === "text" ? `disk ${type.value}` : "";
  if (!log.hasDefault(id)) {
    const name =
      type.kind === "text" && /^P\d{1,3}$/.test(type.value) ? type.value : "a disk type that is unknown here";
    log.block(`${path} is ${name}, and its size is not published: write ${disk} instead.`);
    return undefined;
  }
  return log.replaced(path, disk, id);
}

/** Makes the specs of one kind of nodes, each time a new object with the same leaves. */
export function specsObject(
  provider: Provider,
  nodes: PayloadLeaf,
  isElectable: boolean,
  { names, versioned }: Log,
): PayloadObject {
  return object({
    [versioned.size]: provider.size,
    [versioned.effectiveSize]: isElectable ? provider.effectiveSize : undefined,
    [versioned.nodes]: nodes,
    [names.iops]: provider.iops,
    [versioned.volume]: provider.volume,
  });
}

/** Notes what holds for shared sizes whichever form asks for them. */
export function noteSharedSizes({ size }: Provider, path: string, log: Log): void {
  if (is(size, "M2") || is(size, "M5"))
    log.kept(path, "M2 and M5 now create a Flex cluster, in both forms of the API.");
}
