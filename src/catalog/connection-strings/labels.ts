import { HOLE_MARK } from "../../facts/text.js";

/*
 * The parts of a host's first label. Each pattern is one documented part, anchored; `dotted.ts` and `hyphenated.ts`
 * decide which are tried, and in what order. H is an unknown part.
 */
const H = HOLE_MARK;
const INDEX = `(?:\\d\\d|\\d?${H})`;
const NODE = new RegExp(
  `^(?<cluster>.+)-(?<role>shard|config)-(?<shard>${INDEX})-(?<node>${INDEX})(?<rest>-.+)?$`,
);
const ENDPOINT_FIRST = new RegExp(`^pl-(?:\\d+|${H})-(?<region>.+)$`);
const ENDPOINT_LAST = new RegExp(`^(?<cluster>.+)-pl-(?:\\d+|${H})(?:-(?<region>.+?))??(?<balanced>-lb)?$`);
const PORT_MAPPED = new RegExp(`^(?<cluster>.+)-psc-(?:\\d+|${H})$`);
/** Those in public documents have five to seven characters. */
const SUFFIX = /^[a-z0-9]{5,7}$/;

/** `<cluster>-shard-00-01`, and the rest of the same label (`-pri`, `-ab123`). */
export interface NodeLabel {
  readonly cluster: string;
  readonly role: "shard" | "config";
  readonly shard: string;
  readonly node: string;
  /** With its hyphen; empty without a rest. */
  readonly rest: string;
}

export function readNode(label: string): NodeLabel | undefined {
  const groups = NODE.exec(label)?.groups;
  if (!groups) return undefined;
  const { cluster = "", role, shard = "", node = "", rest = "" } = groups;
  return { cluster, role: role === "config" ? "config" : "shard", shard, node, rest };
}

/** Returns the region in `pl-0-<region>`. Undefined for other labels. */
export function readLeadingEndpoint(label: string): string | undefined {
  return ENDPOINT_FIRST.exec(label)?.groups?.["region"];
}

/** `<cluster>-pl-0`, `<cluster>-pl-0-<region>`, either with `-lb`. */
interface TrailingEndpoint {
  readonly cluster: string;
  readonly region: string | undefined;
  readonly loadBalanced: boolean;
}

export function readTrailingEndpoint(label: string): TrailingEndpoint | undefined {
  const groups = ENDPOINT_LAST.exec(label)?.groups;
  if (!groups) return undefined;
  const { cluster = "", region, balanced } = groups;
  return { cluster, region, loadBalanced: balanced !== undefined };
}

/** Returns the cluster in `<cluster>-psc-1`. Undefined for other labels. */
export function readPortMapped(label: string): string | undefined {
  return PORT_MAPPED.exec(label)?.groups?.["cluster"];
}

/** Returns the cluster in `<cluster>-pri`. Undefined for other labels. */
export function readPeering(label: string): string | undefined {
  return label.endsWith("-pri") && label.length > "-pri".length ? label.slice(0, -"-pri".length) : undefined;
}

/** Splits a label at its last hyphen. Undefined if a part would be empty. */
export function splitLast(label: string): { readonly before: string; readonly last: string } | undefined {
  const hyphen = label.lastIndexOf("-");
  return hyphen < 1 || hyphen === label.length - 1
    ? undefined
    : { before: label.slice(0, hyphen), last: label.slice(hyphen + 1) };
}

/** Returns whether the text looks like a project suffix, or is completely unknown. */
export function isSuffix(text: string): boolean {
  return text === H || SUFFIX.test(text);
}

export function hasHole(text: string): boolean {
  return text.includes(H);
}

/** Returns a text for people: an unknown part is `{…}`. */
export function readable(text: string): string {
  return text.replaceAll(H, "{…}");
}
