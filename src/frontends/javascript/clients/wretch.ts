import { callBack, nativeValue, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise, SETTLED } from "../../../analysis/builtins/promises.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember, setMembers } from "../../../analysis/evaluation/heap.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  TRUE,
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  nullishness,
  objectValue,
  unknown,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { optionOf, type Client } from "../../../analysis/clients/client.js";

interface Draft {
  readonly url: Value;
  readonly headers: readonly Value[];
  readonly query: readonly Value[];
  readonly body: Value;
  /** Functions that get what a method gives, and give something else in its place. */
  readonly resolvers: readonly Value[];
}

const READERS = ["json", "text", "res", "blob", "formData", "arrayBuffer"] as const;
const CATCHERS = ["badRequest", "unauthorized", "forbidden", "notFound", "timeout", "internalError"] as const;

/**
 * `wretch(url, options)` and its methods, each of which returns a new instance: `url`, `headers`, `accept`, `json` …
 * until a method sends it. https://github.com/elbywan/wretch
 */
function builder(run: Run, draft: Draft, call: Call | undefined): Value {
  const next =
    (change: (inner: Run, call: Call) => Partial<Draft>): NativeFunction =>
    (inner, chained) =>
      builder(inner, { ...draft, ...change(inner, chained) }, chained);
  const header = (name: string) =>
    next((inner, chained) => ({
      headers: [...draft.headers, makeObject(inner, { [name]: chained.args.at(0) })],
    }));
  const send =
    (method: string): NativeFunction =>
    (inner, sending) => {
      const hasBody = method === "POST" || method === "PUT" || method === "PATCH";
      const given = hasBody ? sending.args.at(0) : UNDEFINED;
      const body = nullishness(given) === true ? draft.body : given;
      const { response } = inner.recorder.request(inner, {
        client: "wretch",
        call: sending,
        url: concat(inner, [
          draft.url,
          nullishness(hasBody ? sending.args.at(1) : sending.args.at(0)) === true
            ? computedText("")
            : sending.args.at(hasBody ? 1 : 0),
        ]),
        method: computedText(method),
        headers: draft.headers,
        query: draft.query,
        body,
        setsContentType: alternatives(body).every((single) => single.kind === "object"),
      });
      return draft.resolvers.reduce(
        (chain, resolver) => callBack(inner, resolver, [chain], sending),
        responseChain(inner, response, sending),
      );
    };
  const same = next(() => ({}));
  const members: Record<string, NativeFunction> = {
    url: next((inner, chained) => ({
      url: chained.args.at(1) === TRUE ? chained.args.at(0) : concat(inner, [draft.url, chained.args.at(0)]),
    })),
    headers: next((_inner, chained) => ({ headers: [...draft.headers, chained.args.at(0)] })),
    options: next((inner, chained) => ({
      headers: [...draft.headers, optionOf(inner, chained.args.at(0), "headers")],
    })),
    accept: header("accept"),
    content: header("content-type"),
    auth: header("authorization"),
    json: next((_inner, chained) => ({ body: chained.args.at(0) })),
    body: next((_inner, chained) => ({ body: chained.args.at(0) })),
    addon: same,
    query: next((_inner, chained) => ({ query: [...draft.query, chained.args.at(0)] })),
    catcher: same,
    resolve: next((_inner, chained) => ({ resolvers: [...draft.resolvers, chained.args.at(0)] })),
    errorType: same,
    // A middleware may send whatever it likes.
    middlewares: next((_inner, chained) => ({
      headers: [
        ...draft.headers,
        unknown({
          reason: "call",
          name: "middlewares",
          place: chained.environment.locate(chained.node),
        }),
      ],
    })),
  };
  for (const method of ["GET", "HEAD", "DELETE", "POST", "PUT", "PATCH"])
    members[method.toLowerCase()] = send(method);
  const made = new HeapObject("Wretch", call?.environment.locate(call.node));
  setMembers(run.store, made, natives(members));
  return objectValue(made);
}

/** `.json(callback?)` and the like give a promise of the body; catchers give the chain again. */
function responseChain(run: Run, response: UnknownValue, call: Call): Value {
  const made = new HeapObject("Wretch response", call.environment.locate(call.node));
  const self = objectValue(made);
  const members: Record<string, NativeFunction> = {};
  for (const reader of READERS) {
    members[reader] = (inner, reading) => {
      const callback = reading.args.at(0);
      if (!isFunction(callback)) return response;
      return makePromise(inner, awaitValue(inner, callBack(inner, callback, [response], reading)));
    };
  }
  for (const catcher of CATCHERS) members[catcher] = () => self;
  setMembers(run.store, made, natives(members));
  setMember(run.store, made, SETTLED, { value: response, maybeAbsent: false });
  return self;
}

export const wretchClient: Client = {
  name: "wretch",
  modules: {
    wretch: () =>
      nativeValue("wretch", (run, call) => {
        const url = call.args.at(0);
        return builder(
          run,
          {
            url: nullishness(url) === true ? computedText("") : url,
            headers: [optionOf(run, call.args.at(1), "headers")],
            query: [],
            body: UNDEFINED,
            resolvers: [],
          },
          call,
        );
      }),
  },
};
