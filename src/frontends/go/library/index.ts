import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { findSlot, getMember, makeList, type Site } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  alternatives,
  choice,
  opaque,
  unknown,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { addAll } from "../../../core/add-all.js";
import { flatten } from "../../../facts/text.js";
import { boundMember } from "../../lowered/bound-methods.js";
import { contentFor, fileFunctions } from "../../lowered/read-files.js";
import { bytes, decode, encodingJson, readers } from "./encoding.js";
import { CLIENTS } from "./clients.js";
import { gjson } from "./gjson.js";
import { answerTo, isRequest, netHttp } from "./net-http.js";
import { regexp } from "./patterns.js";
import { processes } from "./processes.js";
import { fmt, paths, strconv, strings } from "./texts.js";
import { netUrl } from "./urls.js";
import { VALIDATORS, validateStruct } from "./validators.js";

/** https://pkg.go.dev/os#ReadFile */
const FILES = fileFunctions({ ReadFile: { path: 0 }, Open: { path: 0 } }, (run, content, call) =>
  makeList(run, [content, computed(call, "error")]),
);

/** Packages that are modelled, by their paths. */
const PACKAGES: ReadonlyMap<string, Maker> = new Map([
  ...CLIENTS,
  ...VALIDATORS,
  ["github.com/tidwall/gjson", gjson],
  ...Object.entries<Maker>({
    bytes,
    cmp: () =>
      nativeObject(
        "cmp",
        natives({ Or: firstNonZero }),
        unknown({ reason: "import", name: "cmp", specifier: "cmp", born: 0 }),
      ),
    "encoding/json": encodingJson,
    fmt,
    io: readers("io"),
    "io/ioutil": readers("ioutil", FILES),
    "net/http": netHttp,
    "net/url": netUrl,
    os: () =>
      nativeObject(
        "os",
        natives({
          ...FILES,
          Getenv: (run, call) => variable(run, call),
          LookupEnv: (run, call) => makeList(run, [variable(run, call), computed(call, "ok")]),
        }),
        unknown({ reason: "import", name: "os", specifier: "os", born: 0 }),
      ),
    "os/exec": processes,
    path: paths,
    regexp,
    strconv,
    strings,
  }),
]);

/** Packages with the same functions as another one. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["github.com/goccy/go-json", "encoding/json"],
  ["github.com/segmentio/encoding/json", "encoding/json"],
  ["path/filepath", "path"],
]);

export function goModule(path: string): Maker | undefined {
  return PACKAGES.get(SAME.get(path) ?? path);
}

/** Models `cmp.Or`, which gives the first argument that is not zero. A text that is not known may be empty. */
const firstNonZero: NativeFunction = (_run, { args: { list } }) => {
  const found: Value[] = [];
  for (const one of list) {
    const all = alternatives(one);
    const left = all.filter((single) => single.kind !== "text" || flatten(single.text) !== "");
    addAll(found, left);
    if (left.length === all.length && left.every(({ kind }) => kind === "text")) break;
  }
  return found.length > 0 ? choice(found) : EMPTY;
};

function variable(run: Run, call: Call): Value {
  const name = knownString(run, call.args.at(0)) ?? "os.Getenv";
  return opaque("environment", name, call.environment.locate(call.node));
}

/**
 * Methods of unknown values whose names are distinctive: a client without a model sends a request that was made here, a
 * decoder writes to its argument.
 */
const OF_UNKNOWN: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  // Of `embed.FS` and other trees of files.
  ["ReadFile", (run, call) => readsFile(run, call, "ReadFile")],
  ["Open", (run, call) => readsFile(run, call, "Open")],
  ["Do", (run, call) => sends(run, call, "Do")],
  ["RoundTrip", (run, call) => sends(run, call, "RoundTrip")],
  ["Decode", (run, call) => decodes(run, call, "Decode", [call.this, call.args.at(0)])],
  // Of a validator that is kept somewhere.
  ["Struct", validates],
  ["Unmarshal", (run, call) => decodes(run, call, "Unmarshal", [call.args.at(0), call.args.at(1)])],
]);

function sends(run: Run, call: Call, method: string): Value {
  const request = call.args.list.find(isRequest);
  if (!request) return callAnyway(run, call, method);
  return makeList(run, [answerTo(run, request, call), computed(call, "error")]);
}

function readsFile(run: Run, call: Call, method: "ReadFile" | "Open"): Value {
  const isKnown = call.args.length === 1 && contentFor(run, call, { path: 0 }) !== undefined;
  return isKnown ? FILES[method]!(run, call) : callAnyway(run, call, method);
}

function validates(run: Run, call: Call): Value {
  if (call.args.length === 1) validateStruct(0)(run, call);
  return callAnyway(run, call, "Struct");
}

function decodes(run: Run, call: Call, method: string, [from, to]: readonly [Value, Value]): Value {
  decode(run, to, from, call);
  return callAnyway(run, call, method);
}

function callAnyway(run: Run, call: Call, method: string): Value {
  const { node, environment } = call;
  return callValue(run, getMember(run, call.this, method, { node, key: node, environment }), call);
}

/** Models members of values that are not objects. See `Semantics.attribute`. */
export function attribute(
  run: Run,
  value: Single,
  name: string,
  isCalled: boolean,
  site: Site,
): Value | undefined {
  if (value.kind === "object" && !isCalled) return boundMember(run, value, name, site);
  if (!isCalled || value.kind !== "unknown") return undefined;
  const own = value.shape?.prototype && findSlot(run, value.shape.prototype, name);
  if (own) return own.value;
  const method = OF_UNKNOWN.get(name);
  return method && nativeValue(name, method);
}
