import type { HeaderEntry, RequestFact } from "../../src/facts/request.js";
import { HOLE_MARK, flatten, holesOf, knownText, type Text } from "../../src/facts/text.js";
import { isBody, matches } from "./bodies.js";
import { isDefaultHeader } from "./default-headers.js";
import type { Sent } from "./run.js";

/**
 * Returns the reason why none of the requests in the analysis can be the one that was sent. Undefined if one can. The
 * analysis may leave open what it does not know. Everything that it states about the request must be true.
 */
export function contradiction(sent: Sent, stated: readonly RequestFact[]): string | undefined {
  if (stated.length === 0) return "no request is stated";
  const reasons = new Set<string>();
  for (const fact of stated) {
    const reason = mismatch(sent, fact);
    if (reason === undefined) return undefined;
    reasons.add(reason);
  }
  return [...reasons].join("; ");
}

/** Checks whether URL and headers are fully known in each request of the analysis that can be the sent one. */
export function isDecided(sent: Sent, stated: readonly RequestFact[]): boolean {
  return stated
    .filter((fact) => mismatch(sent, fact) === undefined)
    .every(
      ({ urls, headers }) =>
        urls.every((url) => knownText(url) !== undefined) &&
        headers.open.length === 0 &&
        headers.entries.every(({ values }) => values.every((value) => knownText(value) !== undefined)),
    );
}

/** Returns the names of the holes in URL and headers of a request. */
export function openIn(sent: Sent, stated: readonly RequestFact[]): string[] {
  return stated
    .filter((fact) => mismatch(sent, fact) === undefined)
    .flatMap(({ urls, headers }) => [
      ...urls.flatMap(holesOf),
      ...headers.open,
      ...headers.entries.flatMap(({ values }) => values.flatMap(holesOf)),
    ])
    .map(({ name }) => name);
}

function mismatch(sent: Sent, fact: RequestFact): string | undefined {
  if (fact.methods.length > 0 && !fact.methods.includes(sent.method))
    return `${sent.method} is none of ${fact.methods.join()}`;
  if (!fact.urls.some((url) => isUrl(url, sent.url)))
    return `${sent.url} is none of ${fact.urls.map(shown).join(" | ")}`;
  return headerMismatch(sent, fact) ?? bodyMismatch(sent, fact);
}

function shown(text: Text): string {
  return flatten(text).replaceAll(HOLE_MARK, "{}");
}

/** Clients print a URL in its standard form; where there are holes, escapes are left out of the comparison. */
function isUrl(stated: Text, sent: string): boolean {
  const known = knownText(stated);
  if (known !== undefined) return standard(known) === standard(sent);
  const visible = unescaped(flatten(stated).split("#")[0]!);
  const arrived = unescaped(sent);
  // If a query is empty, its mark is not sent either, and a segment that is `.` is left out.
  const collapsed = visible.replaceAll(`/${HOLE_MARK}`, HOLE_MARK);
  return [arrived, `${arrived}?`].some((one) => matches(visible, one) || matches(collapsed, one));
}

function standard(url: string): string {
  try {
    const parsed = new URL(url.trim());
    parsed.hash = "";
    if (parsed.search === "") parsed.search = "";
    return unescaped(parsed.href);
  } catch {
    return url;
  }
}

/** Escapes of ASCII as what they stand for: clients differ in what they escape. */
function unescaped(text: string): string {
  return text.replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function headerMismatch(sent: Sent, { client, headers }: RequestFact): string | undefined {
  const isOpen = headers.open.length > 0;
  for (const entry of headers.entries) {
    const value = sent.headers[entry.name];
    // Ky takes the word for the value of the same name, and sends what it would send without the header.
    const isTakenOut = client === "ky" && isHeader(entry, "undefined");
    if (value === undefined) {
      if (entry.certain && !isTakenOut) return `${entry.name} is stated and was not sent`;
      continue;
    }
    if (isHeader(entry, value)) continue;
    const mayBeOther =
      (!entry.certain && isOpen) || ((!entry.certain || isTakenOut) && isDefaultHeader(entry.name, value));
    if (!mayBeOther) return `${entry.name} is ${value}, none of ${entry.values.map(shown).join(" | ")}`;
  }
  if (isOpen) return undefined;
  const stated = new Set(headers.entries.map(({ name }) => name));
  const missed = Object.entries(sent.headers).find(
    ([name, value]) => !stated.has(name) && !isDefaultHeader(name, value),
  );
  return missed && `${missed[0]}: ${missed[1]} is stated to be absent`;
}

/** A header that was given as a list has one text a string. */
function isHeader({ values }: HeaderEntry, sent: string): boolean {
  const isOne = (value: string): boolean =>
    values.some((text) => matches(flatten(text).trim(), value.trim()));
  const list = values.map(flatten).join(",");
  return isOne(sent) || matches(list, sent) || sent.split(/, ?/).every(isOne);
}

function bodyMismatch({ body }: Sent, fact: RequestFact): string | undefined {
  if (!fact.body) return body === "" ? undefined : `body ${body} is stated to be absent`;
  return isBody(fact.body, body) ? undefined : `body ${body} is not ${JSON.stringify(fact.body, onlyValues)}`;
}

const PROVENANCE = new Set(["handle", "hops", "place", "keyPlace", "written"]);

function onlyValues(key: string, value: unknown): unknown {
  return PROVENANCE.has(key) ? undefined : value;
}
