import { nativeObject, nativeValue, natives } from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import { modulesOfTables } from "../../lowered/client-table.js";
import { PHP_CLIENTS } from "../clients.js";
import { unknown } from "../../../analysis/evaluation/value.js";
import * as json from "./json.js";
import { pathOf } from "./functions.js";
import { ARRAY_HELPERS } from "./collections.js";
import { httpfulRequest } from "./httpful.js";
import { guzzleMiddleware, guzzleOptions, guzzleUtils } from "./guzzle.js";

const modules: ReadonlyMap<string, Maker> = modulesOfTables(PHP_CLIENTS);

const ARR = unknown({ reason: "import", name: "Arr", born: 0 });

const OWN: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["Illuminate\\Support\\Arr", () => nativeObject("Arr", natives({ get: pathOf, ...ARRAY_HELPERS }), ARR)],
  ["GuzzleHttp\\Middleware", guzzleMiddleware],
  ["GuzzleHttp\\RequestOptions", guzzleOptions],
  ["Httpful\\Request", httpfulRequest],
  [
    "Unirest\\Request\\Body",
    () => nativeObject("Unirest\\Request\\Body", natives({ json: json.encode, Json: json.encode })),
  ],
  ["GuzzleHttp\\Psr7\\Utils", guzzleUtils],
]);

/** Returns a library class by its full name, or its static functions as a module. Undefined for unknown names. */
export function libraryClass(name: string): Maker | undefined {
  if (name === "stdClass")
    return () =>
      nativeValue(name, (run, call) => makeObject(run, {}, "Object", call.environment.locate(call.node)));
  const own = OWN.get(name);
  if (own) return own;
  const functions = modules.get(name);
  const end = name.lastIndexOf("\\") + 1;
  const module = end > 0 ? modules.get(name.slice(0, end)) : undefined;
  if (!module) return functions;
  return (run) => {
    const type = peek(run, module(run), name.slice(end));
    const members = functions?.(run);
    if (members?.kind !== "object") return type;
    if (type.kind !== "object" || !type.object.callable) return members;
    for (const [key, slot] of members.object.content.members) setMember(run.store, type.object, key, slot);
    return type;
  };
}

/** Returns a library function by its name. Undefined for unknown names. */
export function libraryFunction(name: string): Maker | undefined {
  const module = /^wp_(?:safe_)?remote_(?:get|post|head|request)$/.test(name)
    ? modules.get("php:functions")
    : undefined;
  return module && ((run) => peek(run, module(run), name));
}
