import { HOLE_MARK, flatten, sliceText, type Text } from "../../../facts/text.js";
import { callBack, computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { encoder } from "../../../analysis/builtins/strings.js";
import { resolveUrl } from "../../../analysis/builtins/urls.js";
import { concat, textAlternatives, toText } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { TEXT, makeContent } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  choice,
  computedText,
  mapAlternatives,
  nullishness,
  objectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { keptByRun } from "../../../analysis/evaluation/kept-by-run.js";
import { nativeValue } from "../../../analysis/builtins/native.js";
import { namedArguments } from "./blocks.js";

const URI = "URI of Ruby";

/** Makes a URI, which is stored as its text. Its parts are computed on use. */
export function makeUri(run: Run, text: Value, call: Call): Value {
  const prototype = prototypeOf(run);
  const uri = new HeapObject(URI, call.environment.locate(call.node), prototype);
  setMember(run.store, uri, TEXT, { value: choice(textAlternatives(run, text)), maybeAbsent: false });
  return objectValue(uri);
}

export const toUri: NativeFunction = (run, call) => {
  const given = call.args.at(0);
  if (nullishness(given) === true) return computed(call, "URI");
  return makeUri(run, given, call);
};

/** Models `URI.join(base, path, …)`. */
export const joinUris: NativeFunction = (run, call) => {
  const [base, ...others] = call.args.list;
  if (!base || call.args.rest) return computed(call, "URI.join");
  const joined = others.reduce<Value>((before, one) => resolved(run, call, one, before), base);
  return makeUri(run, joined, call);
};

function resolved(run: Run, call: Call, reference: Value, base: Value): Value {
  const asText = (value: Value): Value => choice(textAlternatives(run, value));
  return mapAlternatives(resolveUrl(run, call, asText(reference), asText(base)), (single) =>
    single.kind === "scalar" ? computed(call, "URI.join") : single,
  );
}

/**
 * Returns the offsets of the host, the path and the query. An unknown part before the first slash may contain any of
 * them.
 */
function bounds(flat: string): { readonly host: number; readonly path: number; readonly query: number } {
  const scheme = flat.indexOf("://");
  const host = scheme < 0 ? 0 : scheme + 3;
  const slash = flat.slice(host).search(/[/?#]/);
  const path = slash < 0 ? flat.length : host + slash;
  const query = flat.slice(path).search(/[?#]/);
  return { host, path, query: query < 0 ? flat.length : path + query };
}

type Part = "scheme" | "host" | "path" | "request_uri" | "query" | "origin";

function partOf(text: Text, part: Part): Text {
  const flat = flatten(text);
  const { host, path, query } = bounds(flat);
  // Without a scheme that is written, the first part that is not known may hold host and path alike.
  const isOpen = flat.startsWith(HOLE_MARK) && host === 0;
  switch (part) {
    case "scheme":
      return sliceText(text, 0, Math.max(0, host - 3));
    case "host":
      return sliceText(text, host, path);
    case "origin":
      return sliceText(text, 0, path);
    case "path":
      return sliceText(text, isOpen ? 0 : path, query);
    case "request_uri":
      return sliceText(text, isOpen ? 0 : path, flat.length);
    case "query":
      return sliceText(text, Math.min(flat.length, query + 1), flat.length);
  }
}

const reading =
  (part: Part): NativeFunction =>
  (run, call) =>
    mapAlternatives(peek(run, call.this, TEXT), (single) => {
      if (single.kind !== "text") return computed(call, part);
      return { kind: "text", text: partOf(toText(run, single), part) };
    });

/** The text with another path or query. */
const writing =
  (part: "path" | "query"): NativeFunction =>
  (run, call) => {
    const [given] = call.args.list;
    const before = peek(run, call.this, TEXT);
    const after = mapAlternatives(before, (single) => {
      if (single.kind !== "text" || !given) return computed(call, part);
      const flat = flatten(single.text);
      const { path, query } = bounds(flat);
      const head = sliceText(single.text, 0, part === "path" ? path : query);
      if (part === "path")
        return concat(run, [
          { kind: "text", text: head },
          given,
          { kind: "text", text: sliceText(single.text, query, flat.length) },
        ]);
      if (nullishness(given) === true) return { kind: "text", text: head };
      return concat(run, [{ kind: "text", text: head }, computedText("?"), given]);
    });
    if (call.this.kind === "object")
      setMember(run.store, call.this.object, TEXT, { value: after, maybeAbsent: false });
    return given ?? UNDEFINED;
  };

const METHODS = {
  to_s: (run, call) => peek(run, call.this, TEXT),
  to_str: (run, call) => peek(run, call.this, TEXT),
  scheme: reading("scheme"),
  host: reading("host"),
  hostname: reading("host"),
  origin: reading("origin"),
  path: reading("path"),
  request_uri: reading("request_uri"),
  query: reading("query"),
  "path=": writing("path"),
  "query=": writing("query"),
  port: (_run, call) => computed(call, "port"),
  merge: (run, call) => makeUri(run, resolved(run, call, call.args.at(0), call.this), call),
  "+": (run, call) => makeUri(run, resolved(run, call, call.args.at(0), call.this), call),
  dup: (run, call) => makeUri(run, call.this, call),
  normalize: (run, call) => makeUri(run, call.this, call),
} satisfies Readonly<Record<string, NativeFunction>>;

const prototypeOf = keptByRun(() => {
  const prototype = new HeapObject(`${URI}.prototype`, undefined);
  prototype.content = makeContent(
    Object.entries(METHODS).map(([name, method]) => [
      name,
      { value: nativeValue(name, method), maybeAbsent: false, isHidden: "surely" },
    ]),
  );
  return prototype;
});

/** Models `URI::HTTPS.build(host: …, path: …, query: …)`. */
export const buildUri =
  (scheme: string): NativeFunction =>
  (run, call) => {
    const options = namedArguments(run, call) ?? call.args.at(0);
    if (options.kind !== "object") return computed(call, "build");
    const [host, path, query] = ["host", "path", "query"].map((name) => peek(run, options, name)) as [
      Value,
      Value,
      Value,
    ];
    const parts: Value[] = [computedText(`${scheme}://`), host];
    if (nullishness(path) !== true) parts.push(path);
    if (nullishness(query) !== true) parts.push(computedText("?"), query);
    return makeUri(run, concat(run, parts), call);
  };

/** https://docs.ruby-lang.org/en/master/CGI/Escape.html */
function percent(text: string, blank: string, safe: RegExp): string {
  return [...text]
    .map((one) =>
      one === " "
        ? blank
        : safe.test(one)
          ? one
          : [...new TextEncoder().encode(one)]
              .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
              .join(""),
    )
    .join("");
}

function escaping(name: string, encode: (text: string) => string): NativeFunction {
  return (run, call) => callBack(run, encoder(name, encode), [call.args.at(0)], call);
}

const PLUS = escaping("escape", (text) => percent(text, "+", /^[\w.~*-]$/));
const FORM = escaping("encode_www_form_component", (text) => percent(text, "+", /^[\w.*-]$/));
const WHOLE = escaping("url_encode", (text) => percent(text, "%20", /^[\w.~-]$/));

/** `a=1&b=2` of a hash. */
const encodeForm: NativeFunction = (run, call) => {
  const given = namedArguments(run, call) ?? call.args.at(0);
  const isHash = given.kind === "object" && given.object.className === "Object";
  const { members, rest, open } = isHash
    ? run.store.read(given.object)
    : { members: new Map<string, never>(), rest: [1], open: [] };
  if (rest.length + open.length > 0) return computed(call, "query");
  const pieces: Value[] = [];
  for (const [key, slot] of members) {
    if (slot.maybeAbsent || slot.value.kind === "object") return computed(call, "query");
    const value = FORM(run, { ...call, args: new Arguments([slot.value]) });
    pieces.push(computedText(`${pieces.length > 0 ? "&" : ""}${percent(key, "+", /^[\w.*-]$/)}=`), value);
  }
  return pieces.length > 0 ? concat(run, pieces) : computedText("");
};

export const URI_FUNCTIONS = {
  parse: toUri,
  join: joinUris,
  encode_www_form: encodeForm,
  encode_www_form_component: FORM,
  encode_uri_component: WHOLE,
  escape: (_run, call) => computed(call, "escape"),
} satisfies Readonly<Record<string, NativeFunction>>;

export const CGI_FUNCTIONS = { escape: PLUS } satisfies Readonly<Record<string, NativeFunction>>;
export const ERB_FUNCTIONS = { url_encode: WHOLE } satisfies Readonly<Record<string, NativeFunction>>;
