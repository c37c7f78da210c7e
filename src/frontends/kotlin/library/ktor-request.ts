import { headerNameOf } from "../../../analysis/builtins/header-names.js";
import {
  callBack,
  computed,
  nativeObject,
  natives,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { copyMembers, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  isFunction,
  nullishness,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { putHeader } from "../../jvm/library/http-headers.js";
import { BUILDER } from "../../lowered/fluent.js";

/** A request that is being built, as code sees it. */
export interface KtorRequest {
  /** The value that lambdas get as `this`. */
  readonly self: ObjectValue;
  /** Returns what the request has so far. */
  readonly parts: (run: Run) => {
    readonly url: Value;
    readonly method: Value;
    readonly headers: Value;
    readonly body: Value;
  };
}

const URL = internalSlot("url");
const METHOD = internalSlot("method");
const BODY = internalSlot("body");
const SCHEME = internalSlot("scheme");
const HOST = internalSlot("host");
const PATH = internalSlot("path");

interface Start {
  readonly url?: Value | undefined;
  readonly method?: Value | undefined;
  readonly headers?: Value;
}

/** Makes what lambdas set up: https://ktor.io/docs/client-requests.html */
export function requestBuilder(run: Run, call: Call, { url, method, headers: given }: Start): KtorRequest {
  const place = call.environment.locate(call.node);
  const headers = makeObject(run, {}, "Object", place);
  if (given && nullishness(given) !== true) copyMembers(run, headers.object, given, siteOf(call));
  const put = (inner: Run, own: Call, name: Value, value: Value): void =>
    putHeader(inner, headers.object, headerNameOf(inner, name), value, own);
  const pair: NativeFunction = (inner, own) => {
    const argument = (index: number, name: string): Value =>
      own.args.has(index) ? own.args.at(index) : keyword(inner, own.args.keywords, name);
    const key = own.args.has(0) ? own.args.at(0) : firstGiven(argument(0, "key"), argument(0, "name"));
    put(inner, own, key, argument(1, "value"));
    return UNDEFINED;
  };
  const fixed =
    (name: string): NativeFunction =>
    (inner, own) => {
      put(inner, own, computedText(name), own.args.at(0));
      return UNDEFINED;
    };
  const holder = nativeObject(
    "Headers of Ktor",
    natives({
      append: pair,
      set: pair,
      appendAll: pair,
      remove: (inner, own) => {
        const key = headerNameOf(inner, own.args.at(0));
        if (key !== undefined)
          setMember(inner.store, headers.object, key, { value: UNDEFINED, maybeAbsent: false });
        return UNDEFINED;
      },
    }),
  );
  const set =
    (key: symbol): NativeFunction =>
    (inner, own) => {
      setMember(inner.store, self.object, key, { value: own.args.at(0), maybeAbsent: false });
      return UNDEFINED;
    };
  const within =
    (object: () => Value): NativeFunction =>
    (inner, own) => {
      const block = own.args.list.at(-1);
      if (block && isFunction(block)) callBack(inner, block, [object()], own);
      return UNDEFINED;
    };
  const address = nativeObject(
    "URLBuilder",
    natives({
      takeFrom: (inner, own) => set(URL)(inner, { ...own }),
      setProtocol: set(SCHEME),
      setHost: set(HOST),
      setEncodedPath: set(PATH),
      path: (inner, own) => {
        const parts = own.args.list.flatMap((one, index) => (index > 0 ? [computedText("/"), one] : [one]));
        setMember(inner.store, self.object, PATH, { value: concat(inner, parts), maybeAbsent: false });
        return UNDEFINED;
      },
      appendPathSegments: (inner, own) => {
        const before = peek(inner, self, URL);
        const parts = own.args.list.flatMap((one) => [computedText("/"), one]);
        setMember(inner.store, self.object, URL, {
          value: concat(inner, [before, ...parts]),
          maybeAbsent: false,
        });
        return UNDEFINED;
      },
    }),
  );
  address.object.prototype = BUILDER;
  const self: ObjectValue = nativeObject(
    "Request of Ktor",
    natives({
      header: pair,
      headers: within(() => holder),
      accept: fixed("Accept"),
      contentType: fixed("Content-Type"),
      userAgent: fixed("User-Agent"),
      bearerAuth: (inner, own) => {
        put(inner, own, computedText("Authorization"), computed(own, "Bearer"));
        return UNDEFINED;
      },
      basicAuth: (inner, own) => {
        put(inner, own, computedText("Authorization"), computed(own, "Basic"));
        return UNDEFINED;
      },
      setBody: set(BODY),
      url: (inner, own) =>
        isFunction(own.args.at(0)) ? within(() => address)(inner, own) : set(URL)(inner, own),
      getUrl: () => address,
      getHeaders: () => holder,
      setMethod: set(METHOD),
      setHost: set(HOST),
      parameter: () => UNDEFINED,
    }),
  );
  self.object.prototype = BUILDER;
  for (const [key, value] of [
    [URL, url ?? UNDEFINED],
    [METHOD, method ?? UNDEFINED],
    [BODY, UNDEFINED],
    [SCHEME, UNDEFINED],
    [HOST, UNDEFINED],
    [PATH, UNDEFINED],
  ] as const)
    setMember(run.store, self.object, key, { value, maybeAbsent: false });
  return {
    self,
    parts: (inner) => ({
      url: urlOf(inner, self),
      method: peek(inner, self, METHOD),
      headers,
      body: peek(inner, self, BODY),
    }),
  };
}

function firstGiven(value: Value, otherwise: Value): Value {
  return nullishness(value) === true ? otherwise : value;
}

/** The address: as it is given, or of its parts. */
function urlOf(run: Run, self: ObjectValue): Value {
  const [url, scheme, host, path] = [URL, SCHEME, HOST, PATH].map((key) => peek(run, self, key)) as [
    Value,
    Value,
    Value,
    Value,
  ];
  const isGiven = (value: Value): boolean => nullishness(value) !== true;
  if (!isGiven(host) && !isGiven(path)) return url;
  const slash = computedText("/");
  if (!isGiven(host)) return isGiven(url) ? concat(run, [url, slash, path]) : path;
  const start = [isGiven(scheme) ? scheme : computedText("https"), computedText("://"), host];
  return concat(run, isGiven(path) ? [...start, slash, path] : isGiven(url) ? [...start, slash, url] : start);
}
