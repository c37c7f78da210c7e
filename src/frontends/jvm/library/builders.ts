import { printedContentType } from "../../../analysis/clients/own-content-type.js";
import { nullishness, type Value } from "../../../analysis/evaluation/value.js";
import type { Builder, Step } from "../../lowered/request-builder.js";
import { bodyOf, headersOf } from "./values.js";

const OF_JAVA = { bodyOf, headersOf };

/** A header by name and value, as most builders take it. */
const HEADER: Step = { header: { name: 0, value: 1 } };

/** Headers that replace all earlier ones. */
const ALL_HEADERS: Step = { headers: 0, replaces: true };

/** https://square.github.io/okhttp/5.x/okhttp/okhttp3/-request/-builder/ */
export const OKHTTP: Builder = {
  client: "OkHttp",
  ...OF_JAVA,
  source: "https://square.github.io/okhttp/",
  intake: "header",
  // Its type is an argument of `RequestBody.create`.
  typeOf: (body) => ({ setsContentType: nullishness(body) !== true }),
  steps: {
    url: { url: 0 },
    header: HEADER,
    addHeader: HEADER,
    headers: ALL_HEADERS,
    get: { method: "GET" },
    head: { method: "HEAD" },
    delete: { method: "DELETE", body: 0 },
    post: { method: "POST", body: 0 },
    put: { method: "PUT", body: 0 },
    patch: { method: "PATCH", body: 0 },
    method: { methodAt: 0, body: 1 },
    build: { ends: "made" },
  },
};

/** https://docs.oracle.com/en/java/javase/21/docs/api/java.net.http/java/net/http/HttpRequest.Builder.html */
export const JDK: Builder = {
  client: "java.net.http",
  ...OF_JAVA,
  source: "https://docs.oracle.com/en/java/javase/21/docs/api/java.net.http/java/net/http/HttpRequest.html",
  intake: "setHeader",
  steps: {
    uri: { url: 0 },
    header: HEADER,
    setHeader: HEADER,
    GET: { method: "GET" },
    DELETE: { method: "DELETE" },
    POST: { method: "POST", body: 0 },
    PUT: { method: "PUT", body: 0 },
    method: { methodAt: 0, body: 1 },
    build: { ends: "made" },
  },
};

/**
 * Returns the Content-Type that the first fitting converter of Spring sets: that of Jackson for objects, and that of texts.
 * https://docs.spring.io/spring-framework/reference/web/webmvc/message-converters.html
 */
export const typeBySpring = (body: Value) => printedContentType(body, "text/plain");

/** WebClient and RestClient of Spring: https://docs.spring.io/spring-framework/reference/web/webflux-webclient.html */
export const SPRING: Builder = {
  client: "Spring",
  ...OF_JAVA,
  source: "https://docs.spring.io/spring-framework/reference/integration/rest-clients.html",
  intake: "header",
  typeOf: typeBySpring,
  steps: {
    uri: { url: 0 },
    header: HEADER,
    accept: { header: { name: "Accept", value: 0 } },
    contentType: { header: { name: "Content-Type", value: 0 } },
    bodyValue: { body: 0 },
    body: { body: 0 },
    retrieve: { ends: "sent" },
    ...handed(["exchange", "exchangeToMono", "exchangeToFlux", "awaitExchange", "awaitExchangeOrNull"]),
  },
};

/** Methods that send a request and hand its response to a function. */
function handed(names: readonly string[]): Builder["steps"] {
  return Object.fromEntries(names.map((name) => [name, { ends: "handed" }]));
}

/** https://docs.spring.io/spring-framework/docs/current/javadoc-api/org/springframework/http/RequestEntity.html */
export const REQUEST_ENTITY: Builder = {
  client: "RestTemplate",
  ...OF_JAVA,
  source:
    "https://docs.spring.io/spring-framework/docs/current/javadoc-api/org/springframework/http/RequestEntity.html",
  intake: "header",
  typeOf: typeBySpring,
  steps: {
    header: HEADER,
    headers: { headers: 0 },
    accept: { header: { name: "Accept", value: 0 } },
    contentType: { header: { name: "Content-Type", value: 0 } },
    body: { body: 0 },
  },
};

/** https://jakarta.ee/specifications/restful-ws/3.1/apidocs/jakarta.ws.rs/jakarta/ws/rs/client/invocation.builder */
export const JAX_RS: Builder = {
  client: "JAX-RS",
  ...OF_JAVA,
  source: "https://jakarta.ee/specifications/restful-ws/",
  intake: "header",
  steps: {
    path: { path: 0 },
    request: { header: { name: "Accept", value: 0 } },
    accept: { header: { name: "Accept", value: 0 } },
    header: HEADER,
    headers: ALL_HEADERS,
    get: { method: "GET", ends: "sent" },
    delete: { method: "DELETE", ends: "sent" },
    // An `Entity` has the Content-Type of its body.
    post: { method: "POST", body: 0, headers: 0, ends: "sent" },
    put: { method: "PUT", body: 0, headers: 0, ends: "sent" },
    method: { methodAt: 0, body: 1, headers: 1, ends: "sent" },
  },
};

/** https://kong.github.io/unirest-java/ */
export const UNIREST: Builder = {
  client: "Unirest",
  ...OF_JAVA,
  source: "https://kong.github.io/unirest-java/",
  intake: "header",
  steps: {
    header: HEADER,
    accept: { header: { name: "Accept", value: 0 } },
    contentType: { header: { name: "Content-Type", value: 0 } },
    body: { body: 0 },
    asJson: { ends: "sent" },
    asString: { ends: "sent" },
    asObject: { ends: "sent" },
    asEmpty: { ends: "sent" },
  },
};

/** https://hc.apache.org/httpcomponents-client-5.4.x/ */
export const APACHE: Builder = {
  client: "Apache HttpClient",
  ...OF_JAVA,
  source: "https://hc.apache.org/httpcomponents-client-5.4.x/",
  intake: "setHeader",
  steps: { setHeader: HEADER, addHeader: HEADER, setEntity: { body: 0 }, setUri: { url: 0 } },
};

/** https://hc.apache.org/httpcomponents-client-4.5.x/current/tutorial/html/fluent.html */
export const APACHE_FLUENT: Builder = {
  client: "Apache HttpClient",
  ...OF_JAVA,
  source: "https://hc.apache.org/httpcomponents-client-4.5.x/current/tutorial/html/fluent.html",
  intake: "addHeader",
  steps: {
    setHeader: HEADER,
    addHeader: HEADER,
    body: { body: 0 },
    bodyString: { body: 0 },
    execute: { ends: "sent" },
  },
};

/** https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/net/HttpURLConnection.html */
export const CONNECTION: Builder = {
  client: "HttpURLConnection",
  ...OF_JAVA,
  source: "https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/net/HttpURLConnection.html",
  intake: "setRequestProperty",
  isOneRequest: true,
  steps: {
    setRequestProperty: HEADER,
    addRequestProperty: HEADER,
    setRequestMethod: { methodAt: 0 },
    getOutputStream: { isSink: true },
    getInputStream: { ends: "sent" },
    getResponseCode: { ends: "sent" },
    connect: { ends: "sent" },
  },
};
