import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  TRUE,
  FALSE,
  objectValue,
  opaque,
  scalar,
  truthiness,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { clientGlobals } from "../clients/index.js";
import { arrayFunction } from "../../../analysis/builtins/arrays.js";
import { appServicesContext } from "./app-services.js";
import { entriesConstructor } from "../../../analysis/builtins/collections.js";
import {
  callBackLater,
  computed,
  nativeObject,
  nativeValue,
  natives,
} from "../../../analysis/builtins/native.js";
import { ERROR_CLASSES, errorConstructor } from "../../../analysis/builtins/errors.js";
import { formDataConstructor } from "./form-data.js";
import { jsonObject } from "../../../analysis/builtins/json.js";
import { clone, objectFunction } from "../../../analysis/builtins/objects.js";
import { joinedPieces } from "../../../analysis/builtins/pieces.js";
import { promiseConstructor } from "../../../analysis/builtins/promises.js";
import { encoder, stringFunction } from "../../../analysis/builtins/strings.js";
import { searchParamsConstructor } from "../../../analysis/builtins/search-params.js";
import { urlConstructor } from "../../../analysis/builtins/urls.js";
import { markupFunctions } from "./markup-functions.js";
import { mathObject, numberFunction, parsers } from "../../../analysis/builtins/numbers.js";
import { proxyConstructor } from "./proxies.js";
import { reflectObject } from "../../../analysis/builtins/reflection.js";
import { printTable } from "./tables.js";
import { setConstructor } from "../../../analysis/builtins/sets.js";
import { processObject } from "../../../analysis/builtins/process.js";

const silent = (name: string) =>
  nativeValue(name, (run, call) => {
    run.recorder.escapes.printed(run, `console.${name}`, call);
    return UNDEFINED;
  });

/** Functions that call what they are given, later. */
const later = (name: string) =>
  nativeValue(name, (run, call) => {
    callBackLater(run, call.args.at(0), call.args.list.slice(2), call);
    return computed(call, name);
  });

type Maker = (run: Run) => Value;

/** Returns the model of a global. All other globals are unknown values with their name. */
export function globalMaker(name: string): Maker | undefined {
  makers ??= new Map([
    ...languageGlobals().map(([key, make]): [string, Maker] => [
      key,
      (run) => openFunction(run, key, make(run)),
    ]),
    ...clientGlobals(),
    ...markupFunctions(),
  ]);
  return makers.get(name);
}

/** A constructor has a prototype to be taken from, and may have more members than those that are modelled. */
function openFunction(run: Run, name: string, value: Value): Value {
  if (value.kind !== "object" || !value.object.callable) return value;
  const { content } = value.object;
  const prototype = run.realm.prototypes.get(name);
  if (prototype && name !== "Function")
    content.members.set("prototype", {
      value: objectValue(prototype),
      maybeAbsent: false,
      isHidden: "surely",
    });
  const open = content.open.length > 0 ? content.open : [unknown({ reason: "global", name })];
  value.object.content = { ...content, epoch: -1, open };
  return value;
}

let makers: ReadonlyMap<string, Maker> | undefined;

const languageGlobals = (): [string, Maker][] => [
  ["NaN", () => scalar(NaN)],
  ["Infinity", () => scalar(Infinity)],
  ["Array", arrayFunction],
  ["Object", objectFunction],
  ["String", stringFunction],
  ["Promise", promiseConstructor],
  ["JSON", jsonObject],
  ["EJSON", jsonObject],
  ["URL", urlConstructor],
  ["URLSearchParams", searchParamsConstructor],
  ["FormData", formDataConstructor],
  ["Map", () => entriesConstructor("Map")],
  ["WeakMap", () => entriesConstructor("Map")],
  ["Headers", () => entriesConstructor("Headers")],
  ["Set", setConstructor],
  ["process", () => processObject()],
  ["encodeURIComponent", () => encoder("encodeURIComponent", encodeURIComponent)],
  ["encodeURI", () => encoder("encodeURI", encodeURI)],
  ["decodeURIComponent", () => encoder("decodeURIComponent", decodeURIComponent)],
  ["structuredClone", () => nativeValue("structuredClone", (run, call) => clone(run, call.args.at(0)))],
  ["Number", numberFunction],
  ["parseInt", () => parsers().parseInt],
  ["parseFloat", () => parsers().parseFloat],
  ["Math", mathObject],
  ["Reflect", reflectObject],
  ...ERROR_CLASSES.map((name): [string, () => Value] => [name, () => errorConstructor(name)]),
  ["Proxy", proxyConstructor],
  [
    "Boolean",
    () => nativeValue("Boolean", (_run, call) => toBoolean(call.args.at(0)) ?? computed(call, "boolean")),
  ],
  ["Buffer", bufferObject],
  ["console", () => nativeObject("console", consoleMembers())],
  ["setTimeout", () => later("setTimeout")],
  ["setInterval", () => later("setInterval")],
  ["setImmediate", () => later("setImmediate")],
  ["queueMicrotask", () => later("queueMicrotask")],
  ["globalThis", () => unknown({ reason: "global", name: "globalThis" })],
  ["context", appServicesContext],
  ["require", requireFunction],
];

/** Models `Buffer`. Bytes are not followed, but a text that is only converted to bytes and back is. */
function bufferObject(): Value {
  return nativeObject(
    "Buffer",
    natives({
      concat: (run, call) => joinedPieces(someOf(iterate(run, call.args.at(0))) ?? computed(call, "Buffer")),
      from: (_run, call) => (call.args.at(0).kind === "unknown" ? call.args.at(0) : computed(call, "Buffer")),
    }),
  );
}

function consoleMembers(): Record<string, Value> {
  return {
    ...Object.fromEntries(
      ["log", "error", "warn", "info", "debug", "dir", "trace"].map((name) => [name, silent(name)]),
    ),
    ...natives({ table: printTable }),
  };
}

function toBoolean(value: Value): Value | undefined {
  const known = truthiness(value);
  return known === undefined ? undefined : known ? TRUE : FALSE;
}

export function requireFunction(): Value {
  return nativeValue(
    "require",
    (run, call) => run.realm.importDynamically(run, call.args.at(0), call.environment, call.node),
    natives({
      resolve: (_run, call) => opaque("computed", "require.resolve", call.environment.locate(call.node)),
    }),
  );
}
