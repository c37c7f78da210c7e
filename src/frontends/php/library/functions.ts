import { someList } from "../../../analysis/evaluation/literals.js";
import { readJsonPath } from "../../../analysis/builtins/json-paths.js";
import { environmentVariables } from "../../../analysis/builtins/process.js";
import { computed, truth, type NativeFunction } from "../../../analysis/builtins/native.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import { visibleVariables } from "../../../analysis/builtins/visible-variables.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { knownStrings, knownNumber, knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { getMemberByKey, peek } from "../../../analysis/evaluation/members.js";
import {
  FALSE,
  NULL,
  TRUE,
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  mapAlternatives,
  nullishness,
  scalar,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { siteOfArgument } from "../../lowered/records.js";
import * as functions from "./array-functions.js";
import * as arrays from "./arrays.js";
import * as curl from "./curl.js";
import { FILES, PATHS, readOr } from "./files.js";
import * as json from "./json.js";
import { STARTING } from "./processes.js";
import { createContext, readUrl } from "./streams.js";
import * as texts from "./texts.js";
import { typed } from "./typed.js";

const ENVIRONMENT = environmentVariables("$_ENV");

/** `getenv("X")`, and `env("X", default)` of frameworks: what is not set is not known. */
const environment: NativeFunction = (run, call) => {
  if (call.args.length === 0) return ENVIRONMENT;
  const held = getMemberByKey(
    run,
    ENVIRONMENT,
    knownStrings(run, call.args.at(0)),
    siteOfArgument(run, call, 0),
  );
  return call.args.has(1) && knownString(run, call.args.at(1)) !== undefined
    ? choice([held, call.args.at(1)])
    : held;
};

const print: NativeFunction = (run, call) => {
  run.recorder.escapes.shown(run, "print", call, "prints");
  return NULL;
};

const sprintf: NativeFunction = (run, call) =>
  texts.formatted(run, call.args.at(0), call.args.rest ? undefined : call.args.list.slice(1), call);

const vsprintf: NativeFunction = (run, call) => {
  const { known } = arrays.entriesOf(run, call.args.at(1), call);
  return texts.formatted(
    run,
    call.args.at(0),
    known?.map(({ value }) => value),
    call,
  );
};

const intval: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single): Value => {
    const number = knownNumber(single);
    if (number !== undefined && call.args.length === 1) return scalar(Math.trunc(number));
    const text = single.kind === "text" ? knownString(run, single) : undefined;
    return text !== undefined && /^-?\d{1,15}$/.test(text) && call.args.length === 1
      ? scalar(Number(text))
      : computed(call, "intval");
  });

const boolval: NativeFunction = (run, call) => {
  return truth(call, run.truthOf(call.args.at(0)), "boolval");
};

const isNull: NativeFunction = (_run, call) => {
  return truth(call, nullishness(call.args.at(0)), "is_null");
};

function isset(value: Value, call: Parameters<NativeFunction>[1]): Value {
  const missing = nullishness(value);
  return missing === undefined ? computed(call, "isset") : missing ? FALSE : TRUE;
}

const callUserFunction: NativeFunction = (run, call) =>
  alternatives(call.args.at(0)).every(isFunction)
    ? callValue(run, call.args.at(0), { ...call, this: UNDEFINED, args: call.args.from(1) })
    : computed(call, "call_user_func");

/** Methods and properties of a trait become those of a class. */
const useTraits: NativeFunction = (run, call) => {
  const [target, ...traits] = call.args.list;
  if (target?.kind !== "object") return UNDEFINED;
  const prototype = peek(run, target, "prototype");
  if (prototype.kind !== "object") return UNDEFINED;
  for (const trait of traits)
    for (const single of alternatives(trait)) {
      if (single.kind === "unknown") {
        const content = run.store.read(prototype.object);
        run.store.write(prototype.object, { ...content, epoch: -1, open: [...content.open, single] });
      }
      const from = single.kind === "object" ? peek(run, single, "prototype") : UNDEFINED;
      for (const [source, to] of [
        [from, prototype],
        [single, target],
      ] as const) {
        if (source.kind !== "object" || to.kind !== "object") continue;
        const own = run.store.read(to.object).members;
        for (const [key, slot] of run.store.read(source.object).members)
          if (key !== "constructor" && key !== "prototype" && !own.has(key))
            setMember(run.store, to.object, key, slot);
      }
    }
  return UNDEFINED;
};

