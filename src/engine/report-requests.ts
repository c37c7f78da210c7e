import type { Finding } from "../core/finding.js";
import { groupBy } from "../core/group-by.js";
import type { ReportedPlace, ReportedRequest } from "../core/reported-request.js";
import type { SourceText } from "../core/source-text.js";
import { PlaceIndex } from "../core/place-index.js";
import { compareLocations, encloses, keyOf, type Location } from "../core/span.js";
import { classOfFile } from "../core/file-class.js";
import { matchEndpoint, pathSegments } from "../catalog/matchers/endpoints.js";
import type { CalendarDate } from "../core/calendar-date.js";
import { targetVersion, versionAt, versionName } from "../catalog/matchers/versions.js";
import { writtenPlaces } from "../facts/text.js";
import type { StringFact } from "../facts/string.js";
import type { FileAnalysis } from "./analyze-file.js";
import { keyOfRequest, startsLikeResource, type ApiRequest } from "./api-request.js";
import { AuthorCalls } from "./author-calls.js";
import { Fingerprints } from "./fingerprints.js";
import {
  endpointPath,
  methodOf,
  pathOfRequest,
  serviceReadings,
  mostSpecificReading,
} from "./request-names.js";
import type { FileContext } from "./rule.js";
import { maskSecrets } from "./secrets.js";

/** A request before it has a name in the report. */
interface Draft extends Omit<ReportedRequest, "id" | "call" | "sentAt" | "setUp" | "fileClass"> {
  readonly call: Location;
  readonly sentAt?: Location;
  readonly setUp?: Location;
}

/** The requests of a run that findings are about. */
export class ReportRequests {
  readonly #requests = new Map<string, { readonly request: ApiRequest; readonly context: FileContext }>();
  readonly #bases = new PlaceIndex<string>();
  readonly #urls = new PlaceIndex<string>();
  readonly #strings = new Map<string, { readonly fact: StringFact; readonly context: FileContext }>();
  readonly #calls: AuthorCalls;
  /** Calls of what is not known that may send a request, by their files. */
  readonly #unknown: ReadonlyMap<string, readonly ApiRequest[]>;
  readonly #reported = new Map<string, ReportedRequest>();

  constructor(
    analyses: readonly FileAnalysis[],
    private readonly sources: ReadonlyMap<string, SourceText>,
  ) {
    for (const { context } of analyses) {
      for (const request of context.requests) this.#add(request, context);
      if (context.facts.reading === "text")
        for (const fact of context.facts.strings) if (isUrl(fact, context)) this.#addUrl(fact, context);
    }
    const all = [...this.#requests.values()].map(({ request }) => request);
    this.#calls = new AuthorCalls(all);
    const unknown = all.filter(({ fact }) => !fact.understood);
    this.#unknown = groupBy(unknown, ({ fact }) => fact.site.path);
  }

  #add(request: ApiRequest, context: FileContext): void {
    const key = keyOfRequest(request);
    this.#requests.set(key, { request, context });
    for (const { text, match } of request.administration)
      for (const place of writtenPlaces(text, match.start, match.end)) this.#bases.add(place, key);
  }

