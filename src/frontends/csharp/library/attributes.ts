import { ownerOf } from "../../../analysis/evaluation/answers.js";
import { readJsonPath } from "../../../analysis/builtins/json-paths.js";
import { computed, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { knownString, knownStrings, toText } from "../../../analysis/evaluation/coerce.js";
import { pushElement, pushSomeElement, setMember } from "../../../analysis/evaluation/heap.js";
import {
  findSlot,
  getMember,
  getMemberByKey,
  makeList,
  type Site,
} from "../../../analysis/evaluation/members.js";
import { isEntry, keyOfUnknown } from "../../../analysis/evaluation/record-keys.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  choice,
  memberOfUnknown,
  nameOf,
  opaque,
  type ObjectValue,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { boundMember } from "../../lowered/bound-methods.js";
import { callItself, isFunctionOfProgram, methodIn, methodsOf, type Methods } from "../../lowered/methods.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";
import { readName } from "../json-names.js";
import { FILE_METHODS } from "./files.js";
import { FLURL_METHODS } from "./flurl.js";
import { createClient, extension } from "./http-client.js";
import { HEADERS, HEADER_METHODS, headerCollection } from "./headers.js";
import { readPath } from "./json.js";
import { REGISTRATIONS } from "./container.js";
import { SAME_TEXT, TEXT_METHODS } from "./texts.js";
import { uriOfBuilder } from "./uris.js";

/** Models members of values that are not objects. See `Semantics.attribute`. */
export function attribute(
  run: Run,
  value: Single,
  name: string,
  isCalled: boolean,
  site: Site,
): Value | undefined {
  switch (value.kind) {
    case "text":
      if (isCalled)
        return (
          methodIn(TEXT_METHODS, name) ??
          methodIn(FILE_METHODS, name) ??
          methodIn(FLURL_METHODS, name) ??
          opaque("computed", name)
        );
      return SAME_TEXT.has(name) ? value : opaque("computed", name);
    case "scalar":
      if (isCalled && name === "ToString") return methodIn(SCALAR_METHODS, name);
      return name === "Value" ? value : opaque("computed", name);
    case "unknown":
      if (isCalled) return methodIn(UNKNOWN_METHODS, name) ?? methodIn(REGISTRATIONS, name);
      if (isEntry(value)) return undefined;
      if (SAME.has(name)) return value;
      // The type of the answer says under which key it is.
      if (value.shape?.declares?.(name)) return undefined;
      // `foreach (var pair in json)`
      if (name === "Key" && value.source.reason === "response" && value.path.at(-1) === "[]")
        return keyOfUnknown(ownerOf(value), site);
      return value.source.reason === "response" && /^[A-Z]/.test(name)
        ? getMember(run, value, readName(name, run.recorder.interest), site)
        : undefined;
    case "object":
      return ofObject(run, value, name, isCalled, site);
  }
}

/** Members of an answer, or of a text that is read, which count as the value itself. */
const SAME: ReadonlySet<string> = new Set([
  ...["Result", "Content", "RootElement", "Value", "Data", "Body", "CurrentValue"],
]);

/** The parts of an entry of a dictionary, which is a list of two. */
const ENTRY: ReadonlyMap<string, string> = new Map([
  ["Key", "0"],
  ["Value", "1"],
]);

function ofObject(
  run: Run,
  value: ObjectValue,
  name: string,
  isCalled: boolean,
  site: Site,
): Value | undefined {
  const { object } = value;
  if (findSlot(run, object, name)) return isCalled ? undefined : boundMember(run, value, name, site);
  if (isCalled && name === "Invoke" && isFunctionOfProgram(value)) return methodIn(FUNCTION_METHODS, name);
  switch (object.className) {
    case HEADERS:
      return isCalled ? methodIn(HEADER_METHODS, name) : headerCollection(value, name);
    case "Array":
      if (name === "Length" || name === "Count") return getMember(run, value, "length", site);
      if (!isCalled && ENTRY.has(name)) return getMember(run, value, ENTRY.get(name)!, site);
      return isCalled ? (methodIn(LIST_METHODS, name) ?? opaque("computed", name)) : undefined;
    case "HttpClient":
      return isCalled ? extension(name) : undefined;
    case "UriBuilder":
      if (name === "Uri") return uriOfBuilder(run, value);
      return isCalled && name === "ToString" ? methodIn(BUILDER_METHODS, name) : undefined;
    default:
      if (isCalled) return methodIn(RECORD_METHODS, name);
      // A settings object may be asked for by the class that wraps it, a task for what it comes to.
      if (SAME.has(name)) return value;
      return undefined;
  }
}

const FUNCTION_METHODS = methodsOf({ Invoke: callItself });

const itself: NativeFunction = (_run, call) => call.this;

const indexed: NativeFunction = (run, call) => {
  const { node, environment } = call;
  const first = node.type === "CallExpression" ? node.arguments[0] : undefined;
  const site = { node, key: first ?? node, environment };
  return getMemberByKey(run, call.this, knownStrings(run, call.args.at(0)), site);
};

/** `x.SelectToken("$.results[0].name")`: https://www.newtonsoft.com/json/help/html/SelectToken.htm */
const query: NativeFunction = (run, call) =>
  readJsonPath(run, call.this, call, 0) ?? computed(call, "SelectToken");

/** `x.GetSection("A:B")`, `x.Value("a.b")`: a way through several members. */
const path =
  (separator: RegExp): NativeFunction =>
  (run, call) => {
    const found = readPath(run, call.this, call.args.at(0), call, separator);
    return call.args.has(1) ? choice([found, call.args.at(1)]) : found;
  };

const put: NativeFunction = (run, call) => {
  const [key, value] = [call.args.at(0), call.args.at(1)];
  const name = knownString(run, key);
  if (call.this.kind !== "object") return UNDEFINED;
  const { node, environment } = call;
  const first = node.type === "CallExpression" ? node.arguments[0] : undefined;
  if (name !== undefined)
    setMember(run.store, call.this.object, name, {
      value,
      maybeAbsent: false,
      keyPlace: environment.locate(first ?? node),
    });
  return UNDEFINED;
};

/** The call as one of a value that is not known, by the name that JavaScript has for it. */
const renamed =
  (name: string): NativeFunction =>
  (run, call) => {
    const receiver = call.this;
    if (receiver.kind !== "unknown") return computed(call, name);
    return callValue(run, memberOfUnknown(receiver, name), call);
  };

/** Renames a member that is read from a response. Other values use the native function. */
function ofAnswer(name: string, native: NativeFunction): NativeFunction {
  return (run, call) =>
    call.this.kind === "unknown" && call.this.source.reason !== "response"
      ? renamed(name)(run, call)
      : native(run, call);
}

/** Names of functions on lists → how JavaScript calls them. */
const LINQ: ReadonlyMap<string, string> = new Map([
  ["Select", "map"],
  ["Where", "filter"],
  ["First", "find"],
  ["FirstOrDefault", "find"],
  ["Single", "find"],
  ["SingleOrDefault", "find"],
  ["Last", "find"],
  ["LastOrDefault", "find"],
  ["Any", "some"],
  ["All", "every"],
  ["ForEach", "forEach"],
  ["SelectMany", "flatMap"],
]);

/** `list.First()` and `list.First(x => …)` of a list that is not known. */
const elementOf: NativeFunction = (run, call) =>
  call.args.length === 0 ? getMember(run, call.this, "0", siteOf(call)) : renamed("find")(run, call);

/** Functions that give the same list, and call a function for each element. */
const KEYED = ["OrderBy", "OrderByDescending", "ThenBy", "ThenByDescending", "DistinctBy"];

/** @param map gives what a function makes of each element */
function keyed(map: NativeFunction): Readonly<Record<string, NativeFunction>> {
  const native: NativeFunction = (run, call) => {
    map(run, call);
    return call.this;
  };
  return Object.fromEntries(KEYED.map((name) => [name, native]));
}

/** Reads of a member by a key that is written. */
const READS = {
  GetProperty: indexed,
  WriteTo: (run, call) => {
    run.recorder.escapes.inText(run, "WriteTo", call.this, call);
    return UNDEFINED;
  },
  Value: path(/[.:]/),
  GetValue: path(/:/),
  GetSection: path(/:/),
  GetRequiredSection: path(/:/),
  GetConnectionString: (_run, call) => computed(call, "GetConnectionString"),
  SelectToken: query,
  SelectTokens: (run, call) => {
    const found = makeList(run, []);
    pushSomeElement(run.store, found.object, query(run, call));
    return found;
  },
  GetValueOrDefault: indexed,
} satisfies Readonly<Record<string, NativeFunction>>;

/** Members that return the same value in another form. */
const FORMS = [
  ...[
    "GetString",
    "GetInt32",
    "GetInt64",
    "GetDouble",
    "GetBoolean",
    "GetRawText",
    "AsObject",
    "AsArray",
    "AsValue",
  ],
  ...[
    "ToList",
    "ToArray",
    "ToListAsync",
    "ToArrayAsync",
    "AsEnumerable",
    "EnumerateArray",
    "Children",
    "Clone",
  ],
  ...[
    "ConfigureAwait",
    "GetAwaiter",
    "GetResult",
    "Wait",
    "AsTask",
    "ToObject",
    "Deserialize",
    "Get",
    "Bind",
  ],
  ...["ReadAsStringAsync", "ReadAsStreamAsync", "ReadAsByteArrayAsync", "ReadAsString", "ReadFromJsonAsync"],
  ...["ReadAsStream", "ReadAsAsync", "ReadToEnd", "ReadToEndAsync", "GetResponseStream", "GetJsonAsync"],
  ...["GetStringAsync", "EnsureSuccessStatusCode", "Distinct", "Cast", "OfType"],
];

const forms = Object.fromEntries(FORMS.map((name) => [name, itself]));

const SCALAR_METHODS: Methods = new Map<string, NativeFunction>([
  [
    "ToString",
    (run, call) => {
      if (call.args.length > 0 || call.this.kind !== "scalar") return computed(call, "ToString");
      return { kind: "text", text: toText(run, call.this) };
    },
  ],
]);

const BUILDER_METHODS: Methods = new Map<string, NativeFunction>([
  [
    "ToString",
    (run, call) => (call.this.kind === "object" ? uriOfBuilder(run, call.this) : computed(call, "Uri")),
  ],
]);

const RECORD_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({
    ...READS,
    ...forms,
    ...Object.fromEntries(KEYED.map((name) => [name, itself])),
    Add: put,
    TryAdd: put,
    ToString: itself,
    ToJsonString: itself,
    Dispose: () => UNDEFINED,
    ContainsKey: (_run, call) => computed(call, "ContainsKey"),
  } satisfies Readonly<Record<string, NativeFunction>>),
);

