import {
  defineRule,
  isUnparsed,
  readConnections,
  severityAt,
  hostUnder,
  tracePlaces,
  type Confidence,
  type ConnectionReading,
  type FileContext,
  type Span,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-legacy-connection-string",
    description: "Reports connection strings in the hyphenated form from before 31 March 2020",
    severity: "warning",
    confidence: ["high", "medium"],
    sources: ["spec:connection-strings", "spec:connection-string-rules", "spec:provider-change", "CONN"],
    messages: {
      legacy:
        "{{host}} has the legacy form from before {{until}}, with a hyphen before the project suffix; {{consequence}}.",
      providerLabel:
        "{{host}} contains a provider label, like strings from before multi-cloud clusters; {{consequence}}.",
    },
    anchors: ({ connectionStrings }) => connectionStrings.domains.map(hostUnder),
  },
  *check(context) {
    for (const reading of readConnections(context)) {
      const report = reportOf(reading, context);
      if (report) yield report;
    }
  },
});

function reportOf(reading: ConnectionReading, context: FileContext) {
  const { fact, found, hosts } = reading;
  const confidenceIn = ({ confidence }: { confidence: Confidence }) =>
    isUnparsed(fact.setting, context) || confidence === "medium" ? "medium" : "high";
  const related = tracePlaces(fact.trace);
  const at = found.hosts.findIndex(
    ({ kind, confidence }) => kind.startsWith("legacy.") && confidence !== "low",
  );
  const [legacy, named] = [found.hosts[at], hosts[at]];
  if (legacy && named) {
    const hyphen = hyphenIn(reading, named);
    // An unknown suffix after a hyphen is part of a name rather than a project suffix.
    if (hyphen === undefined) return undefined;
    const { dates } = context.vocabulary(fact.vocabulary).connectionStrings;
    const consequence = consequenceFor(legacy.kind, legacy.providerLabel);
    return {
      messageId: "legacy",
      place: reading.placeOf(reading.pieceAt(named) ? { start: hyphen, end: named.end } : named),
      confidence: confidenceIn(legacy),
      related,
      severity: severityAt(fact.setting, context, "warning"),
      data: { host: reading.describe(named), until: dates.legacyFormUntil, consequence },
      advice: `Use the current string from the connectionStrings property of the cluster. ${nextStep(legacy.kind)}`,
    } as const;
  }
  const [host] = hosts;
  const isLabelled = found.family === "standard" && found.providerLabel !== undefined;
  if (!host || !isLabelled || found.confidence === "low") return undefined;
  return {
    messageId: "providerLabel",
    place: reading.placeOf(host),
    confidence: confidenceIn(found),
    related,
    severity: "info",
    data: { host: reading.describe(host), consequence: DEDICATED },
    advice:
      "There is nothing to do until the provider changes. Then the command connection-string of v2ready shows the steps.",
  } as const;
}

/** Returns the offset of the hyphen before the project suffix, unless both are part of a longer piece. */
function hyphenIn(reading: ConnectionReading, host: Span): number | undefined {
  const label = reading.value.slice(host.start, host.end).split(".")[0]!;
  const hyphen = host.start + label.lastIndexOf("-");
  const piece = reading.pieceAt(host);
  return piece && !piece.isKnown && piece.end > hyphen + 1 ? undefined : hyphen;
}

const PRIVATE_ENDPOINT = "legacy.private-endpoint";
/** Specification, "Connection string migration when changing cloud provider". */
const DEDICATED = "a change of cloud provider replaces the string of a dedicated cluster";

/** Returns what to do about a change of cloud provider. */
function nextStep(kind: string): string {
  return kind === PRIVATE_ENDPOINT
    ? "Get a new one after a change of provider."
    : "The command connection-string of v2ready shows what a change of provider does to it.";
}

/** A legacy string is older than multi-cloud clusters, so the statements about old clusters apply. */
function consequenceFor(kind: string, providerLabel: string | undefined): string {
  if (kind === PRIVATE_ENDPOINT)
    return "what a change of cloud provider does to a private endpoint is not documented";
  return providerLabel === undefined
    ? "a change of cloud provider does not change the string of a cluster on AWS"
    : "a change of cloud provider replaces the string of a dedicated cluster, and may replace that of another one";
}
