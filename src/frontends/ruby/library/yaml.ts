import { computed, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { parseYaml } from "../../../analysis/builtins/yaml.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { choice, mapAlternatives, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { fileFunctions, textNear } from "../../lowered/read-files.js";
import { parseOther } from "./json.js";

const parsed = (run: Run, content: Value, call: Call): Value =>
  mapAlternatives(content, (text) => parseYaml(run, text, true, call));

const load: NativeFunction = (run, call) =>
  call.args.at(0).kind === "text" ? parsed(run, call.args.at(0), call) : parseOther(run, call);

/** https://docs.ruby-lang.org/en/master/Psych.html */
export const YAML_FUNCTIONS = {
  load,
  safe_load: load,
  unsafe_load: load,
  ...fileFunctions(
    { load_file: { path: 0 }, safe_load_file: { path: 0 }, unsafe_load_file: { path: 0 } },
    parsed,
  ),
};

/** Models `Rails.application.config_for(:atlas)`: what `config/atlas.yml` has for one of the environments. */
const configFor: NativeFunction = (run, call) => {
  const name = knownString(run, call.args.at(0));
  const text = name === undefined ? undefined : textNear(run, call, `config/${name}.yml`);
  const all = text && parsed(run, text, call);
  if (all?.kind !== "object") return computed(call, "config_for");
  const environments = [...run.store.read(all.object).members.keys()];
  return choice(environments.map((key) => peek(run, all, key)));
};

/** The application of Rails. https://api.rubyonrails.org/classes/Rails/Application.html */
export const railsApplication = (): Value =>
  nativeObject(
    "Application",
    natives({ config_for: configFor }),
    unknown({ reason: "global", name: "Rails.application", born: 0 }),
  );
