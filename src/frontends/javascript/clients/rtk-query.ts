import { knownText } from "../../../facts/text.js";
import { makeEntries } from "../../../analysis/builtins/collections.js";
import {
  callBack,
  callBackLater,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise } from "../../../analysis/builtins/promises.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { unknownArguments } from "../../../analysis/evaluation/functions.js";
import { makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  nullishness,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  combineUrls,
  headersIn,
  methodOf,
  optionOf,
  strongestOption,
  type Client,
} from "../../../analysis/clients/client.js";

/**
 * `fetchBaseQuery({ baseUrl, headers, prepareHeaders })`: a function that gets a path, or `{ url, method, body, params,
 * headers }`, and gives `{ data }`. https://redux-toolkit.js.org/rtk-query/api/fetchBaseQuery
 */
const fetchBaseQuery: NativeFunction = (_run, making) => {
  const defaults = making.args.at(0);
  const site = making.environment.locate(making.node);
  return nativeValue("baseQuery", (run, call) => {
    const given = call.args.at(0);
    const isPath = alternatives(given).every(({ kind }) => kind === "text");
    const options = isPath ? UNDEFINED : given;
    const base = optionOf(run, defaults, "baseUrl");
    const body = optionOf(run, options, "body");
    const [literal] = headersIn(run, [defaults]).flatMap(alternatives);
    const headersPlace = literal?.kind === "object" ? literal.object.place : undefined;
    const { response } = run.recorder.request(run, {
      client: "fetchBaseQuery",
      call: making,
      url: combineUrls(run, base, isPath ? given : optionOf(run, given, "url")),
      method: methodOf(run, options),
      query: [optionOf(run, options, "params")],
      headers: [...headersIn(run, [defaults, options]), ...preparedHeaders(run, defaults, making)],
      body,
      ...parsingOf(run, [defaults, options]),
      setsContentType: alternatives(body).every((single) => single.kind === "object"),
      intake: { options: defaults, index: 0, key: "headers" },
      instance: {
        site,
        givesUrl: nullishness(base) !== true,
        ...(headersPlace ? { headersPlace } : {}),
      },
    });
    return makePromise(run, makeObject(run, { data: response }));
  });
};

/** @reduxjs/toolkit 2.14.0, `src/query/fetchBaseQuery.ts`, `defaultIsJsonContentType`. */
const PARSED = { types: String.raw`ion/(vnd\.api\+)?json`, always: 'responseHandler: "json"' };

/** It parses JSON for every type, unless an option makes it check the type. */
function parsingOf(run: Run, layers: readonly Value[]): { parsing?: typeof PARSED } {
  const handler = strongestOption(run, layers, "responseHandler");
  const byType = alternatives(handler).some(
    (single) => single.kind === "text" && knownText(single.text) === "content-type",
  );
  return byType ? { parsing: PARSED } : {};
}

/** `prepareHeaders(headers, { getState })` sets headers on what it gets, or gives others. */
function preparedHeaders(run: Run, defaults: Value, making: Call): Value[] {
  const prepare = optionOf(run, defaults, "prepareHeaders");
  if (nullishness(prepare) === true) return [];
  const headers = makeEntries(run, "Headers", makeObject(run, {}), making);
  const api = unknown({ reason: "parameter", name: "api" });
  const result = awaitValue(run, callBack(run, prepare, [headers, api], making));
  return result.kind === "object" && headers.kind === "object" && result.object !== headers.object
    ? [headers, result]
    : [headers];
}

/**
 * `createApi({ baseQuery, endpoints })`: each endpoint says what is asked for; hooks and actions by its name give what was
 * answered. https://redux-toolkit.js.org/rtk-query/api/createApi
 */
