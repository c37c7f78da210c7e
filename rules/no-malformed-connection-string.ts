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
    description: "Reports connection strings with a port, host list or mix of hosts that cannot be right",
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
        // A list of nodes behind +srv is one mistake, ports included.
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
  "empty-host": "Take the comma out, or write the host that is missing.",
  "srv-hosts": "Give the one SRV name, or list the nodes without +srv.",
  "srv-port": "Take the port out, or list the nodes without +srv.",
  "port-out-of-range": "Copy the string from connectionStrings of the cluster.",
  "wrong-port": "Copy the string from connectionStrings of the cluster, ports included.",
  "mixed-hosts": "Use the hosts of one string of connectionStrings; each of them is for one network.",
} as const;
