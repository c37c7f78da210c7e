import { expand, NO_VARIABLES } from "../assembled-text.js";
import { asObject, asString, stringAt, valueAt, type JsonValue } from "../nodes.js";
import { readHeaders } from "./headers.js";
import { contentsOf, type Recordings } from "./recordings.js";

/**
 * Reads an HTTP archive of a browser, a proxy or Polly.JS: http://www.softwareishard.com/blog/har-12-spec/
 *
 * @returns whether the document is one
 */
export function readHar(root: JsonValue, recordings: Recordings): boolean {
  const entries = valueAt(root, "log", "entries");
  if (entries?.kind !== "list") return false;
  for (const entry of entries.items) {
    const request = asObject(valueAt(entry, "request"));
    const url = asString(valueAt(request, "url"));
    if (!request || !url) continue;
    const headers = valueAt(request, "headers");
    recordings.add({
      client: "har",
      site: request,
      method: stringAt(request, "method"),
      urls: expand(url, NO_VARIABLES),
      headers: readHeaders(headers, NO_VARIABLES),
      headersValue: headers,
      bodies: contentsOf(valueAt(request, "postData")),
      responses: contentsOf(valueAt(entry, "response", "content")),
      responseHeaders: ["headers", "redirectURL"].map((key) => valueAt(entry, "response", key)),
    });
  }
  return true;
}
