import { flatten, sliceText } from "../../../facts/text.js";
import { filledPieces } from "../../../analysis/evaluation/filled-text.js";
import {
  callBack,
  computed,
  nativeObject,
  nativeValue,
  natives,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { copyMembers } from "../../../analysis/evaluation/members.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { namedAfter } from "../../../analysis/evaluation/result-names.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  isFunction,
  mapAlternatives,
  nullishness,
  opaque,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { instanceOfNamed } from "../../../analysis/evaluation/injection.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { dataTypeFunction } from "../../lowered/data-functions.js";
import { register, registered } from "../../lowered/registrations.js";
import { classWith, first } from "./class.js";
import { CLIENTS } from "./clients.js";
import { FILTERS } from "./filters.js";
import { DECLARED } from "../names.js";
import { DECLARED_CLIENTS, declaredClient } from "./declared-clients.js";
import { httpHeaders } from "./http-headers.js";
import { FILE_CLASSES, parsedFirst } from "./files.js";
import { JSON_PATH } from "./json-path.js";
import { mapper } from "./mappers.js";
import { PATTERNS } from "./patterns.js";
import { PROCESS_CLASSES } from "./processes.js";
import { entry, mapOfEntries } from "./maps.js";
import { emptyList, entity, format, formatMessage, list, mapOf, record } from "./values.js";

const texts = (names: Readonly<Record<string, string>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(names).map(([key, text]) => [key, computedText(text)]));

const MEDIA_TYPES = texts({
  APPLICATION_JSON: "application/json",
  APPLICATION_JSON_VALUE: "application/json",
  APPLICATION_JSON_UTF8: "application/json;charset=UTF-8",
  ALL: "*/*",
  TEXT_PLAIN: "text/plain",
  APPLICATION_OCTET_STREAM: "application/octet-stream",
});

/** `new MediaType("application", "vnd.…+json")` */
const mediaType: NativeFunction = (run, call) =>
  call.args.length > 1 ? concat(run, [call.args.at(0), computedText("/"), call.args.at(1)]) : call.args.at(0);

const METHODS = texts(
  Object.fromEntries(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].map((one) => [one, one])),
);

const environment: NativeFunction = (run, call) => {
  const name = (call.args.length > 0 ? knownString(run, call.args.at(0)) : undefined) ?? "System.getenv()";
  const value = opaque("environment", name, call.environment.locate(call.node));
  return call.args.length > 1 ? choice([value, call.args.at(1)]) : value;
};

const builderOfText: NativeFunction = (_run, call) => {
  const parts: Value[] = [...call.args.list];
  const self: Value = nativeObject(
    "StringBuilder",
    natives({
      append: (_run, own) => {
        parts.push(own.args.at(0));
        return self;
      },
      toString: (inner: Run) => answerIn(parts) ?? concat(inner, parts),
    }),
  );
  return self;
};

/** Returns the answer that a loop appends line by line, as a whole. */
function answerIn(parts: readonly Value[]): Value | undefined {
  const lines = parts.filter((one) => one.kind !== "text" || flatten(one.text).trim() !== "");
  const [answer] = lines;
  const isAnswer = answer?.kind === "unknown" && answer.source.reason === "response";
  return isAnswer && lines.every((one) => one.kind === "unknown" && one.source === answer.source)
    ? answer
    : undefined;
}

/** Classes around a stream, which count as the stream. */
const AROUND_STREAMS = [
  ...["InputStreamReader", "BufferedReader", "BufferedInputStream", "DataInputStream"],
  ...["OutputStreamWriter", "BufferedWriter", "BufferedOutputStream", "DataOutputStream"],
  ...["PrintWriter", "PrintStream"],
].map((name): [string, Maker] => [`java.io.${name}`, classWith(name, first)]);

