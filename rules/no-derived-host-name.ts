import {
  HOLE_MARK,
  defineRule,
  partsOf,
  severityAt,
  strong,
  tracePlaces,
  type Confidence,
  type StringFact,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-derived-host-name",
    description: "Reports host names that are put together from the name of a cluster",
    severity: "warning",
    sources: ["spec:connection-string-rules", "CONN"],
    messages: {
      host: "This host name is put together from {{name}}; the host names of new clusters do not follow from the cluster's name.",
    },
    anchors: ({ connectionStrings }) => connectionStrings.domains.map((domain) => strong(domain)),
  },
  *check(context) {
    for (const fact of context.facts.strings) {
      if (fact.what !== "connection-string" && fact.what !== "host-name") continue;
      const glued = gluedHost(fact);
      if (!glued) continue;
      yield {
        messageId: "host",
        place: fact.place,
        confidence: glued.confidence,
        severity: severityAt(fact.setting, context, "warning"),
        related: tracePlaces(fact.trace),
        data: { name: glued.name },
        advice: "Read the string from connectionStrings of the cluster.",
      };
    }
  },
});

/**
 * A hole at the start of a host's first label. A mark of a node or network behind it (`-shard-00-00`, `-pri`, `-pl-0`)
 * proves the glue; a whole label needs the hole to be called a cluster's name, since it may hold a host as well.
 */
function gluedHost(fact: StringFact): { name: string; confidence: Confidence } | undefined {
  if (!fact.text) return undefined;
  const { flat, nameAt } = partsOf(fact.text);
  const start = flat.indexOf(fact.value);
  const hosts = /^[a-z]+(?:\+srv)?:\/\/(?:[^/]*@)?([^/?]*)/i.exec(fact.value);
  const list = hosts ? hosts[1]! : fact.value;
  const offset = Math.max(0, start) + (hosts ? hosts[0].length - list.length : 0);
  for (const host of splitHosts(list)) {
    const hole = host.text.indexOf(HOLE_MARK);
    const firstLabel = host.text.split(".")[0]!;
    if (hole < 0 || hole >= firstLabel.length) continue;
    const name = nameAt(offset + host.at + hole);
    if (/-(?:shard|config)-|-pri$|-pl-\d/.test(firstLabel)) return { name, confidence: "high" };
    if (
      firstLabel === HOLE_MARK &&
      host.text.split(".").length >= 4 &&
      /cluster(?!.*(?:host|uri|url|domain|address))/i.test(name)
    ) {
      return { name, confidence: "medium" };
    }
  }
  return undefined;
}

function splitHosts(list: string): { text: string; at: number }[] {
  let at = 0;
  return list.split(",").map((text) => {
    const host = { text, at };
    at += text.length + 1;
    return host;
  });
}
