import {
  HOLE_MARK,
  classify,
  classifyHost,
  defineRule,
  severityAt,
  strong,
  tracePlaces,
  type FileContext,
  type StringFact,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-legacy-connection-string",
    description: "Reports connection strings of the hyphenated form from before 31 March 2020",
    severity: "warning",
    sources: ["spec:connection-strings", "spec:connection-string-rules", "spec:provider-change", "CONN"],
    messages: {
      legacy: "{{host}} is of the legacy form, with a hyphen before the project suffix. {{consequence}}",
      providerLabel:
        "{{host}} has the label of a provider, as strings from before multi-cloud clusters have. {{consequence}}",
    },
    anchors: ({ connectionStrings }) => connectionStrings.domains.map((domain) => strong(domain)),
  },
  *check(context) {
    for (const fact of context.facts.strings) {
      if (fact.what !== "connection-string" && fact.what !== "host-name") continue;
      const report = reportOf(fact, context);
      if (report) yield report;
    }
  },
});

function reportOf(fact: StringFact, context: FileContext) {
  const { connectionStrings } = context.vocabulary(fact.vocabulary);
  const words = { ...connectionStrings, data: connectionStrings };
  const found = fact.what === "host-name" ? classifyHost(fact.value, words) : classify(fact.value, words);
  const [host] = found.hosts;
  if (!host || found.domain === undefined || found.confidence === "low") return undefined;
  const nameOf = ({ start, end }: { start: number; end: number }) => readable(fact.value.slice(start, end));
  const common = {
    place: fact.place,
    confidence: fact.setting === "text" || found.confidence === "medium" ? "medium" : "high",
    related: tracePlaces(fact.trace),
  } as const;
  if (found.family === "legacy") {
    return {
      ...common,
      messageId: "legacy",
      severity: severityAt(fact.setting, context, "warning"),
      data: { host: nameOf(host), consequence: consequenceOf(found.providerLabel) },
      advice: "Read the cluster's present string from connectionStrings and use that one.",
    } as const;
  }
  if (found.family === "mixed") {
    const legacy = found.hosts.find((one) => one.kind.startsWith("legacy"));
    if (!legacy) return undefined;
    return {
      ...common,
      messageId: "legacy",
      severity: severityAt(fact.setting, context, "warning"),
      data: { host: nameOf(legacy), consequence: consequenceOf(legacy.providerLabel) },
    } as const;
  }
  if (found.providerLabel === undefined || found.family !== "standard") return undefined;
  return {
    ...common,
    messageId: "providerLabel",
    severity: "info",
    data: { host: nameOf(host), consequence: consequenceOf(found.providerLabel) },
  } as const;
}

function readable(host: string): string {
  return host.replaceAll(HOLE_MARK, "…");
}

/** Specification, "Connection string migration when changing cloud provider". */
function consequenceOf(providerLabel: string | undefined): string {
  return providerLabel === undefined
    ? "A change of cloud provider keeps it for a cluster on AWS."
    : "A change of cloud provider may replace it: fetch a fresh one after the change, and for a dedicated cluster from before 3 November 2020 follow the steps for it.";
}
