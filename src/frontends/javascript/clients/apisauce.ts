import {
  callBack,
  nativeObject,
  nativeValue,
  natives,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import { copyMembers, getMember, makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  nullishness,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { axiosClient } from "./axios.js";
import type { Client } from "../../../analysis/clients/client.js";

const WITH_PARAMS = ["get", "head", "delete", "link", "unlink"] as const;
const WITH_DATA = ["post", "put", "patch"] as const;

/**
 * `create(config)`: an axios instance whose functions take parameters or data before the configuration, and whose answers
 * have what was sent under `data` as well. `addRequestTransform` gets the configuration of each request.
 * https://github.com/infinitered/apisauce
 */
function create(axios: Value): NativeFunction {
  return (run, making) => {
    const config = making.args.at(0);
    const own = peek(run, config, "axiosInstance");
    const instance =
      nullishness(own) === true ? callBack(run, peek(run, axios, "create"), [config], making) : own;
    const defaults = (inner: Run): Value => peek(inner, instance, "defaults");
    const setHeader = (inner: Run, call: Call, name: Value, value: Value): void => {
      const key = knownString(inner, name);
      const headers = peek(inner, peek(inner, defaults(inner), "headers"), "common");
      setMemberByKey(inner, headers, key === undefined ? undefined : [key], value, siteOf(call));
    };
    const members: Record<string, NativeFunction> = {
      any: (inner, call) => send(inner, call, instance, call.args.at(0)),
      setBaseURL: (inner, call) => {
        setMemberByKey(inner, defaults(inner), ["baseURL"], call.args.at(0), siteOf(call));
        return UNDEFINED;
      },
      getBaseURL: (inner, call) => getMember(inner, defaults(inner), "baseURL", siteOf(call)),
      setHeader: (inner, call) => {
        setHeader(inner, call, call.args.at(0), call.args.at(1));
        return UNDEFINED;
      },
      setHeaders: (inner, call) => {
        const headers = peek(inner, peek(inner, defaults(inner), "headers"), "common");
        if (headers.kind === "object") copyMembers(inner, headers.object, call.args.at(0), siteOf(call));
        return UNDEFINED;
      },
      addRequestTransform: (inner, call) => {
        const interceptors = peek(inner, peek(inner, instance, "interceptors"), "request");
        const transform = nativeValue("transform", (later, transforming) => {
          callBack(later, call.args.at(0), transforming.args.list, call);
          return transforming.args.at(0);
        });
        return callBack(inner, peek(inner, interceptors, "use"), [transform], call);
      },
      addMonitor: (inner, call) => addToAnswers(inner, call, instance),
      addResponseTransform: (inner, call) => addToAnswers(inner, call, instance),
      addAsyncResponseTransform: (inner, call) => addToAnswers(inner, call, instance),
    };
    for (const name of WITH_PARAMS)
      members[name] = (inner, call) => sendBy(inner, call, instance, name, "params");
    for (const name of WITH_DATA)
      members[name] = (inner, call) => sendBy(inner, call, instance, name, "data");
    return makeObject(
      run,
      { ...natives(members), axiosInstance: instance },
      "apisauce",
      making.environment.locate(making.node),
    );
  };
}

/** Transforms and monitors get each answer; what they give is of no interest. */
function addToAnswers(run: Run, adding: Call, instance: Value): Value {
  const interceptors = peek(run, peek(run, instance, "interceptors"), "response");
  const transform = nativeValue("transform", (later, transforming) => {
    callBack(later, adding.args.at(0), transforming.args.list, adding);
    return transforming.args.at(0);
  });
  return callBack(run, peek(run, interceptors, "use"), [transform], adding);
}

/** The configuration of the call with what else it was given in it. */
function sendBy(run: Run, call: Call, instance: Value, method: string, key: "params" | "data"): Value {
  const config = run.make("Object", call.environment.locate(call.node));
  copyMembers(run, config, call.args.at(2), siteOf(call));
  const given = { url: call.args.at(0), method: computedText(method.toUpperCase()), [key]: call.args.at(1) };
  for (const [name, value] of Object.entries(given))
    if (nullishness(value) !== true) setMember(run.store, config, name, { value, maybeAbsent: false });
  return send(run, call, instance, objectValue(config));
}

function send(run: Run, call: Call, instance: Value, config: Value): Value {
  const args = new Arguments([config]);
  return callValue(run, peek(run, instance, "request"), { ...call, this: instance, args, isNew: false });
}

export const apisauceClient: Client = {
  name: "apisauce",
  modules: {
    apisauce: (run) => {
      const made = nativeValue("create", create(axiosClient.modules!["axios"]!(run)));
      const rest = unknown({ reason: "import", name: "apisauce", specifier: "apisauce" });
      return nativeObject(
        "apisauce",
        { create: made, default: nativeObject("apisauce", { create: made }, rest) },
        rest,
      );
    },
  },
};
