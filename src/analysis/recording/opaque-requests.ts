import { HOLE_MARK, flatten } from "../../facts/text.js";
import type { Call } from "../evaluation/callable.js";
import { toText } from "../evaluation/coerce.js";
import { peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  nullishness,
  opaque,
  unknown,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";
import type { Draft } from "./recorder.js";
import { plainName } from "./written-names.js";

/** Names under which clients that are not modelled send, such as "send", or something with "request" or "fetch". */
const SENDS = /^(?:del|send|call|execute|exchange|query|ajax)$|request|fetch|http|api/i;
/**
 * The method, with the kind of its result, or behind other words: "get", "_get", "doPost", "GetAsync", "get_json",
 * "getForObject", "syncGet", "atlas_post".
 */
const SENDS_METHOD =
  /^(?:_*(?:[dD]o_?)?|\w*(?:_|[a-z\d](?=[A-Z])))([gG]et|[pP]ost|[pP]ut|[pP]atch|[dD]elete|[hH]ead|GET|POST|PUT|PATCH|DELETE|HEAD|[sS]end)(?:_?(?:[aA]sync|[jJ]son|[rR]aw|[sS]tring|[tT]ext|[sS]tream|[pP]age|(?:As|For|From)(?=[A-Z]))[A-Za-z]*)?$/;
/** Functions that take a URL and send nothing. */
const SENDS_NOTHING =
  /^(?:(?:log|print|info|warn(?:ing)?|error|debug|trace|fatal|panic)(?:f|ln|w)?|describe|it|test|expect|assert|equal|push|join|concat|replace|emit|on|set|use|route)$/i;
/** Functions that make a URL of a path. */
const BUILDS = /(?:url|uri|path|link|endpoint|route)$|^(?:build|format|join)/i;
/** Returns whether a function of that name only logs or keeps its arguments. */
export function sendsNothing(name: string): boolean {
  return SENDS_NOTHING.test(name);
}

/** Classes of errors mention a request. Many languages make an object without `new`. */
const ERROR = /^[A-Z]\w*(?:Error|Exception)$/;
/** The class of a request that a client shows to the program: it is known already, and not sent by what gets it. */
export const SHOWN_REQUEST = "Shown request";
const URL_KEYS = ["url", "uri", "path", "baseURL", "baseUrl", "endpoint"];

/**
 * Records a call of something unknown as a request, if it looks like one. Its name says so, and one of its arguments
 * is, or contains, a text that may lead to the API. How it takes headers is unknown, so missing ones are not reported.
 */
export function opaqueRequest(run: Run, callee: UnknownValue, call: Call, name: string): Draft | undefined {
  // An import has the name of its module, and the code its own.
  const last = callee.path.at(-1) ?? plainName(call.node) ?? callee.source.name;
  if (!(SENDS.test(last) || SENDS_METHOD.test(last)) || SENDS_NOTHING.test(last) || ERROR.test(last))
    return undefined;
  const options = call.args.list.filter((argument) =>
    alternatives(argument).some((single) => single.kind === "object"),
  );
  const isShown = options.some((option) =>
    alternatives(option).some(
      (single) => single.kind === "object" && single.object.className === SHOWN_REQUEST,
    ),
  );
  if (isShown) return undefined;
  const url =
    urlAmong(run, call.args.list) ??
    urlInside(run, options) ??
    (BUILDS.test(last) || call.args.list.some(isFunction)
      ? undefined
      : call.args.list.find((one) => isPathOfResource(run, one)));
  if (!url) return undefined;
  const headers = options
    .map((option) => peek(run, option, "headers"))
    .filter((value) => nullishness(value) !== true);
  const method = methodOf(run, last, options);
  const body = options
    .map((option) => firstOf(run, option, ["body", "data", "json"]))
    .find((value) => value !== undefined);
  return {
    client: name,
    call,
    url,
    method,
    headers: [
      unknown({ reason: callee.source.reason, name, place: call.environment.locate(call.node) }),
      ...headers,
    ],
    understood: false,
    ...(body ? { body } : {}),
  };
}

/** The longest name of a client that is not shortened. */
const LONGEST_NAME = 40;

/** Returns the name of an unknown client: of a long one the last steps, which say what is called. */
export function shortName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const steps = name.split(".");
  let short = steps.pop() ?? "";
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (short.length + step.length + 2 > LONGEST_NAME) break;
    short = `${step}.${short}`;
  }
  return `…${short.slice(-LONGEST_NAME)}`;
}

function urlAmong(run: Run, values: readonly Value[]): Value | undefined {
  return values.find((value) => isInteresting(run, value));
}

function urlInside(run: Run, options: readonly Value[]): Value | undefined {
  for (const option of options) {
    const found = urlAmong(
      run,
      URL_KEYS.map((key) => peek(run, option, key)),
    );
    if (found) return found;
  }
  return undefined;
}

/** Returns whether a value is a text that may lead to the API. */
export function isInteresting(run: Run, value: Value): boolean {
  return alternatives(value).some(
    (single) => single.kind === "text" && leadsToApi(run, flatten(toText(run, single))),
  );
}

/** Returns whether a value is a path of a resource and nothing else: `/groups/{id}/clusters`. Its client knows the base. */
export function isPathOfResource(run: Run, value: Value): boolean {
  return alternatives(value).some((single) => {
    const path = single.kind === "text" ? flatten(single.text) : "";
    return /^\/?[a-z]/.test(path) && run.interest.namesOperation(`${HOLE_MARK}/${path.replace(/^\//, "")}`);
  });
}

/** Returns whether a URL contains a base path of the API. */
export function holdsBase(run: Run, url: Value): boolean {
  return alternatives(url).some((single) => {
    const text = single.kind === "text" ? flatten(single.text) : "";
    return run.interest.isVersioned(text) || run.interest.scan(text).some(({ what }) => what === "base-path");
  });
}

function leadsToApi(run: Run, url: string): boolean {
  return run.interest.mayHold(url) || run.interest.namesOperation(url);
}

function methodOf(run: Run, name: string, options: readonly Value[]): Value {
  const verb = SENDS_METHOD.exec(name)?.[1]?.toUpperCase();
  if (verb !== undefined && verb !== "SEND") return computedText(verb);
  for (const option of options) {
    const method = peek(run, option, "method");
    if (nullishness(method) !== true) return method;
  }
  return opaque("computed", "method");
}

function firstOf(run: Run, option: Value, keys: readonly string[]): Value | undefined {
  for (const key of keys) {
    const value = peek(run, option, key);
    if (value !== UNDEFINED && nullishness(value) !== true) return value;
  }
  return undefined;
}
