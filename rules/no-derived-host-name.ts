import {
  HOLE_MARK,
  clusterNames,
  defineRule,
  encloses,
  keepsWhole,
  knownText,
  namedProperty,
  readClusterField,
  readConnections,
  relatedPlaces,
  severityAt,
  hostUnder,
  tracePlaces,
  unversionedBases,
  type Confidence,
  type ConnectionReading,
  type Location,
  type Piece,
  type PropertyData,
  type Span,
  type Text,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-derived-host-name",
    description:
      "Reports host names and replica set names that are built from a cluster name or cut out of an old connection string",
    severity: "warning",
    confidence: ["high", "medium"],
    sources: ["spec:connection-string-rules", "CONN"],
    messages: {
      host: "{{host}} is built from {{name}}, but the host names of new clusters do not follow from the cluster name.",
      srvHost:
        "{{host}} is built from {{name}}, but host names shorten long cluster names, use lower case, and differ in private networks.",
      replicaSet:
        "{{value}} is built from {{name}}, but the names of new replica sets contain a six-character identifier.",
      cut: "{{method}} splits {{property}}, but the new connection string ends with options and has other names for hosts and replica sets.",
    },
    anchors: (vocabulary) => [
      ...vocabulary.connectionStrings.domains.map(hostUnder),
      ...unversionedBases(vocabulary),
      ...vocabulary.properties
        .filter(isNodeString)
        .flatMap((property) => namedProperty(property, vocabulary)),
    ],
  },
  *check(context) {
    const readings = readConnections(context);
    const names = clusterNames(context.requests);
    const followed = readings.flatMap(({ fact }) => (fact.text ? fact.parts : []));
    for (const reading of readings) {
      const { fact } = reading;
      if (!fact.text && (fact.setting === "comment" || holdsOne(fact.place, followed))) continue;
      const common = {
        severity: severityAt(fact.setting, context, "warning"),
        related: tracePlaces(fact.trace),
      };
      const host = joinedHost(reading, names);
      if (host) yield { ...common, ...host, advice: HOST_ADVICE };
      const replicaSet = joinedReplicaSet(reading);
      if (replicaSet) yield { messageId: "replicaSet", ...common, ...replicaSet, advice: SET_ADVICE };
    }
    for (const cut of context.facts.cuts ?? []) {
      for (const cluster of readClusterField(cut.field, context)) {
        const [property] = cluster.properties;
        if (!property || !isNodeString(property) || cluster.confidence === "low") continue;
        if (keepsWhole(cut, cluster.vocabulary.connectionStrings.schemes)) continue;
        yield {
          messageId: "cut",
          place: cut.field.place,
          severity: severityAt(cut.field.setting, context, "warning"),
          confidence: cluster.confidence,
          data: { method: cut.by, property: cut.field.name },
          related: relatedPlaces(cluster),
          advice: CUT_ADVICE,
        };
      }
    }
  },
});

/** The string with all nodes of a cluster, with or without its options. */
function isNodeString({ path, replacement }: PropertyData): boolean {
  return !path.includes(".") && replacement.includes("connectionStrings.standard");
}

const CUT_ADVICE =
  "Use the whole connectionStrings.standard, or read its parts with a connection string parser.";

const HOST_ADVICE = "Read the whole string from the connectionStrings property of the cluster.";
const SET_ADVICE =
  "Read the option from connectionStrings.standard of the cluster, or use the SRV string, which does not need it.";

function holdsOne(outer: Location, places: readonly Location[]): boolean {
  return places.some((place) => encloses(outer, place));
}

