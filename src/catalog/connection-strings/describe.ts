import type { Classification } from "./classify.js";
import type { ConnectionStringWords, Reading } from "./kinds.js";
import { readable } from "./labels.js";
import type { Defect } from "./malformed.js";
import { parseConnectionString } from "./parse.js";
import type { MissingFact, ProviderChangeAdvice } from "./provider-change.js";

const CREDENTIALS = "<credentials>@";
const UNREADABLE = "(not shown, because it may contain credentials)";

/**
 * Returns the string for display: `<credentials>` replaces user and password, `…` replaces the values of options that
 * may be secret. A text that is not a connection string is not repeated.
 */
export function maskConnectionString(text: string, schemes: readonly string[]): string {
  const parsed = parseConnectionString(text, schemes);
  if (!parsed.ok) return UNREADABLE;
  const { scheme, srv, hasCredentials, hostList, database, options } = parsed;
  const shown = options.map(({ name, value }) => `${name}=${value ?? "…"}`).join("&");
  const path = database !== undefined || options.length > 0 ? `/${database ?? ""}` : "";
  const hosts = text.slice(hostList.start, hostList.end);
  const start = `${scheme}${srv ? "+srv" : ""}://${hasCredentials ? CREDENTIALS : ""}`;
  return printable(`${start}${hosts}${path}${shown === "" ? "" : `?${shown}`}`);
}

/** Returns a classification as lines for people: its kind, its parts, why, and other readings. */
export function describeClassification(
  classification: Classification,
  { data }: ConnectionStringWords,
): string[] {
  const { kind, form, provider, cluster, suffix, region, regionalized, confidence, reasons, readings } =
    classification;
  const known = data.kinds.find(
    (described) => described.id === kind && (form === undefined || described.form === form),
  );
  const lines = [`Kind: ${kind}${known ? `, ${known.title}` : ""} (${confidence} confidence)`];
  if (form) lines.push(`Form: ${form === "srv" ? "one SRV name" : "direct, a list of nodes"}`);
  if (provider) lines.push(`Provider: ${provider}`);
  if (cluster !== undefined) lines.push(`Cluster name in the host: ${readable(cluster)}`);
  if (suffix !== undefined) lines.push(`Project suffix: ${readable(suffix)}`);
  if (region !== undefined) lines.push(`Region: ${region}`);
  if (regionalized !== undefined) lines.push(`Regionalized private endpoint: ${regionalized ? "yes" : "no"}`);
  if (known) lines.push(`Resolves to: ${known.resolvesTo}`);
  lines.push("Why:", ...bullets(reasons));
  if (kind === "mixed") lines.push("Hosts:", ...bullets(classification.hosts.map((host) => host.kind)));
  if (readings.length > 0) lines.push("It may also be:", ...bullets(readings.map(describeReading)));
  return lines.map(printable);
}

/** Returns the defects of a string as lines, each with its id; empty without defects. */
export function describeDefects(defects: readonly Defect[]): string[] {
  if (defects.length === 0) return [];
  return ["Malformed:", ...bullets(defects.map(({ id, sentence }) => `${sentence} [${id}]`))];
}

const MISSING_FACTS: Readonly<Record<MissingFact, string>> = {
  from: "the provider that the cluster is on",
  created: "the day on which the cluster was created",
  tier: "the tier of the cluster (free, shared, flex or dedicated)",
};

const VERDICTS: Readonly<Record<ProviderChangeAdvice["verdict"], string>> = {
  unchanged: "the connection string stays as it is",
  "may-change": "the connection string may change",
  steps: "the connection string changes, in these steps",
  unknown: "unknown",
};

/** Returns the advice on a change of provider as lines: the verdict, why, the steps, the facts that would decide it. */
export function describeAdvice({ verdict, sentences, steps, missing }: ProviderChangeAdvice): string[] {
  const lines = [`Change of provider: ${VERDICTS[verdict]}`, ...bullets(sentences)];
  if (steps.length > 0) lines.push("Steps:", ...steps.map((step, index) => `  ${index + 1}. ${step}`));
  if (missing.length > 0) {
    lines.push("To decide it, give:", ...bullets(missing.map((fact) => MISSING_FACTS[fact])));
  }
  return lines;
}

function describeReading({ kind, cluster, suffix, sentence }: Reading): string {
  const parts = [
    ...(cluster === undefined ? [] : [`cluster ${readable(cluster)}`]),
    ...(suffix === undefined ? [] : [`suffix ${readable(suffix)}`]),
  ];
  return `${kind}${parts.length > 0 ? ` (${parts.join(", ")})` : ""}: ${sentence}`;
}

function bullets(lines: readonly string[]): string[] {
  return lines.map((line) => `  - ${line}`);
}

/** Returns a text without control characters, which a terminal would obey, and with unknown parts as `{…}`. */
function printable(text: string): string {
  return readable(text).replace(/[\p{Cc}\p{Cf}]/gu, "\u{FFFD}");
}
