import { groupBy } from "../core/group-by.js";
import { lastOf, fixerOf } from "../core/fixer.js";
import { SEVERITIES, type Part } from "../core/finding.js";
import type { Fixer, ReportedFinding } from "../core/report.js";
import {
  callKey,
  type ReportedPlace,
  type ReportedRequest,
  type RequestGroup,
  type SharedPart,
} from "../core/reported-request.js";
import { count } from "./counts.js";
import {
  LISTS_ALL,
  frameOf,
  headLines,
  most,
  noteLines,
  placeText,
  placesLine,
  positionOf,
  widest,
  type Context,
} from "./finding-lines.js";
import { reasonLines, type RepeatedReasons } from "./entry-reasons.js";
import { oneLine, visible, visiblePath } from "../core/visible.js";
import { atSlashes, wordsOf, wrap, type Word } from "./wrap.js";

/** The greatest number of requests without findings of their own that a group names; the others are counted. */
const NAMES_LISTED = 8;
/** The greatest number of requests that a group shows with their own findings; the others are counted. */
const OWN_LISTED = 30;

/** Columns before the further lines of a heading. */
const HANG = 4;

/** In the order in which people change a call. */
const PARTS: readonly (Part | undefined)[] = [
  "base",
  "path",
  "header",
  "credentials",
  "body",
  "read",
  "type",
  undefined,
];

/** The requests that one call of the author sends to one path. A wrapper may send more than one. */
type Call = readonly ReportedRequest[];

/** Writes one call with everything to change in it, or several that have to change together. */
export function callEntry(
  { requests, findings, shared }: RequestGroup,
  context: Context,
  repeated: RepeatedReasons,
): string[] {
  const printed = new Set<string>();
  const calls: readonly Call[] = [...groupBy(requests, callKey).values()];
  if (calls.length === 1 || !shared) {
    const [first] = calls as readonly [Call];
    const { path } = first[0]!.call;
    const named = new Set(first.flatMap(placesOf));
    return [
      ...wrap(nameOf(first, context), { lead: "", columns: 0, hang: HANG, width: context.wrapAt }),
      ...findingsOf(findings, { indent: 2, path, named, printed }, context),
      ...fixLines(findings, { calls: "this call", named, repeated }, context),
    ];
  }
  const namedBy = (call: Call): Set<string> => new Set([placeText(shared.place), ...call.flatMap(placesOf)]);
  const callById = new Map(calls.flatMap((call) => call.map(({ id }) => [id, call] as const)));
  /** The only call of the group that a finding is about; tests may send others. */
  const ownerOf = ({ requests: about }: ReportedFinding): Call | undefined => {
    const own = new Set(about.flatMap((id) => (callById.has(id) ? [callById.get(id)!] : [])));
    return own.size === 1 ? [...own][0] : undefined;
  };
  const byOwner = groupBy(findings, ownerOf);
  const ofSeveral = byOwner.get(undefined) ?? [];
  const severals = new Set(ofSeveral);
  const listed = [...groupBy(ofSeveral, sameText).values()].filter(
    (same) => same.length >= most(LISTED, context),
  );
  const isListed = new Set(listed.flat());
  const common = ofSeveral.filter((finding) => !isListed.has(finding));
  const { path } = shared.place;
  const alike = repeatedIn(findings.filter((finding) => !severals.has(finding)));
  const isRepeated = new Set(alike.flat());
  const withOwn = calls.map((call) => ({
    call,
    own: (byOwner.get(call) ?? []).filter((finding) => !isRepeated.has(finding)),
  }));
  const plain = withOwn.filter(({ own }) => own.length === 0).map(({ call }) => call);
  const named = plain.slice(0, most(NAMES_LISTED, context));
  const full = withOwn.filter(({ own }) => own.length > 0).sort((a, b) => worstOf(a.own) - worstOf(b.own));
  const own = full.slice(0, most(OWN_LISTED, context));
  const left = full.slice(own.length);
  const leftFindings = left.reduce((sum, { own }) => sum + own.length, 0);
  const sentAt = sitesOfAll(calls);
  const inHeading = new Set([shared.place, ...sentAt].map((one) => placeText(one)));
  const nested = { lead: "    ", columns: 4, hang: 8, width: context.wrapAt };
  return [
    ...wrap([...sharedHeading(calls, shared, context), ...sitesText(sentAt, shared.place)], {
      lead: "",
      columns: 0,
      hang: 4,
      width: context.wrapAt,
    }),
    ...findingsOf(common, { indent: 2, path, named: new Set([placeText(shared.place)]), printed }, context),
    ...[...listed, ...alike]
      .sort(([a], [b]) => rankOf(a!) - rankOf(b!))
      .flatMap((same) => repeatedLines(same, context)),
    ...own.flatMap(({ call, own }) => [
      ...wrap(nameOf(call, context, inHeading), nested),
      ...findingsOf(own, { indent: 6, path: call[0]!.call.path, named: namedBy(call), printed }, context),
    ]),
    ...(left.length > 0
      ? wrap(
          wordsOf(
            `and ${count(left.length, "more request")} with ${count(leftFindings, "finding")} ${LISTS_ALL}`,
          ),
          nested,
        )
      : []),
    ...named.flatMap((call) => wrap(nameOf(call, context, inHeading), nested)),
    ...(plain.length > named.length
      ? wrap(wordsOf(`and ${count(plain.length - named.length, "more request")} ${LISTS_ALL}`), nested)
      : []),
    ...fixLines(
      findings,
      {
        calls: "these calls",
        named: new Set([
          ...inHeading,
          ...[...own.map(({ call }) => call), ...named].flat().flatMap(placesOf),
        ]),
        repeated,
      },
      context,
    ),
  ];
}

