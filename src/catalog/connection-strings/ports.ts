import type { Span } from "../../core/span.js";
import type { ConnectionStringData, PortRangeData } from "../model.js";
import type { HostReading } from "./kinds.js";
import type { ParsedConnectionString, ParsedHost } from "./parse.js";

/** A wrong port, with its place in the parsed text. */
export interface PortProblem extends Span {
  readonly id: "wrong-port" | "port-out-of-range";
  readonly sentence: string;
}

const LAST_PORT = 65_535;
const STANDARD = ["standard.direct"];
/**
 * Nodes of sharded clusters were observed with other ports than the standard one, and a single host does not show
 * whether its cluster is sharded. So the ports of both are right for any node.
 */
const NODES = [...STANDARD, "standard.direct.sharded"];

/** Returns whether only nodes of sharded clusters have this port. */
export function isShardedPort(port: number, data: ConnectionStringData): boolean {
  return within(port, rangesOf(NODES, data)) && !within(port, rangesOf(STANDARD, data));
}

/**
 * Returns the ports that cannot be right. In a direct string these are ports outside the ranges of the catalog for the
 * kind of their host, elsewhere numbers that are not ports. A host without a port has the default port of standard
 * strings, as in drivers. Kinds without ports in the catalog are not checked. (Specification, part "Limits".)
 */
export function portProblems(
  parsed: ParsedConnectionString,
  readings: readonly HostReading[],
  data: ConnectionStringData,
): readonly PortProblem[] {
  return parsed.hosts.flatMap((host, index) => {
    const problem = outOfRange(host) ?? (parsed.srv ? undefined : wrongPort(host, readings[index], data));
    return problem ? [problem] : [];
  });
}

function outOfRange({ port, portSpan }: ParsedHost): PortProblem | undefined {
  if (port === undefined || !portSpan || (port >= 1 && port <= LAST_PORT)) return undefined;
  const sentence = `${port} is not a port: ports are from 1 to ${LAST_PORT}.`;
  return { id: "port-out-of-range", start: portSpan.start, end: portSpan.end, sentence };
}

function wrongPort(
  host: ParsedHost,
  reading: HostReading | undefined,
  data: ConnectionStringData,
): PortProblem | undefined {
  if (!reading || reading.confidence === "low" || host.portOpen) return undefined;
  const allowed = rangesOf(kindsWithPortsOf(reading), data);
  const usual = rangesOf(STANDARD, data)[0]?.from;
  const port = host.port ?? usual;
  if (allowed.length === 0 || port === undefined || fits(port, reading, allowed, data)) return undefined;
  const { start, end } = host.portSpan ?? host;
  const what = host.port === undefined ? `No port is written, which means ${port}` : `The port is ${port}`;
  return { id: "wrong-port", start, end, sentence: `${what}; ${expectation(reading, allowed, data)}.` };
}

/**
 * The ports of private endpoints have no upper limit, so they include those of nodes. But an endpoint counts its ports
 * from the first one, and a string with a node's port was joined from two strings.
 */
function fits(
  port: number,
  { shard }: HostReading,
  allowed: readonly PortRangeData[],
  data: ConnectionStringData,
): boolean {
  return within(port, allowed) && (shard !== undefined || !within(port, rangesOf(NODES, data)));
}

function expectation(
  { shard }: HostReading,
  allowed: readonly PortRangeData[],
  data: ConnectionStringData,
): string {
  if (shard === undefined) return `a private endpoint has ${inWords(allowed)}`;
  return `a node has ${inWords(rangesOf(STANDARD, data))}, in a sharded cluster ${inWords(allowed)}`;
}

/** Returns the kinds of the catalog whose ports a host may have. */
function kindsWithPortsOf({ kind, shard }: HostReading): readonly string[] {
  if (kind.startsWith("private-endpoint.")) return [kind, "private-endpoint.aws.direct"];
  if (kind === "legacy.private-endpoint") return [kind, "private-endpoint.aws.direct"];
  return shard === undefined ? [] : [kind, ...NODES];
}

function rangesOf(kinds: readonly string[], data: ConnectionStringData): readonly PortRangeData[] {
  return data.kinds.flatMap(({ id, ports }) => (kinds.includes(id) ? (ports ?? []) : []));
}

function within(port: number, ranges: readonly PortRangeData[]): boolean {
  return ranges.some(({ from, to }) => from <= port && port <= to);
}

/** `27017`, `1024 or above`, `27015 to 27017`; the ranges may overlap. */
function inWords(ranges: readonly PortRangeData[]): string {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged
    .map(({ from, to }) => {
      if (to >= LAST_PORT) return `${from} or above`;
      return from === to ? String(from) : `${from} to ${to}`;
    })
    .join(" or ");
}
