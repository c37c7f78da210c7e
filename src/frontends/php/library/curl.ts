import { flatten, sliceText, type Text } from "../../../facts/text.js";
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
  mapAlternatives,
  nullishness,
  opaque,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { HeaderLines } from "../../lowered/header-lines.js";
import { optionOf } from "../../../analysis/clients/client.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
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

/** The response that a handle has got by a call of several handles. */
const RESPONSE = internalSlot("response");

/** Models `curl_multi_add_handle($many, $handle)`: the handle is sent with the others. */
export const sendWithOthers: NativeFunction = (run, call) => {
  const handle = call.args.at(1);
  for (const single of alternatives(handle))
    if (single.kind === "object" && single.object.className === HANDLE)
      setMember(run.store, single.object, RESPONSE, { value: send(run, single, call), maybeAbsent: false });
  return computed(call, "curl_multi_add_handle");
};

/** Models `curl_multi_getcontent($handle)`. */
export const contentOf: NativeFunction = (run, call) => {
  const response = optionOf(run, call.args.at(0), RESPONSE);
  return isGiven(response) ? response : computed(call, "curl_multi_getcontent");
};

/** Models `curl_copy_handle($handle)`. */
export const copyHandle: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single): Value => {
    if (single.kind !== "object" || single.object.className !== HANDLE)
      return computed(call, "curl_copy_handle");
    const copy = makeObject(run, {}, HANDLE, call.environment.locate(call.node));
    for (const [key, slot] of run.store.read(single.object).members)
      setMember(run.store, copy.object, key, slot);
    return copy;
  });

/** A function that says something of a handle, or closes it. */
export const asks: NativeFunction = (_run, call) => computed(call, "curl");

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
  const lines = option("HTTPHEADER");
  const madeAt = handle.kind === "object" ? handle.object.place : undefined;
  const { response } = run.recorder.request(run, {
    client: "curl",
    call,
    url: option("URL"),
    method,
    headers: headerLayers(run, lines, call),
    // A later call replaces the whole list, so nothing is added where there is one that is not a literal.
    written: [lines].filter(isGiven),
    ...(madeAt && !isGiven(lines) ? { intake: { method: "curl_setopt", at: madeAt, isList: true } } : {}),
    ...(fields ? { body: fields, ownContentType: { type: FORM, isText: true } } : {}),
    ...credentialsOf(run, option),
  });
  return response;
}

const FORM = "application/x-www-form-urlencoded";

/** A line of headers with all its possible texts. */
interface Line {
  readonly texts: readonly Text[];
  /** True if one of the texts is sent for certain. */
  readonly isCertain: boolean;
}

/** Returns the headers in `["Accept: application/json", …]`, or in the lines of one text. */
export function headerLayers(run: Run, given: Value, call: Call): Value[] {
  const headers = new HeaderLines();
  const lists = alternatives(given).filter(isGiven);
  const linesOf = lists.map((single): Line[] => {
    if (single.kind === "text") return linesOfText(single);
    const { known, some } = entriesOf(run, single, call);
    if (!known) headers.open(opaque("computed", "headers", call.environment.locate(call.node)));
    const lines = (known ?? []).map(({ value }) => lineOf(run, headers, value, call));
    return !known && some ? [{ ...lineOf(run, headers, some.value, call), isCertain: false }] : lines;
  });
  const [first = [], ...others] = linesOf;
  const shared = new Map(
    first.map((line, index) => [line, others.map((lines) => lineLike(lines, line, index))] as const),
  );
  // A header that every one of several lists has is sent for certain.
  for (const [line, same] of shared) {
    const all = [line, ...same.filter((one) => one !== undefined)];
    const isEverywhere = same.every((one) => one !== undefined) && all.every(({ isCertain }) => isCertain);
    headers.addOneOf(
      all.flatMap(({ texts }) => texts),
      isEverywhere,
    );
  }
  const used = new Set([...shared.values()].flat());
  for (const line of others.flat()) if (!used.has(line)) headers.addOneOf(line.texts, false);
  return headers.layers(run);
}

/** The line of another list that sets the same header. */
function lineLike(lines: readonly Line[], line: Line, index: number): Line | undefined {
  const name = nameOf(line);
  return name === undefined ? lines[index] : lines.find((other) => nameOf(other) === name);
}

/** The name of the header that all texts of a line set. */
function nameOf({ texts }: Line): string | undefined {
  const names = new Set(texts.map((text) => flatten(text).split(":")[0]!.trim().toLowerCase()));
  const [only] = names;
  return names.size === 1 && only !== undefined && /^[\w-]+$/.test(only) ? only : undefined;
}

function lineOf(run: Run, headers: HeaderLines, value: Value, call: Call): Line {
  const singles = alternatives(value);
  const lines = singles.filter((single) => single.kind === "text");
  for (const single of singles)
    if (single.kind !== "text") headers.open(single.kind === "unknown" ? single : computed(call, "header"));
  const texts = lines.map((single) => toText(run, single));
  return { texts, isCertain: texts.length === singles.length };
}

function linesOfText(value: Value & { kind: "text" }): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const line of flatten(value.text).split("\n")) {
    const length = line.replace(/\r$/, "").length;
    if (line.includes(":"))
      lines.push({ texts: [sliceText(value.text, from, from + length)], isCertain: true });
    from += line.length + 1;
  }
  return lines;
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