/** From this number on, requests of one entry with the same finding are shown in one line. */
const REPEATED = 3;
/** From this number on, findings of several requests with the same text are shown as one, without their code. */
const LISTED = 8;

/** Errors come before warnings and information. */
function rankOf({ severity }: ReportedFinding): number {
  return SEVERITIES.indexOf(severity);
}

function worstOf(findings: readonly ReportedFinding[]): number {
  return Math.min(...findings.map(rankOf));
}

function sameText({ severity, ruleId, brief, message }: ReportedFinding): string {
  return JSON.stringify([severity, ruleId, brief ?? message]);
}

/** Findings that many requests of an entry have, each with a message of its own or nearly so: paths that are gone. */
function repeatedIn(findings: readonly ReportedFinding[]): ReportedFinding[][] {
  const kinds = groupBy(findings, ({ severity, ruleId, messageId, part, message }) =>
    JSON.stringify([severity, ruleId, ...(part === "path" ? [] : [messageId, message])]),
  );
  return [...kinds.values()]
    .filter((same) => same.length >= REPEATED)
    .flatMap((same) => [...groupBy(same, ({ message }) => message).values()]);
}

/** One finding of several requests: the message once, and the places without code. */
function repeatedLines(findings: readonly ReportedFinding[], context: Context): string[] {
  const [first] = findings as readonly [ReportedFinding];
  const { severity } = first;
  const margin = " ".repeat(4 + severity.length);
  const head = headLines(
    first,
    first.brief ?? first.message,
    { indent: 2, place: "", severities: severity.length },
    context,
  );
  const notes = noteLines(
    { ...first, related: [], relatedPositions: [] },
    margin,
    { printed: new Set() },
    context,
  );
  return [...head, ...placesLine(findings, { label: "at", path: "", margin }, context), ...notes];
}

/**
 * Returns `POST /groups/{groupId}/clusters  axios  src/clusters.js:6:26 (set up at src/client.js:3:13)`. If a wrapper
 * sends several requests, all places are named.
 */
function nameOf(requests: Call, { style, wrapAt }: Context, named: ReadonlySet<string> = new Set()): Word[] {
  const { method, path, client, call, setUp } = requests[0]!;
  const title = [...(method === undefined ? [] : [visible(method)]), oneLine(path)].join(" ");
  const atCall = placeText(call);
  const isNamed = (place: ReportedPlace): boolean =>
    placeText(place) === atCall || named.has(placeText(place));
  const sites = sitesOf(requests);
  return [
    ...wordsOf(title)
      .flatMap((word) => atSlashes(word, wrapAt - HANG))
      .map((word) => ({ ...word, shown: style.strong(word.text) })),
    { text: oneLine(client), shown: oneLine(client), gap: 2 },
    { text: atCall, shown: style.file(style.path(atCall), call.path), gap: 2 },
    ...(setUp && !isNamed(setUp) ? wordsOf(`(set up at ${placeText(setUp, call.path)})`) : []),
    ...(setUp || sites.every(isNamed) ? [] : sitesText(sites, call)),
  ];
}

/** Returns the places where a call is sent, each once. */
function sitesOf(requests: Call): readonly ReportedPlace[] {
  const sites = requests.map(({ call, sentAt = call }) => [placeText(sentAt), sentAt] as const);
  return [...new Map(sites).values()];
}

/** Returns the places where all of some calls are sent, if there are several and they are the same for each call. */
function sitesOfAll(calls: readonly Call[]): readonly ReportedPlace[] {
  const [first = [], ...others] = calls.map(sitesOf);
  const name = (sites: readonly ReportedPlace[]): string => sites.map((site) => placeText(site)).join();
  return first.length > 1 && others.every((sites) => name(sites) === name(first)) ? first : [];
}

