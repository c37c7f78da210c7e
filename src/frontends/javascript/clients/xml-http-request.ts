import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callPerhaps } from "../../../analysis/evaluation/calls.js";
import { HeapObject, setMember, setMembers } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { UNDEFINED, isFunction, objectValue, type Value } from "../../../analysis/evaluation/value.js";
import {
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { RecordedRequest } from "../../../analysis/recording/recorded-request.js";
import type { Client } from "../../../analysis/clients/client.js";
import { ownContentType } from "../../../analysis/clients/own-content-type.js";

/** Members under which the response is found when it has come. */
const ANSWERS = ["response", "responseText", "responseJSON"] as const;

const HANDLERS = ["onload", "onloadend", "onreadystatechange"] as const;

/** A listener is called later, on the object itself. */
function notify(run: Run, call: Call, listener: Value, self: Value): void {
  if (!isFunction(listener)) return;
  const args = new Arguments([makeObject(run, { target: self, currentTarget: self })]);
  run.deferred(() => callPerhaps(run, listener, { ...call, this: self, args, isNew: false }));
}

/**
 * `new XMLHttpRequest()`: `open(method, url)`, `setRequestHeader`, `send(body)`; listeners read the response off the
 * object. https://xhr.spec.whatwg.org/#interface-xmlhttprequest
 */
const constructor = () =>
  nativeValue("XMLHttpRequest", (run, making) => {
    const made = new HeapObject("XMLHttpRequest", making.environment.locate(making.node));
    const self = objectValue(made);
    let recorded: RecordedRequest | undefined;
    const listeners: Value[] = [];
    const open: NativeFunction = (inner, call) => {
      const sent = inner.recorder.request(inner, {
        client: "XMLHttpRequest",
        call,
        method: call.args.at(0),
        url: call.args.at(1),
        headers: [],
      });
      ({ recorded } = sent);
      for (const name of ANSWERS)
        setMember(inner.store, made, name, { value: sent.response, maybeAbsent: false });
      return UNDEFINED;
    };
    const members = natives({
      open,
      setRequestHeader: (inner, call) => {
        recorded?.addHeaders(inner, call.args.at(0), call.args.at(1), call);
        return UNDEFINED;
      },
      send: (inner, call) => {
        recorded?.setBody(inner, call.args.at(0));
        recorded?.setOwnContentType(ownContentType(call.args.at(0)).ownContentType);
        const set = HANDLERS.map((name) => peek(inner, self, name));
        for (const listener of [...listeners, ...set]) notify(inner, call, listener, self);
        return UNDEFINED;
      },
      addEventListener: (inner, call) => {
        const listener = call.args.at(1);
        listeners.push(listener);
        if (recorded) notify(inner, call, listener, self);
        return UNDEFINED;
      },
      abort: () => UNDEFINED,
      overrideMimeType: () => UNDEFINED,
    });
    setMembers(run.store, made, members);
    return self;
  });

export const xmlHttpRequestClient: Client = {
  name: "XMLHttpRequest",
  globals: { XMLHttpRequest: constructor },
  modules: { xmlhttprequest: () => nativeObject("xmlhttprequest", { XMLHttpRequest: constructor() }) },
};
