import { flatten, sliceText } from "../../../facts/text.js";
import type { Credentials } from "../../../facts/request.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownStrings, knownString, toText } from "../../../analysis/evaluation/coerce.js";
import { maybeSetMember, setMember, setSomeMember } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  NULL,
  TRUE,
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  nullishness,
  opaque,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { HeaderLines } from "../../lowered/header-lines.js";
import { entriesOf, isRecord } from "./arrays.js";

const HANDLE = "CurlHandle";

/** Models `curl_init($url)`: an object that holds the options by name. https://www.php.net/manual/en/book.curl.php */
export const init: NativeFunction = (run, call) => {
  const url = call.args.at(0);
  const options = nullishness(url) === true ? {} : { CURLOPT_URL: url };
  return makeObject(run, options, HANDLE, call.environment.locate(call.node));
};

function setOption(run: Run, handle: Value, name: Value, value: Value, isCertain: boolean): void {
  const singles = alternatives(handle);
  const keys = knownStrings(run, name);
  for (const single of singles) {
    if (single.kind !== "object" || single.object.className !== HANDLE) continue;
    const write = isCertain && singles.length === 1 && keys?.length === 1 ? setMember : maybeSetMember;
    for (const key of keys ?? []) write(run.store, single.object, key, { value, maybeAbsent: false });
    if (!keys) setSomeMember(run.store, single.object, value);
  }
}

export const setopt: NativeFunction = (run, call) => {
  setOption(run, call.args.at(0), call.args.at(1), call.args.at(2), true);
  return TRUE;
};

export const setoptArray: NativeFunction = (run, call) => {
  const given = alternatives(call.args.at(1));
  for (const single of given) {
    const { known, some } = entriesOf(run, single, call);
    for (const { key, value } of known ?? []) setOption(run, call.args.at(0), key, value, given.length === 1);
    if (isRecord(single) && !known)
      for (const [key, slot] of run.store.read(single.object).members)
        setOption(run, call.args.at(0), computedText(key), slot.value, !slot.maybeAbsent);
    else if (some) setOption(run, call.args.at(0), computed(call, "option"), some.value, false);
  }
  return TRUE;
};

const isGiven = (value: Value): boolean => nullishness(value) !== true;

/** Models `curl_exec($handle)`, which returns the text of the response. */
export const exec: NativeFunction = (run, call) => {
  const handle = call.args.at(0);
  const sent = alternatives(handle).flatMap((single) =>
    single.kind === "object" && single.object.className === HANDLE ? [send(run, single, call)] : [],
  );
  return sent.length > 0 ? choice(sent) : computed(call, "curl_exec");
};

function send(run: Run, handle: Value, call: Call): Value {
  const option = (name: string): Value => peek(run, handle, `CURLOPT_${name}`);
  const isOn = (name: string): boolean => isGiven(option(name)) && run.truthOf(option(name)) !== false;
  const fields = [option("POSTFIELDS"), option("COPYPOSTFIELDS")].find(isGiven);
  const own = option("CUSTOMREQUEST");
  const implied = isOn("NOBODY")
    ? "HEAD"
    : isOn("PUT") || isOn("UPLOAD")
      ? "PUT"
      : isOn("POST") || fields
        ? "POST"
        : "GET";
  const given = alternatives(own).filter(isGiven);
  const method = choice([
    ...given,
    ...(given.length < alternatives(own).length ? [computedText(implied)] : []),
  ]);
  const { response } = run.recorder.request(run, {
    client: "curl",
    call,
    url: option("URL"),
    method,
    headers: headerLayers(run, option("HTTPHEADER"), call),
    ...(fields ? { body: fields, ownContentType: { type: FORM, isText: true } } : {}),
    ...credentialsOf(run, option),
  });
  return response;
}

const FORM = "application/x-www-form-urlencoded";

/** Returns the headers in `["Accept: application/json", …]`, or in the lines of one text. */
export function headerLayers(run: Run, given: Value, call: Call): Value[] {
  const headers = new HeaderLines();
  const lists = alternatives(given).filter(isGiven);
  for (const single of lists) {
    if (single.kind === "text") addLines(headers, single, lists.length === 1);
    else {
      const { known, some } = entriesOf(run, single, call);
      for (const { value } of known ?? []) addLine(run, headers, value, lists.length === 1, call);
      if (!known && some) addLine(run, headers, some.value, false, call);
      if (!known) headers.open(opaque("computed", "headers", call.environment.locate(call.node)));
    }
  }
  return headers.layers(run);
}

function addLine(run: Run, headers: HeaderLines, value: Value, isCertain: boolean, call: Call): void {
  const singles = alternatives(value);
  const lines = singles.filter((single) => single.kind === "text");
  for (const single of singles)
    if (single.kind !== "text") headers.open(single.kind === "unknown" ? single : computed(call, "header"));
  headers.addOneOf(
    lines.map((single) => toText(run, single)),
    isCertain && lines.length === singles.length,
  );
}

function addLines(headers: HeaderLines, value: Value & { kind: "text" }, isCertain: boolean): void {
  let from = 0;
  for (const line of flatten(value.text).split("\n")) {
    const length = line.replace(/\r$/, "").length;
    if (line.includes(":")) headers.addLine(sliceText(value.text, from, from + length), isCertain);
    from += line.length + 1;
  }
}

function credentialsOf(run: Run, option: (name: string) => Value): { readonly credentials?: Credentials } {
  const isUser = isGiven(option("USERPWD")) || isGiven(option("USERNAME"));
  const scheme = knownString(run, option("HTTPAUTH"));
  if (scheme === "CURLAUTH_DIGEST") return { credentials: "digest" };
  if (scheme === "CURLAUTH_BASIC") return { credentials: "basic" };
  if (isGiven(option("HTTPAUTH"))) return { credentials: "unknown" };
  return isUser ? { credentials: "basic" } : {};
}

/** Models `curl_reset`, which removes all options of a handle. */
export const reset: NativeFunction = (run, call) => {
  for (const single of alternatives(call.args.at(0)))
    if (single.kind === "object" && single.object.className === HANDLE)
      for (const [key, slot] of run.store.read(single.object).members)
        setMember(run.store, single.object, key, { ...slot, value: UNDEFINED });
  return NULL;
};