/** A copy of an object is what it is, as far as that is followed. */
const clone: NativeFunction = (_run, call) =>
  mapAlternatives(call.args.at(0), (single) =>
    single.kind === "unknown" ? single : computed(call, "clone"),
  );

const pass: NativeFunction = (_run, call) => call.args.at(0);

/** An included file whose path is not known has the variables of the code that includes it. */
const includeAny: NativeFunction = (run, call) => {
  const place = call.environment.locate(call.node);
  const file = unknown({ reason: "global", name: "include", place, born: 0 });
  return callUnknown(run, file, { ...call, args: new Arguments([visibleVariables(run, call)]) });
};

const range: NativeFunction = (_run, call) => computed(call, "range");

const iteratorToArray: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single) =>
    single.kind === "unknown" || arrays.isList(single) || arrays.isRecord(single)
      ? single
      : someList(run, [computed(call, "element")], call),
  );

/** Models `data_get($cluster, "replicationSpecs.*.id")` and `Arr::get` of Laravel: https://laravel.com/docs/helpers */
export const pathOf: NativeFunction = (run, call) => {
  const found = readJsonPath(run, call.args.at(0), call, 1) ?? computed(call, "data_get");
  return call.args.length > 2 ? choice([found, call.args.at(2)]) : found;
};

