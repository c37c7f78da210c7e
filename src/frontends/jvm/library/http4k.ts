import {
  computed,
  nativeObject,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { computedText, isFunction, unknown } from "../../../analysis/evaluation/value.js";
import { makeBuilder, type Builder } from "../../lowered/request-builder.js";
import { classWith } from "./class.js";
import { bodyOf, headersOf } from "./values.js";

/** The step that no program can name: a client, which is a function, gets the request. */
const SENT = "http4k:sent";

const HTTP4K: Builder = {
  client: "http4k",
  bodyOf,
  headersOf,
  source: "https://www.http4k.org/api/org.http4k.core/-request/",
  intake: "header",
  steps: {
    header: { header: { name: 0, value: 1 } },
    replaceHeader: { header: { name: 0, value: 1 } },
    method: { methodAt: 0 },
    uri: { url: 0 },
    body: { body: 0 },
    [SENT]: { ends: "sent" },
  },
};

const request: NativeFunction = (run, call) =>
  makeBuilder(run, call, HTTP4K, { method: call.args.at(0), url: call.args.at(1) });

/** A client is a function from a request to its response. */
const client: NativeFunction = () =>
  nativeValue("HttpHandler", (run, call) => {
    const sent = peek(run, call.args.at(0), SENT);
    if (isFunction(sent)) return callValue(run, sent, { ...call, this: call.args.at(0) });
    const callee = computed(call, "HttpHandler");
    return callUnknown(run, callee, call);
  });

const CLIENTS = [
  "OkHttp",
  "JavaHttpClient",
  "Java8HttpClient",
  "ApacheClient",
  "JettyClient",
  "HelidonClient",
];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

const methods: Maker = () =>
  nativeObject(
    "Method",
    Object.fromEntries(METHODS.map((name) => [name, computedText(name)])),
    unknown({ reason: "import", name: "Method", specifier: "Method", born: 0 }),
  );

/** Classes of http4k by their full names. */
export const HTTP4K_CLASSES: readonly (readonly [string, Maker])[] = [
  ["org.http4k.core.Request", classWith("Request", request)],
  ["org.http4k.core.Method", methods],
  ...METHODS.map((name) => [`org.http4k.core.Method.${name}`, () => computedText(name)] as const),
  ...CLIENTS.map((name) => [`org.http4k.client.${name}`, classWith(name, client)] as const),
];
