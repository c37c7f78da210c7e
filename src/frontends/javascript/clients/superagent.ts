import {
  callBackLater,
  computed,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { HOLE_MARK, flatten } from "../../../facts/text.js";
import { concat, toText } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMembers } from "../../../analysis/evaluation/heap.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  isFunction,
  mapAlternatives,
  objectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { hasNoBody, type Client } from "../../../analysis/clients/client.js";
import { requestBuilder, requestOf, usePlugin } from "./request-builder.js";
import { FORM } from "../../../analysis/clients/own-content-type.js";

const VERBS = ["get", "head", "post", "put", "patch", "delete", "del"] as const;

/** Methods of an agent that say something about all its requests; only what headers they set is followed. */
const DEFAULTS = [
  "accept",
  "auth",
  "buffer",
  "ca",
  "cert",
  "key",
  "ok",
  "parse",
  "query",
  "redirects",
  "retry",
  "serialize",
  "sortQuery",
  "timeout",
  "type",
  "withCredentials",
  "disableTLSCerts",
];

/**
 * Models `superagent.get(url)…` and `superagent(method, url)…`: https://ladjs.github.io/superagent/
 *
 * @param kept headers that an agent sends with all its requests; undefined for the module itself
 */
function agent(run: Run, kept?: (readonly [name: Value, value: Value, call: Call])[]): Value {
  const plugins: (readonly [plugin: Value, call: Call])[] = [];
  const send =
    (method: string | undefined): NativeFunction =>
    (inner, call) => {
      const url = call.args.at(method ? 0 : 1);
      const second = method ? call.args.at(1) : UNDEFINED;
      const isCallback = isFunction(second);
      const verb = method
        ? computedText(method === "del" ? "DELETE" : method.toUpperCase())
        : call.args.at(0);
      const sent = inner.recorder.request(inner, {
        client: "superagent",
        call,
        url: withProtocol(inner, url),
        method: verb,
        headers: [],
        intake: { method: "set" },
        setsContentType: true,
        ...(isCallback ? {} : hasNoBody(inner, verb) ? { query: [second] } : { body: second }),
      });
      for (const [name, given, setting] of kept ?? []) sent.recorded.addHeaders(inner, name, given, setting);
      if (isCallback) callBackLater(inner, second, [computed(call, "error"), sent.response], call);
      const builder = requestBuilder(inner, sent, FORM);
      for (const [plugin, using] of plugins) usePlugin(inner, builder, plugin, using);
      return builder;
    };
  const made = new HeapObject("superagent", undefined, undefined, {
    kind: "native",
    name: "superagent",
    call: send(undefined),
  });
  const value = objectValue(made);
  const members: Record<string, Value> = {
    ...natives({ agent: (inner) => agent(inner, []) }),
    default: value,
  };
  if (kept) {
    for (const name of DEFAULTS) members[name] = nativeValue(name, () => value);
    members["set"] = nativeValue("set", (_inner, call) => {
      kept.push([call.args.at(0), call.args.at(1), call]);
      return value;
    });
    members["use"] = nativeValue("use", (_inner, call) => {
      plugins.push([call.args.at(0), call]);
      return value;
    });
  }
  for (const verb of VERBS) members[verb] = nativeValue(verb, send(verb));
  setMembers(run.store, made, members);
  return value;
}

/** Adds `http://` to a URL that does not begin with `http`. */
function withProtocol(run: Run, url: Value): Value {
  return mapAlternatives(url, (single) => {
    if (single.kind === "unknown") return single;
    const text = toText(run, single);
    const flat = flatten(text);
    const isWhole = flat.startsWith("http") || flat.startsWith("/") || flat.startsWith(HOLE_MARK);
    return isWhole ? single : concat(run, [computedText("http://"), single]);
  });
}

/** `superagent-prefix`: what is asked for by its path is asked for there. https://github.com/johntron/superagent-prefix */
const prefixes: NativeFunction = (_run, made) =>
  nativeValue("prefix", (run, call) => {
    requestOf(call.args.at(0))?.prefixUrls(run, made.args.at(0));
    return call.args.at(0);
  });

export const superagentClient: Client = {
  name: "superagent",
  modules: { superagent: agent, "superagent-prefix": () => nativeValue("prefix", prefixes) },
};
