import { itself, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { alternatives, choice, mapAlternatives, unknown } from "../../../analysis/evaluation/value.js";
import { parsedAs } from "../../lowered/data-functions.js";
import { leaveOutNothing } from "../../lowered/left-out.js";
import { classWith } from "./class.js";
import { parsedContent, parsedFirst } from "./files.js";
import { emptyList, record } from "./values.js";

/** `readValue(text, type)`: what is read, also if the type is a parameter of the method around it. */
const readAs: NativeFunction = (run, call) => {
  const value = parsedContent(run, call.args.at(0), call);
  return choice(
    alternatives(call.args.at(1)).flatMap((type) => alternatives(parsedAs(run, type, value, call))),
  );
};

/**
 * Models a writer of JSON, which gives what it writes, and a reader, which gives what it reads.
 *
 * @param skips whether it leaves out members without a value, unless the program says otherwise
 */
export function mapper(name: string, skips: boolean): Maker {
  const made: NativeFunction = () => {
    let isSkipping = skips;
    const tree: NativeFunction = (run, call) =>
      isSkipping ? leaveOutNothing(run, call.args.at(0)) : call.args.at(0);
    const write: NativeFunction = (run, call) => {
      // `toJson(value, writer)`
      if (call.args.length > 1) run.recorder.escapes.shown(run, "toJson", call, "makes-text");
      return mapAlternatives(tree(run, call), (single) =>
        single.kind === "object" ? { ...single, isPrinted: true } : single,
      );
    };
    // `JsonInclude.Include.NON_NULL` and all others but these two leave something out.
    const include: NativeFunction = (_run, call) => {
      const wanted = call.args.at(0);
      const constant = wanted.kind === "unknown" ? wanted.path.at(-1) : undefined;
      isSkipping = constant !== "ALWAYS" && constant !== "USE_DEFAULTS";
      return call.this;
    };
    return nativeObject(
      name,
      natives({
        writeValueAsString: write,
        writeValueAsBytes: write,
        toJson: write,
        toJsonTree: tree,
        valueToTree: tree,
        setSerializationInclusion: include,
        setDefaultPropertyInclusion: include,
        readTree: parsedFirst,
        readValue: readAs,
        fromJson: readAs,
        convertValue: readAs,
        createObjectNode: record,
        createArrayNode: emptyList,
        writerWithDefaultPrettyPrinter: itself,
        configure: itself,
        registerModule: itself,
      }),
      unknown({ reason: "computed", name, born: 0 }),
    );
  };
  return classWith(name, made);
}