const LIST_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({
    ...forms,
    ...Object.fromEntries([...LINQ].map(([name, own]) => [name, asInJavaScript("Array", own, 1)])),
    ...keyed(asInJavaScript("Array", "map", 1)),
    Add: (run, call) => {
      if (call.this.kind === "object") pushElement(run.store, call.this.object, call.args.at(0));
      return UNDEFINED;
    },
    ToString: itself,
  } satisfies Readonly<Record<string, NativeFunction>>),
);

/** A class that is not known may give a member the name of its type: `HttpClientFactory.CreateClient(name)`. */
const ofFactory: NativeFunction = (run, call) =>
  call.this.kind === "unknown" && /client_?factory$/i.test(nameOf(call.this))
    ? createClient(run, call)
    : renamed("CreateClient")(run, call);

const UNKNOWN_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({
    CreateClient: ofFactory,
    ...Object.fromEntries([...LINQ].map(([name, own]) => [name, own === "find" ? elementOf : renamed(own)])),
    ...keyed(renamed("map")),
    ...Object.fromEntries(FORMS.map((name) => [name, ofAnswer(name, itself)])),
    ...READS,
    ToString: ofAnswer("ToString", itself),
    Trim: ofAnswer("Trim", itself),
    NameEquals: (run, call) => {
      const name = getMember(run, call.this, "Name", siteOf(call));
      run.recorder.compared(name, call.args.at(0), call.node, call.environment);
      return computed(call, "NameEquals");
    },
  } satisfies Readonly<Record<string, NativeFunction>>),
);
