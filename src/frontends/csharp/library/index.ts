import {
  callBack,
  computed,
  nativeObject,
  nativeValue,
  natives,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { compiling } from "../../../analysis/builtins/compiled-patterns.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { elementsOf, pushElement, setMember } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { copyMembers, makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { entriesOfUnknown } from "../../../analysis/evaluation/record-keys.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  isFunction,
  opaque,
  unknown,
  mapAlternatives,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { dataTypeFunction } from "../../lowered/data-functions.js";
import { extensionMethod } from "../../lowered/extension-methods.js";
import { application, configurationBuilder } from "./configured.js";
import { isFunctionOfProgram } from "../../lowered/methods.js";
import { isOpen } from "../../lowered/open-values.js";
import { argument, typeArgument } from "./arguments.js";
import { attribute } from "./attributes.js";
import { instance, registeredClient } from "./container.js";
import { FILE_CLASSES } from "./files.js";
import { flurlClient, flurlUrl } from "./flurl.js";
import { HANDLER_MEMBERS, handler } from "./handlers.js";
import { makeHeaders } from "./headers.js";
import {
  clientFactory,
  formContent,
  httpClient,
  jsonContent,
  nativeSend,
  rawContent,
  requestMessage,
  stringContent,
} from "./http-client.js";
import { functionsOfJson, jsonClass } from "./json.js";
import { REGEX_FUNCTIONS, REGEX_LETTERS, REGEX_OPTIONS } from "./patterns.js";
import { process, startInfo, startProcess } from "./processes.js";
import { entriesOr } from "../../lowered/records.js";
import { registered } from "../../lowered/registrations.js";
import { restClient, restOptions, restRequest } from "./rest-sharp.js";
import { compared, concatenated, format, join } from "./texts.js";
import { escaped, uriBuilder, uriClass } from "./uris.js";
import { createRequest, webClient } from "./web-request.js";

const first: NativeFunction = (_run, call) => call.args.at(0);

/** A class with functions of its own; what is not modelled of it is unknown. */
function classWith(
  name: string,
  construct: NativeFunction,
  functions: Readonly<Record<string, NativeFunction>> = {},
  members: Readonly<Record<string, Value>> = {},
): Maker {
  const rest = unknown({ reason: "import", name, specifier: name, born: 0 });
  return () => nativeValue(name, construct, { ...natives(functions), ...members }, "Function", rest);
}

const texts = (...names: readonly (readonly [string, string])[]): Record<string, Value> =>
  Object.fromEntries(names.map(([name, text]) => [name, computedText(text)]));

const enumeration =
  (...names: readonly string[]): Maker =>
  () =>
    nativeObject("Enumeration", texts(...names.map((one) => [one, one] as const)));

const VERBS = ["Get", "Post", "Put", "Patch", "Delete", "Head", "Options"];

const record: NativeFunction = (run, call) => {
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  const [given] = call.args.list;
  if (given?.kind === "object" || given?.kind === "unknown")
    copyMembers(run, made.object, given, siteOf(call));
  return made;
};

const list: NativeFunction = (run, call) => {
  const [given] = call.args.list;
  const elements = given?.kind === "object" ? elementsOf(run.store.read(given.object)) : [];
  if (given && (given.kind !== "object" || given.object.className !== "Array" || !elements))
    return given.kind === "scalar" ? makeList(run, [], call.environment.locate(call.node)) : given;
  return makeList(run, elements ?? [], call.environment.locate(call.node));
};

const authentication: NativeFunction = (run, call) =>
  call.args.length > 1 ? concat(run, [call.args.at(0), computedText(" "), call.args.at(1)]) : call.args.at(0);

const environment: NativeFunction = (run, call) =>
  opaque(
    "environment",
    knownString(run, call.args.at(0)) ?? "environment",
    call.environment.locate(call.node),
  );

/** `new StringBuilder("a").Append("b")` */
const builderOfText: NativeFunction = (run, call) => {
  const parts = makeList(
    run,
    call.args.list.filter(({ kind }) => kind !== "scalar"),
    call.environment.locate(call.node),
  );
  const append: NativeFunction = (inner, own) => {
    pushElement(inner.store, parts.object, own.args.at(0));
    return own.this;
  };
  return nativeObject(
    "StringBuilder",
    natives({
      Append: append,
      AppendFormat: (inner, own) => {
        pushElement(inner.store, parts.object, format(inner, own.args.at(0), own.args.list.slice(1), own));
        return own.this;
      },
      AppendLine: (inner, own) => {
        pushElement(inner.store, parts.object, concat(inner, [...own.args.list, computedText("\n")]));
        return own.this;
      },
      ToString: (inner, own) => {
        const elements = elementsOf(inner.store.read(parts.object));
        return elements ? concat(inner, elements) : computed(own, "ToString");
      },
    }),
    opaque("computed", "StringBuilder"),
  );
};

/** `RestService.For<IApi>(base)`: the interface as a class, which sends. */
const refit: NativeFunction = (run, call) => {
  const type = typeArgument(run, call);
  if (!isFunction(type)) return computed(call, "For");
  const made = callValue(run, type, { ...call, this: UNDEFINED, args: new Arguments([]), isNew: true });
  if (made.kind === "object") {
    const given = argument(run, call, 0, "hostUrl", "client");
    const factory = peek(run, argument(run, call, 1, "settings"), "HttpMessageHandlerFactory");
    const handler = isFunction(factory) ? callBack(run, factory, [], call) : UNDEFINED;
    const value =
      given.kind === "object" ? nativeSend(given, UNDEFINED) : nativeSend(UNDEFINED, given, handler);
    setMember(run.store, made.object, "cs:send", { value, maybeAbsent: false });
  }
  return made;
};

const NAMED_HEADERS = ["Accept", "Authorization", "ContentType", "UserAgent", "Host", "IfMatch"];

const CLASSES: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ...FILE_CLASSES,
  ...Object.entries<Maker>({
    HttpClient: classWith("HttpClient", httpClient),
    HttpRequestMessage: classWith("HttpRequestMessage", requestMessage),
    HttpMethod: classWith(
      "HttpMethod",
      first,
      {},
      texts(...VERBS.map((name) => [name, name.toUpperCase()] as const)),
    ),
    StringContent: classWith("StringContent", stringContent),
    ByteArrayContent: classWith("ByteArrayContent", rawContent),
    StreamContent: classWith("StreamContent", rawContent),
    ReadOnlyMemoryContent: classWith("ReadOnlyMemoryContent", rawContent),
    FormUrlEncodedContent: classWith("FormUrlEncodedContent", formContent),
    JsonContent: classWith("JsonContent", jsonContent, { Create: jsonContent }),
    IHttpClientFactory: classWith("IHttpClientFactory", clientFactory),
    MediaTypeWithQualityHeaderValue: classWith("MediaTypeWithQualityHeaderValue", first, { Parse: first }),
    MediaTypeHeaderValue: classWith("MediaTypeHeaderValue", first, { Parse: first }),
    AuthenticationHeaderValue: classWith("AuthenticationHeaderValue", authentication, { Parse: first }),
    ProductInfoHeaderValue: classWith("ProductInfoHeaderValue", (_run, call) => computed(call, "product")),
    DelegatingHandler: classWith("DelegatingHandler", handler, {}, HANDLER_MEMBERS),
    HttpMessageHandler: classWith("HttpMessageHandler", handler, {}, HANDLER_MEMBERS),
    HttpClientHandler: classWith("HttpClientHandler", handler, {}, HANDLER_MEMBERS),
    SocketsHttpHandler: classWith("SocketsHttpHandler", handler, {}, HANDLER_MEMBERS),
    WinHttpHandler: classWith("WinHttpHandler", handler, {}, HANDLER_MEMBERS),
    NetworkCredential: classWith("NetworkCredential", record),
    CredentialCache: classWith("CredentialCache", record),
    WebRequest: classWith("WebRequest", createRequest, { Create: createRequest, CreateHttp: createRequest }),
    HttpWebRequest: classWith("HttpWebRequest", createRequest, {
      Create: createRequest,
      CreateHttp: createRequest,
    }),
    WebClient: classWith("WebClient", webClient),
    HttpRequestHeader: classWith(
      "HttpRequestHeader",
      first,
      {},
      texts(...NAMED_HEADERS.map((one) => [one, one] as const)),
    ),
    StreamWriter: classWith("StreamWriter", first),
    WebUtility: classWith("WebUtility", first, { UrlEncode: (_run, call) => escaped(call.args.at(0)) }),
    HttpUtility: classWith("HttpUtility", first, { UrlEncode: (_run, call) => escaped(call.args.at(0)) }),
    Process: classWith("Process", process, { Start: startProcess }),
    ProcessStartInfo: classWith("ProcessStartInfo", startInfo),
    Uri: uriClass,
    UriBuilder: classWith("UriBuilder", uriBuilder),
    String: classWith(
      "String",
      first,
      {
        Format: (run, call) => format(run, call.args.at(0), call.args.list.slice(1), call),
        Join: join,
        Concat: concatenated,
        Equals: compared,
        IsNullOrEmpty: (_run, call) => computed(call, "IsNullOrEmpty"),
        IsNullOrWhiteSpace: (_run, call) => computed(call, "IsNullOrWhiteSpace"),
      },
      texts(["Empty", ""]),
    ),
    StringBuilder: classWith("StringBuilder", builderOfText),
    Encoding: () => nativeObject("Encoding", encodings(), opaque("computed", "Encoding")),
    Environment: classWith("Environment", first, { GetEnvironmentVariable: environment }),
    JsonSerializer: functionsOfJson,
    JsonSerializerOptions: classWith("JsonSerializerOptions", record),
    JsonSerializerSettings: classWith("JsonSerializerSettings", record),
    JsonIgnoreCondition: enumeration("Never", "Always", "WhenWritingNull", "WhenWritingDefault"),
    NullValueHandling: enumeration("Include", "Ignore"),
    JsonDocument: functionsOfJson,
    JsonNode: functionsOfJson,
    JsonConvert: functionsOfJson,
    JToken: jsonClass("JToken", first),
    JObject: jsonClass("JObject", record),
    JsonObject: jsonClass("JsonObject", record),
    JArray: jsonClass("JArray", list),
    JsonArray: jsonClass("JsonArray", list),
    JValue: jsonClass("JValue", first),
    Dictionary: classWith("Dictionary", record),
    Task: classWith("Task", first, { FromResult: first, Run: called }),
    Options: classWith("Options", first, {
      Create: (run, call) => makeObject(run, { Value: call.args.at(0) }),
    }),
    RestClient: classWith("RestClient", restClient),
    IRestClient: classWith("RestClient", restClient),
    RestRequest: classWith("RestRequest", restRequest),
    RestClientOptions: classWith("RestClientOptions", restOptions),
    Method: () =>
      nativeObject(
        "Method",
        texts(
          ...VERBS.flatMap(
            (one) =>
              [
                [one, one.toUpperCase()],
                [one.toUpperCase(), one.toUpperCase()],
              ] as const,
          ),
        ),
      ),
    DataFormat: () => nativeObject("DataFormat", texts(["Json", "Json"], ["None", "None"], ["Xml", "Xml"])),
    ParameterType: () =>
      nativeObject(
        "ParameterType",
        texts(
          ...["RequestBody", "HttpHeader", "QueryString", "UrlSegment"].map((one) => [one, one] as const),
        ),
      ),
    Regex: classWith("Regex", compiling(REGEX_LETTERS), REGEX_FUNCTIONS),
    RegexOptions: () => nativeObject("Enumeration", REGEX_OPTIONS),
    RestService: classWith("RestService", first, { For: refit }),
    Url: classWith("Url", flurlUrl),
    FlurlRequest: classWith("FlurlRequest", flurlUrl),
    FlurlClient: classWith("FlurlClient", flurlClient),
    IFlurlClient: classWith("FlurlClient", flurlClient),
    HttpHeaders: classWith("HttpHeaders", () => makeHeaders()),
  }),
]);

