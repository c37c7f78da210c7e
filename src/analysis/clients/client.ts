import { EMPTY_TEXT, concatTexts, flatten, sliceText, type Text } from "../../facts/text.js";
import type { Credentials } from "../../facts/request.js";
import { callBackLater, computed } from "../builtins/native.js";
import { concat, knownString, textAlternatives, toText } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import { findSlot, peek } from "../evaluation/members.js";
import type { MemberKey } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import { isMissing } from "../evaluation/empty-fields.js";
import {
  FALSE,
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  isFunction,
  mapAlternatives,
  nullishness,
  type Value,
} from "../evaluation/value.js";

/**
 * One HTTP client: which modules and globals it is, and what they are. A client's functions end in
 * `run.recorder.request(…)`, which states how URL, method, headers, body and response appear in it.
 */
export interface Client {
  readonly name: string;
  /** Module → what importing it gives. */
  readonly modules?: Readonly<Record<string, (run: Run) => Value>>;
  readonly globals?: Readonly<Record<string, (run: Run) => Value>>;
}

export const METHODS = ["get", "delete", "head", "options", "post", "put", "patch"] as const;

/** Returns the value of the first of these members that exists. */
export function optionOf(run: Run, options: Value, ...names: readonly MemberKey[]): Value {
  const found: Value[] = [];
  for (const name of names) {
    const value = peek(run, options, name);
    const kind = nullishness(value);
    if (kind === true) continue;
    found.push(value);
    if (kind === false) break;
  }
  return found.length > 0 ? choice(found) : UNDEFINED;
}

/** Returns a value, and another one where it is missing. */
export function valueOr(value: Value, otherwise: Value): Value {
  if (nullishness(value) === false || nullishness(otherwise) === true) return value;
  const present = alternatives(value).filter((single) => nullishness(single) !== true);
  return choice([...present, otherwise]);
}

/** Returns the method in options, or the default method of the client. */
export function methodOf(run: Run, options: Value, otherwise = "GET"): Value {
  const method = optionOf(run, options, "method");
  return nullishness(method) === true ? computedText(otherwise) : method;
}

/** Returns whether what is given as data becomes the query, as clients do where there is no body. */
export function hasNoBody(run: Run, method: Value): boolean {
  return /^(?:GET|HEAD)$/i.test(knownString(run, method) ?? "");
}

/** Splits a first argument that may be a URL or options: by its type. */
export function splitUrl(
  run: Run,
  call: Call,
  keys: readonly string[],
): { url: Value; options: Value; index: 0 | 1 } {
  const first = call.args.at(0);
  const isUrl = alternatives(first).every(
    (single) => single.kind === "text" || (single.kind === "object" && single.object.className === "URL"),
  );
  if (isUrl) return { url: first, options: call.args.at(1), index: 1 };
  if (first.kind === "object") return { url: optionOf(run, first, ...keys), options: first, index: 0 };
  return { url: choice([first]), options: call.args.at(1), index: 1 };
}

/**
 * Joins a base and a path with one slash between them. A path that is a whole URL is used alone, except in clients that
 * prepend the base to everything.
 */
export function combineUrls(run: Run, base: Value, path: Value, always = false): Value {
  if (nullishness(base) === true) return path;
  if (nullishness(path) === true) return base;
  const urls: Value[] = [];
  for (const a of textAlternatives(run, base)) {
    for (const b of textAlternatives(run, path)) {
      urls.push(
        nullishness(a) === true
          ? b
          : {
              kind: "text",
              text: combineTexts(
                toText(run, a),
                nullishness(b) === true ? EMPTY_TEXT : toText(run, b),
                always && b.kind === "text",
              ),
            },
      );
    }
  }
  const url = choice(urls);
  for (const single of alternatives(url)) if (single.kind === "text") run.recorder.madeText(single.text);
  return url;
}

