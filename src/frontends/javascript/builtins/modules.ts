import { clientModules } from "../clients/index.js";
import type { Call } from "../evaluation/callable.js";
import { concat, knownString } from "../evaluation/coerce.js";
import { peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  mapAlternatives,
  opaque,
  type Value,
} from "../evaluation/value.js";
import { optionModules, parseArgs } from "./option-parsers.js";
import { fileModules } from "./files.js";
import { FILE_OF_URL, folderOfModule, isPathOfFile, pathOfModule, workingDirectory } from "./file-places.js";
import { yamlModules } from "./yaml.js";
import { zodModules } from "./zod.js";
import { lodashModules } from "./lodash.js";
import { makePromise } from "./promises.js";
import { callBack, computed, nativeObject, nativeValue, natives } from "./native.js";
import { encoder } from "./strings.js";
import { userInterfaceModules } from "./user-interfaces.js";
import { searchParamsConstructor } from "./search-params.js";
import { joinPaths, urlConstructor } from "./urls.js";

type Maker = (run: Run) => Value;

/** The modules that are modelled, by the name that code imports them under. */
export function moduleMaker(name: string): Maker | undefined {
  return (makers ??= new Map([...libraryModules(), ...clientModules()])).get(name);
}

let makers: ReadonlyMap<string, Maker> | undefined;

const libraryModules = (): [string, Maker][] => [
  ["path", pathModule],
  ["path/posix", pathModule],
  ["url", urlModule],
  ["util", utilModule],
  ["querystring", queryModule],
  ["url-join", () => nativeValue("urlJoin", (run, call) => joinPaths(run, call))],
  ...fileModules(),
  ...lodashModules(),
  ...userInterfaceModules(),
  ...optionModules(),
  ...zodModules(),
  ...yamlModules(),
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

/** What is no path of a file that is known to start at a folder starts at the working directory. */
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

function queryModule(): Value {
  return nativeObject("querystring", {
    ...natives({ stringify: (_run, call) => computed(call, "query") }),
    escape: encoder("escape", encodeURIComponent),
  });
}

function utilModule(): Value {
  return nativeObject(
    "util",
    natives({ promisify: (_run, call) => promisified(call.args.at(0)), parseArgs }),
    undefined,
  );
}

/** A function that takes a callback `(error, value)` as one that gives a promise. */
function promisified(target: Value): Value {
  return nativeValue("promisified", (run, call) => {
    let settled: Value | undefined;
    const callback = nativeValue("callback", (_inner, given) => {
      const value = given.args.at(1);
      settled = settled ? choice([settled, value]) : value;
      return value;
    });
    callBack(run, target, [...call.args.list, callback], call, call.this);
    return makePromise(run, settled ?? opaque("computed", "promisified", call.environment.locate(call.node)));
  });
}
