import type { Confidence } from "../../core/finding.js";
import type { Span } from "../../core/span.js";
import { readHost } from "./hosts.js";
import type {
  ConnectionStringKind,
  ConnectionStringWords,
  Family,
  Form,
  HostReading,
  Provider,
  Reading,
} from "./kinds.js";
import { KIND_FAMILIES, lessSure } from "./kinds.js";
import { hasHole } from "./labels.js";
import { parseConnectionString, type ParsedConnectionString } from "./parse.js";
import { portProblems, type PortProblem } from "./ports.js";

/**
 * The kind of a connection string, and why. If it can be read in several ways, `kind` is the most likely and `readings`
 * has the others. It contains no credentials. Unknown parts of names are `HOLE_MARK`.
 */
export interface Classification {
  readonly kind: ConnectionStringKind;
  readonly family: Family;
  /** Absent if the text is not a connection string. */
  readonly form?: Form | undefined;
  /**
   * The provider of the cluster, or of the endpoint in a private endpoint's string. Undefined if the string does not
   * show it.
   */
  readonly provider?: Provider | undefined;
  /** `azure` or `gcp` if it is a label of its own before the domain. */
  readonly providerLabel?: string | undefined;
  /** The service's domain; absent if the hosts are in none or in several. */
  readonly domain?: string | undefined;
  /** The cluster name in the hosts, if all have the same. The service shortens long names. */
  readonly cluster?: string | undefined;
  readonly suffix?: string | undefined;
  readonly region?: string | undefined;
  /** For a private endpoint; absent if the form does not show it. */
  readonly regionalized?: boolean | undefined;
  readonly readings: readonly Reading[];
  /** Sentences, in the order of the tests. */
  readonly reasons: readonly string[];
  readonly confidence: Confidence;
  readonly hosts: readonly HostClassification[];
  readonly portProblems: readonly PortProblem[];
}

/** One host of the string; offsets are those of the classified text. */
interface HostClassification extends HostReading, Span {}

/**
 * Classifies a whole connection string (specification, "Connection strings", rules 1 to 5). Never throws: a text that
 * is not a connection string of the service is `not-a-cluster-host`, with the reason.
 */
export function classify(text: string, words: ConnectionStringWords): Classification {
  const parsed = parseConnectionString(text, words.schemes);
  if (parsed.ok) return classifyParsed(parsed, words);
  return { ...nothing("not-a-cluster-host", [parsed.reason], "high"), hosts: [], portProblems: [] };
}

/** Classifies the result of `parseConnectionString`. */
export function classifyParsed(parsed: ParsedConnectionString, words: ConnectionStringWords): Classification {
  const form: Form = parsed.srv ? "srv" : "direct";
  const hosts = parsed.hosts.map(({ pattern, port, start, end }) => ({
    ...readHost(pattern, form, port, words),
    start,
    end,
  }));
  const verdict = invalidSrv(parsed, hosts) ?? combine(hosts);
  return { ...verdict, form, hosts, portProblems: portProblems(parsed, hosts, words.data) };
}

/**
 * Classifies a host name without a scheme, with or without a port. A node name or a port make it a direct string.
 * Offsets are those of `host`.
 */
export function classifyHost(host: string, words: ConnectionStringWords): Classification {
  const scheme = words.schemes[0] ?? "db";
  const prefix = `${scheme}://`;
  const parsed = parseConnectionString(prefix + host, [scheme]);
  if (!parsed.ok) {
    return { ...nothing("not-a-cluster-host", [parsed.reason], "high"), hosts: [], portProblems: [] };
  }
  const [only] = parsed.hosts;
  if (!only || only.start !== prefix.length || only.end !== prefix.length + host.length) {
    return {
      ...nothing("not-a-cluster-host", ["It is not a single host name."], "high"),
      hosts: [],
      portProblems: [],
    };
  }
  const place = { start: 0, end: host.length };
  const direct = readHost(only.pattern, "direct", only.port, words);
  if (only.portSpan) {
    const problems = portProblems(parsed, [direct], words.data).map((problem) =>
      moved(problem, -prefix.length),
    );
    return { ...combine([direct]), form: "direct", hosts: [{ ...direct, ...place }], portProblems: problems };
  }
  const srv = readHost(only.pattern, "srv", undefined, words);
  const isDirect = KIND_FAMILIES[direct.kind] !== "none" || direct.kind === srv.kind;
  const reading = isDirect ? withOtherForm(direct, srv) : srv;
  const form = isDirect ? "direct" : "srv";
  return { ...combine([reading]), form, hosts: [{ ...reading, ...place }], portProblems: [] };
}

