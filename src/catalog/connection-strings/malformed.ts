import type { Span } from "../../core/span.js";
import type { Classification } from "./classify.js";
import type { ParsedConnectionString, ParsedHost } from "./parse.js";

/** The defects of a string, whatever it leads to. */
type DefectId = "empty-host" | "srv-hosts" | "srv-port" | "port-out-of-range" | "wrong-port" | "mixed-hosts";

/** Offsets are those of the parsed text; they never touch the credentials. */
export interface Defect extends Span {
  readonly id: DefectId;
  readonly sentence: string;
}

/**
 * Returns the defects of a connection string, ordered by place.
 *
 * Empty names, invalid ports, and ports or several hosts in an SRV string are wrong in any string of the scheme, also
 * on other hosts. `classification.domain` and `classification.hosts[].domain` show whose hosts they are. The ports of a
 * kind are those of the catalog (specification, "Limits": 27017 for standard and peering, 1024 for private endpoints,
 * where public documents continue from 1025).
 */
export function defects(parsed: ParsedConnectionString, classification: Classification): readonly Defect[] {
  const found: Defect[] = [...classification.portProblems];
  for (const host of parsed.hosts) {
    const { start, end } = host;
    if (host.name === "") {
      const sentence =
        parsed.hosts.length > 1 ? "A host of the list has no name." : "The string names no host.";
      found.push({ id: "empty-host", start, end, sentence });
    }
    if (parsed.srv && host.portSpan) found.push(srvPort(host, host.portSpan));
  }
  const list = { start: parsed.hostList.start, end: parsed.hostList.end };
  if (parsed.srv && parsed.hosts.length > 1) {
    const sentence = `An SRV string has exactly one name, and this one has ${parsed.hosts.length}.`;
    found.push({ id: "srv-hosts", ...list, sentence });
  }
  if (classification.kind === "mixed") {
    found.push({ id: "mixed-hosts", ...list, sentence: classification.reasons.join(" ") });
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** From the colon on, so that removing the span fixes the string. */
function srvPort({ end }: ParsedHost, portSpan: Span): Defect {
  const sentence = "An SRV string has no port: the ports are in the SRV record.";
  return { id: "srv-port", start: portSpan.start - 1, end, sentence };
}
