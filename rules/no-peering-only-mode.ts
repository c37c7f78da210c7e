import {
  callerPlaces,
  defineRule,
  keyOf,
  encloses,
  isUnparsed,
  knownText,
  readConnections,
  sentFrom,
  severityAt,
  hostUnder,
  strong,
  tracePlaces,
  writtenPlaces,
  type ApiRequest,
  type FileContext,
  type Location,
  type Member,
  type RelatedPlace,
  type RepositoryContext,
  type Tree,
} from "../src/rule-api.js";

const PATH = /^\/groups\/[^/]+\/privateIpMode\/?$/;

export default defineRule({
  meta: {
    id: "no-peering-only-mode",
    description:
      "Reports calls that turn peering-only (private IP) mode on or off, and hosts that contradict them",
    severity: "warning",
    confidence: ["high", "medium"],
    sources: ["spec:peering-only", "spec:private-ip-mode", "spec:limits"],
    messages: {
      on: "This turns peering-only mode on, which peered clusters have not needed since 31 March 2020.",
      off: "This turns peering-only mode off, which has two preconditions.",
      unknown:
        "This sets peering-only mode to an unknown value; turning it on is not needed, and turning it off has two preconditions.",
      mentioned:
        "This is the path of peering-only (private IP) mode; turning it on is not needed, and turning it off has two preconditions.",
      contradiction:
        "{{host}} bypasses the peered network when peering-only mode is off, and this repository turns it off.",
    },
    anchors: ({ connectionStrings }) => [
      strong("privateIpMode"),
      // For strings that contradict a call in another file.
      ...connectionStrings.domains.map(hostUnder),
    ],
  },
  *check(context) {
    const requested = new Set<string>();
    const worst = new Map<string, ReturnType<typeof reportOf>>();
    for (const request of context.requests) {
      const places = basePlaces(request);
      // It is unknown what an unknown client does with the path: the path is reported, not the call.
      if (places.length === 0 || !request.fact.understood) continue;
      for (const place of places) requested.add(place);
      if (!mayWrite(request)) continue;
      const report = reportOf(request, context);
      const key = keyOf(report.place);
      const before = worst.get(key);
      if (!before || BY_WEIGHT.indexOf(report.messageId) < BY_WEIGHT.indexOf(before.messageId))
        worst.set(key, report);
    }
    yield* worst.values();
    for (const fact of context.facts.strings) {
      if (fact.what !== "base-path" || requested.has(keyOf(fact.place))) continue;
      if (!PATH.test(fact.rest.replace(/[?#].*$/s, "").replace(/\\/g, ""))) continue;
      yield {
        messageId: "mentioned",
        place: fact.place,
        confidence: isUnparsed(fact.setting, context) ? "medium" : "high",
        severity: severityAt(fact.setting, context, "info"),
        related: tracePlaces(fact.trace),
        advice: preconditions(context),
      };
    }
  },
  *checkRepository({ files }: RepositoryContext) {
    const sources = files.filter(({ fileClass }) => fileClass === "source");
    const calls = sources.flatMap(({ requests }) =>
      requests.filter((request) => turnsOff(request) && request.fact.setting === "code"),
    );
    if (calls.length === 0) return;
    const related = calls
      .slice(0, 3)
      .map(({ fact }): RelatedPlace => ({ place: fact.site, message: "turned off here" }));
    for (const file of sources) {
      for (const reading of readConnections(file)) {
        const { fact, found, hosts, placeOf, describe } = reading;
        const [host] = hosts;
        const isPublic = found.family === "standard" || found.family === "legacy";
        if (!host || !isPublic || found.confidence === "low" || fact.setting === "comment") continue;
        yield {
          messageId: "contradiction",
          place: placeOf(host),
          confidence: "medium",
          related,
          data: { host: describe(host) },
          advice:
            "Use the private string for peering of the cluster, connectionStrings.private, which has -pri before the project suffix.",
        };
      }
    }
  },
});

/** The message ids by weight. If a place has several findings, the first of these is kept. */
const BY_WEIGHT: readonly string[] = ["on", "off", "unknown"];

/** Returns the places of the base paths of a request for the setting; empty for other requests. */
function basePlaces({ administration }: ApiRequest): string[] {
  return administration
    .filter(({ match }) => PATH.test(match.path))
    .map(({ text, match }) => {
      const place = writtenPlaces(text, match.start, match.end).at(-1);
      return `${place?.path}:${place?.start}`;
    });
}

/** Returns whether a request may change the setting; reading it changes nothing. */
function mayWrite({ fact }: ApiRequest): boolean {
  return fact.methods.length === 0 || fact.methods.includes("PATCH");
}

function turnsOff(request: ApiRequest): boolean {
  return basePlaces(request).length > 0 && mayWrite(request) && enabledIn(request.fact.body) === false;
}

/**
 * Returns the call that decides the setting: a wrapper sends any value, and the nearest call around `enabled`, or else
 * around the path, is the one to change.
 */
function decidingCall({ fact, administration }: ApiRequest): Location {
  // If nothing calls a function, its file counts as the caller.
  const callers = fact.callers.filter((caller) => !encloses(caller, fact.site));
  const calls = [fact.site, ...callers.reverse()];
  const paths = administration
    .filter(({ match }) => PATH.test(match.path))
    .flatMap(({ text, match }) => writtenPlaces(text, match.end, match.end + match.path.length));
  const written = [enabledMember(fact.body)?.keyPlace, ...paths.reverse()].filter(
    (place) => place !== undefined,
  );
  for (const place of written) {
    const call = calls.find((one) => encloses(one, place));
    if (call) return call;
  }
  return fact.site;
}

function reportOf(request: ApiRequest, context: FileContext) {
  const enabled = enabledIn(request.fact.body);
  const place = decidingCall(request);
  const common = {
    place,
    requests: [request],
    confidence: "high",
    severity: severityAt(request.fact.setting, context, enabled === true ? "error" : "warning"),
    related: [
      ...sentFrom(request, place),
      ...callerPlaces(request).filter((caller) => !encloses(caller.place, place)),
    ],
  } as const;
  if (enabled === true)
    return {
      ...common,
      messageId: "on",
      advice: "Leave the mode off, and use the private strings for peering.",
    } as const;
  const messageId = enabled === false ? "off" : "unknown";
  return { ...common, messageId, advice: preconditions(context) } as const;
}

/** The conditions for turning the mode off. */
function preconditions({ catalog }: FileContext): string {
  const limit = catalog.data.limits.find(({ name }) => name.startsWith("engine version"));
  const version = String(limit?.value ?? "5.0");
  return `Before you turn the mode off, every cluster of the project must run engine version ${version} or later, and applications must use the private strings for peering (-pri).`;
}

/** Returns the value of `enabled` in a body, if it is known; a body may be JSON as well. */
function enabledIn(body: Tree | undefined): boolean | undefined {
  if (body?.kind === "text") {
    const sent: unknown = parsed(knownText(body.text) ?? "");
    const enabled = typeof sent === "object" && sent !== null && "enabled" in sent ? sent.enabled : undefined;
    return typeof enabled === "boolean" ? enabled : undefined;
  }
  const member = enabledMember(body);
  if (!member?.certain || member.value.kind !== "scalar") return undefined;
  const { value } = member.value;
  return typeof value === "boolean" ? value : undefined;
}

function enabledMember(body: Tree | undefined): Member | undefined {
  return body?.kind === "object" ? body.members.find(({ key }) => key === "enabled") : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
