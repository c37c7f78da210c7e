import { nativeValue, natives, type NativeFunction } from "../builtins/native.js";
import { callBackLater, computed } from "../builtins/native.js";
import { HOLE_MARK, flatten } from "../../../facts/text.js";
import { concat, toText } from "../evaluation/coerce.js";
import { HeapObject, setMember } from "../evaluation/heap.js";
import type { Run } from "../evaluation/run.js";
import { UNDEFINED, computedText, mapAlternatives, objectValue, type Value } from "../evaluation/value.js";
import { hasNoBody, type Client } from "./client.js";
import { requestBuilder } from "./request-builder.js";
import { FORM } from "./own-content-type.js";

const VERBS = ["get", "head", "post", "put", "patch", "delete", "del"] as const;

/** `superagent.get(url)…` and `superagent(method, url)…`, https://ladjs.github.io/superagent/ */
function agent(run: Run): Value {
  const send =
    (method: string | undefined): NativeFunction =>
    (inner, call) => {
      const url = call.args.at(method ? 0 : 1);
      const second = method ? call.args.at(1) : UNDEFINED;
      const isCallback = second.kind === "object" && second.object.callable !== undefined;
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
      if (isCallback) callBackLater(inner, second, [computed(call, "error"), sent.response], call);
      return requestBuilder(inner, sent, FORM);
    };
  const made = new HeapObject("superagent", undefined, undefined, {
    kind: "native",
    name: "superagent",
    call: send(undefined),
  });
  const value = objectValue(made);
  const members: Record<string, Value> = { ...natives({ agent: (inner) => agent(inner) }), default: value };
  for (const verb of VERBS) members[verb] = nativeValue(verb, send(verb));
  for (const [key, member] of Object.entries(members))
    setMember(run.store, made, key, { value: member, maybeAbsent: false });
  return value;
}

/** What does not begin with `http` gets it in front. */
function withProtocol(run: Run, url: Value): Value {
  return mapAlternatives(url, (single) => {
    if (single.kind === "unknown") return single;
    const text = toText(run, single);
    const flat = flatten(text);
    const isWhole = flat.startsWith("http") || flat.startsWith("/") || flat.startsWith(HOLE_MARK);
    return isWhole ? single : concat(run, [computedText("http://"), single]);
  });
}

export const superagentClient: Client = {
  name: "superagent",
  modules: { superagent: agent },
};
