import {
  classifyParsed,
  defects,
  defineRule,
  parseConnectionString,
  severityAt,
  strong,
  tracePlaces,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-malformed-connection-string",
    description: "Reports connection strings with a port, host list or mix of hosts that cannot be right",
    severity: "error",
    sources: ["spec:connection-strings", "spec:limits", "CONN"],
    messages: { malformed: "{{sentence}}" },
    anchors: ({ connectionStrings }) => connectionStrings.domains.map((domain) => strong(domain)),
  },
  *check(context) {
    for (const fact of context.facts.strings) {
      if (fact.what !== "connection-string") continue;
      const { connectionStrings } = context.vocabulary(fact.vocabulary);
      const parsed = parseConnectionString(fact.value, connectionStrings.schemes);
      if (!parsed.ok) continue;
      const found = classifyParsed(parsed, { ...connectionStrings, data: connectionStrings });
      // Hosts of other domains are other people's databases.
      if (!found.hosts.some((host) => host.domain !== undefined)) continue;
      const [first] = defects(parsed, found);
      if (!first) continue;
      const place =
        fact.parts.length > 0
          ? fact.place
          : { ...fact.place, start: fact.place.start + first.start, end: fact.place.start + first.end };
      yield {
        messageId: "malformed",
        place,
        confidence: fact.setting === "text" ? "medium" : "high",
        severity: severityAt(fact.setting, context, "error"),
        related: tracePlaces(fact.trace),
        data: { sentence: first.sentence },
      };
    }
  },
});
