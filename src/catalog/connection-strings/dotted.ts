import type { Confidence } from "../../core/finding.js";
import { HOLE_MARK } from "../../facts/text.js";
import type { ConnectionStringKind, HostReading, HostSetting, Provider, Reading } from "./kinds.js";
import type { NodeLabel } from "./labels.js";
import {
  readLeadingEndpoint,
  readNode,
  readPeering,
  readPortMapped,
  readTrailingEndpoint,
  readable,
} from "./labels.js";
import { isShardedPort } from "./ports.js";
import { explainRegion, isCertainRegion, readRegion, type RegionReading } from "./regions.js";

/** The name of processes in new clusters: six characters that are not the cluster's name (specification, rule 3). */
const INTERNAL = /^atlas-[a-z0-9]{6}$/;
/** Nodes of the free and shared tiers, as observed. */
const SHARED_TIER = /^ac-[a-z0-9]{7}$/;

/**
 * Reads the first of two labels, the form since 31 March 2020: `<label>.<suffix>[.azure|.gcp].<domain>`. The order of
 * tests is that of the public documents and includes the specification's rule 1.
 */
export function readDotted(label: string, suffix: string, setting: HostSetting): HostReading {
  const reading = setting.form === "srv" ? readSrv(label, setting) : readDirect(label, setting);
  const separator = `There is a period before the project suffix ${readable(suffix)}, so this is not the legacy form.`;
  return {
    ...reading,
    suffix,
    reasons: [separator, ...reading.reasons],
    readings: reading.readings.map((other) => ({ suffix, ...other })),
  };
}

function readDirect(label: string, setting: HostSetting): HostReading {
  const region = readLeadingEndpoint(label);
  if (region !== undefined) return readDirectEndpoint(region, setting);
  const node = readNode(label);
  if (node?.rest === "-pri") {
    const reason = "-pri before the project suffix means private IPs for peering.";
    return plain("peering.direct", node, reason, setting);
  }
  if (node?.rest === "") return readStandardNode(node, setting);
  const srv = readSrv(label, setting);
  return {
    kind: "unknown",
    cluster: srv.cluster,
    provider: srv.provider,
    readings: [
      {
        kind: srv.kind,
        cluster: srv.cluster,
        sentence: "With +srv after the scheme it would be an SRV string.",
      },
    ],
    reasons: [
      "The host does not name a node (-shard-00-00), as a direct string does. It has the form of an SRV name.",
    ],
    confidence: "medium",
    open: label.endsWith(HOLE_MARK),
  };
}

function readStandardNode(node: NodeLabel, setting: HostSetting): HostReading {
  const marker = `-${node.role}-${readable(node.shard)}-${readable(node.node)} names a node.`;
  const { cluster, shard } = node;
  if (INTERNAL.test(cluster)) {
    const reason = `${cluster} is an internal identifier, not a cluster name.`;
    return plain("internal-identifier", node, reason, setting);
  }
  if (setting.providerLabel !== undefined) {
    const notLegacy = "A provider label alone does not make a string legacy: the separator decides.";
    return plain("standard.provider-label", node, `${marker} ${notLegacy}`, setting);
  }
  if (SHARED_TIER.test(cluster)) {
    const reason = `${marker} ac- and seven characters mean the free, shared and flex tiers.`;
    const reading = plain("standard.direct.shared-tier", node, reason, setting);
    const sentence = `A cluster can have the name ${cluster}.`;
    return { ...reading, readings: [{ kind: "standard.direct", cluster, sentence }] };
  }
  const sharded = whySharded(node, setting);
  if (sharded !== undefined) return plain("standard.direct.sharded", node, `${marker} ${sharded}`, setting);
  const reading = plain("standard.direct", node, marker, setting);
  if (Number(shard) === 0) return reading;
  const sentence = "A shard number other than 00 may belong to a sharded cluster.";
  return { ...reading, readings: [{ kind: "standard.direct.sharded", cluster, sentence }] };
}

