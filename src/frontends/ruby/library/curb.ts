import {
  nativeObject,
  natives,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { withoutBlock } from "../../../analysis/evaluation/keywords.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  nullishness,
  unknown,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { Credentials } from "../../../facts/request.js";
import { blockOf, yieldTo } from "./blocks.js";

/** The methods of a handle that send a request. */
const SENDING: readonly (readonly [names: readonly string[], method: string, hasBody: boolean])[] = [
  [["perform", "http_get", "get"], "GET", false],
  [["http_post", "post"], "POST", true],
  [["http_put", "put"], "PUT", true],
  [["http_patch", "patch"], "PATCH", true],
  [["http_delete", "delete"], "DELETE", false],
  [["http_head", "head"], "HEAD", false],
];

const ATTRIBUTES = ["post_body", "userpwd", "username", "http_auth_types"];

/** Makes a handle, whose members say what is sent, and get what comes back. */
function makeHandle(run: Run, call: Call, url: Value): ObjectValue {
  const handle: ObjectValue = nativeObject(
    "Curl::Easy",
    {
      url,
      headers: makeObject(run, {}),
      // An attribute that a program sets has to be there.
      ...Object.fromEntries(ATTRIBUTES.map((name) => [name, UNDEFINED])),
      ...natives(senders(() => handle)),
    },
    unknown({ reason: "computed", name: "Curl::Easy", born: 0 }),
  );
  const block = blockOf(run, call);
  if (block) yieldTo(run, block, [handle], call);
  return handle;
}

function senders(handle: () => ObjectValue): Record<string, NativeFunction> {
  const one =
    (method: string, hasBody: boolean): NativeFunction =>
    (run, call) => {
      const body = hasBody ? withoutBlock(run, call.args).at(0) : UNDEFINED;
      return send(run, call, handle(), computedText(method), body);
    };
  return {
    ...Object.fromEntries(
      SENDING.flatMap(([names, method, hasBody]) => names.map((name) => [name, one(method, hasBody)])),
    ),
    http: (run, call) => send(run, call, handle(), call.args.at(0), UNDEFINED),
  };
}

function send(run: Run, call: Call, handle: ObjectValue, method: Value, given: Value): Value {
  const own = peek(run, handle, "post_body");
  const body = nullishness(given) === true ? own : given;
  const credentials = credentialsOf(run, handle);
  const { response } = run.recorder.request(run, {
    client: "curb",
    call,
    url: peek(run, handle, "url"),
    method: nullishness(own) !== true && knownString(run, method) === "GET" ? computedText("POST") : method,
    headers: [peek(run, handle, "headers")],
    ...(nullishness(body) === true ? {} : { body }),
    ...(credentials ? { credentials } : {}),
  });
  for (const name of ["body_str", "body"])
    setMember(run.store, handle.object, name, { value: response, maybeAbsent: false });
  return handle;
}

function credentialsOf(run: Run, handle: ObjectValue): Credentials | undefined {
  const isGiven = (name: string): boolean => nullishness(peek(run, handle, name)) !== true;
  if (!isGiven("userpwd") && !isGiven("username")) return undefined;
  if (!isGiven("http_auth_types")) return "basic";
  const types = knownString(run, peek(run, handle, "http_auth_types"));
  return types === "digest" || types === "basic" ? types : "unknown";
}

/** Models functions that make a handle for a URL, and send its request at once. */
function sendingAtOnce(name: string): NativeFunction {
  return (run, given) => {
    const call: Call = { ...given, args: withoutBlock(run, given.args) };
    const handle = makeHandle(run, given, call.args.at(0));
    const perform = peek(run, handle, name);
    const native = perform.kind === "object" ? perform.object.callable : undefined;
    return native?.kind === "native" ? native.call(run, { ...call, args: call.args.from(1) }) : handle;
  };
}

const NAMES = SENDING.flatMap(([names]) => names);

/** Models the handles of curb, `Curl::Easy`. https://www.rubydoc.info/gems/curb/Curl/Easy */
export const curlEasy: Maker = () =>
  nativeValue(
    "Curl::Easy",
    (run, call) => makeHandle(run, call, UNDEFINED),
    natives({
      new: (run, call) => makeHandle(run, call, withoutBlock(run, call.args).at(0)),
      ...Object.fromEntries(NAMES.map((name) => [name, sendingAtOnce(name)])),
    }),
    "Function",
    unknown({ reason: "global", name: "Curl::Easy", born: 0 }),
  );

/** Models `Curl.get(url)` and the like. https://www.rubydoc.info/gems/curb/Curl */
export const curlModule: Maker = () =>
  nativeObject(
    "Module",
    natives(
      Object.fromEntries(
        ["get", "post", "put", "patch", "delete", "head"].map((name) => [name, sendingAtOnce(name)]),
      ),
    ),
    unknown({ reason: "global", name: "Curl", born: 0 }),
  );