function moved(problem: PortProblem, by: number): PortProblem {
  return { ...problem, start: problem.start + by, end: problem.end + by };
}

/** A private endpoint's host is the same in both forms; a node's host is only in direct strings. */
function withOtherForm(direct: HostReading, srv: HostReading): HostReading {
  if (direct.shard !== undefined || srv.kind === direct.kind) return direct;
  const { kind, cluster, suffix } = srv;
  const sentence = "Without a scheme it may also be the name of an SRV string.";
  return { ...direct, readings: [...direct.readings, { kind, cluster, suffix, sentence }, ...srv.readings] };
}

type Verdict = Omit<Classification, "form" | "hosts" | "portProblems">;

function nothing(kind: ConnectionStringKind, reasons: readonly string[], confidence: Confidence): Verdict {
  return { kind, family: KIND_FAMILIES[kind], readings: [], reasons, confidence };
}

/** An SRV string has one name and no port. With more it names no cluster, whatever its labels are. */
function invalidSrv(parsed: ParsedConnectionString, hosts: readonly HostReading[]): Verdict | undefined {
  if (!parsed.srv) return undefined;
  const reasons: string[] = [];
  if (hosts.length > 1) reasons.push("An SRV string has exactly one name.");
  if (parsed.hosts.some(({ portSpan }) => portSpan)) reasons.push("An SRV string has no port.");
  if (reasons.length === 0) return undefined;
  const readings = hosts
    .filter(({ kind }) => KIND_FAMILIES[kind] !== "none")
    .map(({ kind, cluster, suffix }) => ({
      kind,
      cluster,
      suffix,
      sentence: "The name alone would have this kind.",
    }));
  return { ...nothing("not-a-cluster-host", reasons, "high"), readings };
}

/** Returns the kind of the list: that of its hosts if they agree. Unknown hosts do not disagree. */
function combine(all: readonly HostReading[]): Verdict {
  const known = all.filter(({ open }) => !open);
  const hosts = known.length > 0 ? known : all;
  const [first] = hosts;
  if (!first) return nothing("not-a-cluster-host", ["The string names no host."], "high");
  const kinds = new Set(hosts.map((host) => host.kind));
  const sharded = isSharded(hosts);
  if (kinds.size > 1 && !sharded) {
    return nothing("mixed", [`The list holds hosts of different kinds: ${[...kinds].join(", ")}.`], "high");
  }
  const kind = sharded ? "standard.direct.sharded" : first.kind;
  const reasons = [...first.reasons];
  if (kind !== first.kind) reasons.push("The hosts of the list belong to a sharded cluster.");
  const cluster = common(hosts, (host) => host.cluster);
  if (first.cluster !== undefined && cluster === undefined) {
    reasons.push("The hosts do not all name the same cluster.");
  }
  const confidence = hosts.map((host) => host.confidence).reduce(lessSure);
  return {
    kind,
    family: KIND_FAMILIES[kind],
    provider: common(hosts, (host) => host.provider),
    providerLabel: common(hosts, (host) => host.providerLabel),
    domain: common(hosts, (host) => host.domain),
    cluster,
    suffix: common(hosts, (host) => host.suffix),
    region: common(hosts, (host) => host.region),
    regionalized: common(hosts, (host) => host.regionalized),
    readings: first.readings.filter((reading) => reading.kind !== kind),
    reasons,
    confidence: hosts.length < all.length ? lessSure(confidence, "medium") : confidence,
  };
}

/**
 * Standard hosts of one list belong to a sharded cluster if one of them does, or if they have several shard numbers.
 */
function isSharded(hosts: readonly HostReading[]): boolean {
  const standard = hosts.every(
    ({ kind }) => kind === "standard.direct" || kind === "standard.direct.sharded",
  );
  if (!standard || hosts.length === 0) return false;
  const shards = new Set(hosts.map(({ shard = "" }) => shard).filter((shard) => !hasHole(shard)));
  return hosts.some(({ kind }) => kind === "standard.direct.sharded") || shards.size > 1;
}

function common<T>(hosts: readonly HostReading[], get: (host: HostReading) => T): T | undefined {
  const [first] = hosts;
  if (!first) return undefined;
  const value = get(first);
  return hosts.every((host) => get(host) === value) ? value : undefined;
}
