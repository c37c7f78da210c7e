import {
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { HeapObject } from "../../../analysis/evaluation/heap.js";
import { INSTANCE } from "../../../analysis/evaluation/injection.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import {
  UNDEFINED,
  computedText,
  unknown,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { BUILDER } from "../../lowered/fluent.js";
import { fillFromPairs } from "../../lowered/records.js";
import { addsHooks, throughHooksIn } from "../../lowered/kept-hooks.js";
import { makeBuilder, responseOf, type Builder, type Start } from "../../lowered/request-builder.js";
import { ATTOHTTPC, HTTP, ISAHC, REQWEST, SURF, UREQ } from "./builders.js";
import { fileFunctions, parsedText } from "../../lowered/read-files.js";
import { emptyMap, environment, first } from "./globals.js";
import { MIDDLEWARE } from "./hooks.js";
import { process } from "./processes.js";
import { send } from "./values.js";

type Natives = Readonly<Record<string, NativeFunction>>;

const METHODS = ["get", "post", "put", "patch", "delete", "head"];

/** Makes an object with some members. All its other members are unknown. */
function open(name: string, members: Readonly<Record<string, Value>>): ObjectValue {
  return nativeObject(name, members, unknown({ reason: "import", name, specifier: name, born: 0 }));
}

/** Returns what all requests of a client start with: its headers, and the middleware that gets them. */
type Defaults = (run: Run) => Pick<Start, "headers" | "through">;
const NO_DEFAULTS: Defaults = () => ({});

/** `client.get(url)` and `get(url)`: functions that begin a request of a method. */
function byMethod(builder: Builder, defaults = NO_DEFAULTS): Natives {
  return Object.fromEntries(
    METHODS.map((name): [string, NativeFunction] => [
      name,
      (run, call) =>
        makeBuilder(run, call, builder, {
          url: call.args.at(0),
          method: computedText(name.toUpperCase()),
          ...defaults(run),
        }),
    ]),
  );
}

/** `client.request(Method::GET, url)` */
const requested =
  (builder: Builder, defaults = NO_DEFAULTS): NativeFunction =>
  (run, call) =>
    responseOf(run, call.args.at(0)) ??
    makeBuilder(run, call, builder, { method: call.args.at(0), url: call.args.at(1), ...defaults(run) });

/** Makes a client. */
function client(builder: Builder, defaults?: Defaults): ObjectValue {
  const made: ObjectValue = open(
    `${builder.client} client`,
    natives({
      ...byMethod(builder, defaults),
      request: requested(builder, defaults),
      execute: send,
      call: send,
    }),
  );
  if (defaults) defaultsOf.set(made.object, defaults);
  return made;
}

const defaultsOf = new WeakMap<HeapObject, Defaults>();

/** Models `reqwest_middleware::ClientBuilder::new(client).with(middleware).build()`. */
const middlewareBuilder: NativeFunction = (_run, call) => {
  const plain = call.args.at(0);
  const before = plain.kind === "object" ? defaultsOf.get(plain.object) : undefined;
  const held: ObjectValue = nativeObject(
    "Client builder",
    natives({
      with: addsHooks(MIDDLEWARE),
      with_arc: addsHooks(MIDDLEWARE),
      build: () =>
        client(REQWEST, (run) => ({ ...before?.(run), through: throughHooksIn(held, [MIDDLEWARE]) })),
    }),
  );
  held.object.prototype = BUILDER;
  return held;
};

const reqwestMiddleware: Maker = () =>
  open("reqwest_middleware", {
    ClientBuilder: open("ClientBuilder", natives({ new: middlewareBuilder })),
    ClientWithMiddleware: clientClass("ClientWithMiddleware", REQWEST),
  });

/** Models the builder of a client, of which only the headers that it sets have an effect on requests. */
const clientBuilder =
  (builder: Builder): NativeFunction =>
  () => {
    const held: ObjectValue = nativeObject(
      "Client builder",
      natives({
        default_headers: (run, call) => {
          given.set(run, call.args.at(0));
          return held;
        },
        build: () =>
          client(builder, (run) => {
            const headers = given.get(run);
            return headers ? { headers } : {};
          }),
      }),
    );
    const given = new WeakMap<Run, Value>();
    held.object.prototype = BUILDER;
    return held;
  };

/** Makes the class of a client: with functions, and as the type of a parameter. */
function clientClass(name: string, builder: Builder, more: Readonly<Record<string, Value>> = {}): Value {
  const made = clientBuilder(builder);
  return nativeValue(
    name,
    () => client(builder),
    {
      ...natives({ new: () => client(builder), default: () => client(builder), builder: made }),
      ...more,
      [INSTANCE]: client(builder),
    },
    "Function",
    unknown({ reason: "import", name, specifier: name, born: 0 }),
  );
}

const texts = (names: Readonly<Record<string, string>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(names).map(([key, text]) => [key, computedText(text)]));

const HEADER_NAMES = texts({
  ACCEPT: "Accept",
  CONTENT_TYPE: "Content-Type",
  AUTHORIZATION: "Authorization",
  USER_AGENT: "User-Agent",
});

const headerMap = (): Value => open("HeaderMap", natives({ new: emptyMap, with_capacity: emptyMap }));
const headerValue = (): Value =>
  open("HeaderValue", natives({ from_static: first, from_str: first, from: first, from_bytes: first }));
const verbs = (): Value =>
  open("Method", {
    ...texts(Object.fromEntries(METHODS.map((one) => [one.toUpperCase(), one.toUpperCase()]))),
    ...natives({ from_bytes: first, from_str: first }),
  });

const headerModule: Maker = () =>
  open("header", {
    ...HEADER_NAMES,
    HeaderMap: headerMap(),
    HeaderValue: headerValue(),
    HeaderName: headerValue(),
  });

const HTTP_NAMES = (): Record<string, Value> => ({
  Request: open("Request", natives({ ...byMethod(HTTP), builder: building(HTTP) })),
  Method: verbs(),
  HeaderMap: headerMap(),
  HeaderValue: headerValue(),
  Uri: open("Uri", natives({ from_str: first, from_static: first })),
});

function building(builder: Builder): NativeFunction {
  return (run, call) => makeBuilder(run, call, builder, {});
}

const reqwest: Maker = () =>
  open("reqwest", {
    Client: clientClass("Client", REQWEST),
    ClientBuilder: open("ClientBuilder", natives({ new: clientBuilder(REQWEST) })),
    Method: verbs(),
    Body: open("Body", natives({ from: first, new: first })),
    Url: open("Url", natives({ parse: first })),
    ...natives({ get: (run, call) => sentAtOnce(run, call, REQWEST) }),
  });

/** `reqwest::get(url)` sends the request without a call of `send`. */
const sentAtOnce: (...given: [...Parameters<NativeFunction>, Builder]) => Value = (run, call, builder) =>
  run.recorder.request(run, {
    client: builder.client,
    call,
    url: call.args.at(0),
    method: computedText("GET"),
    headers: [],
    body: UNDEFINED,
  }).response;

const agent = (): ObjectValue => client(UREQ);

/** Models readers of JSON. An answer counts as what is read from it. */
const parsed: NativeFunction = (run, call) => parsedText(run, call.args.at(0), call);

/** https://doc.rust-lang.org/std/fs/fn.read_to_string.html; an open file is its text. */
const FILES = fileFunctions({ read_to_string: { path: 0 }, read: { path: 0 }, open: { path: 0 } });

const files: Maker = () => open("fs", { ...natives(FILES), File: open("File", natives(FILES)) });

/** Paths are texts: `Path::new("a").join("b")`. */
const paths: Maker = () =>
  open("path", {
    Path: open("Path", natives({ new: first })),
    PathBuf: open("PathBuf", natives({ from: first })),
  });

const serdeJson: Maker = () =>
  open(
    "serde_json",
    natives({
      from_str: parsed,
      from_slice: parsed,
      from_reader: parsed,
      from_value: first,
      to_value: first,
      to_string: first,
      to_string_pretty: first,
      to_vec: first,
    }),
  );

const maps = (): Value =>
  open("Map", natives({ new: emptyMap, with_capacity: emptyMap, from: (run, call) => pairs(run, call) }));

/** `HashMap::from([("key", value)])` */
const pairs: NativeFunction = (run, call) => {
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  fillFromPairs(run, made, call.args.at(0), call);
  return made;
};

/** Crates and modules that are modelled, by their paths. */
const MODULES: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["reqwest", reqwest],
  ["reqwest::blocking", reqwest],
  ["reqwest_middleware", reqwestMiddleware],
  ["reqwest::header", headerModule],
  ["http::header", headerModule],
  ["hyper::header", headerModule],
  ["http", () => open("http", HTTP_NAMES())],
  ["hyper", () => open("hyper", HTTP_NAMES())],
  ["http::request", () => open("http", HTTP_NAMES())],
  [
    "ureq",
    () =>
      open("ureq", {
        ...natives({ ...byMethod(UREQ), request: requested(UREQ), agent, builder: clientBuilder(UREQ) }),
        Agent: clientClass("Agent", UREQ, natives({ new_with_defaults: agent })),
        AgentBuilder: open("AgentBuilder", natives({ new: clientBuilder(UREQ) })),
      }),
  ],
  ["surf", () => open("surf", { ...natives(byMethod(SURF)), Client: clientClass("Client", SURF) })],
  [
    "isahc",
    () =>
      open("isahc", {
        ...natives(byMethod(ISAHC)),
        ...HTTP_NAMES(),
        HttpClient: clientClass("HttpClient", ISAHC),
      }),
  ],
  ["attohttpc", () => open("attohttpc", natives(byMethod(ATTOHTTPC)))],
  ["serde_json", serdeJson],
  ["serde_json::value", () => open("serde_json", { Map: maps() })],
  ["std::collections", () => open("collections", { HashMap: maps(), BTreeMap: maps() })],
  ["std::env", () => open("env", natives({ var: environment, var_os: environment }))],
  ["env", () => open("env", natives({ var: environment, var_os: environment }))],
  ["std::process", process],
  ...["std::fs", "fs", "tokio::fs", "fs_err", "async_std::fs"].map((name) => [name, files] as const),
  ...["std::path", "path"].map((name) => [name, paths] as const),
  ["tokio::process", process],
  ["std::sync", () => open("sync", boxes())],
  ["std::rc", () => open("rc", boxes())],
  ["url", () => open("url", { Url: open("Url", natives({ parse: first })) })],
]);

function boxes(): Record<string, Value> {
  const box = (name: string): Value => open(name, natives({ new: first, clone: first, from: first }));
  return {
    Arc: box("Arc"),
    Rc: box("Rc"),
    Mutex: box("Mutex"),
    RwLock: box("RwLock"),
    RefCell: box("RefCell"),
  };
}

/** Returns the module of a crate that is modelled. Undefined for others. */
export function rustModule(path: string): Maker | undefined {
  return MODULES.get(path);
}
