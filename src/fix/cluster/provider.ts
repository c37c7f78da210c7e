import type { PayloadLeaf } from "../../facts/payload.js";
import type { Log } from "./conversion.js";
import { is, isOneOf, object, type Members } from "./members.js";
import { TENANTS } from "./shape.js";
import type { PayloadObject } from "../../facts/payload.js";

/** The members of `providerSettings` without its scaling. Each leaf moves to every region. */
export interface Provider {
  readonly providerName: PayloadLeaf | undefined;
  readonly backingProviderName: PayloadLeaf | undefined;
  readonly regionName: PayloadLeaf | undefined;
  readonly instanceSize: PayloadLeaf | undefined;
  readonly effectiveInstanceSize: PayloadLeaf | undefined;
  readonly diskIOPS: PayloadLeaf | undefined;
  readonly ebsVolumeType: PayloadLeaf | undefined;
  /** `diskTypeName` of Azure, which is a size at the root of the cluster now. */
  readonly diskSizeGB: PayloadLeaf | undefined;
  readonly isTenant: boolean;
  readonly scaling: Members | undefined;
}

const REGION = "replicationSpecs[].regionConfigs[]";
const SPECS = `${REGION}.{electable,readOnly,analytics}Specs`;

const SHARED_SIZES = ["M0", "M2", "M5", "FLEX"];

/**
 * Takes `providerSettings` apart.
 *
 * @param hasDiskSize whether the body says `diskSizeGB` itself
 */
export function readProvider(settings: Members, hasDiskSize: boolean, log: Log): Provider {
  const move = (key: string, to: string, reason: string): PayloadLeaf | undefined => {
    const leaf = settings.leaf(key);
    if (leaf) log.moved(settings.pathOf(key), to, reason);
    return leaf;
  };
  const providerName = move("providerName", `${REGION}.providerName`, "Every region must name its provider.");
  const instanceSize = move(
    "instanceSizeName",
    `${SPECS}.instanceSize`,
    "Every specs object must have its size.",
  );
  const backing = settings.leaf("backingProviderName");
  const isTenant =
    isOneOf(providerName, TENANTS) ||
    (providerName?.kind !== "text" && (!!backing || isOneOf(instanceSize, SHARED_SIZES)));
  const encryption = settings.leaf("encryptEBSVolume");
  if (encryption)
    log.dropped(
      settings.pathOf("encryptEBSVolume"),
      "Storage is always encrypted, so it no longer had an effect.",
    );
  const only = (key: string, leaf: PayloadLeaf | undefined, to: string, providers: readonly string[]) =>
    onlyWith(settings.pathOf(key), leaf, to, providerName, providers, log);
  const provider = {
    providerName,
    backingProviderName: only("backingProviderName", backing, `${REGION}.backingProviderName`, TENANTS),
    regionName: settings.leaf("regionName"),
    instanceSize,
    effectiveInstanceSize: move(
      "effectiveInstanceSizeName",
      `${REGION}.electableSpecs.effectiveInstanceSize`,
      "It belongs to the electable nodes.",
    ),
    diskIOPS: only("diskIOPS", settings.leaf("diskIOPS"), `${SPECS}.diskIOPS`, ["AWS", "AZURE"]),
    ebsVolumeType: only("volumeType", settings.leaf("volumeType"), `${SPECS}.ebsVolumeType`, ["AWS"]),
    diskSizeGB: diskSizeOf(settings, hasDiskSize, log),
    isTenant,
    scaling: settings.nested("autoScaling"),
  };
  settings.refuseRest();
  return provider;
}

/** A leaf that only some providers have: dropped where the provider is known to be another one. */
function onlyWith(
  path: string,
  leaf: PayloadLeaf | undefined,
  to: string,
  providerName: PayloadLeaf | undefined,
  providers: readonly string[],
  log: Log,
): PayloadLeaf | undefined {
  if (!leaf) return undefined;
  if (providerName?.kind === "text" && !isOneOf(providerName, providers)) {
    log.dropped(path, `Only ${providers.join(" and ")} has it.`);
    return undefined;
  }
  log.moved(path, to, `For ${providers.join(" and ")}.`);
  if (providerName?.kind === "opaque")
    log.doubt(`${path} belongs to ${providers.join(" and ")} only, and the provider is unknown here.`);
  return leaf;
}

function diskSizeOf(settings: Members, hasDiskSize: boolean, log: Log): PayloadLeaf | undefined {
  const type = settings.leaf("diskTypeName");
  if (!type) return undefined;
  const path = settings.pathOf("diskTypeName");
  if (hasDiskSize) {
    log.dropped(path, "diskSizeGB has the size.");
    return undefined;
  }
  const id = type.kind === "text" ? `disk ${type.value}` : "";
  if (!log.hasDefault(id)) {
    const name =
      type.kind === "text" && /^P\d{1,3}$/.test(type.value) ? type.value : "a disk type that is unknown here";
    log.block(`${path} is ${name}, and its size is not published: write diskSizeGB instead.`);
    return undefined;
  }
  return log.replaced(path, "diskSizeGB", id);
}

/** Makes `electableSpecs` or a similar object, each time a new object with the same leaves. */
export function specsObject(provider: Provider, nodeCount: PayloadLeaf, isElectable: boolean): PayloadObject {
  return object({
    instanceSize: provider.instanceSize,
    effectiveInstanceSize: isElectable ? provider.effectiveInstanceSize : undefined,
    nodeCount,
    diskIOPS: provider.diskIOPS,
    ebsVolumeType: provider.ebsVolumeType,
  });
}

/** Notes what holds for shared sizes whichever form asks for them. */
export function noteSharedSizes({ instanceSize }: Provider, path: string, log: Log): void {
  if (is(instanceSize, "M2") || is(instanceSize, "M5"))
    log.kept(path, "M2 and M5 now create a Flex cluster, in both forms of the API.");
}