/** The first host that starts with a cluster's name, or that is one and has nothing else before the domain. */
function joinedHost(reading: ConnectionReading, names: readonly Text[]) {
  for (const [index, host] of reading.hosts.entries()) {
    const piece = reading.pieceAt(host);
    const domain = reading.found.hosts[index]?.domain;
    if (domain === undefined) continue;
    if (!piece) {
      const name = names
        .map(knownText)
        .find((one) => `${one?.toLowerCase()}.${domain}` === textOf(reading, host).toLowerCase());
      if (name === undefined) continue;
      return {
        messageId: "srvHost",
        place: reading.placeOf(host),
        confidence: "high",
        data: { host: reading.describe(host), name },
      } as const;
    }
    // A value with a period contains more than a name.
    if (piece.kind === "value" && textOf(reading, piece).includes(".")) continue;
    const confidence = confidenceIn(reading, { ...host, end: host.end - domain.length }, piece, names);
    if (!confidence) continue;
    return {
      // The name of an SRV record does follow from that of the cluster; the names of the nodes do not.
      messageId: NODE.test(textOf(reading, { start: piece.end, end: host.end })) ? "host" : "srvHost",
      place: reading.placeOf({ start: piece.end, end: host.end }),
      confidence,
      data: { host: reading.describe(host), name: nameOf(piece) },
    } as const;
  }
  return undefined;
}

/** The text after the cluster's name in the first label: a node, or one of the private networks. */
const MARK = /^-(?:shard|config|pl|psc)-|^-pri$/;
const NODE = /^-(?:shard|config)-/;
const CLUSTER = /cluster/i;
/** Names that RFC 2606 reserves for tests and documents: no project has such a label. */
const RESERVED: ReadonlySet<string> = new Set(["example", "invalid", "localhost", "test"]);
/** Names of variables that hold more than the name of a cluster. */
const WHOLE_HOST = /host|uri|url|domain|address|endpoint|server/i;

/**
 * A marker after the piece proves that the host is built from a cluster name. A piece that is a whole label is a
 * cluster's name if requests name a cluster by it, or if it has such a name and the project's label follows.
 *
 * @param beforeDomain from the start of the host up to the service's domain
 */
function confidenceIn(
  reading: ConnectionReading,
  beforeDomain: Span,
  piece: Piece,
  names: readonly Text[],
): Confidence | undefined {
  const [label = "", ...others] = textOf(reading, { start: piece.end, end: beforeDomain.end }).split(".");
  if (others.some((other) => RESERVED.has(other))) return undefined;
  const isCluster = piece.names.some((name) => CLUSTER.test(name));
  const sure = piece.kind === "value" ? "high" : "medium";
  if (MARK.test(label)) return piece.isKnown && !isCluster ? undefined : sure;
  if (label !== "" || piece.names.some((name) => WHOLE_HOST.test(name))) return undefined;
  if (names.some((name) => isSame(name, piece, reading))) return sure;
  return isCluster && others.length > 1 ? "medium" : undefined;
}

/** Returns whether a request names a cluster by the same value, in any case. */
function isSame(name: Text, piece: Piece, reading: ConnectionReading): boolean {
  const known = knownText(name);
  if (piece.isKnown) return known?.toLowerCase() === textOf(reading, piece).toLowerCase();
  const [first] = name.parts;
  if (first?.kind === "hole" && first.reason === "environment" && piece.names.includes(first.name))
    return true;
  const origin = first?.kind === "segment" ? first.written : first?.place;
  return origin !== undefined && origin.start === piece.origin?.start && origin.path === piece.origin.path;
}

function nameOf({ names }: Piece): string {
  return names.find((name) => /^[\w$.]+$/.test(name)) ?? names[0] ?? "another value";
}

const REPLICA_SET = /^-shard-\d+$/;
const OPENS = new RegExp(`[${HOLE_MARK}$#%{]`);

/** The option `replicaSet=${cluster}-shard-0`. */
function joinedReplicaSet(reading: ConnectionReading) {
  const option = reading.parsed?.options.find(({ name }) => name.toLowerCase() === "replicaset");
  if (!option) return undefined;
  const value = { start: option.start + option.name.length + 1, end: option.end };
  const open = textOf(reading, value).search(OPENS);
  const piece = reading.pieceAt({ ...value, start: value.start + Math.max(0, open) });
  if (!piece || (piece.isKnown && !piece.names.some((name) => CLUSTER.test(name)))) return undefined;
  const rest = { start: piece.end, end: value.end };
  if (!REPLICA_SET.test(textOf(reading, rest))) return undefined;
  return {
    place: reading.placeOf(rest),
    confidence: piece.kind === "value" ? "high" : "medium",
    data: { value: reading.describe(value), name: nameOf(piece) },
  } as const;
}

function textOf({ value }: ConnectionReading, { start, end }: Span): string {
  return value.slice(start, end);
}