function combineTexts(base: Text, path: Text, always: boolean): Text {
  const [before, after] = [flatten(base), flatten(path)];
  if (!always && /^([a-z][a-z0-9+.-]*:)?\/\//i.test(after)) return path;
  if (after === "") return base;
  return concatTexts([
    sliceText(base, 0, before.replace(/\/+$/, "").length),
    computedText("/").text,
    sliceText(path, /^\/*/.exec(after)![0].length, after.length),
  ]);
}

/** Returns the credentials in an option such as `auth: { username, password }`. Options of a caller may have it. */
export function credentialsIn(
  run: Run,
  options: Value,
  names: readonly string[],
  scheme: Credentials,
): { credentials?: Credentials } {
  const value = optionOf(run, options, ...names);
  if (nullishness(value) === true) return {};
  return { credentials: names.some((name) => isWritten(run, options, name)) ? scheme : "unknown" };
}

/** Returns whether code writes an option. Any option may be among options that are not known. */
function isWritten(run: Run, options: Value, name: string): boolean {
  return alternatives(options).some((single) => {
    const value = single.kind === "object" ? findSlot(run, single.object, name)?.value : undefined;
    return value !== undefined && nullishness(value) !== true && !isChangedOnly(value);
  });
}

/** Returns whether a value is only what other code may leave there. */
function isChangedOnly(value: Value): boolean {
  return alternatives(value).every(
    (one) => nullishness(one) === true || (one.kind === "unknown" && one.source.reason === "changing"),
  );
}

/** Returns an option from the strongest layer that has it. The weakest layer comes first. */
export function strongestOption(run: Run, layers: readonly Value[], ...names: readonly string[]): Value {
  for (const layer of [...layers].reverse()) {
    const found = optionOf(run, layer, ...names);
    if (!isMissing(found)) return found;
  }
  return UNDEFINED;
}

/** Returns the headers of each layer that has some, the weakest first. */
export function headersIn(run: Run, layers: readonly Value[], name = "headers"): Value[] {
  return layers.map((layer) => optionOf(run, layer, name)).filter((headers) => nullishness(headers) !== true);
}

/** Calls the callback that was given last, if there is one. */
export function answer(run: Run, call: Call, ...values: readonly Value[]): void {
  const callback = call.args.list.find(isFunction);
  if (callback) callBackLater(run, callback, [computed(call, "error"), ...values], call);
}

/**
 * Returns whether an object has no prototype of the program's making, whose members some clients take for its own.
 *
 * @param others classes whose prototypes a client knows
 */
export function isPlain(run: Run, value: Value, ...others: readonly string[]): boolean {
  const plainPrototype = run.realm.prototypes.get("Object");
  return alternatives(value).every((single) => {
    if (single.kind !== "object") return true;
    const { prototype, className } = single.object;
    const isBuiltIn = className !== "Object" && run.realm.prototypes.get(className) !== undefined;
    return !prototype || prototype === plainPrototype || isBuiltIn || others.includes(className);
  });
}

/** Returns the URL of a request whose scheme, host and path are separate options. */
export function requestUrl(run: Run, options: Value): Value {
  const url = optionOf(run, options, "url");
  if (
    nullishness(url) === false ||
    (nullishness(url) === undefined && url.kind === "unknown" && options.kind === "unknown")
  )
    return url;
  const host = optionOf(run, options, "host");
  if (nullishness(host) === true) return url;
  const scheme = optionOf(run, options, "scheme");
  const path = optionOf(run, options, "path");
  const slash = mapAlternatives(path, (single) =>
    single.kind === "text" && flatten(single.text).startsWith("/") ? computedText("") : computedText("/"),
  );
  return concat(run, [
    nullishness(scheme) === true ? computedText("http") : scheme,
    computedText("://"),
    host,
    slash,
    nullishness(path) === true ? computedText("") : path,
  ]);
}

/** Returns the authentication that the options of a request state; `undefined` if they state none. */
export function credentialsOf(run: Run, options: Value): Credentials | undefined {
  const digest = peek(run, options, "digestAuth");
  if (nullishness(digest) !== true && !(digest.kind === "scalar" && digest.value === FALSE.value))
    return "digest";
  return nullishness(optionOf(run, options, "username")) === true ? undefined : "basic";
}
