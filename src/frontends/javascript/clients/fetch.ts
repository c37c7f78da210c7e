import { entriesConstructor, makeEntries } from "../../../analysis/builtins/collections.js";
import { nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Credentials } from "../../../facts/request.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { internalSlot, type MemberKey } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  mapAlternatives,
  nullishness,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { Draft } from "../../../analysis/recording/recorder.js";
import { headersIn, methodOf, optionOf, valueOr, type Client } from "../../../analysis/clients/client.js";
import { ownContentType } from "../../../analysis/clients/own-content-type.js";

/** In what a function differs from the standard `fetch`. */
interface FetchForm {
  readonly credentials?: Credentials;
  readonly takesQuery?: boolean;
  /** Returns the headers that are sent of those that are written. */
  readonly headersOf?: (run: Run, written: readonly Value[]) => Pick<Draft, "headers" | "written">;
}

/** Models `fetch(url | Request, { method, headers, body })`: https://fetch.spec.whatwg.org/#fetch-method */
export function fetchFunction(
  name: string,
  { credentials, takesQuery = false, headersOf = (_run, headers) => ({ headers }) }: FetchForm = {},
): NativeFunction {
  return (run, call) => {
    const [resource, init] = [call.args.at(0), call.args.at(1)];
    const { url, method, body, headers, written } = partsOf(run, resource, init);
    const sent = headersOf(run, [headers]);
    return run.recorder.request(run, {
      client: name,
      call,
      url,
      ...(takesQuery ? { query: [optionOf(run, init, "query")] } : {}),
      method: nullishness(method) === true ? computedText("GET") : method,
      ...sent,
      written: sent.written ?? [written],
      // Headers beside a Request would replace its own.
      ...(alternatives(resource).some(isRequest)
        ? {}
        : { intake: { options: init, index: 1, key: "headers" } }),
      body,
      ...ownContentType(body),
      printsMissingHeaders: true,
      ...(credentials ? { credentials } : {}),
    }).response;
  };
}

/** The headers of a `Request` as code writes them. */
const WRITTEN = internalSlot("written");

export const requestConstructor = () =>
  nativeValue("Request", (run, call) => {
    const { headers, written, ...parts } = partsOf(run, call.args.at(0), call.args.at(1));
    const place = call.environment.locate(call.node);
    const made = makeObject(
      run,
      { ...parts, headers: makeEntries(run, "Headers", headers, call) },
      "Request",
      place,
    );
    setMember(run.store, made.object, WRITTEN, { value: written, maybeAbsent: false });
    return made;
  });

/** Returns the parts of a request that `init` and a `Request` before it give: each part of `init` replaces its own. */
function partsOf(run: Run, resource: Value, init: Value) {
  const own = (name: string): Value => optionOf(run, init, name);
  const before = (name: MemberKey): Value =>
    mapAlternatives(resource, (single) => (isRequest(single) ? peek(run, single, name) : UNDEFINED));
  const part = (name: string): Value => valueOr(own(name), before(name));
  return {
    url: mapAlternatives(resource, (single) => (isRequest(single) ? peek(run, single, "url") : single)),
    method: part("method"),
    body: part("body"),
    headers: part("headers"),
    written: valueOr(own("headers"), before(WRITTEN)),
  };
}

const isRequest = (single: Single): boolean =>
  single.kind === "object" && single.object.className === "Request";

/** A module whose default export is `fetch` and that gives the classes beside it. */
function fetchModule(name: string): () => Value {
  return () => {
    const fetch = nativeValue(name, fetchFunction(name));
    return nativeValue(name, fetchFunction(name), {
      default: fetch,
      fetch,
      Headers: entriesConstructor("Headers"),
      Request: requestConstructor(),
    });
  };
}

/** `defaults(url?, options?)` gives a `fetch` that adds those. https://github.com/npm/make-fetch-happen#fetch-defaults */
const makeFetchHappen = (): Value => withDefaults([]);

function withDefaults(layers: readonly Value[]): Value {
  const send: NativeFunction = (run, call) => {
    const all = [...layers, call.args.at(1)];
    return run.recorder.request(run, {
      client: "make-fetch-happen",
      call,
      url: call.args.at(0),
      method: methodOf(run, call.args.at(1)),
      headers: headersIn(run, all),
      intake: { options: call.args.at(1), index: 1, key: "headers" },
      body: optionOf(run, call.args.at(1), "body"),
      ...ownContentType(optionOf(run, call.args.at(1), "body")),
    }).response;
  };
  const defaults = nativeValue("defaults", (_run, call) =>
    withDefaults([...layers, call.args.list.at(-1) ?? UNDEFINED]),
  );
  return nativeValue("make-fetch-happen", send, { defaults });
}

export const fetchClient: Client = {
  name: "fetch",
  globals: {
    fetch: () => nativeValue("fetch", fetchFunction("fetch")),
    Request: requestConstructor,
  },
  modules: {
    "node-fetch": fetchModule("node-fetch"),
    "cross-fetch": fetchModule("cross-fetch"),
    "isomorphic-fetch": fetchModule("isomorphic-fetch"),
    "isomorphic-unfetch": fetchModule("isomorphic-unfetch"),
    "make-fetch-happen": makeFetchHappen,
    "node-fetch-native": fetchModule("node-fetch-native"),
    unfetch: fetchModule("unfetch"),
    "whatwg-fetch": fetchModule("whatwg-fetch"),
    "fetch-retry": () => nativeValue("fetchRetry", (_run, call) => call.args.at(0)),
  },
};