const createApi: NativeFunction = (run, making) => {
  const options = making.args.at(0);
  const baseQuery = peek(run, options, "baseQuery");
  const hooks = new Map<string, Value>();
  const endpoints = nativeObject("endpoints", {});
  const hook = (name: string): Value | undefined => {
    run.store.observer?.markNotReplayable();
    return hooks.get(name);
  };
  endpoints.object.lazyMember = (name) => hook(`endpoints.${name}`);
  const api = nativeObject(
    "Api",
    {
      endpoints,
      injectEndpoints: nativeValue("injectEndpoints", (inner, call) => {
        take(inner, call, peek(inner, call.args.at(0), "endpoints"));
        return api;
      }),
      enhanceEndpoints: nativeValue("enhanceEndpoints", () => api),
    },
    unknown({ reason: "call", name: "createApi" }),
  );
  const take = (inner: Run, call: Call, describe: Value): void => {
    const same: NativeFunction = (_inner, building) => building.args.at(0);
    const builder = nativeObject("builder", natives({ query: same, mutation: same, infiniteQuery: same }));
    const described = callBack(inner, describe, [builder], call);
    if (described.kind !== "object") return;
    for (const [name, { value }] of inner.store.read(described.object).members) {
      for (const [key, hook] of hooksOf(name, answered(inner, baseQuery, value, call))) hooks.set(key, hook);
    }
  };
  api.object.lazyMember = hook;
  take(run, making, peek(run, options, "endpoints"));
  return api;
};

/** Returns the response of an endpoint, for any argument. */
function answered(run: Run, baseQuery: Value, endpoint: Value, call: Call): Value {
  const other = unknown({ reason: "parameter", name: "api" });
  const queryFn = peek(run, endpoint, "queryFn");
  if (isFunction(queryFn)) {
    const argument = argumentOf(run, queryFn);
    return peek(
      run,
      awaitValue(run, callBackLater(run, queryFn, [argument, other, other, baseQuery], call)),
      "data",
    );
  }
  const query = peek(run, endpoint, "query");
  const argument = argumentOf(run, query);
  const asked = callBack(run, query, [argument], call);
  const data = peek(run, awaitValue(run, callBack(run, baseQuery, [asked, other, other], call)), "data");
  const transform = peek(run, endpoint, "transformResponse");
  return isFunction(transform)
    ? awaitValue(run, callBackLater(run, transform, [data, other, argument], call))
    : data;
}

/** No known code passes the argument of an endpoint. */
function argumentOf(run: Run, callback: Value): Value {
  const callable = callback.kind === "object" ? callback.object.callable : undefined;
  const args =
    callable?.kind === "closure"
      ? unknownArguments(run, callable.node, callable.environment)
      : new Arguments([]);
  return args.at(0);
}

/** `useNameQuery()`, `useLazyNameQuery()`, `useNameMutation()`, and the same under `endpoints.name`. */
function hooksOf(name: string, data: Value): [string, Value][] {
  const rest = unknown({ reason: "call", name: "useQuery" });
  const result = nativeObject(
    "Query",
    { data: choice([data, UNDEFINED]), currentData: choice([data, UNDEFINED]) },
    rest,
  );
  const trigger = nativeValue("trigger", (inner) =>
    makePromise(
      inner,
      nativeObject("Query", { data, ...natives({ unwrap: (last) => makePromise(last, data) }) }, rest),
    ),
  );
  const query = nativeValue("useQuery", () => result);
  const lazy = nativeValue("useLazyQuery", (inner) => makeList(inner, [trigger, result]));
  const own = nativeObject("Endpoint", {
    useQuery: query,
    useLazyQuery: lazy,
    useMutation: lazy,
    useQueryState: query,
    initiate: trigger,
    select: nativeValue("select", () => nativeValue("selector", () => result)),
  });
  const capital = name.slice(0, 1).toUpperCase() + name.slice(1);
  return [
    [`use${capital}Query`, query],
    [`useLazy${capital}Query`, lazy],
    [`use${capital}Mutation`, lazy],
    [`endpoints.${name}`, own],
  ];
}

function library(): Value {
  const rest = unknown({ reason: "import", name: "rtk-query", specifier: "@reduxjs/toolkit/query" });
  const retry: NativeFunction = (_run, call) => call.args.at(0);
  return nativeObject("@reduxjs/toolkit/query", natives({ createApi, fetchBaseQuery, retry }), rest);
}

export const rtkQueryClient: Client = {
  name: "fetchBaseQuery",
  modules: { "@reduxjs/toolkit/query": library, "@reduxjs/toolkit/query/react": library },
};
