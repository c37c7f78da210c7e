import { nativeObject, nativeValue, natives, type NativeFunction } from "../../javascript/builtins/native.js";
import type { Call } from "../../javascript/evaluation/callable.js";
import { knownString } from "../../javascript/evaluation/coerce.js";
import { HeapObject, setMember } from "../../javascript/evaluation/heap.js";
import type { Maker } from "../../javascript/evaluation/language.js";
import { makeObject, peek } from "../../javascript/evaluation/members.js";
import type { Run } from "../../javascript/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  nullishness,
  objectValue,
  unknown,
  type Value,
} from "../../javascript/evaluation/value.js";
import { SPRING } from "./builders.js";
import { classWith } from "./class.js";
import { makeBuilder } from "./drafts.js";
import { bodyOf, headersOf } from "./values.js";

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

/** https://docs.spring.io/spring-framework/docs/current/javadoc-api/org/springframework/web/client/RestTemplate.html */
export const restTemplate: NativeFunction = () =>
  nativeObject(
    "RestTemplate",
    natives(Object.fromEntries([...REST_TEMPLATE].map(([name, row]) => [name, sending(row)]))),
    unknown({ reason: "computed", name: "RestTemplate", born: 0 }),
  );

function sending({ method, methodAt = 1, body }: Row): NativeFunction {
  return (run, call) => {
    const entity = body === undefined ? UNDEFINED : call.args.at(body);
    return run.recorder.request(run, {
      client: "RestTemplate",
      call,
      url: call.args.at(0),
      method: method === undefined ? call.args.at(methodAt) : computedText(method),
      headers: headersOf(run, entity),
      body: bodyOf(run, entity),
    }).response;
  };
}

const BASE = "[[base]]";
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
