import { isAnswer } from "../../../analysis/evaluation/answers.js";
import { visibleVariables } from "../../../analysis/builtins/visible-variables.js";
import { environmentVariables } from "../../../analysis/builtins/process.js";
import {
  computed,
  nativeObject,
  natives,
  nativeValue,
  siteOf,
  truth,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { compiling } from "../../../analysis/builtins/compiled-patterns.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { concat, knownNumber, knownString, knownStrings } from "../../../analysis/evaluation/coerce.js";
import { setMember, setMembers } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { copyMembers, findSlot, makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  NULL,
  TRUE,
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  mapAlternatives,
  nullishness,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { modulesOfTables } from "../../lowered/client-table.js";
import { RUBY_CLIENTS, SOME_REQUEST } from "../clients.js";
import { OTHER_CLIENTS } from "../other-clients.js";
import { define } from "./defined-methods.js";
import { curlEasy, curlModule } from "./curb.js";
import { methodNamed } from "./attributes.js";
import { blockOf, namedArguments, yieldTo } from "./blocks.js";
import { format } from "./format.js";
import { fileOfModule, ownFolder } from "../../lowered/paths.js";
import { fileClasses, loadJsonFile, openOr } from "./files.js";
import { DRY } from "./dry.js";
import { areDryTypes } from "./dry-types.js";
import { each, range } from "./iterations.js";
import { faradayModule } from "./faraday.js";
import { middlewareClass, registerMiddleware } from "./faraday-middleware.js";
import { includeParty } from "./httparty.js";
import { JSON_FUNCTIONS, parseText, printText } from "./json.js";
import { PATTERN_OPTIONS, matched } from "./response-texts.js";
import { printed } from "./universal.js";
import { YAML_FUNCTIONS } from "./yaml.js";
import { STARTING } from "./processes.js";
import { CGI_FUNCTIONS, ERB_FUNCTIONS, URI_FUNCTIONS, buildUri, toUri } from "./uris.js";

const PARTY = internalSlot("party");

function rest(name: string) {
  return unknown({ reason: "global", name, born: 0 });
}

function moduleOf(name: string, functions: Readonly<Record<string, NativeFunction>>): Maker {
  return () => nativeObject("Module", natives(functions), rest(name));
}

/** `&:name`: a function that calls the method of its argument. */
const methodOf: NativeFunction = (_run, making) =>
  nativeValue("to_proc", (run, call) => {
    const name = making.args.at(0);
    const text =
      name.kind === "text"
        ? name.text.parts.map((part) => (part.kind === "segment" ? part.text : "")).join("")
        : "";
    const [receiver] = call.args.list;
    if (!receiver) return computed(call, "to_proc");
    return choice(
      alternatives(receiver).map((single) =>
        nullishness(single) === true
          ? NULL
          : callValue(run, methodNamed(run, single, text, call), {
              ...call,
              this: single,
              args: call.args.from(1),
            }),
      ),
    );
  });

/** `a << b`: an element more, or a longer text. */
const append: NativeFunction = (run, call) => {
  const [to, more] = [call.args.at(0), call.args.at(1)];
  return mapAlternatives(to, (single) => {
    if (single.kind === "text") return concat(run, [single, more]);
    if (single.kind === "scalar") return computed(call, "<<");
    return callValue(run, methodNamed(run, single, "<<", call), {
      ...call,
      this: single,
      args: new Arguments([more]),
    });
  });
};

/** Models methods that nil also has: `x.nil?`, `x.to_s`. */
const safe: NativeFunction = (run, call) => {
  const how = call.args.at(0);
  const name =
    how.kind === "text"
      ? how.text.parts.map((part) => (part.kind === "segment" ? part.text : "")).join("")
      : "";
  return mapAlternatives(call.args.at(1), (single) => {
    const isNil = nullishness(single);
    switch (name) {
      case "nil?":
        return truth(call, isNil, name);
      case "blank?":
      case "present?":
        return isNil === true ? truth(call, name === "blank?", name) : computed(call, name);
      case "presence":
        return isNil === true ? NULL : choice([single, NULL]);
      case "to_a":
        if (isNil === true) return makeList(run, []);
        break;
      case "to_h":
        if (isNil === true) return makeObject(run, {});
        break;
      case "to_s": {
        if (isNil === true) return EMPTY;
        const own = single.kind === "object" ? findSlot(run, single.object, "to_s") : undefined;
        if (!own) return printed(run, single, call);
        break;
      }
      default:
        if (isNil === true) return computed(call, name);
    }
    return callValue(run, methodNamed(run, single, name, call), {
      ...call,
      this: single,
      args: call.args.from(2),
    });
  });
};

/** `x.gsub!(…)`: a text is another one from there on; anything else is what it is. */
const mutate: NativeFunction = (run, call) => {
  const how = call.args.at(0);
  const name =
    how.kind === "text"
      ? how.text.parts.map((part) => (part.kind === "segment" ? part.text : "")).join("")
      : "";
  return mapAlternatives(call.args.at(1), (single) => {
    const method = single.kind === "text" ? name.replace(/!$/, "") : name;
    const given = callValue(run, methodNamed(run, single, method, call), {
      ...call,
      this: single,
      args: call.args.from(2),
    });
    return single.kind === "text" ? given : single;
  });
};

/** Methods of a module become methods of a class that includes it, or of an object that is extended by it. */
const mixing =
  (isOfClass: boolean): NativeFunction =>
  (run, call) => {
    const [target, ...modules] = call.args.list;
    if (target?.kind !== "object") return UNDEFINED;
    const prototype = peek(run, target, "prototype");
    const receiver = isOfClass ? target : prototype;
    for (const module of modules)
      for (const single of alternatives(module)) {
        if (
          single.kind === "object" &&
          nullishness(peek(run, single, "class")) === false &&
          isParty(run, single)
        ) {
          includeParty(run, target, single, call);
          continue;
        }
        if (single.kind === "object" && areDryTypes(single)) {
          target.object.lazyMember ??= single.object.lazyMember!;
          continue;
        }
        if (receiver.kind !== "object") continue;
        if (single.kind === "unknown") {
          const content = run.store.read(receiver.object);
          run.store.write(receiver.object, { ...content, epoch: -1, open: [...content.open, single] });
          continue;
        }
        const from = single.kind === "object" ? peek(run, single, "prototype") : UNDEFINED;
        if (from.kind !== "object") continue;
        const own = run.store.read(receiver.object).members;
        for (const [key, slot] of run.store.read(from.object).members)
          if (key !== "constructor" && !own.has(key)) setMember(run.store, receiver.object, key, slot);
      }
    return UNDEFINED;
  };

function isParty(run: Run, value: Value): boolean {
  return value.kind === "object" && run.store.read(value.object).symbols.has(PARTY);
}

const print: NativeFunction = (run, call) => {
  run.recorder.escapes.shown(run, "print", call, "prints");
  return NULL;
};

/** `File.join("a", "b")`: one slash between the parts. */
const joinPaths: NativeFunction = (run, call) => {
  const parts = call.args.list;
  if (call.args.rest || parts.length === 0) return computed(call, "File.join");
  return parts.slice(1).reduce<Value>((before, part) => {
    const chomped = callValue(run, methodNamed(run, computedText(""), "delete_suffix", call), {
      ...call,
      this: before,
      args: new Arguments([computedText("/")]),
    });
    const rest = callValue(run, methodNamed(run, computedText(""), "delete_prefix", call), {
      ...call,
      this: part,
      args: new Arguments([computedText("/")]),
    });
    const isKnown = (value: Value): boolean => alternatives(value).every(({ kind }) => kind === "text");
    const [head, tail] = [isKnown(before) ? chomped : before, isKnown(part) ? rest : part];
    return concat(run, [head, computedText("/"), tail]);
  }, parts[0]!);
};

const toText: NativeFunction = (run, call) =>
  mapAlternatives(call.args.at(0), (single) => printed(run, single, call));

const hashNew: NativeFunction = (run, call) =>
  makeObject(run, {}, "Object", call.environment.locate(call.node));

/** `OpenStruct.new(a: 1)` answers to its members. */
const openStruct: NativeFunction = (run, call) => {
  if (isAnswer(call.args.at(0))) return call.args.at(0);
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  for (const one of [...call.args.list, ...(namedArguments(run, call) ? [namedArguments(run, call)!] : [])])
    copyMembers(run, made.object, one, siteOf(call));
  return made;
};

/** `Net::HTTP.start(host, port) { |http| … }`: what the block gives. */
const start: NativeFunction = (run, call) => {
  const make = peek(run, rubyGlobal("Net::HTTP")!(run), "new");
  const http = callValue(run, make, call);
  const block = blockOf(run, call);
  return block ? yieldTo(run, block, [http], call) : http;
};

/** `Net::HTTP.const_get(name)`, `Object.const_get("Net::HTTP::Get")` */
function constantNamed(run: Run, call: Call): Value {
  const outer = knownString(run, call.args.at(0))!;
  const names = knownStrings(run, call.args.at(1));
  const found = names?.map((name) => rubyGlobal(outer === "" ? name : `${outer}::${name}`)) ?? [];
  if (found.length === 0 && outer === "Net::HTTP") found.push(rubyGlobal(SOME_REQUEST));
  const known = found.flatMap((make) => (make ? [make(run)] : []));
  return known.length > 0 ? choice(known) : computed(call, "const_get");
}

/** https://rubygems.org/gems/net-http-digest_auth: a header for a URL, which no other code gets. */
const digestAuth: NativeFunction = () =>
  nativeObject(
    "Net::HTTP::DigestAuth",
    natives({
      auth_header: (run, call) => concat(run, [computedText("Digest "), computed(call, "auth_header")]),
    }),
  );

const libraries: ReadonlyMap<string, Maker> = modulesOfTables([...RUBY_CLIENTS, ...OTHER_CLIENTS]);

function withMembers(name: string, members: Readonly<Record<string, Value>>): Maker {
  return (run) => {
    const module = libraries.get(name)!(run);
    if (module.kind === "object") setMembers(run.store, module.object, members);
    return module;
  };
}

function uriModule(run: Run): Value {
  const open = peek(run, libraries.get("URI")!(run), "open");
  return nativeValue("URI", toUri, { ...natives(URI_FUNCTIONS), open }, "Function", rest("URI"));
}

const environment = environmentVariables("ENV");

const FUNCTIONS = {
  "rb:range": range,
  "rb:each": each,
  "rb:method": methodOf,
  "rb:append": append,
  "rb:safe": safe,
  "rb:constant": constantNamed,
  "rb:mutate": mutate,
  "rb:matched": matched,
  "rb:define": define,
  "rb:include": mixing(false),
  "rb:extend": mixing(true),
  // An error is for people, and a caught error is unknown.
  "rb:stop": () => UNDEFINED,
  binding: visibleVariables,
  ...{ print, puts: print, p: print, pp: print, warn: print },
  format,
  sprintf: format,
  Integer: (_run, call) =>
    knownNumber(call.args.at(0)) === undefined ? computed(call, "Integer") : call.args.at(0),
  String: toText,
  JSON: parseText,
  open: openOr((run, call) => callValue(run, peek(run, libraries.get("URI")!(run), "open"), call)),
  "rb:file": fileOfModule,
  "rb:folder": ownFolder,
} satisfies Readonly<Record<string, NativeFunction>>;

const makers = new Map<string, Maker>([
  ...libraries,
  ...Object.entries(FUNCTIONS).map(([name, native]): [string, Maker] => [
    name,
    () => nativeValue(name, native),
  ]),
  ...STARTING,
  ...DRY,
  ["ENV", () => environment],
  [
    "JSON",
    () =>
      nativeValue(
        "JSON",
        parseText,
        natives({ ...JSON_FUNCTIONS, load_file: loadJsonFile }),
        "Function",
        rest("JSON"),
      ),
  ],
  ["Oj", moduleOf("Oj", { load: parseText, dump: printText, generate: printText, strict_load: parseText })],
  [
    "MultiJson",
    moduleOf("MultiJson", { load: parseText, dump: printText, decode: parseText, encode: printText }),
  ],
  ["ActiveSupport::JSON", moduleOf("ActiveSupport::JSON", { decode: parseText, encode: printText })],
  ["YAML", moduleOf("YAML", YAML_FUNCTIONS)],
  ["URI", uriModule],
  ["URI::HTTPS", moduleOf("URI::HTTPS", { build: buildUri("https") })],
  ["URI::HTTP", moduleOf("URI::HTTP", { build: buildUri("http") })],
  ["Addressable::URI", moduleOf("Addressable::URI", URI_FUNCTIONS)],
  ["CGI", moduleOf("CGI", CGI_FUNCTIONS)],
  ["ERB::Util", moduleOf("ERB::Util", ERB_FUNCTIONS)],
  ...fileClasses(joinPaths),
  ["Hash", moduleOf("Hash", { new: hashNew })],
  ["Regexp", moduleOf("Regexp", { new: compiling(PATTERN_OPTIONS), compile: compiling(PATTERN_OPTIONS) })],
  [
    "Array",
    moduleOf("Array", {
      new: (run, call) => (call.args.length === 0 ? makeList(run, []) : computed(call, "Array")),
    }),
  ],
  [
    "String",
    () =>
      nativeValue(
        "String",
        toText,
        natives({ new: (_run, call) => (call.args.length > 0 ? call.args.at(0) : EMPTY) }),
      ),
  ],
  ["OpenStruct", moduleOf("OpenStruct", { new: openStruct })],
  ["Curl", curlModule],
  ["Curl::Easy", curlEasy],
  ["Faraday", faradayModule],
  ["Faraday::Connection", faradayModule],
  ["Faraday::Middleware", middlewareClass],
  ...["Faraday::Request", "Faraday::Response"].map((name): [string, Maker] => [
    name,
    moduleOf(name, { register_middleware: registerMiddleware }),
  ]),
  ["HTTParty", withMembers("HTTParty", { [PARTY]: TRUE })],
  ["Net::HTTP::DigestAuth", moduleOf("Net::HTTP::DigestAuth", { new: digestAuth })],
  ["Net::HTTP", withMembers("Net::HTTP", { start: nativeValue("start", start) })],
]);

/** Returns a global of Ruby or of a modelled library, by its name in programs. */
export function rubyGlobal(name: string): Maker | undefined {
  return makers.get(name);
}
