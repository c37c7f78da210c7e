import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { getMemberByKey, makeObject } from "../../../analysis/evaluation/members.js";
import { knownStrings } from "../../../analysis/evaluation/coerce.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  NULL,
  alternatives,
  choice,
  nullishness,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { flatten, sliceText, type Text } from "../../../facts/text.js";
import { textAt } from "../../lowered/read-files.js";
import { siteOfArgument } from "../../lowered/records.js";

/** An option of a section in a text of INI, with the offsets of its value. */
interface Option {
  readonly section: string;
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the options of a text of INI. Values of several lines are left out.
 * https://docs.python.org/3/library/configparser.html#supported-ini-file-structure
 */
function optionsIn(text: string): Option[] {
  const found: Option[] = [];
  let section = "DEFAULT";
  let start = 0;
  for (const line of text.split("\n")) {
    const [, named] = /^\[([^\]]+)\]/.exec(line) ?? [];
    const [whole, key, value] = /^([^\s#;[=:][^=:]*?)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (named !== undefined) section = named;
    else if (whole !== undefined && key !== undefined && value !== undefined) {
      const from = start + line.trimEnd().length - value.length;
      found.push({ section, key, from, to: from + value.length });
    }
    start += line.length + 1;
  }
  return found;
}

/** Gives a parser the sections of a text of INI. A section of a later text replaces one of the same name. */
function addSections(run: Run, parser: ObjectValue, text: Text, call: Call): void {
  const sections = new Map<string, ObjectValue>();
  const all = optionsIn(flatten(text));
  const everywhere = new Set(all.map((one) => one.section));
  for (const { section, key, from, to } of all) {
    for (const name of section === "DEFAULT" ? everywhere : [section]) {
      let made = sections.get(name);
      if (!made) {
        made = makeObject(run, {}, "Object", call.environment.locate(call.node));
        sections.set(name, made);
        setMember(run.store, parser.object, name, { value: made, maybeAbsent: false });
      }
      const value: Value = { kind: "text", text: sliceText(text, from, to) };
      // A section finds an option in any letters; `get` asks for small ones.
      for (const one of new Set([key, key.toLowerCase(), key.toUpperCase()]))
        setMember(run.store, made.object, one, { value, maybeAbsent: false });
    }
  }
}

/** Models `parser.get("section", "option", fallback=…)`. */
const get: NativeFunction = (run, call) => {
  const section = getMemberByKey(
    run,
    call.this,
    knownStrings(run, call.args.at(0)),
    siteOfArgument(run, call, 0),
  );
  const keys = knownStrings(run, call.args.at(1))?.map((key) => key.toLowerCase());
  const found = getMemberByKey(run, section, keys, siteOfArgument(run, call, 1));
  const fallback = keyword(run, call.args.keywords, "fallback");
  return nullishness(fallback) === true ? found : choice([found, fallback]);
};

/** Models `ConfigParser()`, with the files of the repository that it reads. */
const configParser: NativeFunction = (_run, making) => {
  const parser = nativeObject(
    "ConfigParser",
    natives({
      get,
      read: (inner, call) => {
        for (const single of alternatives(call.args.at(0))) {
          const text = textAt(inner, call, single);
          if (text?.kind === "text") addSections(inner, parser, text.text, call);
        }
        return NULL;
      },
      read_string: (inner, call) => {
        for (const single of alternatives(call.args.at(0)))
          if (single.kind === "text") addSections(inner, parser, single.text, call);
        return NULL;
      },
    }),
    computed(making, "ConfigParser"),
  );
  return parser;
};

/** The classes of the module `configparser`. */
export const CONFIG_PARSERS = Object.fromEntries(
  ["ConfigParser", "RawConfigParser", "SafeConfigParser"].map((name) => [
    name,
    nativeValue(name, configParser),
  ]),
);
