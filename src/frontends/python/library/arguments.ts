import { computed, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import { makeContent } from "../../../analysis/evaluation/member-tables.js";
import {
  UNDEFINED,
  choice,
  memberOfUnknown,
  nullishness,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";

/** Models `argparse`: each argument of a command may be anything, or its default. */
export const argumentParser: NativeFunction = (run, call) => {
  const parsed = new HeapObject("Namespace", call.environment.locate(call.node));
  const rest = unknown({
    reason: "environment",
    name: "arguments",
    place: call.environment.locate(call.node),
  });
  run.store.write(parsed, makeContent([], [rest]));
  const add: NativeFunction = (inner, adding) => {
    const names = adding.args.list.map((one) => knownString(inner, one) ?? "");
    const stated = knownString(inner, keyword(inner, adding.args.keywords, "dest"));
    const long = names.find((name) => name.startsWith("--")) ?? names.find((name) => name !== "");
    const name = stated ?? long?.replace(/^-+/, "").replaceAll("-", "_");
    const standby = keyword(inner, adding.args.keywords, "default");
    if (name !== undefined && nullishness(standby) !== true)
      setMember(inner.store, parsed, name, {
        value: choice([memberOfUnknown(rest, name), standby]),
        maybeAbsent: false,
      });
    return UNDEFINED;
  };
  const self: Value = nativeObject(
    "ArgumentParser",
    natives({
      add_argument: add,
      parse_args: () => objectValue(parsed),
      parse_known_args: (inner) => makeList(inner, [objectValue(parsed), computed(call, "arguments")]),
      add_argument_group: () => self,
      add_mutually_exclusive_group: () => self,
      add_parser: () => self,
      add_subparsers: () => self,
    }),
    rest,
  );
  return self;
};