const CLASSES: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ...CLIENTS,
  ...FILTERS,
  ...DECLARED_CLIENTS,
  ...JSON_PATH,
  ...PATTERNS,
  ...PROCESS_CLASSES,
  [
    "java.lang.String",
    classWith("String", first, {
      format: (run, call) => format(run, call.args.at(0), call.args.list.slice(1), call),
      valueOf: first,
      join: (run, call) => {
        const [separator, ...parts] = call.args.list;
        return concat(
          run,
          parts.flatMap((part, index) => (index === 0 || !separator ? [part] : [separator, part])),
        );
      },
    }),
  ],
  [
    "java.text.MessageFormat",
    classWith("MessageFormat", first, {
      format: (run, call) => formatMessage(run, call.args.at(0), call.args.list.slice(1), call),
    }),
  ],
  ...AROUND_STREAMS,
  ...FILE_CLASSES,
  ["java.lang.StringBuilder", classWith("StringBuilder", builderOfText)],
  ["java.lang.StringBuffer", classWith("StringBuffer", builderOfText)],
  ["java.lang.System", classWith("System", first, { getenv: environment, getProperty: environment })],
  ["java.net.URI", classWith("URI", first, { create: first })],
  [
    "java.net.URLEncoder",
    classWith("URLEncoder", first, {
      encode: (_run, call) => namedAfter(computed(call, "encode"), call.args.at(0)),
    }),
  ],
  ["java.util.HashMap", classWith("HashMap", record)],
  ["java.util.LinkedHashMap", classWith("LinkedHashMap", record)],
  ["java.util.TreeMap", classWith("TreeMap", record)],
  ["java.util.Map", classWith("Map", record, { of: mapOf, entry, ofEntries: mapOfEntries, copyOf: first })],
  ["java.util.List", classWith("List", list, { of: list, copyOf: first })],
  ["java.util.Set", classWith("Set", list, { of: list })],
  ["java.util.ArrayList", classWith("ArrayList", emptyList)],
  ["java.util.LinkedList", classWith("LinkedList", emptyList)],
  ["java.util.Arrays", classWith("Arrays", list, { asList: list, stream: first })],
  [
    "java.util.Collections",
    classWith("Collections", list, {
      singletonList: list,
      singleton: list,
      emptyList,
      singletonMap: mapOf,
      unmodifiableList: first,
      unmodifiableMap: first,
    }),
  ],
  ["java.util.stream.StreamSupport", classWith("StreamSupport", first, { stream: first })],
  ["java.util.Optional", classWith("Optional", first, { of: first, ofNullable: first })],
  ["java.util.Objects", classWith("Objects", first, { requireNonNull: first, requireNonNullElse: first })],
  ["com.google.common.collect.ImmutableMap", classWith("ImmutableMap", mapOf, { of: mapOf })],
  ["com.google.common.collect.ImmutableList", classWith("ImmutableList", list, { of: list })],
  ["org.json.JSONObject", classWith("JSONObject", record)],
  ["org.json.JSONArray", classWith("JSONArray", emptyList)],
  ["org.json.simple.JSONObject", classWith("JSONObject", record)],
  ["org.json.simple.JSONArray", classWith("JSONArray", emptyList)],
  [
    "org.json.simple.parser.JSONParser",
    classWith("JSONParser", () => nativeObject("JSONParser", natives({ parse: parsedFirst }))),
  ],
  ["com.google.gson.JsonObject", classWith("JsonObject", record)],
  ["com.google.gson.JsonArray", classWith("JsonArray", emptyList)],
  [
    "com.google.gson.JsonParser",
    classWith("JsonParser", first, { parseString: parsedFirst, parseReader: parsedFirst }),
  ],
  ["com.google.gson.Gson", mapper("Gson", true)],
  ["com.fasterxml.jackson.databind.ObjectMapper", mapper("ObjectMapper", false)],
  ["com.fasterxml.jackson.databind.json.JsonMapper", mapper("JsonMapper", false)],
  [
    "org.springframework.http.HttpHeaders",
    classWith(
      "HttpHeaders",
      httpHeaders,
      {},
      texts({ ACCEPT: "Accept", CONTENT_TYPE: "Content-Type", AUTHORIZATION: "Authorization" }),
    ),
  ],
  ["org.springframework.http.HttpEntity", classWith("HttpEntity", entity)],
  [
    "org.springframework.http.MediaType",
    classWith("MediaType", mediaType, { valueOf: first, parseMediaType: first }, MEDIA_TYPES),
  ],
  ["javax.ws.rs.core.MediaType", classWith("MediaType", mediaType, { valueOf: first }, MEDIA_TYPES)],
  ["jakarta.ws.rs.core.MediaType", classWith("MediaType", mediaType, { valueOf: first }, MEDIA_TYPES)],
  ["org.springframework.http.HttpMethod", classWith("HttpMethod", first, { valueOf: first }, METHODS)],
  ["org.apache.http.entity.StringEntity", classWith("StringEntity", first)],
  ["org.apache.hc.core5.http.io.entity.StringEntity", classWith("StringEntity", first)],
  ["org.apache.http.util.EntityUtils", classWith("EntityUtils", first, { toString: first })],
  ["org.apache.hc.core5.http.io.entity.EntityUtils", classWith("EntityUtils", first, { toString: first })],
]);

