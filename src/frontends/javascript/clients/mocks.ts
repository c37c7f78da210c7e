import { concatTexts, flatten, sliceText, type Text } from "../../../facts/text.js";
import {
  callBackLater,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue } from "../../../analysis/builtins/promises.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMembers } from "../../../analysis/evaluation/heap.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  holeOf,
  isFunction,
  mapAlternatives,
  nullishness,
  objectValue,
  unknown,
  type ObjectValue,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { RecordedRequest } from "../../../analysis/recording/recorded-request.js";
import { optionOf, type Client } from "../../../analysis/clients/client.js";

const VERBS = ["get", "post", "put", "patch", "delete", "head", "options"] as const;
const BODY = internalSlot("body");

/** The demands of a test double on a request, as far as the code states them. */
interface Expectation {
  readonly client: string;
  readonly method: Value;
  readonly url: Value;
  readonly body?: Value;
  /** Headers, the outermost first: an object by name, or a function that looks at them. */
  readonly headers?: readonly Value[];
  /** Receives the whole request, if it is a function. */
  readonly looks?: Value;
}

/** A request that a test expects. What else it would send is not said, but what it is answered with is. */
function expected(run: Run, call: Call, expectation: Expectation): RecordedRequest {
  const { client, method, url, body = UNDEFINED, headers = [], looks = UNDEFINED } = expectation;
  const stated = headers.filter((layer) => nullishness(layer) !== true);
  const { recorded } = run.recorder.request(run, {
    client,
    call,
    url: mapAlternatives(url, (single) => (isFunction(single) ? LOOKED_AT : single)),
    method,
    headers: [unknown({ reason: "computed", name: client }), ...stated.filter((layer) => !isFunction(layer))],
    body: mapAlternatives(body, (single) => (isLookedAt(run, single) ? LOOKED_AT : single)),
    understood: false,
    setting: "mock",
  });
  if (isFunction(looks) || stated.some((layer) => isFunction(layer) || layer.kind === "unknown"))
    recorded.isLookedAt();
  return recorded;
}

/** Stands for what a function of the test, or a pattern, looks at. */
const LOOKED_AT = unknown({ reason: "computed", name: "what a test double reads" });

/** A function, or an object with one in it, as matchers of Jest are and bodies of which a part is looked at. */
function isLookedAt(run: Run, single: Single, depth = 0): boolean {
  if (isFunction(single)) return true;
  if (single.kind !== "object" || depth > MAX_DEPTH) return false;
  const { members } = run.store.read(single.object);
  if (!run.mayLookInto(members.size)) return true;
  return [...members.values()].some(({ value }) =>
    alternatives(value).some((one) => isLookedAt(run, one, depth + 1)),
  );
}

/** Bodies of which a deeper part is inspected count as plain bodies. */
const MAX_DEPTH = 6;

/** The request, or a part of it, as a function of the test is given it. */
function given(name: string): Value {
  return unknown({ reason: "parameter", name });
}

/** An object of which every method that is not listed gives the object itself. */
function chain(run: Run, call: Call, members: Readonly<Record<string, NativeFunction>>): ObjectValue {
  const made = new HeapObject("mock", call.environment.locate(call.node));
  const self = objectValue(made);
  const same = nativeValue("chain", () => self);
  setMembers(run.store, made, natives(members));
  made.lazyMember = (key) => (key in members || key === "then" ? undefined : same);
  return self;
}

/** `nock(base, { reqheaders }).get(path, body?).matchHeader(name, value).reply(status, body)`, https://github.com/nock/nock */
const nock: NativeFunction = (run, call) => {
  const base = call.args.at(0);
  const options = call.args.at(1);
  const ofScope: HeaderMatch[] = [];
  const intercept = (inner: Run, expecting: Call, method: Value, body: Value, more: Value): Value => {
    const path = expecting.args.at(0);
    const recorded = expected(inner, expecting, {
      client: "nock",
      method,
      url: mapAlternatives(path, (single) =>
        concat(inner, single.kind === "text" ? [base, single] : [base, computedText("/"), LOOKED_AT]),
      ),
      body,
      headers: [options, more].map((one) => optionOf(inner, one, "reqheaders")),
    });
    if (namesHeaders(inner, optionOf(inner, options, "badheaders"))) recorded.isLookedAt();
    for (const match of ofScope) matchHeader(inner, recorded, match);
    const reply: NativeFunction = (replying, answering) => {
      const answer = isFunction(answering.args.at(0)) ? answering.args.at(0) : answering.args.at(1);
      recorded.answer(replying, resultOf(replying, answer, answering, ["uri", "body"]));
      return scope;
    };
    const self: ObjectValue = chain(inner, expecting, {
      reply,
      replyWithError: () => scope,
      matchHeader: (matching, { args, ...matched }) => {
        matchHeader(matching, recorded, { name: args.at(0), value: args.at(1), call: { ...matched, args } });
        return self;
      },
    });
    return self;
  };
  const members: Record<string, NativeFunction> = {};
  for (const verb of VERBS)
    members[verb] = (inner, expecting) => {
      const [, body = UNDEFINED, more = UNDEFINED] = expecting.args.list;
      return intercept(inner, expecting, computedText(verb), body, more);
    };
  members.intercept = (inner, expecting) => {
    const [, method = UNDEFINED, body = UNDEFINED, more = UNDEFINED] = expecting.args.list;
    return intercept(inner, expecting, method, body, more);
  };
  members.matchHeader = (_inner, matching) => {
    ofScope.push({ name: matching.args.at(0), value: matching.args.at(1), call: matching });
    return scope;
  };
  const scope: ObjectValue = chain(run, call, members);
  return scope;
};

