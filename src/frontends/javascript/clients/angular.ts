import { setMember, setMembers } from "../../../analysis/evaluation/heap.js";
import { makeEntries } from "../../../analysis/builtins/collections.js";
import {
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import { Entry } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { instanceGiven } from "../../../analysis/evaluation/injection.js";
import { injectable } from "./injectable.js";
import { optionOf, type Client } from "../../../analysis/clients/client.js";
import { observable } from "./rxjs.js";
import { ownContentType } from "../../../analysis/clients/own-content-type.js";

/**
 * `HttpClient` of Angular: `get(url, { headers })`, `post(url, body, { headers })`, `request(method, url, { body })`; the
 * observable emits the body. https://angular.dev/api/common/http/HttpClient
 */
function sender(method: string | undefined): NativeFunction {
  const sendsBody = method === "POST" || method === "PUT" || method === "PATCH";
  return (run, call) => {
    const options = call.args.at(method === undefined || sendsBody ? 2 : 1);
    const body = sendsBody ? call.args.at(1) : optionOf(run, options, "body");
    const { response } = run.recorder.request(run, {
      client: "@angular/common/http",
      call,
      url: call.args.at(method === undefined ? 1 : 0),
      method: method === undefined ? call.args.at(0) : computedText(method),
      query: [optionOf(run, options, "params")],
      // Interceptors are registered with the application and may add to every request.
      headers: [optionOf(run, options, "headers")],
      intake: { options, index: method === undefined || sendsBody ? 2 : 1, key: "headers" },
      body,
      ...ownContentType(body, "text/plain"),
      setsContentType: alternatives(body).every((single) => single.kind === "object"),
    });
    return observable(run, response, call);
  };
}

function httpClient(): Value {
  const members: Record<string, Value> = { request: nativeValue("request", sender(undefined)) };
  for (const method of ["GET", "DELETE", "HEAD", "POST", "PUT", "PATCH"])
    members[method.toLowerCase()] = nativeValue(method, sender(method));
  return nativeObject("HttpClient", members);
}

/** `new HttpHeaders({ … })`, whose `set` and `append` give a new one. https://angular.dev/api/common/http/HttpHeaders */
function headersWith(run: Run, source: Value, call: Call): Value {
  const entries = makeEntries(run, "Headers", source, call);
  if (entries.kind !== "object") return entries;
  const change: NativeFunction = (inner, changing) => {
    const copy = headersWith(inner, entries, changing);
    const name = knownString(inner, changing.args.at(0));
    if (copy.kind !== "object") return copy;
    if (name === undefined) return unknown({ reason: "computed", name: "headers" });
    setMember(inner.store, copy.object, new Entry(name.toLowerCase()), {
      value: changing.args.at(1),
      maybeAbsent: false,
      keyPlace: changing.environment.locate(changing.node),
    });
    return copy;
  };
  setMembers(run.store, entries.object, natives({ set: change, append: change }));
  return objectValue(entries.object);
}

const library = () =>
  nativeObject("@angular/common/http", {
    HttpClient: injectable("HttpClient", httpClient()),
    HttpHeaders: nativeValue("HttpHeaders", (run, call) => headersWith(run, call.args.at(0), call)),
    HttpParams: nativeValue("HttpParams", (run) => makeObject(run, {}, "HttpParams")),
  });

/** `inject(HttpClient)` gives what the constructor would be given. */
const core = () =>
  nativeObject(
    "@angular/core",
    natives({
      inject: (run, call) => {
        const wanted = call.args.at(0);
        const made = wanted.kind === "object" ? instanceGiven(run, wanted) : undefined;
        return made ?? unknown({ reason: "call", name: "inject" });
      },
      Injectable: () => nativeValue("Injectable", () => UNDEFINED),
    }),
    unknown({ reason: "import", name: "@angular/core", specifier: "@angular/core" }),
  );

export const angularClient: Client = {
  name: "@angular/common/http",
  modules: { "@angular/common/http": library, "@angular/core": core },
};
