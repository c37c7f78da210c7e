import type { Vocabulary } from "../catalog/catalog.js";
import { matchEndpoint } from "../catalog/matchers/endpoints.js";
import { keyOf, type Location } from "../core/span.js";
import { HOLE_MARK, type Text } from "../facts/text.js";
import type { AdministrationReading, ApiRequest, UrlReading } from "./api-request.js";

/**
 * Returns the requests, with those that follow a link of a response of the administration API marked as likely ones of
 * it. The links of a response lead to the form of the API that was asked. A link may also come from elsewhere, such as
 * a database. Then its name must say that it is a link, and the client must call only this API in the file.
 */
export function withFollowedLinks(requests: readonly (readonly ApiRequest[])[]): ApiRequest[][] {
  const vocabularies = new Map<string, Vocabulary>();
  for (const { fact, administration } of requests.flat()) {
    const [reading] = administration;
    if (reading && fact.setting === "code") vocabularies.set(keyOf(fact.site), reading.match.vocabulary);
  }
  if (vocabularies.size === 0) return requests.map((ofFile) => [...ofFile]);
  let all = requests.map((ofFile) => [...ofFile]);
  // An answer to one of them may have links as well.
  for (let before = -1; before !== vocabularies.size;) {
    before = vocabularies.size;
    all = all.map((ofFile) =>
      ofFile.map((request) => {
        const likely = isOpen(request) ? linksOf(request, vocabularies, ofFile) : [];
        const [first] = likely;
        if (!first) return request;
        vocabularies.set(keyOf(request.fact.site), first.match.vocabulary);
        return { ...request, likely };
      }),
    );
  }
  return all;
}

/** Returns whether the URL of a request is completely unknown. */
function isOpen({ fact, administration, discovery, likely, readings }: ApiRequest): boolean {
  return (
    fact.setting === "code" &&
    fact.understood &&
    administration.length + discovery.length + likely.length === 0 &&
    readings.every(({ surface }) => surface === "unknown")
  );
}

function linksOf(
  request: ApiRequest,
  vocabularies: ReadonlyMap<string, Vocabulary>,
  ofFile: readonly ApiRequest[],
): AdministrationReading[] {
  const { fact, readings } = request;
  return readings.flatMap((reading): AdministrationReading[] => {
    const vocabulary = vocabularyOf(reading, vocabularies) ?? vocabularyOfClient(reading, request, ofFile);
    if (!vocabulary) return [];
    const [, rest = "", query = ""] = /^([^?#]*)(.*)$/s.exec(reading.flat.slice(HOLE_MARK.length))!;
    return [
      {
        ...reading,
        match: {
          vocabulary,
          surface: "administration",
          form: "unknown",
          start: 0,
          end: HOLE_MARK.length,
          path: rest,
          query,
        },
        endpoint: matchEndpoint(vocabulary, fact.methods, rest),
      },
    ];
  });
}

/** The members of a response that hold its links. https://www.mongodb.com/docs/atlas/api/api-response/#linking */
const LINK = /(?:^|\.)(?:href|next|self)\b|\[['"]?href/i;

/**
 * Returns the call of the response that a URL is a link of. The API also answers with URLs of other hosts, such as
 * that of a download: `delivery.url`. Those lead elsewhere.
 */
export function linkedFrom({ parts: [first] }: Text): Location | undefined {
  if (first?.kind !== "hole" || !first.answeredAt) return undefined;
  return LINK.test(first.name) ? first.answeredAt : undefined;
}

function vocabularyOf(
  { text, match }: UrlReading,
  vocabularies: ReadonlyMap<string, Vocabulary>,
): Vocabulary | undefined {
  const answer = match ? undefined : linkedFrom(text);
  return answer && vocabularies.get(keyOf(answer));
}

/** Names of values that keep a link: `clusterLink`, `selfLink`, `getHref()`. */
const LINK_NAME = /link(?!ed|er)|href/i;

/** Returns the API that all other requests of the client in the file go to, if the URL is named like a link. */
function vocabularyOfClient(
  { text, match }: UrlReading,
  { fact }: ApiRequest,
  ofFile: readonly ApiRequest[],
): Vocabulary | undefined {
  const [hole, ...rest] = text.parts;
  if (match || hole?.kind !== "hole" || rest.length > 0 || hole.answeredAt || !LINK_NAME.test(hole.name))
    return undefined;
  const others = ofFile.filter(
    (other) => other.fact.client === fact.client && other.fact.setting === "code" && !isOpen(other),
  );
  const isOnlyClient = others.every(({ administration }) => administration.length > 0);
  return isOnlyClient ? others[0]?.administration[0]?.match.vocabulary : undefined;
}
