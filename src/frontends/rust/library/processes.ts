import { addAll } from "../../../core/add-all.js";
import {
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { elementsOf } from "../../../analysis/evaluation/heap.js";
import { memberOfUnknown, opaque, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { BUILDER } from "../../lowered/fluent.js";
import { startProgram, starting } from "../../shell/started.js";

const REST = unknown({ reason: "import", name: "process", specifier: "std::process", born: 0 });

/** `Command::new("curl").arg("-X").args(["GET", url]).output()`. */
const command: NativeFunction = (_run, call) => {
  const words: Value[] = [call.args.at(0)];
  const ends = starting(memberOfUnknown(REST, "Command"), (run, own) =>
    startProgram(run, own, words, undefined),
  );
  const self = nativeObject(
    "Command",
    natives({
      arg: (_inner, own) => {
        words.push(own.args.at(0));
        return self;
      },
      args: (run, own) => {
        const list = own.args.at(0);
        const known = list.kind === "object" ? elementsOf(run.store.read(list.object)) : undefined;
        addAll(words, known ?? [opaque("computed", "args", own.environment.locate(own.node))]);
        return self;
      },
      output: ends,
      status: ends,
      spawn: ends,
    }),
  );
  self.object.prototype = BUILDER;
  return self;
};

/** https://doc.rust-lang.org/std/process/struct.Command.html */
export const process: Maker = () =>
  nativeObject("process", { Command: nativeObject("Command", { new: nativeValue("new", command) }) }, REST);
