import {
  classify,
  defineRule,
  severityAt,
  strong,
  type ApiRequest,
  type FileContext,
  type RepositoryContext,
  type Tree,
} from "../src/rule-api.js";

const PATH = /^\/groups\/[^/]+\/privateIpMode\/?$/;

export default defineRule({
  meta: {
    id: "no-peering-only-mode",
    description:
      "Reports calls that turn peering-only (private IP) mode on or off, and what contradicts them",
    severity: "warning",
    sources: ["spec:peering-only", "spec:private-ip-mode", "spec:limits"],
    messages: {
      on: "This turns peering-only mode on, which peered clusters have not needed since 31 March 2020 and which limits DNS and connections from outside.",
      off: "This turns peering-only mode off: every cluster of the project must run engine version {{version}} first, and applications must use the private strings for peering (-pri).",
      unknown:
        "This sets peering-only mode to a value that is not known here. Turning it on is not needed any more; before turning it off, every cluster must run engine version {{version}} and applications must use the private strings for peering (-pri).",
      mentioned:
        "Peering-only (private IP) mode is addressed here. Turning it on is not needed any more; turning it off has preconditions.",
      contradiction:
        "{{kind}} strings lead past the peered network once peering-only mode is off, and this repository turns it off; the string for peering has -pri before the project suffix.",
    },
    anchors: () => [strong("privateIpMode")],
  },
  *check(context) {
    const seen = new Set<number>();
    for (const request of context.requests) {
      if (!peeringCall(request)) continue;
      for (const reading of request.administration) seen.add(startOf(reading));
      yield reportOf(request, context);
    }
    for (const fact of context.facts.strings) {
      if (fact.what !== "base-path" || seen.has(fact.place.start) || !PATH.test(fact.rest.replace(/\\/g, "")))
        continue;
      yield {
        messageId: "mentioned",
        place: fact.place,
        confidence: fact.setting === "text" ? "medium" : "high",
        severity: severityAt(fact.setting, context, "info"),
      };
    }
  },
  *checkRepository({ files }: RepositoryContext) {
    const turnsOff = files.some((file) =>
      file.requests.some((request) => peeringCall(request) && enabledIn(request) === false),
    );
    if (!turnsOff) return;
    for (const file of files) {
      if (file.fileClass === "documentation") continue;
      for (const fact of file.facts.strings) {
        if (fact.what !== "connection-string" || fact.setting === "comment") continue;
        const { connectionStrings } = file.vocabulary(fact.vocabulary);
        const found = classify(fact.value, { ...connectionStrings, data: connectionStrings });
        if (found.family !== "standard" && found.family !== "legacy") continue;
        yield {
          messageId: "contradiction",
          place: fact.place,
          confidence: "medium",
          severity: "warning",
          data: { kind: found.family === "legacy" ? "Legacy" : "Standard" },
        };
      }
    }
  },
});

/** A write of the setting; reading it changes nothing. */
function peeringCall(request: ApiRequest): boolean {
  const { methods } = request.fact;
  if (methods.length > 0 && !methods.includes("PATCH")) return false;
  return request.administration.some(({ match }) => PATH.test(match.path));
}

function startOf(reading: ApiRequest["administration"][number]): number {
  const part = reading.text.parts.find(
    (one) => one.kind === "segment" && one.written && one.text.includes("v"),
  );
  return part?.kind === "segment"
    ? (part.written?.start ?? -1) + Math.max(0, part.text.search(/\/?api|\/?atlas/))
    : -1;
}

function reportOf(request: ApiRequest, context: FileContext) {
  const enabled = enabledIn(request);
  const common = {
    place: request.fact.site,
    confidence: "high",
    severity: severityAt(request.fact.setting, context, enabled === true ? "error" : "warning"),
  } as const;
  const version = engineVersion(context);
  if (enabled === true)
    return {
      ...common,
      messageId: "on",
      advice: "Leave the mode off; use the private strings for peering.",
    } as const;
  if (enabled === false) return { ...common, messageId: "off", data: { version } } as const;
  return { ...common, messageId: "unknown", data: { version } } as const;
}

function engineVersion({ catalog }: FileContext): string {
  const limit = catalog.data.limits.find(({ name }) => /engine/i.test(name));
  return String(limit?.value ?? "5.0 or later");
}

/** The value of `enabled` in the body, where it is known. */
function enabledIn({ fact }: ApiRequest): boolean | undefined {
  return fact.body && flagIn(fact.body);
}

function flagIn(body: Tree): boolean | undefined {
  if (body.kind !== "object") return undefined;
  const value = body.members.find(({ key }) => key === "enabled")?.value;
  return value?.kind === "scalar" && typeof value.value === "boolean" ? value.value : undefined;
}
