import { readDotted } from "./dotted.js";
import { readHyphenated } from "./hyphenated.js";
import type { ConnectionStringWords, Form, HostReading } from "./kinds.js";
import { lessSure, providerOfLabel } from "./kinds.js";
import { hasHole, readable, splitLast } from "./labels.js";

/** The longest name that DNS has. */
const LONGEST_NAME = 253;

/**
 * Finds the kind of one host from its labels: removes the service's domain and a provider label, and counts the rest.
 * `pattern` is lower case, with `HOLE_MARK` for unknown parts.
 */
export function readHost(
  pattern: string,
  form: Form,
  port: number | undefined,
  { domains, data }: ConnectionStringWords,
): HostReading {
  if (pattern === "") return nameless();
  const domain = domains.find(
    (known) => pattern === known.toLowerCase() || pattern.endsWith(`.${known.toLowerCase()}`),
  );
  if (domain === undefined || pattern.length > LONGEST_NAME) return outside(pattern);
  const labels = pattern.slice(0, -domain.length).split(".").slice(0, -1);
  const reading = { ...readLabels(labels, form, port, data), domain };
  const reasons = [`The host is in ${domain}, a domain of the service.`, ...reading.reasons];
  if (!hasHole(pattern)) return { ...reading, reasons };
  reasons.push("A part of the host is unknown.");
  return { ...reading, reasons, confidence: lessSure(reading.confidence, "medium") };
}

function readLabels(
  labels: readonly string[],
  form: Form,
  port: number | undefined,
  data: ConnectionStringWords["data"],
): HostReading {
  const federated = readFederated(labels, form);
  if (federated) return federated;
  const lastLabel = labels.at(-1) ?? "";
  const provider = labels.length > 1 ? providerOfLabel(lastLabel, data) : undefined;
  const providerLabel = provider ? lastLabel : undefined;
  const [first = "", suffix = "", ...more] = provider ? labels.slice(0, -1) : labels;
  const setting = { form, port, providerLabel, provider, data };
  if (more.length > 0 || labels.includes("")) {
    const reason = `There are ${labels.length} labels before the domain, more than in any documented form.`;
    const open = labels.some(hasHole);
    return { kind: "unknown", readings: [], reasons: [reason], confidence: open ? "low" : "medium", open };
  }
  if (first === "") {
    const reasons = ["There is nothing before the domain."];
    return { kind: "not-a-cluster-host", readings: [], reasons, confidence: "high" };
  }
  const reading = suffix === "" ? readHyphenated(first, setting) : readDotted(first, suffix, setting);
  return { ...reading, providerLabel };
}

/** `<name>-<suffix>.<letter>.query`: data federation, SQL interface, online archive. */
function readFederated(labels: readonly string[], form: Form): HostReading | undefined {
  const [name = "", letter = "", query] = labels;
  if (labels.length !== 3 || query !== "query" || letter.length !== 1) return undefined;
  const reasons = [
    "The labels before the domain end in .query: data federation or an online archive, not a cluster.",
  ];
  if (form === "srv") reasons.push("Such hosts were seen in direct strings only.");
  const parts = splitLast(name);
  return {
    kind: "federated",
    cluster: parts?.before ?? name,
    suffix: parts?.last,
    readings: [],
    reasons,
    confidence: form === "srv" ? "medium" : "high",
  };
}

function nameless(): HostReading {
  const reasons = ["The host has no name."];
  return { kind: "not-a-cluster-host", readings: [], reasons, confidence: "high", open: true };
}

function outside(pattern: string): HostReading {
  const lastLabel = pattern.slice(pattern.lastIndexOf(".") + 1);
  const open = hasHole(lastLabel);
  const reason = open
    ? `The end of ${readable(pattern)} is unknown, so it may not be in a domain of the service.`
    : "The host is not in a domain of the service.";
  return {
    kind: "not-a-cluster-host",
    readings: [],
    reasons: [reason],
    confidence: open ? "low" : "high",
    open,
  };
}
