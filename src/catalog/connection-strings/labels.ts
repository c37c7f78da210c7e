import { HOLE_MARK } from "../../facts/text.js";

/*
 * The parts that a host's first label is made of. Each pattern is one documented part, anchored; which of them is
 * asked, and in what order, is decided in `dotted.ts` and `hyphenated.ts`. H stands for an unknown part.
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

/** `<cluster>-shard-00-01`, and what follows it in the same label (`-pri`, `-ab123`). */
export interface NodeLabel {
  readonly cluster: string;
  readonly role: "shard" | "config";
  readonly shard: string;
  readonly node: string;
  /** With its hyphen; empty where nothing follows. */
  readonly rest: string;
}

export function readNode(label: string): NodeLabel | undefined {
  const groups = NODE.exec(label)?.groups;
  if (!groups) return undefined;
  const { cluster = "", role, shard = "", node = "", rest = "" } = groups;
  return { cluster, role: role === "config" ? "config" : "shard", shard, node, rest };
}

/** The region in `pl-0-<region>`. */
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

/** The cluster in `<cluster>-psc-1`. */
export function readPortMapped(label: string): string | undefined {
  return PORT_MAPPED.exec(label)?.groups?.["cluster"];
}

/** The cluster in `<cluster>-pri`. */
export function readPeering(label: string): string | undefined {
  return label.endsWith("-pri") && label.length > "-pri".length ? label.slice(0, -"-pri".length) : undefined;
}

/** The last hyphenated part and what stands before it. */
export function splitLast(label: string): { readonly before: string; readonly last: string } | undefined {
  const hyphen = label.lastIndexOf("-");
  return hyphen < 1 || hyphen === label.length - 1
    ? undefined
    : { before: label.slice(0, hyphen), last: label.slice(hyphen + 1) };
}

/** Whether the text is a project suffix as they were seen, or unknown as a whole. */
export function isSuffix(text: string): boolean {
  return text === H || SUFFIX.test(text);
}

export function hasHole(text: string): boolean {
  return text.includes(H);
}

/** As a person reads it: an unknown part is `{…}`. */
export function readable(text: string): string {
  return text.replaceAll(H, "{…}");
}