/** `Task.Run(() => …)` runs the function. */
function called(run: Run, call: Call): Value {
  const given = call.args.at(0);
  if (!isFunction(given)) return computed(call, "Run");
  return callValue(run, given, { ...call, this: UNDEFINED, args: new Arguments([]), isNew: false });
}

/** Models encodings: the bytes of a text are the text itself. */
function encodings(): Record<string, Value> {
  const coding = nativeObject(
    "Encoding",
    natives({ GetBytes: first, GetString: first }),
    opaque("computed", "Encoding"),
  );
  return Object.fromEntries(["UTF8", "ASCII", "Unicode", "Default", "Latin1"].map((name) => [name, coding]));
}

/** Returns the module of a library class, which exports only that class. Undefined for unknown names. */
export function csharpModule(name: string): Maker | undefined {
  const make = CLASSES.get(name);
  return make && ((run) => nativeObject("Module", { [name]: make(run) }));
}

/** Returns the values that the program registers as the settings of a class. */
function settingsFor(run: Run, type: Value): Value[] {
  const [single] = alternatives(type);
  const { callable } = single?.kind === "object" ? single.object : { callable: undefined };
  return callable?.kind === "class" ? registered(run, `settings:${callable.name}`) : [];
}

/** The native functions that the lowering calls. Their names cannot occur in a program. */
const GLOBALS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["cs:given", (_run, call) => (isOpen(call.args.at(0)) ? call.args.at(1) : call.args.at(0))],
  ["cs:instance", instance(settingsFor)],
  [
    "cs:configuration",
    (_run, call) => {
      const value = call.args.at(0);
      return value.kind === "object"
        ? value
        : opaque("environment", "configuration", call.environment.locate(call.node));
    },
  ],
  ["cs:configurationBuilder", configurationBuilder],
  ["cs:application", application],
  ["cs:list", list],
  // A loop that takes each element apart goes through entries.
  [
    "cs:pairs",
    (run, call) =>
      mapAlternatives(entriesOr(run, call.args.at(0), call), (single) =>
        single.kind === "unknown" ? entriesOfUnknown(single) : single,
      ),
  ],
  ["cs:each", (run, call) => entriesOr(run, call.args.at(0), call)],
  [
    "cs:record",
    (run, call) => {
      const [own, ...others] = call.args.list;
      if (own?.kind !== "object") return own ?? UNDEFINED;
      const made = makeObject(run, {}, "Object", own.object.place);
      for (const other of others)
        if (other.kind === "object" || other.kind === "unknown")
          copyMembers(run, made.object, other, siteOf(call));
      copyMembers(run, made.object, own, siteOf(call));
      return made;
    },
  ],
  ["cs:filled", filled],
  ["cs:registered", registeredClient],
  ["cs:extension", extensionMethod(attribute, (method) => alternatives(method).some(isFunctionOfProgram))],
]);

/** `new T { A = 1 }`: an object with members that are set; where the class is not known, the members alone. */
function filled(run: Run, call: Call): Value {
  const [made, members, more] = [call.args.at(0), call.args.at(1), call.args.at(2)];
  const target = choice(
    alternatives(made).map((single): Value => {
      if (single.kind !== "object" || members.kind !== "object") return members;
      copyMembers(run, single.object, members, siteOf(call));
      return single;
    }),
  );
  if (isFunction(more))
    callValue(run, more, { ...call, this: UNDEFINED, args: new Arguments([target]), isNew: false });
  return target;
}

export function csharpGlobal(name: string): Maker | undefined {
  const native = GLOBALS.get(name);
  return native ? () => nativeValue(name, native) : dataTypeFunction(name);
}