  #addUrl(fact: StringFact, context: FileContext): void {
    const key = `url ${keyOf(fact.place)}`;
    this.#strings.set(key, { fact, context });
    this.#urls.add({ ...fact.place, end: fact.place.end + fact.rest.length }, key);
  }

  /**
   * Returns the keys of the requests that a finding is about: those that its rule names, or else those with a URL at
   * its place.
   */
  keysOf({ requests, place }: Finding): readonly string[] {
    if (requests && requests.length > 0) return requests;
    const withBase = this.#bases.overlapping(place);
    return withBase.length > 0 ? [...new Set(withBase)] : this.#urls.overlapping(place).slice(0, 1);
  }

  /** Names the requests of all findings of a run, so that a name does not depend on which of them are shown. */
  name(findings: readonly Finding[]): void {
    const drafts = [...new Set(findings.flatMap((finding) => this.keysOf(finding)))].flatMap((key) => {
      const draft = this.#draft(key);
      return draft && this.sources.has(draft.call.path) ? [{ key, draft }] : [];
    });
    drafts.sort((a, b) => compareLocations(a.draft.call, b.draft.call) || compareNames(a.draft, b.draft));
    const names = new Fingerprints();
    const known = new Map<string, ReportedRequest>();
    for (const { key, draft } of drafts) {
      const same = [keyOf(draft.call), draft.sentAt ? keyOf(draft.sentAt) : "", nameOf(draft)].join(" ");
      const before = known.get(same);
      const request = before ?? this.#reportedFrom(draft, names);
      known.set(same, request);
      this.#reported.set(key, request);
    }
  }

  /** All requests that have a name, ordered by their calls. */
  get named(): ReportedRequest[] {
    return [...new Set(this.#reported.values())];
  }

  /** Returns the requests of a finding under their ids in the report, without duplicates. */
  of(finding: Finding): ReportedRequest[] {
    return [...new Set(this.keysOf(finding).flatMap((key) => this.#reported.get(key) ?? []))];
  }

  /**
   * Describes a request as in the report, whether a finding is about it or not. Undefined if its file was not read.
   */
  describe(request: ApiRequest): ReportedRequest | undefined {
    const draft = this.#draft(keyOfRequest(request));
    return draft && this.sources.has(draft.call.path)
      ? this.#reportedFrom(draft, new Fingerprints())
      : undefined;
  }

  #reportedFrom({ call, sentAt, setUp, ...rest }: Draft, names: Fingerprints): ReportedRequest {
    const place = this.#placed(call);
    const line = this.sources.get(call.path)!.line(place.position.line);
    return {
      id: names.next(nameOf(rest), call.path, line).slice(0, 12),
      ...rest,
      call: place,
      ...(sentAt && this.sources.has(sentAt.path) ? { sentAt: this.#placed(sentAt) } : {}),
      ...(setUp && this.sources.has(setUp.path) ? { setUp: this.#placed(setUp) } : {}),
      fileClass: classOfFile(call.path),
    };
  }

  #placed({ path, start }: Location): ReportedPlace {
    return { path, position: this.sources.get(path)!.position(start) };
  }

  #draft(key: string): Draft | undefined {
    const known = this.#requests.get(key);
    if (known) return this.#draftOfRequest(known.request, known.context);
    const url = this.#strings.get(key);
    return url && draftOfUrl(url.fact, url.context);
  }

  /**
   * Returns the call of an unknown function that contains an object in the form of a request: the two are one request.
   */
  #senderOf(request: ApiRequest): ApiRequest | undefined {
    const { site } = request.fact;
    return this.#unknown
      .get(site.path)
      ?.find((one) => encloses(one.fact.site, site) && whatIsAsked(one) === whatIsAsked(request));
  }

  #draftOfRequest(request: ApiRequest, { target }: FileContext): Draft {
    const { fact } = request;
    const reading = mostSpecificReading(serviceReadings(request));
    const endpoint = reading?.endpoint ? endpointPath({ ...reading, endpoint: reading.endpoint }) : undefined;
    const method = methodOf(request);
    const { fact: sent } = fact.form === "template" ? (this.#senderOf(request) ?? request) : request;
    const call = sent === fact ? this.#calls.of(request) : sent.site;
    const isDirect = keyOf(call) === keyOf(sent.site);
    return {
      kind: kindOf(request),
      ...(method === undefined ? {} : { method }),
      path: maskSecrets(pathOfRequest(request)),
      ...(endpoint === undefined ? {} : { endpoint }),
      client: sent.form === "template" ? "request options" : sent.client,
      call,
      ...(isDirect ? {} : { sentAt: fact.site }),
      ...(fact.instance ? { setUp: fact.instance.site } : {}),
      ...versionsOf(request, target),
    };
  }
}

/** Returns the method and path of a request, which two facts of the same request share. */
function whatIsAsked(request: ApiRequest): string {
  return `${methodOf(request) ?? ""} ${pathOfRequest(request)}`;
}

function kindOf({ fact: { setting, form } }: ApiRequest): ReportedRequest["kind"] {
  if (setting === "mock") return "double";
  return setting === "code" && form !== "recorded" ? "call" : "data";
}

function nameOf({ method, path }: Pick<ReportedRequest, "method" | "path">): string {
  return method === undefined ? path : `${method} ${path}`;
}

function compareNames(a: Draft, b: Draft): number {
  const [one, other] = [nameOf(a), nameOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Returns the version that a request asks for, and the version that it should ask for. */
function versionsOf(
  request: ApiRequest,
  target: string,
): Pick<ReportedRequest, "versionNow" | "versionWanted"> {
  const reading = mostSpecificReading(serviceReadings(request));
  if (!reading?.endpoint || reading.match.surface === "discovery") return {};
  const { match, endpoint } = reading;
  const dates = request.accept.values.flatMap((value) => (value.kind === "versioned" ? [value.date] : []));
  const [date] = dates;
  const now = match.form === "unversioned" ? match.version : (date ?? match.version);
  const least = targetVersion(match.vocabulary, endpoint.endpoints[0], target);
  const answering = (one: CalendarDate): CalendarDate | undefined =>
    versionAt(match.vocabulary, endpoint.endpoints[0], one)?.date;
  const isEnough = date !== undefined && (date > least || answering(date) === answering(least));
  const wanted = match.form !== "unversioned" && isEnough ? date : least;
  const isOver = endpoint.gone !== undefined && endpoint.gone.replacement === undefined;
  return {
    ...(now === undefined ? {} : { versionNow: now }),
    ...(isOver ? {} : { versionWanted: versionName(match.vocabulary, wanted) }),
  };
}

/** Returns whether a string in text that is not parsed is the URL of a call. */
function isUrl({ what, vocabulary, rest }: StringFact, context: FileContext): boolean {
  return what === "base-path" && startsLikeResource(context.vocabulary(vocabulary), rest);
}

function draftOfUrl({ vocabulary: name, value, rest, place }: StringFact, context: FileContext): Draft {
  const vocabulary = context.vocabulary(name);
  const { endpoints, gone } = matchEndpoint(vocabulary, [], rest);
  const paths = new Set([...endpoints.map(({ path }) => path), ...(gone ? [gone.path] : [])]);
  const [endpoint] = paths;
  const version = /v\d[\d.]*$/.exec(value)?.[0];
  const isOver = gone !== undefined && gone.replacement === undefined;
  return {
    kind: "text",
    path: maskSecrets(
      `/${pathSegments(rest)
        .map(({ text }) => text)
        .join("/")}`,
    ),
    ...(endpoint !== undefined && paths.size === 1 ? { endpoint } : {}),
    client: context.facts.language,
    call: place,
    ...(version === undefined ? {} : { versionNow: version }),
    ...(isOver
      ? {}
      : { versionWanted: versionName(vocabulary, targetVersion(vocabulary, endpoints[0], context.target)) }),
  };
}
