import type { Credentials } from "../../../facts/request.js";
import {
  callBack,
  callBackLater,
  computed,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember, setMembers } from "../../../analysis/evaluation/heap.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { makeContent } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  FALSE,
  UNDEFINED,
  choice,
  computedText,
  isFunction,
  objectValue,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { RecordedRequest } from "../../../analysis/recording/recorded-request.js";
import { awaitValue, makePromise, SETTLED } from "../../../analysis/builtins/promises.js";
import { throughResponseHooks, withBody } from "./hooked-responses.js";
import { FORM, formType, ownContentType } from "../../../analysis/clients/own-content-type.js";

/**
 * Returns the object of clients that build a request call by call (`request.get(url).auth(…)`,
 * `superagent.get(url).set(…)`, `http.request(…)`). Its methods add to the request, and code can wait for it.
 *
 * @param typeOfText what the client says of a text that it is given to send, where it says anything of bodies
 */
export function requestBuilder(
  run: Run,
  sent: {
    readonly response: UnknownValue;
    readonly recorded: RecordedRequest;
    /** The result of waiting for it, if that is not the response. */
    readonly answer?: Value;
  },
  typeOfText?: string,
): Value {
  const { response, recorded } = sent;
  let answer: Value = sent.answer ?? response;
  const made = new HeapObject("Request builder", recorded.site);
  const self = objectValue(made);
  const chain =
    (perform: NativeFunction): NativeFunction =>
    (inner, call) => {
      perform(inner, call);
      return self;
    };
  const setHeader = chain((inner, call) => {
    recorded.addHeaders(inner, call.args.at(0), call.args.at(1), call);
    return UNDEFINED;
  });
  const setBody = chain((inner, call) => {
    recorded.setBody(inner, call.args.at(0));
    if (typeOfText !== undefined)
      recorded.setOwnContentType(ownContentType(call.args.at(0), typeOfText).ownContentType);
    return UNDEFINED;
  });
  const members: Record<string, NativeFunction> = {
    set: setHeader,
    setHeader,
    header: setHeader,
    accept: chain((inner, call) => {
      const type = knownString(inner, call.args.at(0));
      const named = type === undefined ? undefined : NAMED_TYPES.get(type);
      const value =
        type?.includes("/") === true
          ? call.args.at(0)
          : named === undefined
            ? computed(call, "media type")
            : computedText(named);
      recorded.addHeaders(inner, computedText("accept"), value, call);
      return UNDEFINED;
    }),
    type: chain((inner, call) => {
      const type = knownString(inner, call.args.at(0));
      const named = type === undefined ? undefined : NAMED_TYPES.get(type);
      if (type?.includes("/"))
        recorded.addHeaders(inner, computedText("content-type"), call.args.at(0), call);
      else if (named !== undefined)
        recorded.addHeaders(inner, computedText("content-type"), computedText(named), call);
      return UNDEFINED;
    }),
    form: chain((inner, call) => {
      if (call.args.length === 0) return UNDEFINED;
      recorded.setBody(inner, call.args.at(0));
      recorded.setOwnContentType(formType(call.args.at(0)).ownContentType);
      return UNDEFINED;
    }),
    query: chain((inner, call) => {
      recorded.addQuery(inner, call.args.at(0));
      return UNDEFINED;
    }),
    send: setBody,
    write: setBody,
    json: chain((inner, call) => {
      if (call.args.length > 0) recorded.setBody(inner, call.args.at(0));
      return UNDEFINED;
    }),
    auth: chain((inner, call) => {
      const scheme = authScheme(inner, call);
      if (scheme) recorded.setCredentials(scheme);
      return UNDEFINED;
    }),
    on: chain((inner, call) => {
      callBackLater(inner, call.args.at(1), [response, computed(call, "event")], call);
      return UNDEFINED;
    }),
    end: chain((inner, call) => {
      const [first] = call.args.list;
      if (first?.kind === "object" && first.object.callable)
        callBackLater(inner, first, [computed(call, "error"), answer], call);
      else if (first) recorded.setBody(inner, first);
      return UNDEFINED;
    }),
    then: (inner, call) => {
      const fulfilled = call.args.at(0);
      if (fulfilled.kind === "scalar") return makePromise(inner, answer);
      return makePromise(inner, awaitValue(inner, callBack(inner, fulfilled, [answer], call)));
    },
    catch: (inner, call) => {
      callBackLater(inner, call.args.at(0), [computed(call, "error")], call);
      return makePromise(inner, answer);
    },
    finally: (inner, call) => {
      callBack(inner, call.args.at(0), [], call);
      return makePromise(inner, answer);
    },
    promise: (inner) => makePromise(inner, answer),
    parse: chain((inner, call) => {
      answer = parsed(inner, call, response);
      setMember(inner.store, made, SETTLED, { value: answer, maybeAbsent: false });
      return UNDEFINED;
    }),
    // A plugin gets the request and may say more of it.
    use: chain((inner, call) => {
      usePlugin(inner, self, call.args.at(0), call);
      return UNDEFINED;
    }),
  };
  for (const name of [
    "retry",
    "timeout",
    "redirects",
    "buffer",
    "ok",
    "responseType",
    "expect",
    "attach",
    "field",
    "setTimeout",
    "setNoDelay",
    "abort",
    "destroy",
  ]) {
    members[name] = () => self;
  }
  // A stream that the response is written to leaves nothing to follow.
  members["pipe"] = (_inner, call) => call.args.at(0);
  requests.set(made, recorded);
  made.content = makeContent([], [response]);
  setMembers(run.store, made, natives(members));
  setMember(run.store, made, SETTLED, { value: answer, maybeAbsent: false });
  return self;
}

