import { isOpen } from "../../lowered/open-values.js";
import { dataTypeFunction } from "../../lowered/data-functions.js";
import { joinedPath, ownFolder } from "../../lowered/paths.js";
import { contentOf, unreadFile } from "../../lowered/read-files.js";
import { workingDirectory } from "../../../analysis/builtins/file-places.js";
import {
  nativeObject,
  nativeValue,
  natives,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { instanceOfNamed } from "../../../analysis/evaluation/injection.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { copyMembers, makeList, makeObject } from "../../../analysis/evaluation/members.js";
import { entriesOfUnknown } from "../../../analysis/evaluation/record-keys.js";
import {
  UNDEFINED,
  computedText,
  mapAlternatives,
  opaque,
  unknown,
} from "../../../analysis/evaluation/value.js";

/** Returns the first argument: conversions and boxes keep the value. */
export const first: NativeFunction = (_run, call) => call.args.at(0);

export const environment: NativeFunction = (run, call) => {
  const name = knownString(run, call.args.at(0));
  // The folder of the package.
  if (name === "CARGO_MANIFEST_DIR") return workingDirectory();
  return opaque("environment", name ?? "std::env::var", call.environment.locate(call.node));
};

/** Returns what a loop that takes each element apart goes through: of a response, its entries. */
const entries: NativeFunction = (_run, call) =>
  mapAlternatives(call.args.at(0), (single) =>
    single.kind === "unknown" ? entriesOfUnknown(single) : single,
  );

/** Models `include_str!("../x.json")`: the path starts at the folder of the file. */
const included: NativeFunction = (run, call) => {
  const path = call.args.at(0);
  return (
    contentOf(run, joinedPath(run, [ownFolder(run, call), path]), call) ??
    contentOf(run, path, call) ??
    unreadFile(run, call, path)
  );
};

/** The functions that the lowering calls, and the types that are there without `use`. */
const GLOBALS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  [
    "rust:struct",
    // A type that is not known is what its fields say.
    () => nativeValue("struct", (_run, { args }) => (args.at(0).kind === "object" ? args.at(0) : args.at(1))),
  ],
  [
    "rust:assign",
    () =>
      nativeValue("assign", (run, call) => {
        const [made, fields] = [call.args.at(0), call.args.at(1)];
        if (made.kind === "object") copyMembers(run, made.object, fields, siteOf(call));
        return UNDEFINED;
      }),
  ],
  [
    "rust:given",
    () =>
      nativeValue("given", (run, { args }) => {
        const [value, type] = [args.at(0), args.at(1)];
        return (isOpen(value) ? instanceOfNamed(run, type, "") : undefined) ?? value;
      }),
  ],
  ["rust:entries", () => nativeValue("entries", entries)],
  ["rust:env", () => nativeValue("env", environment)],
  ["rust:include", () => nativeValue("include", included)],
  [
    "rust:String",
    () =>
      nativeObject(
        "String of Rust",
        natives({
          from: first,
          new: () => computedText(""),
          with_capacity: () => computedText(""),
          from_utf8: first,
          from_utf8_lossy: first,
        }),
        unknown({ reason: "global", name: "String", born: 0 }),
      ),
  ],
  [
    "rust:Vec",
    () =>
      nativeObject(
        "Vec",
        natives({
          new: (run, call) => makeList(run, [], call.environment.locate(call.node)),
          with_capacity: (run, call) => makeList(run, [], call.environment.locate(call.node)),
          from: first,
        }),
        unknown({ reason: "global", name: "Vec", born: 0 }),
      ),
  ],
  ["rust:Box", () => nativeObject("Box", natives({ new: first, pin: first }))],
  ["rust:Some", () => nativeValue("Some", first)],
  ["rust:Ok", () => nativeValue("Ok", first)],
]);

export function rustGlobal(name: string): Maker | undefined {
  return GLOBALS.get(name) ?? dataTypeFunction(name);
}

/** Makes an empty map, or one of pairs. */
export const emptyMap: NativeFunction = (run, call) =>
  makeObject(run, {}, "Object", call.environment.locate(call.node));
