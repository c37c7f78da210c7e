import type { Confidence } from "../../core/finding.js";
import type { ConnectionStringData } from "../model.js";

/** The class of a connection string. `none`: not of a cluster, or of an unknown form. */
export type Family =
  | "standard"
  | "peering"
  | "private-endpoint"
  | "legacy"
  | "internal"
  | "federated"
  | "mixed"
  | "none";

export type Provider = "AWS" | "AZURE" | "GCP";

/** `direct` lists the nodes, `srv` is one name that a DNS lookup resolves to them. */
export type Form = "direct" | "srv";

/**
 * Every kind with its family. The kinds are those of the specification, part "Connection strings", and of the public
 * documents that the catalog names.
 *
 * `private-endpoint.direct` and `private-endpoint.srv` are for hosts that do not show the provider: the SRV form
 * `<cluster>-pl-<n>` is the same on all three.
 */
export const KIND_FAMILIES = {
  "standard.direct": "standard",
  "standard.direct.sharded": "standard",
  "standard.direct.shared-tier": "standard",
  "standard.srv": "standard",
  "standard.provider-label": "standard",
  "peering.direct": "peering",
  "peering.srv": "peering",
  "private-endpoint.direct": "private-endpoint",
  "private-endpoint.srv": "private-endpoint",
  "private-endpoint.aws.direct": "private-endpoint",
  "private-endpoint.aws.srv": "private-endpoint",
  "private-endpoint.aws.regionalized.direct": "private-endpoint",
  "private-endpoint.aws.regionalized.srv": "private-endpoint",
  "private-endpoint.aws.optimized.srv": "private-endpoint",
  "private-endpoint.azure.direct": "private-endpoint",
  "private-endpoint.azure.srv": "private-endpoint",
  "private-endpoint.gcp.direct": "private-endpoint",
  "private-endpoint.gcp.srv": "private-endpoint",
  "legacy.aws": "legacy",
  "legacy.azure": "legacy",
  "legacy.gcp": "legacy",
  "legacy.private-endpoint": "legacy",
  "internal-identifier": "internal",
  federated: "federated",
  mixed: "mixed",
  "not-a-cluster-host": "none",
  unknown: "none",
} as const satisfies Record<string, Family>;

export type ConnectionStringKind = keyof typeof KIND_FAMILIES;

/** The names that one deployment of the service uses, and what the catalog knows about its host names. */
export interface ConnectionStringWords {
  /** Without `+srv`. */
  readonly schemes: readonly string[];
  /** After the project suffix: `mongodb.net`. */
  readonly domains: readonly string[];
  readonly data: ConnectionStringData;
}

/** Another reading that the structure of the string allows. */
export interface Reading {
  readonly kind: ConnectionStringKind;
  readonly cluster?: string | undefined;
  readonly suffix?: string | undefined;
  readonly sentence: string;
}

/** The meaning of the labels of one host. Unknown parts of names are `HOLE_MARK`. */
export interface HostReading {
  readonly kind: ConnectionStringKind;
  /** The service's domain that the host is in. */
  readonly domain?: string | undefined;
  /** The cluster name in the host; the service shortens long names. */
  readonly cluster?: string | undefined;
  readonly suffix?: string | undefined;
  /** For a node: the number after `-shard-` or `-config-`. */
  readonly shard?: string | undefined;
  readonly provider?: Provider | undefined;
  /** `azure`, `gcp`: a label of its own before the domain. */
  readonly providerLabel?: string | undefined;
  readonly region?: string | undefined;
  /** For a private endpoint; absent if the form does not show it. */
  readonly regionalized?: boolean | undefined;
  readonly readings: readonly Reading[];
  readonly reasons: readonly string[];
  readonly confidence: Confidence;
  /** Set if the host has no name, or one whose unknown parts leave its kind undecided. */
  readonly open?: boolean | undefined;
}

/** The labels around the first label, read before it. */
export interface HostSetting {
  readonly form: Form;
  readonly port: number | undefined;
  readonly providerLabel: string | undefined;
  /** The provider of that label. */
  readonly provider: Provider | undefined;
  readonly data: ConnectionStringData;
}

/** Returns the provider of a label such as `azure`; `undefined` for any other label. */
export function providerOfLabel(label: string, data: ConnectionStringData): Provider | undefined {
  if (!data.providerLabels.includes(label)) return undefined;
  const name = label.toUpperCase();
  return name === "AWS" || name === "AZURE" || name === "GCP" ? name : undefined;
}

/** Returns the lower confidence. */
export function lessSure(a: Confidence, b: Confidence): Confidence {
  if (a === "low" || b === "low") return "low";
  return a === "medium" || b === "medium" ? "medium" : "high";
}
