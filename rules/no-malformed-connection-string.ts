import {
  defects,
  defineRule,
  isUnparsed,
  readConnections,
  severityAt,
  hostUnder,
  tracePlaces,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-malformed-connection-string",
    description: "Reports connection strings with an invalid port, host list or mix of hosts",
    severity: "error",
    confidence: ["high", "medium"],
    sources: ["spec:connection-strings", "spec:limits", "CONN"],
    messages: { malformed: "{{sentence}}" },
    anchors: ({ connectionStrings }) => connectionStrings.domains.map(hostUnder),
  },
  *check(context) {
    for (const { fact, parsed, found, placeOf } of readConnections(context)) {
      if (!parsed) continue;
      const reported = new Set<string>();
      for (const { id, sentence, start, end } of defects(parsed, found)) {
        // A list of nodes after +srv is one mistake, including the ports.
        if (reported.has(id) || (id === "srv-port" && reported.has("srv-hosts"))) continue;
        reported.add(id);
        yield {
          messageId: "malformed",
          place: placeOf({ start, end }),
          confidence: isUnparsed(fact.setting, context) ? "medium" : "high",
          severity: severityAt(fact.setting, context, "error"),
          related: tracePlaces(fact.trace),
          data: { sentence },
          advice: ADVICE[id],
        };
      }
    }
  },
});

const ADVICE = {
  "empty-host": "Remove the comma, or add the missing host.",
  "srv-hosts": "Use one SRV name, or list the nodes without +srv.",
  "srv-port": "Remove the port, or list the nodes without +srv.",
  "port-out-of-range": "Copy the string from the connectionStrings property of the cluster.",
  "wrong-port": "Copy the string with its ports from the connectionStrings property of the cluster.",
  "mixed-hosts": "Use the hosts of one string in connectionStrings; each string is for one network.",
} as const;
