import {
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
import { classWith, withSettings } from "./class.js";
import { isDraft, makeBuilder, sendDraft } from "../../lowered/request-builder.js";
import { bodyOf, headersOf } from "./values.js";

const BASE = "[[base]]";

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

/**
 * Models `new RestTemplate()`:
 * https://docs.spring.io/spring-framework/docs/current/javadoc-api/org/springframework/web/client/RestTemplate.html
 */
export const restTemplate: NativeFunction = () => restTemplateAt(UNDEFINED);

function restTemplateAt(base: Value): Value {
  return nativeObject(
    "RestTemplate",
    natives(Object.fromEntries([...REST_TEMPLATE].map(([name, row]) => [name, sending(row, base)]))),
    unknown({ reason: "computed", name: "RestTemplate", born: 0 }),
  );
}

function sending({ method, methodAt = 1, body }: Row, base: Value): NativeFunction {
  return (run, call) => {
    const [first] = call.args.list;
    // `exchange(requestEntity, type)`
    if (first && isDraft(first)) return sendDraft(run, call, REQUEST_ENTITY, first);
    const entity = body === undefined ? UNDEFINED : call.args.at(body);
    const url = call.args.at(0);
    const sent = bodyOf(run, entity);
    return run.recorder.request(run, {
      client: "RestTemplate",
      call,
      url: nullishness(base) === true ? url : combineUrls(run, base, url),
      method: method === undefined ? call.args.at(methodAt) : computedText(method),
      headers: headersOf(run, entity),
      body: sent,
      ...typeBySpring(sent),
    }).response;
  };
}

/** Models `new RestTemplateBuilder().rootUri(base)…build()`. */
export const restTemplateBuilder: NativeFunction = (run) => {
  const builder: ObjectValue = withSettings("Client builder", {
    rootUri: (inner, call) => {
      setMember(inner.store, builder.object, BASE, { value: call.args.at(0), maybeAbsent: false });
      return builder;
    },
    build: (inner) => restTemplateAt(peek(inner, builder, BASE)),
  });
  setMember(run.store, builder.object, BASE, { value: UNDEFINED, maybeAbsent: false });
  return builder;
};

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

const DEFAULTS = "[[defaults]]";

/** The client that a builder of Spring makes, with its base and its default headers. */
function springClient(run: Run, call: Call, base: Value, headers: Value): Value {
  const object = new HeapObject("Client of Spring", call.environment.locate(call.node));
  const start = (inner: Run, own: Call, method: Value): Value =>
    makeBuilder(inner, own, SPRING, {
      ...(nullishness(base) === true ? {} : { base }),
      headers,
      method,
      instance: object,
    });
  for (const name of ["get", "post", "put", "patch", "delete", "head"])
    setMember(run.store, object, name, {
      value: nativeValue(name, (inner, own) => start(inner, own, computedText(name.toUpperCase()))),
      maybeAbsent: false,
    });
  const method = nativeValue("method", (inner, own) => start(inner, own, own.args.at(0)));
  setMember(run.store, object, "method", { value: method, maybeAbsent: false });
  return objectValue(object);
}

const springBuilder: NativeFunction = (run, call) => {
  const place = call.environment.locate(call.node);
  const object = new HeapObject("Client builder", place);
  const self = objectValue(object);
  const headers = makeObject(run, {}, "Object", place);
  const set = (inner: Run, key: string, value: Value): void =>
    setMember(inner.store, object, key, { value, maybeAbsent: false });
  const methods: Record<string, NativeFunction> = {
    baseUrl: (inner, own) => {
      set(inner, BASE, own.args.at(0));
      return self;
    },
    defaultHeader: (inner, own) => {
      const name = knownString(inner, own.args.at(0));
      if (name !== undefined)
        setMember(inner.store, headers.object, name, {
          value: own.args.at(1),
          maybeAbsent: false,
          keyPlace: own.environment.locate(own.node),
        });
      return self;
    },
    build: (inner, own) => springClient(inner, own, peek(inner, self, BASE), peek(inner, self, DEFAULTS)),
  };
  set(run, DEFAULTS, headers);
  for (const [name, native] of Object.entries(methods)) set(run, name, nativeValue(name, native));
  for (const name of ["filter", "codecs", "exchangeStrategies", "clientConnector", "requestFactory", "clone"])
    set(
      run,
      name,
      nativeValue(name, () => self),
    );
  return self;
};

const springCreate: NativeFunction = (run, call) =>
  springClient(run, call, call.args.at(0), makeObject(run, {}));

export const springClass = (name: string): Maker =>
  classWith(name, springCreate, { create: springCreate, builder: springBuilder });
