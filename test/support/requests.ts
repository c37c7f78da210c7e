import { CatalogInterest } from "../../src/catalog/interest.js";
import { loadCatalog } from "../../src/catalog/load.js";
import { SourceText } from "../../src/core/source-text.js";
import type { FileFacts } from "../../src/facts/file-facts.js";
import type { RequestFact } from "../../src/facts/request.js";
import { describe } from "../../src/facts/text.js";
import { analyzeJavaScript } from "../../src/frontends/javascript/frontend.js";

const interest = CatalogInterest.of(loadCatalog());

/** Returns the facts of a piece of code. Fails if it does not parse. */
export function factsOf(code: string, path = "file.ts"): FileFacts {
  const facts = analyzeJavaScript(new SourceText(path, code), interest);
  if (!("requests" in facts)) throw new Error(facts.message);
  return facts;
}

/**
 * Returns the requests of a piece of code, one line each: `GET https://… accept=… {body}`. Alternatives are separated
 * by `|`.
 */
export function requestsOf(code: string, path?: string): string[] {
  return factsOf(code, path).requests.map(briefly);
}

export function briefly(request: RequestFact): string {
  const headers = request.headers.entries.map(
    ({ name, values, certain }) => `${name}=${values.map(describe).join("|")}${certain ? "" : "?"}`,
  );
  const open = request.headers.open.map(({ name }) => `+${name}`);
  return [request.methods.join("|") || "?", request.urls.map(describe).join("|"), ...headers, ...open].join(
    " ",
  );
}