interface HeaderMatch {
  readonly name: Value;
  readonly value: Value;
  readonly call: Call;
}

/** The value is a text, or a pattern or function that looks at it. */
function matchHeader(run: Run, recorded: RecordedRequest, { name, value, call }: HeaderMatch): void {
  const held = mapAlternatives(value, (single) => (isFunction(single) ? LOOKED_AT : single));
  recorded.addHeaders(run, name, held, call);
}

/** Returns whether a list of names has elements that may be those of the headers which say what a request is about. */
function namesHeaders(run: Run, list: Value): boolean {
  if (nullishness(list) === true) return false;
  const { known } = iterate(run, list);
  const names = known?.map((name) => knownString(run, name)?.toLowerCase());
  return names?.every((name) => name !== undefined && name !== "accept" && name !== "content-type") !== true;
}

/**
 * A body, or what the function that makes one gives: the last element where that is `[status, body]`.
 *
 * @param parameters what the function is given, by name
 */
function resultOf(run: Run, body: Value, call: Call, parameters: readonly string[]): Value {
  if (!isFunction(body)) return body;
  const result = awaitValue(run, callBackLater(run, body, parameters.map(given), call));
  const second =
    result.kind === "object" && result.object.className === "Array" ? peek(run, result, "1") : UNDEFINED;
  return nullishness(second) === true ? result : second;
}

