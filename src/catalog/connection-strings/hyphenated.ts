import { HOLE_MARK } from "../../facts/text.js";
import type { ConnectionStringKind, HostReading, HostSetting, Provider, Reading } from "./kinds.js";
import {
  hasHole,
  isSuffix,
  readLeadingEndpoint,
  readNode,
  readPeering,
  readTrailingEndpoint,
  readable,
  splitLast,
} from "./labels.js";
import { explainRegion, isCertainRegion, readRegion } from "./regions.js";

const LEGACY_KINDS = {
  AWS: "legacy.aws",
  AZURE: "legacy.azure",
  GCP: "legacy.gcp",
} as const satisfies Record<Provider, ConnectionStringKind>;

/** Words that made-up host names have instead of a suffix: `my-cluster`. */
const EVERYDAY_WORDS: ReadonlySet<string> = new Set(
  "admin atlas cloud cluster dummy example local mongo mongodb server service shard staging stage testing".split(
    " ",
  ),
);

/**
 * Reads the only label before the domain, the form from before 31 March 2020:
 * `<cluster>[-shard-00-00]-<suffix>[.azure|.gcp].<domain>`. (Specification, "Connection strings", rule 4; the order of
 * tests is that of the public documents.)
 */
export function readHyphenated(label: string, setting: HostSetting): HostReading {
  if (hasHole(label) && !hasSuffix(label)) return undecided(label, setting);
  const reading = setting.form === "srv" ? readSrv(label, setting) : readDirect(label, setting);
  return label.endsWith(HOLE_MARK) ? withOpenEnd(reading, setting) : reading;
}

/** The hyphen indicates a legacy string, but an unknown suffix may be `pri.ab123` or `ab123.azure` as well. */
function withOpenEnd(reading: HostReading, { form }: HostSetting): HostReading {
  const sentence = "If the unknown part holds a period, the form is not the legacy one.";
  return {
    ...reading,
    readings: [...reading.readings, { kind: form === "srv" ? "standard.srv" : "standard.direct", sentence }],
    confidence: reading.kind === "legacy.private-endpoint" ? "low" : "medium",
  };
}

function readDirect(label: string, setting: HostSetting): HostReading {
  const endpoint = readLeadingEndpoint(label);
  if (endpoint !== undefined) return readDirectEndpoint(endpoint, setting);
  const node = readNode(label);
  if (!node) {
    const srv = readSrv(label, setting);
    if (srv.kind === "not-a-cluster-host" || srv.kind === "unknown") return srv;
    const { kind, cluster, suffix, provider } = srv;
    const sentence = "With +srv after the scheme it would be an SRV string.";
    const reason =
      "The host does not name a node (-shard-00-00), as a direct string does. It has the form of an SRV name.";
    const readings = [{ kind, cluster, suffix, sentence }];
    return { kind: "unknown", cluster, suffix, provider, readings, reasons: [reason], confidence: "medium" };
  }
  const { cluster, shard, rest } = node;
  if (rest === "" || rest === "-pri") return withoutSuffix();
  const suffix = rest.slice(1);
  if (suffix.startsWith("pri-") && isSuffix(suffix.slice("pri-".length))) {
    const reason = "-pri was introduced with the form with a period; with a hyphen it is not documented.";
    return { kind: "unknown", cluster, shard, readings: [], reasons: [reason], confidence: "medium" };
  }
  if (!isSuffix(suffix)) {
    const reason = `${readable(suffix)} does not look like a project suffix.`;
    return { kind: "unknown", cluster, shard, readings: [], reasons: [reason], confidence: "medium" };
  }
  return legacy({ cluster, suffix, shard }, setting);
}

function readDirectEndpoint(text: string, setting: HostSetting): HostReading {
  const parts = splitLast(text);
  if (!parts || !isSuffix(parts.last)) return withoutSuffix();
  const region = readRegion(parts.before, setting.data);
  const reasons = [hyphen(parts.last), "A first label pl- means a private endpoint."];
  if (region) reasons.push(explainRegion(region));
  return {
    kind: "legacy.private-endpoint",
    suffix: parts.last,
    provider: region?.provider ?? setting.provider,
    region: region?.region,
    readings: [],
    reasons,
    confidence: region ? "high" : "medium",
  };
}