/**
 * Evidence that a node belongs to a sharded cluster. Shard 01 alone is none, because samples of standard strings have
 * it, too; then it is only the second reading.
 */
function whySharded({ role, shard }: NodeLabel, { port, data }: HostSetting): string | undefined {
  if (role === "config") return "Only sharded clusters have config servers.";
  if (Number(shard) > 1) return `Shard ${shard} belongs to a sharded cluster.`;
  if (port !== undefined && isShardedPort(port, data))
    return "Only nodes of sharded clusters have this port.";
  return undefined;
}

function readDirectEndpoint(text: string, setting: HostSetting): HostReading {
  const marker = "A first label pl- means a private endpoint.";
  const region = readRegion(text, setting.data);
  if (!region) {
    const reasons = [marker, `${readable(text)} is not a region that shows the provider.`];
    return {
      kind: "private-endpoint.direct",
      provider: setting.provider,
      readings: [],
      reasons,
      confidence: "medium",
    };
  }
  const parsed = {
    provider: region.provider,
    region: region.region,
    reasons: [marker, explainRegion(region)],
    readings: [],
    confidence: confidenceOf(region),
  };
  switch (region.provider) {
    case "AZURE":
      parsed.reasons.push(
        "The direct form does not show whether the setting for regionalized endpoints is on.",
      );
      return { ...parsed, kind: "private-endpoint.azure.direct" };
    case "GCP":
      return { ...parsed, kind: "private-endpoint.gcp.direct" };
    case "AWS":
      if (region.zone !== undefined) {
        return { ...parsed, kind: "private-endpoint.aws.direct", regionalized: false };
      }
      return {
        ...parsed,
        kind: "private-endpoint.aws.regionalized.direct",
        readings: [
          {
            kind: "private-endpoint.aws.direct",
            sentence: "Strings that are not regionalized were also seen without a zone letter.",
          },
        ],
      };
  }
}

function readSrv(label: string, setting: HostSetting): HostReading {
  const asName: Reading = {
    kind: setting.providerLabel === undefined ? "standard.srv" : "standard.provider-label",
    cluster: label,
    sentence: `A cluster can have the name ${readable(label)}; the SRV form does not show it.`,
  };
  const leading = readLeadingEndpoint(label);
  if (leading !== undefined) {
    const region = readRegion(leading, setting.data);
    return isCertainRegion(region)
      ? srvEndpoint(region, undefined, false, asName)
      : notARegion(label, leading, setting);
  }
  const trailing = readTrailingEndpoint(label);
  if (trailing) {
    const { cluster, loadBalanced } = trailing;
    if (trailing.region === undefined) return openEndpoint(cluster, loadBalanced, asName, setting);
    const region = readRegion(trailing.region, setting.data);
    if (!isCertainRegion(region)) return notARegion(label, trailing.region, setting);
    return srvEndpoint(region, cluster, loadBalanced, asName);
  }
  const portMapped = readPortMapped(label);
  if (portMapped !== undefined) {
    const reasons = ["-psc- means port-mapped private endpoints on Google Cloud."];
    const kind = "private-endpoint.gcp.srv";
    return { kind, cluster: portMapped, provider: "GCP", readings: [asName], reasons, confidence: "medium" };
  }
  const peering = readPeering(label);
  if (peering !== undefined) {
    const reasons = ["-pri before the project suffix means private IPs for peering."];
    const { provider } = setting;
    return {
      kind: "peering.srv",
      cluster: peering,
      provider,
      readings: [asName],
      reasons,
      confidence: "medium",
    };
  }
  return readStandardSrv(label, setting);
}

