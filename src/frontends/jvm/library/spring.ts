import {
  callBack,
  itself,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  nullishness,
  objectValue,
  unknown,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { combineUrls } from "../../../analysis/clients/client.js";
import { REQUEST_ENTITY, SPRING, typeBySpring } from "./builders.js";
import { classWith, keeps, withSettings } from "./class.js";
import { headersWith } from "./http-headers.js";
import { addsHooks, copyHooks, givesHooks, replacesHooks, throughHooksIn } from "../../lowered/kept-hooks.js";
import { isDraft, makeBuilder, sendDraft, type Through } from "../../lowered/request-builder.js";
import { SPRING_DEFAULT, SPRING_FILTER, SPRING_INITIALIZER, SPRING_INTERCEPTOR } from "../hooks.js";
import { bodyOf, headersOf } from "./values.js";

const BASE = internalSlot("base");
const DEFAULTS = internalSlot("defaults");

interface Row {
  readonly method?: string;
  readonly methodAt?: number;
  readonly body?: number;
}

const REST_TEMPLATE: ReadonlyMap<string, Row> = new Map<string, Row>([
  ["getForObject", { method: "GET" }],
  ["getForEntity", { method: "GET" }],
  ["headForHeaders", { method: "HEAD" }],
  ["delete", { method: "DELETE" }],
  ["postForObject", { method: "POST", body: 1 }],
  ["postForEntity", { method: "POST", body: 1 }],
  ["postForLocation", { method: "POST", body: 1 }],
  ["put", { method: "PUT", body: 1 }],
  ["patchForObject", { method: "PATCH", body: 1 }],
  ["exchange", { methodAt: 1, body: 2 }],
]);

const HOOKS = [SPRING_INITIALIZER, SPRING_INTERCEPTOR];
const CLIENT_HOOKS = [SPRING_DEFAULT, ...HOOKS, SPRING_FILTER];

/**
 * Models `new RestTemplate()`:
 * https://docs.spring.io/spring-framework/docs/current/javadoc-api/org/springframework/web/client/RestTemplate.html
 */
export const restTemplate: NativeFunction = (run) => restTemplateOf(run, UNDEFINED);

/** @param builder what has made it, with a base, default headers and interceptors */
function restTemplateOf(run: Run, builder: Value): ObjectValue {
  const base = nullishness(builder) === true ? UNDEFINED : peek(run, builder, BASE);
  const headers = nullishness(builder) === true ? UNDEFINED : peek(run, builder, DEFAULTS);
  const made: ObjectValue = nativeObject(
    "RestTemplate",
    natives({
      ...Object.fromEntries(
        [...REST_TEMPLATE].map(([name, row]) => [
          name,
          sending(row, { base, headers, through: (inner, call, sent) => through(inner, call, sent) }),
        ]),
      ),
      getInterceptors: givesHooks(SPRING_INTERCEPTOR),
      setInterceptors: replacesHooks(SPRING_INTERCEPTOR),
      getClientHttpRequestInitializers: givesHooks(SPRING_INITIALIZER),
      setClientHttpRequestInitializers: replacesHooks(SPRING_INITIALIZER),
    }),
    unknown({ reason: "computed", name: "RestTemplate", born: 0 }),
  );
  const through = throughHooksIn(made, HOOKS);
  copyHooks(run, builder, made, HOOKS);
  return made;
}

interface Defaults {
  readonly base: Value;
  readonly headers: Value;
  readonly through: Through;
}

function sending({ method, methodAt = 1, body }: Row, { base, headers, through }: Defaults): NativeFunction {
  return (run, call) => {
    const [first] = call.args.list;
    // `exchange(requestEntity, type)`
    if (first && isDraft(first)) return sendDraft(run, call, REQUEST_ENTITY, first, { through });
    const entity = body === undefined ? UNDEFINED : call.args.at(body);
    const url = call.args.at(0);
    const sent = bodyOf(run, entity);
    const { response, recorded } = run.recorder.request(run, {
      client: "RestTemplate",
      call,
      url: nullishness(base) === true ? url : combineUrls(run, base, url),
      method: method === undefined ? call.args.at(methodAt) : computedText(method),
      headers: [...(nullishness(headers) === true ? [] : [headers]), ...headersOf(run, entity)],
      body: sent,
      ...typeBySpring(sent),
    });
    through(run, call, { requests: [recorded], response });
    return response;
  };
}

/** Models `new RestTemplateBuilder().rootUri(base)…build()`. */
export const restTemplateBuilder: NativeFunction = (run, call) =>
  builderWith(run, call, {
    rootUri: keeps(BASE),
    interceptors: replacesHooks(SPRING_INTERCEPTOR),
    additionalInterceptors: addsHooks(SPRING_INTERCEPTOR),
    requestCustomizers: replacesHooks(SPRING_INITIALIZER),
    additionalRequestCustomizers: addsHooks(SPRING_INITIALIZER),
    build: (inner, own) => restTemplateOf(inner, own.this),
  });

/** Makes what builds a client: all know default headers. */
function builderWith(run: Run, call: Call, methods: Readonly<Record<string, NativeFunction>>): ObjectValue {
  const place = call.environment.locate(call.node);
  const headers = makeObject(run, {}, "Object", place);
  const builder = withSettings("Client builder", {
    defaultHeader: (inner, own) => {
      const name = knownString(inner, own.args.at(0));
      if (name !== undefined)
        setMember(inner.store, headers.object, name, {
          value: own.args.at(1),
          maybeAbsent: false,
          keyPlace: own.environment.locate(own.node),
        });
      return own.this;
    },
    defaultHeaders: (inner, own) => {
      callBack(inner, own.args.at(0), [headersWith(inner, headers)], own);
      return own.this;
    },
    ...methods,
  });
  for (const [key, value] of [
    [BASE, UNDEFINED],
    [DEFAULTS, headers],
  ] as const)
    setMember(run.store, builder.object, key, { value, maybeAbsent: false });
  copyHooks(run, UNDEFINED, builder, CLIENT_HOOKS);
  return builder;
}

/** `RequestEntity.get(url).accept(…).build()` */
export const requestEntity = classWith(
  "RequestEntity",
  (run, call) => makeBuilder(run, call, REQUEST_ENTITY),
  Object.fromEntries(
    ["get", "post", "put", "patch", "delete", "head"].map((name): [string, NativeFunction] => [
      name,
      (run, call) =>
        makeBuilder(run, call, REQUEST_ENTITY, {
          url: call.args.at(0),
          method: computedText(name.toUpperCase()),
        }),
    ]),
  ),
);

/**
 * Makes the builder of an address, which is a text that grows: `UriComponentsBuilder.fromHttpUrl(base).path("/groups")`,
 * or `HttpUrl.Builder` of OkHttp.
 */
export function uriBuilderOf(run: Run, base: Value): Value {
  const appended =
    (before: string): NativeFunction =>
    (inner, own) =>
      set(
        inner,
        concat(inner, [
          peek(inner, builder, BASE),
          ...own.args.list.flatMap((one) => [computedText(before), one]),
        ]),
      );
  const builder: ObjectValue = withSettings("URI builder", {
    path: appended(""),
    scheme: appended(""),
    host: appended("://"),
    port: appended(":"),
    pathSegment: appended("/"),
    addPathSegment: appended("/"),
    addPathSegments: appended("/"),
    addEncodedPathSegments: appended("/"),
    ...Object.fromEntries(
      ["toUriString", "toUri", "toString", "build", "buildAndExpand", "encode", "expand"].map((name) => [
        name,
        (inner: Run) => (name === "encode" ? builder : peek(inner, builder, BASE)),
      ]),
    ),
  });
  const set = (inner: Run, value: Value): Value => {
    setMember(inner.store, builder.object, BASE, { value, maybeAbsent: false });
    return builder;
  };
  return set(run, base);
}

/** Models functions that make such a builder. */
export const uriBuilder: NativeFunction = (run, call) =>
  uriBuilderOf(run, call.args.has(0) ? call.args.at(0) : computedText(""));

export const uriComponentsBuilder = classWith("UriComponentsBuilder", uriBuilder, {
  fromHttpUrl: uriBuilder,
  fromUriString: uriBuilder,
  fromUri: uriBuilder,
  fromPath: uriBuilder,
  newInstance: uriBuilder,
});

/** The client that a builder of Spring makes, with its base, its default headers and its filters. */
function springClient(run: Run, call: Call, base: Value, headers: Value, from: Value = UNDEFINED): Value {
  const object = new HeapObject("Client of Spring", call.environment.locate(call.node));
  const self = objectValue(object);
  const start = (inner: Run, own: Call, method: Value): Value =>
    makeBuilder(inner, own, SPRING, {
      ...(nullishness(base) === true ? {} : { base }),
      headers,
      method,
      instance: object,
      through: throughHooksIn(self, CLIENT_HOOKS),
    });
  for (const name of ["get", "post", "put", "patch", "delete", "head"])
    setMember(run.store, object, name, {
      value: nativeValue(name, (inner, own) => start(inner, own, computedText(name.toUpperCase()))),
      maybeAbsent: false,
    });
  const method = nativeValue("method", (inner, own) => start(inner, own, own.args.at(0)));
  setMember(run.store, object, "method", { value: method, maybeAbsent: false });
  copyHooks(run, from, self, CLIENT_HOOKS);
  return self;
}

const springBuilder: NativeFunction = (run, call) =>
  builderWith(run, call, {
    baseUrl: keeps(BASE),
    defaultRequest: addsHooks(SPRING_DEFAULT),
    filter: addsHooks(SPRING_FILTER),
    filters: givesHooks(SPRING_FILTER),
    requestInterceptor: addsHooks(SPRING_INTERCEPTOR),
    requestInterceptors: givesHooks(SPRING_INTERCEPTOR),
    requestInitializer: addsHooks(SPRING_INITIALIZER),
    requestInitializers: givesHooks(SPRING_INITIALIZER),
    exchangeStrategies: itself,
    build: (inner, own) =>
      springClient(inner, own, peek(inner, own.this, BASE), peek(inner, own.this, DEFAULTS), own.this),
  });

const springCreate: NativeFunction = (run, call) =>
  springClient(run, call, call.args.at(0), makeObject(run, {}));

export const springClass = (name: string): Maker =>
  classWith(
    name,
    springCreate,
    { create: springCreate, builder: springBuilder },
    { Builder: nativeValue("Builder", springBuilder) },
  );