/** `http.get(url, resolver)` of msw, and `rest.get` of its first versions. https://mswjs.io/docs/api/http */
const msw = (): Value => {
  const handler =
    (method: string): NativeFunction =>
    (inner, call) => {
      const recorded = expected(inner, call, {
        client: "msw",
        method: computedText(method),
        url: mapAlternatives(call.args.at(0), withoutStars),
      });
      const context = natives({ json: withBody, body: withBody, text: withBody });
      const ctx = nativeObject("ctx", context, unknown({ reason: "import", name: "msw" }));
      const res = nativeValue("res", (_answering, given) => {
        return (
          given.args.list.find((value) => value.kind === "object" && value.object.className === "Answer") ??
          UNDEFINED
        );
      });
      const answer = awaitValue(
        inner,
        callBackLater(inner, call.args.at(1), [given("request"), res, ctx], call),
      );
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

/** `*` at either end of a URL stands for anything. */
function withoutStars(single: Single): Value {
  if (single.kind !== "text") return single;
  const flat = flatten(single.text);
  const from = /^[*]*/.exec(flat)![0].length;
  const to = Math.max(from, flat.length - /[*]*$/.exec(flat)![0].length);
  return withHoles(single.text, from, to, from > 0, to < flat.length);
}

/** A part of a text with holes where there is more before or behind it. */
function withHoles(text: Text, from: number, to: number, before: boolean, behind: boolean): Value {
  const hole: Text = { kind: "text", parts: [holeOf(LOOKED_AT)] };
  const texts = [...(before ? [hole] : []), sliceText(text, from, to), ...(behind ? [hole] : [])];
  return { kind: "text", text: concatTexts(texts) };
}

/** A matcher of fetch-mock that is a text: the word before the colon says what part of the URL it is. */
function urlOfMatcher(single: Single): Value {
  if (single.kind !== "text") return single;
  const flat = flatten(single.text);
  const prefix = /^(?:begin|end|path|glob|express|host):/.exec(flat)?.[0] ?? "";
  if (prefix === "glob:")
    return withoutStars({ ...single, text: sliceText(single.text, prefix.length, flat.length) });
  return withHoles(single.text, prefix.length, flat.length, prefix === "end:", prefix === "begin:");
}

/** `fetchMock.get(matcher, response, options)`; a response may be the body itself. https://www.wheresrhys.co.uk/fetch-mock/ */
const fetchMock = (): Value => {
  const route =
    (verb?: string): NativeFunction =>
    (run, call) => {
      const [matcher = UNDEFINED, answer = UNDEFINED, options = UNDEFINED] = call.args.list;
      const isConfig =
        matcher.kind === "object" && !isFunction(matcher) && matcher.object.className === "Object";
      const stated = (key: string): Value => {
        const own = isConfig ? optionOf(run, matcher, key) : UNDEFINED;
        return nullishness(own) === true ? optionOf(run, options, key) : own;
      };
      const method = stated("method");
      const recorded = expected(run, call, {
        client: "fetch-mock",
        method: verb !== undefined || nullishness(method) === true ? computedText(verb ?? "get") : method,
        url: mapAlternatives(isConfig ? stated("url") : matcher, urlOfMatcher),
        body: stated("body"),
        headers: [stated("headers")],
        looks: isFunction(matcher) ? matcher : stated("functionMatcher"),
      });
      const response = resultOf(run, answer, call, ["url", "options"]);
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
  const all = natives({ ...members, mock: route(), once: route(), route: route() });
  const mock = nativeObject("fetch-mock", all, unknown({ reason: "import", name: "fetch-mock" }));
  setDefault(mock);
  return mock;
};

function setDefault(value: ObjectValue): void {
  value.object.content.members.set("default", { value, maybeAbsent: false });
}

/** `new MockAdapter(axios).onGet(url, …).reply(status, body)`, https://github.com/ctimmerm/axios-mock-adapter */
const mockAdapter = (): Value =>
  nativeValue("MockAdapter", (run, making) => {
    const members: Record<string, NativeFunction> = {};
    for (const verb of VERBS) {
      members[`on${verb[0]!.toUpperCase()}${verb.slice(1)}`] = (inner, call) => {
        const sendsBody = verb === "post" || verb === "put" || verb === "patch";
        const [url = UNDEFINED, second = UNDEFINED, third = UNDEFINED] = call.args.list;
        const ofOptions = [sendsBody ? UNDEFINED : second, third].map((one) =>
          optionOf(inner, one, "headers"),
        );
        // Before its second version the third argument is the headers themselves.
        const isOlder = nullishness(ofOptions[1]!) === true;
        const recorded = expected(inner, call, {
          client: "axios-mock-adapter",
          method: computedText(verb),
          url,
          body: sendsBody ? second : UNDEFINED,
          headers: isOlder ? [ofOptions[0]!, third] : ofOptions,
        });
        const reply: NativeFunction = (replying, answering) => {
          const answer = answering.args.at(isFunction(answering.args.at(0)) ? 0 : 1);
          recorded.answer(replying, resultOf(replying, answer, answering, ["config"]));
          return self;
        };
        return chain(inner, call, { reply, replyOnce: reply });
      };
    }
    const self: ObjectValue = chain(run, making, members);
    return self;
  });

/** Models `new MockAgent().get(origin).intercept({ path, method, headers, body }).reply(status, body)` of undici. */
export const mockAgent: NativeFunction = (run, making) => {
  const pool =
    (origin: Value): NativeFunction =>
    (inner, call) => {
      const options = call.args.at(0);
      const of = (key: string): Value => optionOf(inner, options, key);
      const method = of("method");
      const recorded = expected(inner, call, {
        client: "undici",
        method: nullishness(method) === true ? computedText("get") : method,
        url: mapAlternatives(of("path"), (single) =>
          concat(inner, single.kind === "text" ? [origin, single] : [origin, computedText("/"), LOOKED_AT]),
        ),
        body: of("body"),
        headers: [of("headers")],
      });
      return chain(inner, call, {
        reply: (replying, answering) => {
          const answer = isFunction(answering.args.at(0)) ? answering.args.at(0) : answering.args.at(1);
          const result = resultOf(replying, answer, answering, ["options"]);
          const data = result.kind === "object" ? peek(replying, result, "data") : UNDEFINED;
          recorded.answer(replying, nullishness(data) === true ? result : data);
          return answering.this;
        },
      });
    };
  return chain(run, making, {
    get: (inner, call) => chain(inner, call, { intercept: pool(call.args.at(0)) }),
  });
};

/** Libraries that replace a service in tests. */
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