export function isLibraryClass(name: string): boolean {
  return CLASSES.has(name);
}

/** Returns the module of a library class, which exports only that class. Undefined for unknown names. */
export function jvmModule(name: string): Maker | undefined {
  const make = CLASSES.get(name);
  if (!make) return undefined;
  return (run) => nativeObject("Module", { [name.slice(name.lastIndexOf(".") + 1)]: make(run) });
}

/** Fills `${NAME:default}` in a setting: with the default, which the environment may override. */
function withDefaults(run: Run, value: Single): Value {
  if (value.kind !== "text") return value;
  const pieces = filledPieces(
    value.text,
    /\$\{([\w.-]+)(?::([^{}]*))?\}/g,
    ({ index, 0: whole, 1: name, 2: own }) => {
      const end = index + whole.length - 1;
      return own === undefined
        ? opaque("environment", name!)
        : { kind: "text", text: sliceText(value.text, end - own.length, end) };
    },
  );
  return pieces.length === 1 ? pieces[0]! : concat(run, pieces);
}

/** Checks whether no known code assigns a value. */
function isOpen(value: Value): boolean {
  return alternatives(value).every(
    (single) => single.kind === "unknown" && single.source.reason !== "response",
  );
}

/** The key of what a container gives for a type. */
const beanKey = (type: string): string => `bean:${type}`;

/** The native functions that the lowering calls. Their names cannot occur in a program. */
const GLOBALS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["jvm:given", (_run, call) => (isOpen(call.args.at(0)) ? call.args.at(1) : call.args.at(0))],
  [DECLARED, declaredClient],
  [
    "jvm:instance",
    (run, call) => {
      const type = call.args.at(0);
      const isModelled = type.kind === "object" && type.object.callable?.kind === "native";
      if (!isModelled || !isFunction(type)) {
        const name = knownString(run, call.args.at(1)) ?? "";
        const own = instanceOfNamed(run, type, name);
        return own ?? opaque("parameter", "injected", call.environment.locate(call.node));
      }
      const beans = registered(run, beanKey(knownString(run, call.args.at(1)) ?? ""));
      if (beans.length > 0)
        return choice(beans.flatMap((one) => alternatives(one)).map((bean) => callBack(run, bean, [], call)));
      return callValue(run, type, { ...call, this: UNDEFINED, args: new Arguments([]), isNew: true });
    },
  ],
  [
    "jvm:bean",
    (run, call) => {
      register(run, beanKey(knownString(run, call.args.at(0)) ?? ""), call.args.at(1));
      return UNDEFINED;
    },
  ],
  [
    "jvm:setting",
    (run, call) => {
      const [value, path] = [call.args.at(0), call.args.at(1)];
      const isFound = nullishness(value) === false && value.kind !== "unknown";
      if (isFound) return mapAlternatives(value, (single) => withDefaults(run, single));
      return opaque("environment", knownString(run, path) ?? "setting", call.environment.locate(call.node));
    },
  ],
  [
    "jvm:anonymous",
    (run, call) => {
      const [parent, own] = [call.args.at(0), call.args.at(1)];
      if (own.kind !== "object" || parent.kind !== "object") return own;
      copyMembers(run, parent.object, own, siteOf(call));
      return parent;
    },
  ],
]);

export function jvmGlobal(name: string): Maker | undefined {
  const native = GLOBALS.get(name);
  return native ? () => nativeValue(name, native) : dataTypeFunction(name);
}
