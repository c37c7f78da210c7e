import { expand, join, NO_VARIABLES, type AssembledText } from "../assembled-text.js";
import { asString, firstOf, stringAt, valueAt, type JsonObject, type JsonValue } from "../nodes.js";
import { readHeaders } from "./headers.js";
import { contentsOf, type Recordings } from "./recordings.js";

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);
const ADDRESSES = ["url", "uri", "endpoint", "path", "urlPath", "urlPattern", "urlPathPattern"];
const HEADERS = ["headers", "header", "reqheaders"];
const BODIES = ["body", "data", "payload", "json", "jsonBody", "rawModeData"];

/**
 * Requests in many unmistakable forms, anywhere in a document. A value that one form uses is not a request of another
 * form.
 */
export class Exchanges {
  readonly #claimed = new Set<JsonValue>();

  constructor(private readonly recordings: Recordings) {}

  read(object: JsonObject): void {
    if (this.#claimed.has(object) || this.#exchange(object)) return;
    const method = methodOf(object);
    if (method !== undefined && !this.#nock(object, method)) this.#request(object, method);
  }

  /** Reads a call that nock recorded: https://github.com/nock/nock#recording */
  #nock(object: JsonObject, method: string): boolean {
    const scope = asString(valueAt(object, "scope"));
    const path = asString(valueAt(object, "path"));
    if (!scope || !path || valueAt(object, "response") === undefined) return false;
    const headers = valueAt(object, "reqheaders");
    this.recordings.add({
      client: "nock",
      site: object,
      method,
      urls: [join([...expand(scope, NO_VARIABLES), ...expand(path, NO_VARIABLES)])],
      headers: readHeaders(headers, NO_VARIABLES),
      headersValue: headers,
      // Only some headers are recorded, and only on request.
      otherHeaders: "the rest of the headers",
      bodies: contentsOf(valueAt(object, "body")),
      responses: contentsOf(valueAt(object, "response")),
      responseHeaders: [firstOf(object, ["rawHeaders", "headers"])?.value],
    });
    return true;
  }

  /**
   * Reads a request beside its response: VCR and similar tools, Pact, WireMock, MockServer. A stub has the headers that
   * it checks. A cassette, which has a whole address, has the headers that were sent.
   */
  #exchange(object: JsonObject): boolean {
    const request = firstOf(object, ["request", "httpRequest"])?.value;
    const response = firstOf(object, ["response", "httpResponse"])?.value;
    if (request?.kind !== "object" || response?.kind !== "object") return false;
    const method = methodOf(request);
    const address = addressOf(request);
    if (method === undefined || !address) return false;
    this.#claimed.add(request);
    const headers = firstOf(request, HEADERS)?.value;
    const isWhole = isAbsolute(address.text);
    this.recordings.add({
      client: "recording",
      site: request,
      method,
      urls: [address.url],
      headers: readHeaders(headers, NO_VARIABLES),
      headersValue: headers,
      ...(isWhole && headers ? {} : { otherHeaders: "the rest of the headers" }),
      bodies: contentsOf(firstOf(request, BODIES)?.value),
      responses: contentsOf(firstOf(response, [...BODIES, "content"])?.value),
      responseHeaders: [firstOf(response, HEADERS)?.value],
    });
    return true;
  }

  /** Reads the data of a tool that sends requests: an address, a method, and headers or a body. */
  #request(object: JsonObject, method: string): void {
    const headers = firstOf(object, HEADERS)?.value;
    const body = firstOf(object, BODIES)?.value;
    if (!headers && !body) return;
    const address = addressOf(object);
    if (!address) return;
    this.recordings.add({
      client: "data",
      site: object,
      method,
      urls: [address.url],
      headers: readHeaders(headers, NO_VARIABLES),
      headersValue: headers,
      ...(headers && isAbsolute(address.text) ? {} : { otherHeaders: "the rest of the headers" }),
      bodies: contentsOf(body),
      responses: [],
    });
  }
}

function methodOf(object: JsonObject): string | undefined {
  const method = stringAt(object, "method");
  return method !== undefined && METHODS.has(method.toUpperCase()) ? method : undefined;
}

function addressOf(object: JsonObject): { text: string; url: AssembledText } | undefined {
  const string = asString(firstOf(object, ADDRESSES)?.value);
  if (!string) return undefined;
  const [url] = expand(string, NO_VARIABLES);
  return url && { text: string.value, url };
}

/** Checks whether an address names its host, at least with a placeholder. */
function isAbsolute(address: string): boolean {
  return address.includes("://") || address.startsWith("{{") || address.startsWith("${");
}