function readStandardSrv(label: string, setting: HostSetting): HostReading {
  const kind = setting.providerLabel === undefined ? "standard.srv" : "standard.provider-label";
  const base = { kind, cluster: label, provider: setting.provider } as const;
  const node = readNode(label);
  if (node) {
    const reasons = [
      "The label has the form of a node's host, which has no SRV record; a cluster can have this name.",
    ];
    return { ...base, readings: [], reasons, confidence: "low" };
  }
  if (label.endsWith(HOLE_MARK)) {
    const sentence = "The end of the label is unknown, and a marker would be there.";
    const readings = (["peering.srv", "private-endpoint.srv"] as const).map((other) => ({
      kind: other,
      sentence,
    }));
    return { ...base, readings, reasons: [sentence], confidence: "low" };
  }
  const reasons = ["There is no marker (-pri, -pl-, -psc-) before the suffix."];
  if (setting.providerLabel !== undefined) {
    reasons.push("A provider label alone does not make a string legacy: the separator decides.");
  }
  return { ...base, readings: [], reasons, confidence: "high" };
}

/** `<cluster>-pl-<n>`, the same on all providers, unless a load balancer or a provider label shows the provider. */
function openEndpoint(
  cluster: string,
  loadBalanced: boolean,
  asName: Reading,
  { provider }: HostSetting,
): HostReading {
  const marker = "-pl- and a number after the cluster name mean a private endpoint.";
  if (loadBalanced) {
    const reasons = [marker, "-lb means the optimized form for sharded clusters on AWS."];
    const kind = "private-endpoint.aws.optimized.srv";
    return { kind, cluster, provider: "AWS", readings: [asName], reasons, confidence: "medium" };
  }
  const sentence =
    "The SRV form does not show the provider; only the API of the service does (endpoints[].providerName).";
  const kinds = [
    "private-endpoint.aws.srv",
    "private-endpoint.azure.srv",
    "private-endpoint.gcp.srv",
  ] as const;
  return {
    kind: "private-endpoint.srv",
    cluster,
    provider,
    readings: [...kinds.map((kind) => ({ kind, cluster, sentence })), asName],
    reasons: [marker, sentence],
    confidence: "medium",
  };
}

const SRV_KINDS = {
  AWS: "private-endpoint.aws.srv",
  AZURE: "private-endpoint.azure.srv",
  GCP: "private-endpoint.gcp.srv",
} as const satisfies Record<Provider, ConnectionStringKind>;

function srvEndpoint(
  region: RegionReading,
  cluster: string | undefined,
  loadBalanced: boolean,
  asName: Reading,
): HostReading {
  const regionalized = cluster !== undefined;
  const reasons = [
    regionalized
      ? "-pl- with a region after the cluster name means a regionalized private endpoint."
      : "A first label pl- with a region means a private endpoint.",
    explainRegion(region),
  ];
  let kind: ConnectionStringKind = SRV_KINDS[region.provider];
  if (region.provider === "AWS" && regionalized) kind = "private-endpoint.aws.regionalized.srv";
  if (region.provider === "AWS" && loadBalanced) {
    kind = "private-endpoint.aws.optimized.srv";
    reasons.push("-lb means the optimized form for sharded clusters on AWS.");
  }
  return {
    kind,
    cluster,
    provider: region.provider,
    region: region.region,
    regionalized,
    readings: [asName],
    reasons,
    confidence: confidenceOf(region),
  };
}

/** `pl-0-east`: the text after the marker is not a region, so it is probably a cluster with such a name. */
function notARegion(label: string, text: string, setting: HostSetting): HostReading {
  const standard = readStandardSrv(label, setting);
  const sentence = `${readable(text)} is not a known region, but a private endpoint would be written like this.`;
  return {
    ...standard,
    readings: [{ kind: "private-endpoint.srv", sentence }],
    reasons: [`${readable(text)} is not a known region, so the label is probably the name of a cluster.`],
    confidence: "low",
  };
}

function confidenceOf({ evidence }: RegionReading): Confidence {
  return evidence === "ending" || evidence === "list" ? "high" : "medium";
}

function plain(
  kind: ConnectionStringKind,
  { cluster, shard }: NodeLabel,
  reason: string,
  { provider }: HostSetting,
): HostReading {
  return { kind, cluster, shard, provider, readings: [], reasons: [reason], confidence: "high" };
}
