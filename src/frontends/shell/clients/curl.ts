import { flatten, knownText, sliceText, type Text } from "../../../facts/text.js";
import type { Credentials } from "../../../facts/request.js";
import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  mapAlternatives,
  opaque,
  textOf,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { fileContent } from "../files.js";
import { writeFile } from "../state.js";
import { joinOutputs, textIn } from "../texts.js";
import { wordsOfConfig } from "./config-file.js";
import { SHORT, WITH_VALUE } from "./curl-options.js";
import { HeaderLines } from "../../lowered/header-lines.js";
import { intakeOf } from "./intake.js";
import { readOptions, type Given, type OptionTable } from "./options.js";

const TABLE: OptionTable = { withValue: WITH_VALUE, short: SHORT, abbreviates: true };

/** Options with data: how each piece is written, and whether pieces of several options are joined. */
const DATA: ReadonlyMap<
  string,
  { readonly readsFiles: boolean; readonly isJson?: true; readonly encodes?: true }
> = new Map([
  ["data", { readsFiles: true }],
  ["data-ascii", { readsFiles: true }],
  ["data-binary", { readsFiles: true }],
  ["data-raw", { readsFiles: false }],
  ["data-urlencode", { readsFiles: false, encodes: true }],
  ["json", { readsFiles: true, isJson: true }],
]);

/** Models `curl [options] URL…`: https://curl.se/docs/manpage.html */
export const curl: NativeFunction = (run, call) => {
  const args = call.args.list.slice(3);
  const given = readOptions(run, args, TABLE).flatMap((one) => configured(run, call, one));
  if (call.args.rest) given.push({ kind: "unknown", value: call.args.rest });
  let printed: Value = EMPTY;
  let part: Given[] = [];
  for (const one of [...given, undefined]) {
    if (one && !(one.kind === "option" && one.name === "next")) part.push(one);
    else {
      printed = joinOutputs(run, printed, send(run, call, part));
      part = [];
    }
  }
  return printed;
};

/** Returns the options in a configuration file that is known, and other options as they are. */
function configured(run: Run, call: Call, one: Given): readonly Given[] {
  if (one.kind !== "option" || one.name !== "config" || !one.value) return [one];
  const content = fileContent(run, call, one.value);
  const isKnown = content.kind === "text" && knownText(content.text) !== undefined;
  return isKnown ? readOptions(run, wordsOfConfig(content.text), TABLE) : [one];
}

function send(run: Run, call: Call, given: readonly Given[]): Value {
  const urls: Value[] = [];
  const open: Value[] = [];
  const headers = new HeaderLines();
  const bodies: Value[] = [];
  const outputs: Value[] = [];
  let method: Value | undefined;
  let isGet = false;
  let isHead = false;
  let isJson = false;
  let isForm = false;
  let upload: Value | undefined;
  let user = false;
  let scheme: Credentials | undefined;
  let writesOut = false;
  for (const one of given) {
    if (one.kind === "operand") urls.push(one.value);
    else if (one.kind === "unknown") open.push(one.value);
    else {
      const value = one.value ?? UNDEFINED;
      const data = DATA.get(one.name);
      if (data) {
        if (data.isJson) isJson = true;
        bodies.push(
          data.encodes
            ? opaque("computed", "data", call.environment.locate(call.node))
            : data.readsFiles
              ? dataOf(run, call, value)
              : value,
        );
      } else
        switch (one.name) {
          case "url":
            urls.push(value);
            break;
          case "request":
            method = value;
            break;
          case "header":
            addHeader(run, call, headers, value);
            break;
          case "user-agent":
            headers.add("user-agent", value);
            break;
          case "get":
            isGet = true;
            break;
          case "head":
            isHead = true;
            break;
          case "form":
          case "form-string":
            isForm = true;
            break;
          case "upload-file":
            upload = value;
            break;
          case "user":
            user = true;
            break;
          case "digest":
          case "basic":
            scheme = one.name;
            break;
          case "anyauth":
          case "netrc":
          case "netrc-file":
          case "negotiate":
          case "ntlm":
            scheme = "unknown";
            break;
          case "oauth2-bearer":
            scheme = "bearer";
            break;
          case "config":
            headers.open(opaque("computed", "--config", call.environment.locate(call.node)));
            scheme ??= "unknown";
            break;
          case "output":
            outputs.push(value);
            break;
          case "write-out":
            writesOut = true;
            break;
          default:
            break;
        }
    }
  }
  // An unknown argument is the URL if there is no other, and otherwise may be any option.
  if (urls.length === 0 && open.length === 1) urls.push(open[0]!);
  else if (urls.length === 0 && open.length > 0) {
    urls.push(open.at(-1)!);
    for (const value of open.slice(0, -1)) headers.open(value);
  } else for (const value of open) headers.open(value);
  const body = bodies.length > 1 ? joinedData(run, bodies) : bodies[0];
  const sends = body !== undefined && !isGet;
  const verb = method ?? computedText(isHead ? "HEAD" : sends || isForm ? "POST" : upload ? "PUT" : "GET");
  if (isJson) headers.addDefault("accept", "application/json");
  let printed: Value = EMPTY;
  for (const [index, url] of withoutMethods(run, urls).entries()) {
    const { response } = run.recorder.request(run, {
      client: "curl",
      call,
      url: isGet && body ? withQuery(run, url, body) : url,
      method: verb,
      headers: headers.layers(run),
      ...intakeOf(run, call, "-H "),
      ...(sends ? { body } : upload ? { body: fileContent(run, call, upload) } : {}),
      ...(isJson
        ? { setsContentType: true }
        : sends
          ? { ownContentType: { type: "application/x-www-form-urlencoded", isText: true } }
          : {}),
      ...credentials(user, scheme),
    });
    const output = outputs[index];
    if (output && knownString(run, output) !== "-") writeFile(run, call, output, response);
    else printed = joinOutputs(run, printed, response);
  }
  // After the response it prints the text of an option, which is not JSON.
  if (writesOut && outputs.length < urls.length)
    return concat(run, [printed, computedText("\n"), opaque("computed", "--write-out")]);
  return writesOut ? opaque("computed", "--write-out", call.environment.locate(call.node)) : printed;
}

