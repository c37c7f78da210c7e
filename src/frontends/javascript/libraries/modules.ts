import { clientModules } from "../clients/index.js";
import { flatten } from "../../../facts/text.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { filledPieces } from "../../../analysis/evaluation/filled-text.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  mapAlternatives,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { inherits } from "../../../analysis/builtins/inheritance.js";
import { bigNumbersJson } from "../../../analysis/builtins/json.js";
import { optionModules, parseArgs } from "./option-parsers.js";
import { formDataConstructor } from "./form-data.js";
import { fileModules } from "./files.js";
import {
  FILE_OF_URL,
  folderOfModule,
  isPathOfFile,
  pathOfModule,
  workingDirectory,
} from "../../../analysis/builtins/file-places.js";
import { yamlModules } from "./yaml.js";
import { arktypeModules } from "./arktype.js";
import { classTransformerModules } from "./class-transformer.js";
import { classValidatorModules } from "./class-validator.js";
import { decodersModules } from "./decoders.js";
import { effectModules } from "./effect.js";
import { ioTsModules } from "./io-ts.js";
import { runtypesModules } from "./runtypes.js";
import { joiModules } from "./joi.js";
import { jsonSchemaModules } from "./json-schema.js";
import { typeboxModules } from "./typebox.js";
import { yupModules } from "./yup.js";
import { superstructModules } from "./superstruct.js";
import { valibotModules } from "./valibot.js";
import { zodModules } from "./zod.js";
import { nestConfig } from "./nest-config.js";
import { jsonQueryModules } from "./json-path.js";
import { lodashModules } from "./lodash.js";
import { promiseHelperModules } from "./promise-helpers.js";
import { PROMISIFIED, promisified } from "./promisified.js";
import { cacheModules } from "./caches.js";
import { callbackModules } from "./callback-helpers.js";
import { emitterModules } from "./event-emitters.js";
import { requireFunction } from "./globals.js";
import {
  callBack,
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { dataLastModules } from "./data-last.js";
import { storeModules } from "./stores.js";
import { tableModules } from "./tables.js";
import { encoder } from "../../../analysis/builtins/strings.js";
import { userInterfaceModules } from "./user-interfaces.js";
import { searchParamsConstructor } from "../../../analysis/builtins/search-params.js";
import { joinPaths, urlConstructor } from "../../../analysis/builtins/urls.js";

type Maker = (run: Run) => Value;

/** Returns the model of a module by the name that code imports. */
export function moduleMaker(name: string): Maker | undefined {
  return (makers ??= new Map([...libraryModules(), ...clientModules()])).get(name);
}

let makers: ReadonlyMap<string, Maker> | undefined;

const libraryModules = (): [string, Maker][] => [
  ["module", () => nativeObject("module", natives({ createRequire }))],
  ["path", pathModule],
  ["path/posix", pathModule],
  ["url", urlModule],
  ["util", utilModule],
  ["querystring", queryModule],
  ["url-join", () => nativeValue("urlJoin", (run, call) => joinPaths(run, call, true))],
  ["form-data", formDataConstructor],
  ["json-bigint", bigNumbersJson],
  ["@nestjs/config", nestConfig],
  ...fileModules(),
  ...yamlModules(),
  ...lodashModules(),
  ...userInterfaceModules(),
  ...optionModules(),
  ...zodModules(),
  ...valibotModules(),
  ...superstructModules(),
  ...ioTsModules(),
  ...arktypeModules(),
  ...effectModules(),
  ...classTransformerModules(),
  ...classValidatorModules(),
  ...decodersModules(),
  ...runtypesModules(),
  ...yupModules(),
  ...joiModules(),
  ...jsonSchemaModules(),
  ...typeboxModules(),
  ...promiseHelperModules(),
  ...cacheModules(),
  ...callbackModules(),
  ...emitterModules(),
  ...storeModules(),
  ...dataLastModules(),
  ...jsonQueryModules(),
  ...tableModules(),
];

function pathModule(): Value {
  const functions = natives({
    join: (run, call) => joinPaths(run, call),
    resolve: (run, call) => resolvePath(run, call),
    dirname: (_run, call) =>
      mapAlternatives(call.args.at(0), (single) => folderOfModule(single) ?? computed(call, "dirname")),
  });
  return nativeObject("path", { ...functions, posix: nativeObject("path", functions) });
}

/** A path that is not certainly relative to a folder is relative to the working directory. */
function resolvePath(run: Run, call: Call): Value {
  const [first] = call.args.list;
  const joined = joinPaths(run, call);
  const start = first && knownString(run, first);
  if (start === undefined) return isFile(joined) ? joined : computed(call, "path");
  if (/^[/\\]|:/.test(start)) return computed(call, "path");
  return concat(run, [workingDirectory(), computedText("/"), joined]);
}

function isFile(path: Value): boolean {
  return alternatives(path).every((single) => single.kind === "text" && isPathOfFile(single.text));
}

function urlModule(): Value {
  return nativeObject("url", {
    URL: urlConstructor(),
    URLSearchParams: searchParamsConstructor(),
    ...natives({
      resolve: (run, call) => {
        const made = callBack(run, urlConstructor(), [call.args.at(1), call.args.at(0)], call);
        return mapAlternatives(made, (single) =>
          single.kind === "object" ? single : computed(call, "url.resolve"),
        );
      },
      fileURLToPath: (run, call) =>
        mapAlternatives(call.args.at(0), (single) => {
          const file = single.kind === "object" ? peek(run, single, FILE_OF_URL) : UNDEFINED;
          return file.kind === "text" ? file : (pathOfModule(single) ?? computed(call, "fileURLToPath"));
        }),
      format: (_run, call) => computed(call, "url.format"),
      parse: (run, call) => callBack(run, urlConstructor(), [call.args.at(0)], call),
    }),
  });
}

/** `createRequire(import.meta.url)`: the `require` of the module that asks for it. Others are not known. */
const createRequire: NativeFunction = (_run, call) => {
  const from = call.args.at(0);
  const isOwn = from.kind === "unknown" && from.source.place?.path === call.environment.module.path;
  return isOwn && folderOfModule(from) ? requireFunction() : computed(call, "createRequire");
};

function queryModule(): Value {
  return nativeObject("querystring", {
    ...natives({ stringify: (_run, call) => computed(call, "query") }),
    escape: encoder("escape", encodeURIComponent),
  });
}

function utilModule(): Value {
  return nativeObject(
    "util",
    natives({ promisify, inherits, parseArgs, format, inspect }),
    unknown({ reason: "import", name: "util", specifier: "util" }),
  );
}

function promisify(run: Run, call: Call): Value {
  const own = peek(run, call.args.at(0), PROMISIFIED);
  return isFunction(own) ? own : promisified(call.args.at(0));
}

/** `inspect(value)`: a text with all that the value has. */
function inspect(run: Run, call: Call): Value {
  run.recorder.escapes.shown(run, "util.inspect", call, "makes-text");
  return computed(call, "util.inspect");
}

/** `format("…%s…", …)`, each `%s` a text in its place; https://nodejs.org/api/util.html#utilformatformat-args */
function format(run: Run, call: Call): Value {
  const [template, ...values] = call.args.list;
  const isPlain = template?.kind === "text" && !call.args.rest;
  const flat = isPlain ? flatten(template.text) : "";
  const places = [...flat.matchAll(/%./g)];
  run.recorder.escapes.shown(run, "util.format", call, "makes-text");
  if (!isPlain || places.length !== values.length || places.some(([one]) => one !== "%s"))
    return computed(call, "util.format");
  // A value that is not a text is printed in its own form.
  if (values.some((value) => alternatives(value).some(({ kind }) => kind === "object")))
    return computed(call, "util.format");
  let next = 0;
  return concat(
    run,
    filledPieces(template.text, /%./g, () => values[next++]!),
  );
}
