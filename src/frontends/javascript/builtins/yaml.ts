import type { Call } from "../evaluation/callable.js";
import type { Run } from "../evaluation/run.js";
import { mapAlternatives, memberOfUnknown, unknown, type Value } from "../evaluation/value.js";
import { fileWrittenIn } from "./json.js";
import { jsonModule } from "./json-modules.js";
import { nativeObject, natives } from "./native.js";
import { callUnknown } from "./unknown-calls.js";

/** `js-yaml` and `yaml`: what is read from a whole file of the repository is known, anything else is not. */
export const yamlModules = (): [string, () => Value][] => [
  ["js-yaml", () => yamlModule("js-yaml", ["load", "safeLoad"])],
  ["yaml", () => yamlModule("yaml", ["parse"])],
];

function yamlModule(name: string, readers: readonly string[]): Value {
  const rest = unknown({ reason: "import", name, specifier: name });
  const functions = natives(
    Object.fromEntries(
      readers.map((reader) => [
        reader,
        (run: Run, call: Call) =>
          mapAlternatives(call.args.at(0), (text) => {
            const file = text.kind === "text" ? fileWrittenIn(text.text) : undefined;
            const parse = run.modules.yamlParser();
            const read = file && parse ? jsonModule(run, file, parse) : undefined;
            return read ?? callUnknown(run, memberOfUnknown(rest, reader), call);
          }),
      ]),
    ),
  );
  return nativeObject(name, { ...functions, default: nativeObject(name, functions, rest) }, rest);
}