/**
 * Leaves out `GET` of `curl -s GET https://…`, where people forget `-X`. curl also asks a host of this name, which does
 * not exist, and nobody means that.
 */
function withoutMethods(run: Run, urls: readonly Value[]): readonly Value[] {
  const others = urls.filter((url) => !METHOD.test(knownString(run, url) ?? ""));
  return others.length > 0 ? others : urls;
}

const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/;

function credentials(user: boolean, scheme: Credentials | undefined): { credentials?: Credentials } {
  if (scheme !== undefined) return { credentials: scheme };
  return user ? { credentials: "basic" } : {};
}

/** `@file` and `@-` are read. */
function dataOf(run: Run, call: Call, value: Value): Value {
  return mapAlternatives(value, (single) => {
    if (single.kind !== "text") return single;
    const flat = flatten(single.text);
    if (!flat.startsWith("@")) return single;
    return fileContent(run, call, textOf(sliceText(single.text, 1, flat.length).parts));
  });
}

function joinedData(run: Run, bodies: readonly Value[]): Value {
  return concat(
    run,
    bodies.flatMap((one, index) => (index === 0 ? [one] : [computedText("&"), one])),
  );
}

function withQuery(run: Run, url: Value, query: Value): Value {
  return choice(
    alternatives(url).map((single) => {
      const text = textIn(run, single);
      const mark = flatten(text).includes("?") ? "&" : "?";
      return concat(run, [textOf(text.parts), computedText(mark), query]);
    }),
  );
}

/** `Name: value`, `Name:` which takes the header out, `Name;` which sends it empty, and `@file`. */
function addHeader(run: Run, call: Call, headers: HeaderLines, value: Value): void {
  const options = alternatives(value);
  const lines: Text[] = [];
  for (const single of options) {
    if (single.kind === "unknown" || single.kind === "object") {
      headers.open(single);
      continue;
    }
    const text = textIn(run, single);
    if (flatten(text).startsWith("@")) {
      const content = fileContent(run, call, textOf(sliceText(text, 1, flatten(text).length).parts));
      if (content.kind === "text" && knownText(content.text) !== undefined) addLines(headers, content.text);
      else headers.open(opaque("computed", "-H @file", call.environment.locate(call.node)));
      continue;
    }
    lines.push(text);
  }
  headers.addOneOf(lines, options.length === lines.length);
}

function addLines(headers: HeaderLines, text: Text): void {
  const flat = flatten(text);
  let from = 0;
  for (const line of flat.split("\n")) {
    if (line.includes(":")) headers.addLine(sliceText(text, from, from + line.length), true);
    from += line.length + 1;
  }
}