/** Functions of PHP, by their names; those with a colon are the language itself. */
export const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ...STARTING,
  ...PATHS,
  ["php:first", functions.first],
  ["php:with", arrays.withElement],
  ["php:push", arrays.push],
  ["php:pushed", arrays.pushAll],
  ["php:unshifted", arrays.unshifted],
  ["php:popped", arrays.shorter(false)],
  ["php:shifted", arrays.shorter(true)],
  ["php:without", arrays.without],
  ["php:each", arrays.each],
  ["php:array", functions.toArray],
  ["php:object", functions.toObject],
  ["php:clone", clone],
  ["php:echo", print],
  ["php:include", includeAny],
  ["get_defined_vars", visibleVariables],
  ["php:isset", (_run, call) => isset(call.args.at(0), call)],
  ["php:use", useTraits],
  ["php:typed", typed],
  ["printf", print],
  ["print_r", print],
  ["var_dump", print],
  ["error_log", print],
  ["array_pop", arrays.edge(false)],
  ["array_shift", arrays.edge(true)],
  ["end", arrays.edge(false, FALSE)],
  ["reset", arrays.edge(true, FALSE)],
  ["current", arrays.edge(true, FALSE)],
  ["array_merge", arrays.arrayMerge],
  ["array_replace", arrays.replaced],
  ["array_map", functions.arrayMap],
  ["array_filter", functions.arrayFilter],
  ["in_array", functions.isIn],
  ["array_flip", functions.flip],
  ["array_intersect_key", functions.withKeysOf],
  [
    "array_keys",
    (run, call) => (call.args.length > 1 ? computed(call, "array_keys") : functions.sides("key")(run, call)),
  ],
  ["array_values", functions.sides("value")],
  ["array_column", functions.arrayColumn],
  ["data_get", pathOf],
  ["array_combine", functions.combine],
  ["array_reverse", functions.reversed],
  ["array_slice", functions.slice],
  ["array_unique", (run, call) => someList(run, elementsOf(run, call), call)],
  ["array_key_exists", functions.hasKey],
  ["key_exists", functions.hasKey],
  ["array_key_first", (run, call) => edgeKey(run, call, true)],
  ["array_key_last", (run, call) => edgeKey(run, call, false)],
  ["iterator_to_array", iteratorToArray],
  ["count", functions.count],
  ["sizeof", functions.count],
  ["implode", functions.implode],
  ["join", functions.implode],
  ["explode", texts.explode],
  ["range", range],
  ["sprintf", sprintf],
  ["vsprintf", vsprintf],
  ["strval", (run, call) => texts.printed(run, call.args.at(0), call)],
  ["intval", intval],
  ["boolval", boolval],
  ["is_null", isNull],
  ["trim", texts.trimmed(true, true)],
  ["rtrim", texts.trimmed(false, true)],
  ["chop", texts.trimmed(false, true)],
  ["ltrim", texts.trimmed(true, false)],
  ["strtolower", texts.inCase((text) => text.toLowerCase())],
  ["strtoupper", texts.inCase((text) => text.toUpperCase())],
  ["ucfirst", texts.inCase((text) => text.charAt(0).toUpperCase() + text.slice(1))],
  ["lcfirst", texts.inCase((text) => text.charAt(0).toLowerCase() + text.slice(1))],
  ["strrev", texts.inCase((text) => [...text].reverse().join(""))],
  ["str_replace", texts.replace],
  ["substr", texts.substr],
  ["mb_substr", texts.substr],
  ["strstr", texts.partBy("strstr", 1, 0)],
  ["preg_replace", texts.partBy("preg_replace", 0, 2)],
  ["preg_split", texts.partBy("preg_split", 0, 1)],
  ["strlen", texts.length],
  ["str_contains", texts.asks((text, part) => text.includes(part))],
  ["str_starts_with", texts.asks((text, part) => text.startsWith(part))],
  ["str_ends_with", texts.asks((text, part) => text.endsWith(part))],
  ["urlencode", texts.encoded(texts.urlEncode)],
  ["rawurlencode", texts.encoded(texts.rawUrlEncode)],
  ["json_encode", json.encode],
  ["wp_json_encode", json.encode],
  ["json_decode", json.decode],
  ["getenv", environment],
  ["env", environment],
  ["call_user_func", callUserFunction],
  ["collect", pass],
  ["wp_remote_retrieve_body", pass],
  ["utf8_encode", pass],
  ["stream_get_contents", pass],
  // As a rule it reads as much as there is.
  ["fread", pass],
  ["curl_init", curl.init],
  ["curl_setopt", curl.setopt],
  ["curl_setopt_array", curl.setoptArray],
  ["curl_exec", curl.exec],
  ["curl_reset", curl.reset],
  ["curl_copy_handle", curl.copyHandle],
  ["curl_multi_add_handle", curl.sendWithOthers],
  ["curl_multi_getcontent", curl.contentOf],
  ...["curl_close", "curl_errno", "curl_error", "curl_getinfo", "curl_multi_remove_handle"].map(
    (name): [string, NativeFunction] => [name, curl.asks],
  ),
  ["stream_context_create", createContext],
  ["file_get_contents", readOr(FILES.file_get_contents, readUrl(2))],
  ["fopen", readOr(FILES.fopen, readUrl(3))],
]);

function elementsOf(run: Parameters<NativeFunction>[0], call: Parameters<NativeFunction>[1]): Value[] {
  const { known, some } = arrays.entriesOf(run, call.args.at(0), call);
  return known ? known.map(({ value }) => value) : some ? [some.value] : [computed(call, "element")];
}

function edgeKey(
  run: Parameters<NativeFunction>[0],
  call: Parameters<NativeFunction>[1],
  isFirst: boolean,
): Value {
  const { known } = arrays.entriesOf(run, call.args.at(0), call);
  if (!known) return computed(call, "key");
  return (isFirst ? known[0] : known.at(-1))?.key ?? NULL;
}

export { ENVIRONMENT };