function readSrv(label: string, setting: HostSetting): HostReading {
  const parts = splitLast(label);
  if (!parts || readNode(label)?.rest === "") return withoutSuffix();
  const { before, last: suffix } = parts;
  if (!isSuffix(suffix)) {
    const reason = `${readable(suffix)} does not look like a project suffix, so the form is unknown.`;
    return { kind: "unknown", readings: [], reasons: [reason], confidence: "medium" };
  }
  const leading = readLeadingEndpoint(label);
  if (leading !== undefined) {
    const region = readRegion(splitLast(leading)?.before ?? "", setting.data);
    if (isCertainRegion(region)) {
      return { ...readDirectEndpoint(leading, setting), readings: [asName(before, suffix, setting)] };
    }
  }
  const trailing = readTrailingEndpoint(before);
  const region = readRegion(trailing?.region ?? "", setting.data);
  if (trailing && (trailing.region === undefined || isCertainRegion(region))) {
    return {
      kind: "legacy.private-endpoint",
      cluster: trailing.cluster,
      suffix,
      provider: region?.provider ?? setting.provider,
      region: region?.region,
      readings: [asName(before, suffix, setting)],
      reasons: [hyphen(suffix), "-pl- and a number after the cluster name mean a private endpoint."],
      confidence: "medium",
    };
  }
  return readLegacyName(before, suffix, setting);
}

function readLegacyName(cluster: string, suffix: string, setting: HostSetting): HostReading {
  const reading = legacy({ cluster, suffix, shard: undefined }, setting);
  const readings: Reading[] = [];
  const reasons = [...reading.reasons];
  let { confidence } = reading;
  if (setting.providerLabel !== undefined) {
    const sentence = `${setting.providerLabel} could be a suffix instead of a provider label.`;
    readings.push({
      kind: "standard.srv",
      cluster: `${cluster}-${suffix}`,
      suffix: setting.providerLabel,
      sentence,
    });
  }
  if (readPeering(cluster) !== undefined) {
    reasons.push(
      "-pri is treated as part of the cluster name, because it was introduced with the form with a period.",
    );
    confidence = "medium";
  }
  if (EVERYDAY_WORDS.has(suffix)) {
    reasons.push(`${suffix} may be part of an example name and not a suffix.`);
    confidence = "low";
  }
  return { ...reading, readings, reasons, confidence };
}

interface LegacyParts {
  readonly cluster: string;
  readonly suffix: string;
  readonly shard: string | undefined;
}

function legacy({ cluster, suffix, shard }: LegacyParts, setting: HostSetting): HostReading {
  const reasons = [hyphen(suffix)];
  if (cluster.includes("-")) {
    reasons.push("The suffix is the last hyphenated part, the cluster name the rest.");
  }
  const kind = LEGACY_KINDS[setting.provider ?? "AWS"];
  if (setting.providerLabel !== undefined) {
    reasons.push(`The label ${setting.providerLabel} before the domain names the provider.`);
  } else if (suffix === HOLE_MARK) {
    reasons.push("It is unknown whether there is a provider label before the domain; without one it is AWS.");
  } else {
    reasons.push(
      "There is no provider label before the domain, unlike for Azure and Google Cloud: it is AWS.",
    );
  }
  return {
    kind,
    cluster,
    suffix,
    shard,
    provider: setting.provider ?? (suffix === HOLE_MARK ? undefined : "AWS"),
    readings: [],
    reasons,
    confidence: "high",
  };
}

function asName(cluster: string, suffix: string, { provider }: HostSetting): Reading {
  const sentence = `A cluster can have the name ${readable(cluster)}; the SRV form does not show it.`;
  return { kind: LEGACY_KINDS[provider ?? "AWS"], cluster, suffix, sentence };
}

function hyphen(suffix: string): string {
  return `There is a hyphen before the project suffix ${readable(suffix)}: the legacy form.`;
}

function withoutSuffix(): HostReading {
  const reasons = ["There is no project suffix before the domain."];
  return { kind: "not-a-cluster-host", readings: [], reasons, confidence: "high" };
}

/** Returns whether the hyphen before the suffix and the suffix are recognisable despite unknown parts. */
function hasSuffix(label: string): boolean {
  const last = splitLast(label)?.last;
  return last !== undefined && isSuffix(last) && readNode(label)?.rest !== "";
}

/** An unknown part may contain periods, so the number of labels is unknown. */
function undecided(label: string, { provider }: HostSetting): HostReading {
  const reason = `The content of ${readable(label)} decides the form, and it is unknown.`;
  return { kind: "unknown", provider, readings: [], reasons: [reason], confidence: "low", open: true };
}
