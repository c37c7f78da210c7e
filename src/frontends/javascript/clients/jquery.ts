import {
  callBack,
  callBackLater,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise, SETTLED } from "../../../analysis/builtins/promises.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { HeapObject, setMember, setMembers } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import { makeContent } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  memberOfUnknown,
  nullishness,
  objectValue,
  unknown,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { RecordedRequest } from "../../../analysis/recording/recorded-request.js";
import {
  hasNoBody,
  optionOf,
  splitUrl,
  strongestOption,
  type Client,
} from "../../../analysis/clients/client.js";

/**
 * `$.ajax(url?, { method | type, headers, data, contentType, beforeSend, success })` and its short forms; the result has
 * `done` and `then`. https://api.jquery.com/jQuery.ajax/
 */
const ajax: NativeFunction = (run, call) => {
  const { url, options } = splitUrl(run, call, ["url"]);
  return send(
    run,
    call,
    url,
    options,
    optionOf(run, options, "method", "type"),
    optionOf(run, options, "data"),
  );
};

function send(run: Run, call: Call, url: Value, options: Value, method: Value, data: Value): Value {
  const type = peek(run, options, "contentType");
  const verb = nullishness(method) === true ? computedText("GET") : method;
  const { response, recorded } = run.recorder.request(run, {
    client: "jquery",
    call,
    url,
    method: verb,
    headers: [
      ...(nullishness(type) === true ? [] : [makeObject(run, { "content-type": type })]),
      strongestOption(run, [options], "headers"),
    ],
    ...(call.args.list.includes(options)
      ? { intake: { options, index: call.args.list.indexOf(options), key: "headers" } }
      : {}),
    ...(hasNoBody(run, verb) ? { query: [data] } : { body: data }),
  });
  const before = peek(run, options, "beforeSend");
  if (isFunction(before)) callBack(run, before, [settings(run, recorded), options], call);
  for (const callback of [peek(run, options, "success"), ...call.args.list.filter(isFunction)])
    if (isFunction(callback)) callBackLater(run, callback, [response], call);
  return promised(run, response, call);
}

/** Returns the object with which `beforeSend` sets headers. */
function settings(run: Run, recorded: RecordedRequest): Value {
  return makeObject(
    run,
    natives({
      setRequestHeader: (inner, call) => {
        recorded.addHeaders(inner, call.args.at(0), call.args.at(1), call);
        return UNDEFINED;
      },
    }),
  );
}

/** The object that is given back: `done` and `then` get the body, `responseJSON` and `responseText` are it. */
function promised(run: Run, response: UnknownValue, call: Call): Value {
  const made = new HeapObject("jqXHR", call.environment.locate(call.node));
  const self = objectValue(made);
  const members = {
    ...natives({
      done: (inner, chained) => {
        callBackLater(inner, chained.args.at(0), [response], chained);
        return self;
      },
      then: (inner, chained) =>
        makePromise(inner, awaitValue(inner, callBack(inner, chained.args.at(0), [response], chained))),
      fail: () => self,
      catch: () => self,
      always: (inner, chained) => {
        callBackLater(inner, chained.args.at(0), [], chained);
        return self;
      },
    }),
    responseJSON: response,
    responseText: response,
    [SETTLED]: response,
  };
  setMembers(run.store, made, members);
  return self;
}

/** `$.get(url, data?, success?)`: the second argument is a query or a form, unless it is a function. */
function shortForm(method: string): NativeFunction {
  return (run, call) => {
    const first = call.args.at(0);
    if (alternatives(first).every((single) => single.kind === "object" && single.object.className !== "URL"))
      return send(
        run,
        call,
        optionOf(run, first, "url"),
        first,
        computedText(method),
        peek(run, first, "data"),
      );
    const second = call.args.at(1);
    const data = isFunction(second) ? UNDEFINED : second;
    return send(run, call, first, UNDEFINED, computedText(method), data);
  };
}

const JQUERY: UnknownValue = unknown({ reason: "global", name: "jQuery" });

/** Everything else of jQuery, its collections first of all, is not followed. */
function jQuery(run: Run): Value {
  const made = new HeapObject("jQuery", undefined, undefined, {
    kind: "native",
    name: "jQuery",
    call: (_inner, call) => {
      const place = call.environment.locate(call.node);
      return memberOfUnknown(JQUERY, "()", place);
    },
  });
  const members: Record<string, NativeFunction> = {
    ajax,
    get: shortForm("GET"),
    getJSON: shortForm("GET"),
    post: shortForm("POST"),
  };
  made.content = makeContent([], [JQUERY]);
  for (const [name, perform] of Object.entries(members))
    setMember(run.store, made, name, { value: nativeValue(name, perform), maybeAbsent: false });
  return objectValue(made);
}

export const jqueryClient: Client = {
  name: "jquery",
  modules: { jquery: jQuery },
  globals: { $: jQuery, jQuery },
};