/**
 * The response with the body of a parser of superagent: the parser either returns the body of the text, or passes the
 * body of the response to its callback. https://ladjs.github.io/superagent/#parsing-response-bodies
 */
function parsed(run: Run, call: Call, response: UnknownValue): Value {
  const bodies: Value[] = [];
  const callback = nativeValue("callback", (_run, answering) => {
    bodies.push(answering.args.at(1));
    return UNDEFINED;
  });
  const given = throughResponseHooks(run, call, [call.args.at(0)], response, (one) => [one, callback]);
  return withBody(run, call, response, "body", bodies.length > 0 ? choice(bodies) : given);
}

const requests = new WeakMap<HeapObject, RecordedRequest>();

/** Passes a request to a plugin. An unknown plugin may set any header. */
export function usePlugin(run: Run, builder: Value, plugin: Value, call: Call): void {
  if (isFunction(plugin)) callBack(run, plugin, [builder], call);
  else requestOf(builder)?.addHeaders(run, computed(call, "plugin"), UNDEFINED, call);
}

/** Returns the request of a builder. Undefined for other values. */
export function requestOf(builder: Value): RecordedRequest | undefined {
  return builder.kind === "object" ? requests.get(builder.object) : undefined;
}

/** The short names of https://ladjs.github.io/superagent/#setting-the-content-type that matter here. */
const NAMED_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    json: "application/json",
    form: FORM,
    urlencoded: FORM,
    "form-data": FORM,
  }),
);

/**
 * `auth(user, password, sendImmediately)` of request: without sending at once it answers a challenge, which for this
 * service is a digest one. `auth(user, password, { type })` and `auth(token, { type: "bearer" })` of superagent.
 */
function authScheme(run: Run, { args }: Call): Credentials | undefined {
  const third = args.at(2);
  const options = args.has(2) ? third : args.at(1);
  if (options.kind === "object") {
    const type = knownString(run, peek(run, options, "type"));
    return type === "bearer" || type === "basic" ? type : "unknown";
  }
  if (third.kind === "scalar") return third.value === FALSE.value ? "digest" : "basic";
  return undefined;
}
