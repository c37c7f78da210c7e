import { computed, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { combineUrls } from "../../../analysis/clients/client.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { computedText, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { makeBuilder, type Builder, type Step } from "../../lowered/request-builder.js";
import { building } from "./building.js";
import { classWith, first } from "./class.js";
import { httpHeaders } from "./http-headers.js";
import { bodyOf, headersOf } from "./values.js";

const OF_JAVA = { bodyOf, headersOf };
const HEADER: Step = { header: { name: 0, value: 1 } };
const ACCEPT: Step = { header: { name: "Accept", value: 0 } };
const CONTENT_TYPE: Step = { header: { name: "Content-Type", value: 0 } };
const METHODS = ["get", "post", "put", "patch", "delete", "head", "options"] as const;

/** Makes the rows of methods of HTTP, which differ only in their names. */
function byMethod<T>(make: (method: string) => T, spelled = (method: string): string => method) {
  return Object.fromEntries(METHODS.map((name) => [spelled(name), make(name.toUpperCase())]));
}

const withAbs = (name: string): string => `${name}Abs`;
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const PLAY: Builder = {
  client: "Play WS",
  ...OF_JAVA,
  source: "https://www.playframework.com/documentation/latest/JavaWS",
  intake: "addHeader",
  steps: {
    addHeader: HEADER,
    setHeader: HEADER,
    setHeaders: { headers: 0, replaces: true },
    setContentType: CONTENT_TYPE,
    setBody: { body: 0 },
    setMethod: { methodAt: 0 },
    execute: { ends: "sent" },
    ...byMethod((method): Step => ({ method, body: 0, ends: "sent" })),
  },
};

const VERTX: Builder = {
  client: "Vert.x",
  ...OF_JAVA,
  source: "https://vertx.io/docs/vertx-web-client/java/",
  intake: "putHeader",
  steps: {
    putHeader: HEADER,
    send: { ends: "sent" },
    rxSend: { ends: "sent" },
    sendAndAwait: { ends: "sent" },
    sendBuffer: { body: 0, ends: "sent" },
    sendJson: { body: 0, isJson: true, ends: "sent" },
    sendJsonObject: { body: 0, isJson: true, ends: "sent" },
    rxSendJsonObject: { body: 0, isJson: true, ends: "sent" },
  },
};

const REST_ASSURED: Builder = {
  client: "REST Assured",
  ...OF_JAVA,
  source: "https://rest-assured.io/",
  intake: "header",
  steps: {
    header: HEADER,
    headers: { headers: 0 },
    accept: ACCEPT,
    contentType: CONTENT_TYPE,
    body: { body: 0 },
    baseUri: { url: 0 },
    basePath: { path: 0 },
    ...byMethod((method): Step => ({ method, path: 0, ends: "sent" })),
  },
};

const JSOUP: Builder = {
  client: "jsoup",
  ...OF_JAVA,
  source: "https://jsoup.org/apidocs/org/jsoup/Connection.html",
  intake: "header",
  steps: {
    header: HEADER,
    headers: { headers: 0 },
    method: { methodAt: 0 },
    requestBody: { body: 0 },
    get: { method: "GET", ends: "sent" },
    post: { method: "POST", ends: "sent" },
    execute: { ends: "sent" },
  },
};

const HUTOOL: Builder = {
  client: "Hutool",
  ...OF_JAVA,
  source: "https://doc.hutool.cn/pages/HttpRequest/",
  intake: "header",
  steps: {
    header: HEADER,
    addHeaders: { headers: 0 },
    contentType: CONTENT_TYPE,
    body: { body: 0 },
    execute: { ends: "sent" },
    executeAsync: { ends: "sent" },
  },
};

const GOOGLE: Builder = {
  client: "Google HTTP Client",
  ...OF_JAVA,
  source: "https://googleapis.github.io/google-http-java-client/",
  steps: {
    // The headers of a request are set through what this gives.
    getHeaders: {},
    set: HEADER,
    setAccept: ACCEPT,
    setContentType: CONTENT_TYPE,
    setHeaders: { headers: 0, replaces: true },
    setContent: { body: 0 },
    execute: { ends: "sent" },
    executeAsync: { ends: "sent" },
  },
};

const ASYNC: Builder = {
  client: "AsyncHttpClient",
  ...OF_JAVA,
  source: "https://github.com/AsyncHttpClient/async-http-client",
  intake: "addHeader",
  steps: {
    addHeader: HEADER,
    setHeader: HEADER,
    setHeaders: { headers: 0, replaces: true },
    setBody: { body: 0 },
    execute: { ends: "sent" },
  },
};

const JETTY: Builder = {
  client: "Jetty",
  ...OF_JAVA,
  source: "https://jetty.org/docs/jetty/12/programming-guide/client/http.html",
  intake: "header",
  steps: {
    header: HEADER,
    method: { methodAt: 0 },
    content: { body: 0 },
    body: { body: 0 },
    send: { ends: "sent" },
  },
};

/** Models a client whose methods begin requests. All others are unknown. */
function client(name: string, methods: Readonly<Record<string, NativeFunction>>): NativeFunction {
  return () => nativeObject(name, natives(methods), unknown({ reason: "computed", name, born: 0 }));
}

/** `client.get(port, host, path)`: all arguments but the last may be left out. */
const withHost =
  (method: string): NativeFunction =>
  (run, call) => {
    const [path = computed(call, "path"), host] = call.args.list.toReversed();
    const url = host ? combineUrls(run, host, path) : path;
    return makeBuilder(run, call, VERTX, { url, method: computedText(method) });
  };

const vertx = client("WebClient", {
  ...byMethod(withHost),
  ...byMethod((method) => building(VERTX, 0, method), withAbs),
  requestAbs: (run, call) => makeBuilder(run, call, VERTX, { method: call.args.at(0), url: call.args.at(1) }),
});

/** Takes the next step of a request with the arguments of the call that began it. */
const stepOf = (run: Run, request: Value, name: string, call: Call): Value =>
  callValue(run, peek(run, request, name), { ...call, this: request });

/** `RestAssured.get(url)` is `given().get(url)`. */
const begun =
  (builder: Builder, name: string): NativeFunction =>
  (run, call) => {
    const made = makeBuilder(run, call, builder);
    return stepOf(run, made, name, call);
  };

const factory = client("HttpRequestFactory", {
  ...byMethod(
    (method): NativeFunction =>
      (run, call) =>
        makeBuilder(run, call, GOOGLE, {
          url: call.args.at(0),
          method: computedText(method),
          ...(call.args.has(1) ? { body: call.args.at(1) } : {}),
        }),
    (name) => `build${capital(name)}Request`,
  ),
});
const transport = client("HttpTransport", { createRequestFactory: factory });

const asyncClient = client(
  "AsyncHttpClient",
  byMethod(
    (method) => building(ASYNC, 0, method),
    (name) => `prepare${capital(name)}`,
  ),
);

const jetty = client("HttpClient", {
  newRequest: building(JETTY, 0),
  POST: building(JETTY, 0, "POST"),
  GET: (run, call) => {
    const made = makeBuilder(run, call, JETTY, { url: call.args.at(0) });
    return stepOf(run, made, "send", call);
  },
});

/** `HttpUtil.get(url)` and `HttpUtil.post(url, body)` of Hutool. */
const sentAtOnce =
  (method: string): NativeFunction =>
  (run, call) => {
    const start = { url: call.args.at(0), method: computedText(method) };
    const hasBody = method === "POST" && call.args.has(1);
    const made = makeBuilder(run, call, HUTOOL, hasBody ? { ...start, body: call.args.at(1) } : start);
    return stepOf(run, made, "execute", call);
  };

const GOOGLE_PACKAGE = "com.google.api.client.http";

/** Classes of clients that programs use seldom, by their full names. */
export const OTHER_CLIENTS: readonly (readonly [string, Maker])[] = [
  ["play.libs.ws.WSClient", classWith("WSClient", client("WSClient", { url: building(PLAY, 0) }))],
  ["io.vertx.ext.web.client.WebClient", classWith("WebClient", vertx, { create: vertx })],
  [
    "io.restassured.RestAssured",
    classWith("RestAssured", building(REST_ASSURED), {
      given: building(REST_ASSURED),
      when: building(REST_ASSURED),
      ...byMethod((method) => begun(REST_ASSURED, method.toLowerCase())),
    }),
  ],
  ["org.jsoup.Jsoup", classWith("Jsoup", first, { connect: building(JSOUP, 0) })],
  [
    "cn.hutool.http.HttpRequest",
    classWith(
      "HttpRequest",
      building(HUTOOL, 0),
      byMethod((method) => building(HUTOOL, 0, method)),
    ),
  ],
  [
    "cn.hutool.http.HttpUtil",
    classWith("HttpUtil", first, {
      get: sentAtOnce("GET"),
      post: sentAtOnce("POST"),
      createGet: building(HUTOOL, 0, "GET"),
      createPost: building(HUTOOL, 0, "POST"),
    }),
  ],
  [`${GOOGLE_PACKAGE}.GenericUrl`, classWith("GenericUrl", first)],
  [`${GOOGLE_PACKAGE}.HttpHeaders`, classWith("HttpHeaders", httpHeaders)],
  [`${GOOGLE_PACKAGE}.HttpRequestFactory`, classWith("HttpRequestFactory", factory)],
  [`${GOOGLE_PACKAGE}.HttpTransport`, classWith("HttpTransport", transport)],
  [`${GOOGLE_PACKAGE}.javanet.NetHttpTransport`, classWith("NetHttpTransport", transport)],
  ["org.asynchttpclient.Dsl", classWith("Dsl", first, { asyncHttpClient: asyncClient })],
  ["org.asynchttpclient.AsyncHttpClient", classWith("AsyncHttpClient", asyncClient)],
  ["org.asynchttpclient.DefaultAsyncHttpClient", classWith("DefaultAsyncHttpClient", asyncClient)],
  ["org.eclipse.jetty.client.HttpClient", classWith("HttpClient", jetty)],
];
