import { flatten, sliceText } from "../../../facts/text.js";
import {
  callBackLater,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../builtins/native.js";
import { awaitValue } from "../builtins/promises.js";
import type { Call } from "../evaluation/callable.js";
import { concat } from "../evaluation/coerce.js";
import { HeapObject, isInternal, setMember } from "../evaluation/heap.js";
import { makeObject, peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  mapAlternatives,
  nullishness,
  objectValue,
  unknown,
  type ObjectValue,
  type Value,
} from "../evaluation/value.js";
import type { RecordedRequest } from "../recording/recorded-request.js";
import type { Client } from "./client.js";

const VERBS = ["get", "post", "put", "patch", "delete", "head", "options"] as const;
const BODY = "[[body]]";

/** A request that a test expects. What it would send is not said, but what it is answered with is. */
function expected(
  run: Run,
  call: Call,
  client: string,
  method: string,
  url: Value,
  body: Value,
): RecordedRequest {
  return run.recorder.request(run, {
    client,
    call,
    url,
    method: computedText(method.toUpperCase()),
    headers: [unknown({ reason: "computed", name: client })],
    body: isFunction(body) ? UNDEFINED : body,
    understood: false,
    setting: "mock",
  }).recorded;
}

/** An object of which every method that is not listed gives the object itself. */
function chain(run: Run, call: Call, members: Readonly<Record<string, NativeFunction>>): ObjectValue {
  const made = new HeapObject("mock", call.environment.locate(call.node));
  const self = objectValue(made);
  const same = nativeValue("chain", () => self);
  for (const [key, value] of Object.entries(natives(members)))
    setMember(run.store, made, key, { value, maybeAbsent: false });
  made.lazyMember = (key) => (key in members || isInternal(key) || key === "then" ? undefined : same);
  return self;
}

/** `nock(base).get(path, body?).reply(status, body)`, https://github.com/nock/nock */
const nock: NativeFunction = (run, call) => {
  const base = call.args.at(0);
  const intercept =
    (method: string): NativeFunction =>
    (inner, expecting) => {
      const path = expecting.args.at(0);
      const url = isFunction(path) ? base : concat(inner, [base, path]);
      const recorded = expected(inner, expecting, "nock", method, url, expecting.args.at(1));
      const reply: NativeFunction = (replying, answering) => {
        const body = isFunction(answering.args.at(0)) ? answering.args.at(0) : answering.args.at(1);
        recorded.answer(replying, resultOf(replying, body, answering));
        return scope;
      };
      return chain(inner, expecting, { reply, replyWithError: () => scope });
    };
  const members: Record<string, NativeFunction> = {};
  for (const verb of VERBS) members[verb] = intercept(verb);
  const scope: ObjectValue = chain(run, call, members);
  return scope;
};

/** A body, or what the function that makes one gives: the last element where that is `[status, body]`. */
function resultOf(run: Run, body: Value, call: Call): Value {
  if (!isFunction(body)) return body;
  const result = awaitValue(run, callBackLater(run, body, [], call));
  const second =
    result.kind === "object" && result.object.className === "Array" ? peek(run, result, "1") : UNDEFINED;
  return nullishness(second) === true ? result : second;
}

/** `http.get(url, resolver)` of msw, and `rest.get` of its first versions. https://mswjs.io/docs/api/http */
const msw = (): Value => {
  const handler =
    (method: string): NativeFunction =>
    (inner, call) => {
      const recorded = expected(inner, call, "msw", method, call.args.at(0), UNDEFINED);
      const context = natives({ json: withBody, body: withBody, text: withBody });
      const ctx = nativeObject("ctx", context, unknown({ reason: "import", name: "msw" }));
      const res = nativeValue("res", (_answering, given) => {
        return (
          given.args.list.find((value) => value.kind === "object" && value.object.className === "Answer") ??
          UNDEFINED
        );
      });
      const info = unknown({ reason: "parameter", name: "request" });
      const answer = awaitValue(inner, callBackLater(inner, call.args.at(1), [info, res, ctx], call));
      for (const single of alternatives(answer)) {
        const body = peek(inner, single, BODY);
        if (single.kind === "object" && nullishness(body) !== true) recorded.answer(inner, body);
      }
      return unknown({ reason: "import", name: "msw" });
    };
  const handlers = natives(Object.fromEntries(VERBS.map((verb) => [verb, handler(verb)])));
  const rest = unknown({ reason: "import", name: "msw", specifier: "msw" });
  const HttpResponse = nativeValue("HttpResponse", withBody, natives({ json: withBody, text: withBody }));
  return nativeObject(
    "msw",
    { http: nativeObject("http", handlers, rest), rest: nativeObject("rest", handlers, rest), HttpResponse },
    rest,
  );
};

const withBody: NativeFunction = (run, call) => makeObject(run, { [BODY]: call.args.at(0) }, "Answer");

/** `fetchMock.get(matcher, response)`; a response may be the body itself. https://www.wheresrhys.co.uk/fetch-mock/ */
const fetchMock = (): Value => {
  const route =
    (method: string): NativeFunction =>
    (run, call) => {
      const url = mapAlternatives(call.args.at(0), (single) => {
        if (single.kind !== "text") return single;
        const prefix = /^(?:begin|end|path|glob|express|host):/.exec(flatten(single.text))?.[0].length ?? 0;
        return { kind: "text", text: sliceText(single.text, prefix, flatten(single.text).length) };
      });
      const recorded = expected(run, call, "fetch-mock", method, url, UNDEFINED);
      const response = resultOf(run, call.args.at(1), call);
      const body = response.kind === "object" ? peek(run, response, "body") : UNDEFINED;
      recorded.answer(run, nullishness(body) === true ? response : body);
      return call.this;
    };
  const members = Object.fromEntries(
    VERBS.flatMap((verb) => [
      [verb, route(verb)],
      [`${verb}Once`, route(verb)],
    ]),
  ) as Record<string, NativeFunction>;
  const all = natives({ ...members, mock: route("get"), once: route("get"), route: route("get") });
  const mock = nativeObject("fetch-mock", all, unknown({ reason: "import", name: "fetch-mock" }));
  setDefault(mock);
  return mock;
};

function setDefault(value: ObjectValue): void {
  value.object.ground.members.set("default", { value, maybeAbsent: false });
}

/** `new MockAdapter(axios).onGet(url, …).reply(status, body)`, https://github.com/ctimmerm/axios-mock-adapter */
const mockAdapter = (): Value =>
  nativeValue("MockAdapter", (run, making) => {
    const members: Record<string, NativeFunction> = {};
    for (const verb of VERBS) {
      members[`on${verb[0]!.toUpperCase()}${verb.slice(1)}`] = (inner, call) => {
        const sendsBody = verb === "post" || verb === "put" || verb === "patch";
        const body = sendsBody ? call.args.at(1) : UNDEFINED;
        const recorded = expected(inner, call, "axios-mock-adapter", verb, call.args.at(0), body);
        const reply: NativeFunction = (replying, answering) => {
          const given = answering.args.at(isFunction(answering.args.at(0)) ? 0 : 1);
          recorded.answer(replying, resultOf(replying, given, answering));
          return self;
        };
        return chain(inner, call, { reply, replyOnce: reply });
      };
    }
    const self: ObjectValue = chain(run, making, members);
    return self;
  });

/** Libraries that stand in for a service in tests. */
export const mocks: Client = {
  name: "mocks",
  modules: {
    nock: () => nativeValue("nock", nock),
    msw,
    "fetch-mock": fetchMock,
    "fetch-mock-jest": fetchMock,
    "axios-mock-adapter": mockAdapter,
  },
};