/** Returns `(sent at src/send.ts:1:1 and 2:1)`. */
function sitesText(sites: readonly ReportedPlace[], after: ReportedPlace): Word[] {
  const texts = sites.map((site, index) => placeText(site, (sites[index - 1] ?? after).path));
  return texts.length > 0 ? wordsOf(`(sent at ${texts.join(" and ")})`) : [];
}

function sharedHeading(calls: readonly Call[], { what, place }: SharedPart, { style }: Context): Word[] {
  const clients = [...new Set(calls.flat().map(({ client }) => client))].map(oneLine).join(", ");
  const number = count(calls.length, "request");
  const texts: Readonly<Record<SharedPart["what"], string>> = {
    wrapper: `${number} sent by ${clients} at`,
    instance: `${number} of the ${clients} client that is set up at`,
    base: `${number} with the base path at`,
    path: `${number} with the path at`,
    header: `${number} whose headers are set at`,
    credentials: `${number} with the credentials at`,
    body: `${number} that send the body at`,
    read: `${number} whose responses are read at`,
    type: `${number} whose data has the type at`,
    client: `${number} of the client library at`,
    several: `${number} that must change together; most of them use the code at`,
  };
  const shown = placeText(place);
  return [
    ...wordsOf(texts[what]).map(({ text }) => ({ text, shown: style.strong(text) })),
    { text: shown, shown: style.file(style.path(shown), place.path) },
  ];
}

interface Where {
  readonly indent: number;
  /** The file that the heading names. */
  readonly path: string;
  /** The places that headings name. */
  readonly named: ReadonlySet<string>;
  readonly printed: Set<string>;
}

function findingsOf(
  findings: readonly ReportedFinding[],
  { indent, path, named, printed }: Where,
  context: Context,
): string[] {
  const ordered = findings.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || PARTS.indexOf(a.part) - PARTS.indexOf(b.part),
  );
  const placeOf = (finding: ReportedFinding): string =>
    finding.place.path === path
      ? positionOf(finding)
      : `${visiblePath(finding.place.path)}:${positionOf(finding)}`;
  const columns = widest(findings.filter(({ place }) => place.path === path).map(placeOf));
  const severities = widest(findings.map(({ severity }) => severity));
  return ordered.flatMap((finding) => {
    const place = placeOf(finding).padEnd(columns);
    const head = headLines(
      finding,
      finding.brief ?? finding.message,
      { indent, place, path: finding.place.path, severities },
      context,
    );
    const frame = frameOf(finding, { indent, isShort: true }, context);
    return [...head, ...frame.lines, ...noteLines(finding, frame.margin, { printed, named }, context)];
  });
}

/** The places that the heading of a request names. */
function placesOf({ call, sentAt, setUp }: ReportedRequest): string[] {
  return [call, sentAt, setUp].flatMap((place) => (place ? [placeText(place)] : []));
}

/** The words for a call of an entry, the places that its headings name, and reasons of several entries. */
interface Entry {
  readonly calls: string;
  readonly named: ReadonlySet<string>;
  readonly repeated: RepeatedReasons;
}

/** Says what `fix` can probably do about the errors and warnings, and why not more. */
function fixLines(findings: readonly ReportedFinding[], entry: Entry, context: Context): string[] {
  const { calls } = entry;
  const { wrapAt, style } = context;
  const counted = findings.filter(({ severity }) => severity !== "info");
  if (counted.length === 0) return [];
  const numbers: Record<Fixer, number> = { safe: 0, unsafe: 0, person: 0 };
  for (const finding of counted) numbers[fixerOf(finding)]++;
  const hardest = counted.map(fixerOf).reduce(lastOf);
  const isOne = numbers[hardest] === counted.length;
  const whole: Readonly<Record<Fixer, string>> = {
    safe: `the command fix can change ${calls}`,
    unsafe: `the command fix --unsafe-fixes can change ${calls}`,
    person: `a person must change ${calls}`,
  };
  const parts = [
    ...(numbers.safe > 0 ? [`${numbers.safe} by the command fix`] : []),
    ...(numbers.unsafe > 0 ? [`${numbers.unsafe} by the command fix --unsafe-fixes`] : []),
    ...(numbers.person > 0 ? [`${numbers.person} by a person`] : []),
  ];
  const text = isOne ? whole[hardest] : parts.join(", ");
  return [
    ...wrap(wordsOf(text), { lead: `  ${style.faint("fix:")} `, columns: 7, width: wrapAt }),
    ...reasonLines(counted, "unsafe", entry, context),
    ...reasonLines(counted, "person", entry, context),
  ];
}
