import { flatten, sliceText, type Text } from "../../../facts/text.js";
import type { Credentials } from "../../../facts/request.js";
import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { computedText, nullishness, opaque, type Value } from "../../../analysis/evaluation/value.js";
import { HeaderLines } from "../../lowered/header-lines.js";
import { fileContent } from "../files.js";
import { inputOf, writeFile } from "../state.js";
import { textIn, valueOf } from "../texts.js";
import { intakeOf } from "./intake.js";
import { JsonItems } from "./json-items.js";
import { readOptions, type OptionTable } from "./options.js";

/** https://httpie.io/docs/cli/ and https://github.com/ducaale/xh */
const TABLE: OptionTable = {
  withValue: new Set(
    `auth auth-type bearer boundary cert cert-key cert-key-pass ciphers compress-level default-scheme format-options
    generate history-print http-version interface max-headers max-redirects method output pretty print proxy raw resolve
    response-charset response-mime session session-read-only ssl style timeout verify`.split(/\s+/),
  ),
  short: new Map(
    Object.entries({
      ...{ a: "auth", A: "auth-type", o: "output", p: "print", P: "history-print", s: "style", X: "method" },
      ...{ j: "json", f: "form", h: "headers", b: "body", v: "verbose", m: "meta", I: "ignore-stdin" },
    }),
  ),
};

/** The marks between the name and the value of an item; of two at one place the longer one counts. */
const SEPARATORS = [":=@", "=@", ":@", ":=", "==", "=", "@", ":", ";"] as const;

interface Item {
  readonly separator: (typeof SEPARATORS)[number];
  readonly text: Text;
  readonly name: Text;
  readonly value: Text;
}

/** Splits an item at its first mark that has no backslash before it. */
function itemOf(text: Text): Item | undefined {
  const flat = flatten(text);
  for (let at = 1; at < flat.length; at++) {
    if (flat[at - 1] === "\\") continue;
    const separator = SEPARATORS.find((one) => flat.startsWith(one, at));
    if (!separator || (separator === ";" && at < flat.length - 1)) continue;
    const value = sliceText(text, at + separator.length, flat.length);
    return { separator, text, name: sliceText(text, 0, at), value };
  }
  return undefined;
}

/** An argument that may be a method, a URL or an item. */
interface Positional {
  readonly value: Value;
  readonly text: Text | undefined;
}

/** `http [options] [METHOD] URL [item …]` */
export const httpie: NativeFunction = (run, call) => {
  const headers = new HeaderLines();
  const query: Value[] = [];
  const items = new JsonItems();
  const options = new Map<string, Value | undefined>();
  const positional: Positional[] = [];
  for (const one of readOptions(run, call.args.list.slice(3), TABLE)) {
    if (one.kind === "option") options.set(one.name, one.value);
    else {
      const [single] = one.value.kind === "choice" ? one.value.of : [one.value];
      const isText = single!.kind === "text" || single!.kind === "scalar";
      positional.push({ value: one.value, text: isText ? textIn(run, single!) : undefined });
    }
  }
  const given = targetOf(positional);
  if (!given) return opaque("computed", "http", call.environment.locate(call.node));
  let isForm = options.has("form") || options.has("multipart");
  let raw = options.get("raw");
  for (const { value, text } of given.items) {
    const item = text && itemOf(text);
    const file = text && flatten(text).startsWith("@") ? sliceText(text, 1, flatten(text).length) : undefined;
    if (file) raw = fileContent(run, call, valueOf(file));
    else if (!item) headers.open(value);
    else if (item.separator === ":") headers.addLine(item.text, true);
    else if (item.separator === ":@" || item.separator === ";") headers.open(valueOf(item.name));
    else if (item.separator === "==")
      query.push(valueOf(item.name), computedText("="), valueOf(item.value), computedText("&"));
    else if (item.separator === "@") isForm = true;
    else items.add(item.name, memberOf(run, call, item), item.separator.startsWith(":"));
  }
  if (call.args.rest) headers.open(call.args.rest);
  const body = bodyOf(run, call, raw, items);
  const isJson = !isForm && (body !== undefined || options.has("json"));
  const verb = given.method ?? options.get("method");
  const { response } = run.recorder.request(run, {
    client: "httpie",
    call,
    url: query.length > 0 ? concat(run, [given.url, computedText("?"), ...query.slice(0, -1)]) : given.url,
    method: verb ?? computedText(body || isForm ? "POST" : "GET"),
    headers: headers.layers(run),
    ...intakeOf(run, call),
    ...(body && !isForm ? { body } : {}),
    setsContentType: isJson,
    ...credentialsOf(run, options),
  });
  const file = options.get("output");
  if (file) writeFile(run, call, file, response);
  const parts = options.get("print");
  const printsMore =
    options.has("verbose") ||
    options.has("headers") ||
    options.has("meta") ||
    (parts && knownString(run, parts) !== "b");
  return printsMore || file ? concat(run, [opaque("computed", "headers"), response]) : response;
};

/** The method and the URL among the arguments. A single word of letters in front of a URL is a method. */
function targetOf(
  all: readonly Positional[],
): { readonly method?: Value; readonly url: Value; readonly items: readonly Positional[] } | undefined {
  const [first, second] = all;
  if (!first) return undefined;
  const isMethod =
    second !== undefined &&
    (first.text
      ? /^[A-Za-z]+$/.test(flatten(first.text))
      : second.text
        ? isUrl(flatten(second.text))
        : false);
  return isMethod
    ? { method: first.value, url: second.value, items: all.slice(2) }
    : { url: first.value, items: all.slice(1) };
}

function isUrl(text: string): boolean {
  return /^(?:https?:\/)?\/|^\S[\w.-]*\//.test(text);
}

function memberOf(run: Run, call: Call, { separator, value }: Item): Value {
  if (separator === ":=@") return fileContent(run, call, valueOf(value));
  return separator === "=@" ? opaque("computed", "file", call.environment.locate(call.node)) : valueOf(value);
}

/** The body: what is given as it is, the items as JSON, or what the command reads. */
function bodyOf(run: Run, call: Call, raw: Value | undefined, items: JsonItems): Value | undefined {
  if (raw) return raw;
  if (!items.isEmpty) return items.body(run);
  const isFed = nullishness(call.args.at(1)) !== true;
  return isFed ? inputOf(run, call) : undefined;
}

function credentialsOf(
  run: Run,
  options: ReadonlyMap<string, Value | undefined>,
): { readonly credentials?: Credentials } {
  if (options.has("bearer")) return { credentials: "bearer" };
  if (!options.has("auth")) return {};
  const type = options.get("auth-type");
  const known = type ? knownString(run, type) : "basic";
  return { credentials: known === "digest" || known === "basic" || known === "bearer" ? known : "unknown" };
}
