import type { Credentials } from "../../../facts/request.js";
import { nativeValue, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { findSlot, makeObject, peek } from "../../../analysis/evaluation/members.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  nullishness,
  objectValue,
  truthiness,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { answer, hasNoBody, optionOf, type Client } from "../../../analysis/clients/client.js";
import { acceptOverwritten } from "./lower-case-headers.js";

/** needle 3.5.0, `lib/parsers.js`; 1.6.0 knows the first of them only. No option adds one. */
const PARSED = { types: String.raw`^(application/(hal\+|vnd\.api\+)?json|text/javascript)$` };

/**
 * `needle(method, url, data, options, callback)`, a function for each method, and those without a body take no `data`;
 * `accept` and `content_type` are options of their own. https://github.com/tomas/needle#options
 */
function sender(method: string | undefined, hasData: boolean): NativeFunction {
  return (run, call) => {
    const given = call.args.from(method ? 1 : 2).list.filter((value) => !isFunction(value));
    const url = call.args.at(method ? 0 : 1);
    const verb = method ? computedText(method) : call.args.at(0);
    const takesData = hasData && (method !== undefined || sendsData(run, verb, given.length));
    const data = takesData ? (given[0] ?? UNDEFINED) : UNDEFINED;
    const options = given[takesData ? 1 : 0] ?? UNDEFINED;
    const { response } = run.recorder.request(run, {
      client: "needle",
      call,
      url,
      method: verb,
      headers: [...ownHeaders(run, options), ...givenHeaders(run, options)],
      intake: { options, index: (method ? 1 : 2) + (takesData ? 1 : 0), key: "headers", isLower: true },
      ...(hasNoBody(run, verb) ? { query: [data] } : { body: data }),
      setsContentType: nullishness(peek(run, options, "json")) !== true,
      ...(parses(run, options) ? { parsing: PARSED } : {}),
      ...credentialsOf(run, options),
    });
    answer(run, call, response, response);
    return response;
  };
}

/** `needle("get", url, options)` has no data, `needle("get", url, query, options)` has. */
function sendsData(run: Run, method: Value, given: number): boolean {
  return given > 1 || !hasNoBody(run, method);
}

function ownHeaders(run: Run, options: Value): Value[] {
  const own = { accept: "accept", "content-type": "content_type" };
  return Object.entries(own).flatMap(([name, option]) => {
    const value = peek(run, options, option);
    if (nullishness(value) === true) return [];
    const { object } = makeObject(run, {});
    const keyPlace = options.kind === "object" ? findSlot(run, options.object, option)?.keyPlace : undefined;
    setMember(run.store, object, name, { value, maybeAbsent: false, ...(keyPlace ? { keyPlace } : {}) });
    return [objectValue(object)];
  });
}

/** Returns whether answers are parsed that have the right type: by default, and `parse` is short for the option. */
function parses(run: Run, options: Value): boolean {
  return ["parse_response", "parse"].every((name) => {
    const option = peek(run, options, name);
    const isStated = alternatives(option).every((single) => single !== UNDEFINED);
    return !isStated || truthiness(option) !== false;
  });
}

/** With `json` it looks for `accept` in lower case, needle 3.5.0, `lib/needle.js`, and sets its own without. */
function givenHeaders(run: Run, options: Value): Value[] {
  const headers = optionOf(run, options, "headers");
  const isJson = truthiness(peek(run, options, "json")) !== false;
  const isOwn = isJson && nullishness(peek(run, options, "accept")) === true;
  return [headers, ...(isOwn ? acceptOverwritten(run, headers) : [])];
}

function credentialsOf(run: Run, options: Value): { credentials?: Credentials } {
  if (nullishness(peek(run, options, "username")) === true) return {};
  const scheme = peek(run, options, "auth");
  if (nullishness(scheme) === true) return { credentials: "basic" };
  return { credentials: knownString(run, scheme) === "basic" ? "basic" : "digest" };
}

export const needleClient: Client = {
  name: "needle",
  modules: {
    needle: () =>
      nativeValue(
        "needle",
        sender(undefined, true),
        natives({
          request: sender(undefined, true),
          get: sender("GET", false),
          head: sender("HEAD", false),
          post: sender("POST", true),
          put: sender("PUT", true),
          patch: sender("PATCH", true),
          delete: sender("DELETE", true),
        }),
      ),
  },
};
