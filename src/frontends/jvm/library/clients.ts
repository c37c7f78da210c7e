import {
  callBack,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  type ObjectValue,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { APACHE, APACHE_FLUENT, JAX_RS, JDK, OKHTTP, UNIREST } from "./builders.js";
import { building } from "./building.js";
import { classWith, clientBuilder, first, withSettings } from "./class.js";
import { addsHooks, copyHooks, throughHooksIn } from "../../lowered/kept-hooks.js";
import { JAX_RS_FILTER } from "../hooks.js";
import { apacheBuilder, apacheClient, basicHeader, execute } from "./apache.js";
import { isDraft, makeBuilder, sender, type Builder } from "../../lowered/request-builder.js";
import { methodIn } from "../../lowered/methods.js";
import { CLASS_PATH, contentOfFile, fileFirst, supplied } from "./files.js";
import { headersWith, httpHeaders } from "./http-headers.js";
import { okHttpBuilder, okHttpClient, okHttpHeaders, okHttpHeadersBuilder } from "./okhttp.js";
import {
  requestEntity,
  restTemplate,
  restTemplateBuilder,
  springClass,
  uriBuilder,
  uriBuilderOf,
  uriComponentsBuilder,
} from "./spring.js";
import { HTTP4K_CLASSES } from "./http4k.js";
import { OTHER_CLIENTS } from "./other-clients.js";
import { url } from "./urls.js";
import { attribute as attributeOfValue, headersOf, typedEntity } from "./values.js";

const jdkClient = sender("HttpClient of Java", ["send", "sendAsync"]);

/**
 * `new HttpGet(url)`: a request that `execute` sends. Its parts may be set later, so it is recorded where it is
 * created.
 */
const apacheRequest =
  (method: string): NativeFunction =>
  (run, call) =>
    makeBuilder(run, call, APACHE, { url: call.args.at(0), method: computedText(method) });

/**
 * Models members of values that are not objects. See `Semantics.attribute`. `execute` sends a built request, whatever
 * it is called on.
 */
export function attribute(run: Run, value: Single, name: string, isCalled: boolean): Value | undefined {
  const resource = isCalled ? methodIn(CLASS_PATH, name) : undefined;
  if (resource) return resource;
  // The address of OkHttp is its text.
  if (value.kind === "text" && name === "newBuilder")
    return nativeValue(name, (inner) => uriBuilderOf(inner, value));
  const other = attributeOfValue(run, value, name, isCalled);
  if (name !== "execute" || value.kind !== "unknown" || !other) return other;
  return nativeValue(name, (inner, call) =>
    call.args.list.some(isDraft) ? execute(inner, call) : callValue(inner, other, call),
  );
}

function jaxClientOf(run: Run, builder: Value): Value {
  const made: ObjectValue = withSettings("Client of JAX-RS", {
    register: addsHooks(JAX_RS_FILTER),
    target: (inner, call) => {
      const target: Value = makeBuilder(inner, call, JAX_RS, {
        url: call.args.at(0),
        through: (later, own, sent) => {
          for (const one of [made, target]) throughHooksIn(one, [JAX_RS_FILTER])(later, own, sent);
        },
      });
      const register = nativeValue("register", addsHooks(JAX_RS_FILTER));
      if (target.kind === "object")
        setMember(inner.store, target.object, "register", { value: register, maybeAbsent: false });
      return target;
    },
  });
  copyHooks(run, builder, made, [JAX_RS_FILTER]);
  return made;
}

const jaxClient: NativeFunction = (run) => jaxClientOf(run, UNDEFINED);

const jaxBuilder: NativeFunction = () =>
  withSettings("Client builder", {
    register: addsHooks(JAX_RS_FILTER),
    build: (run, call) => jaxClientOf(run, call.this),
  });

/** https://jakarta.ee/specifications/restful-ws/3.1/apidocs/jakarta.ws.rs/jakarta/ws/rs/client/entity */
const typedEntities = (): Value =>
  nativeObject(
    "Entity",
    natives({
      entity: (run, call) => typedEntity(run, call, call.args.at(1)),
      json: (run, call) => typedEntity(run, call, computedText("application/json")),
      text: (run, call) => typedEntity(run, call, computedText("text/plain")),
    }),
  );

/** Unirest is one client for the whole program, with default headers: `Unirest.config().setDefaultHeader(…)`. */
const unirest: Maker = (run) => {
  const defaults = headersWith(run, makeObject(run, {}));
  const setDefault: NativeFunction = (inner, call) => {
    callBack(inner, peek(inner, defaults, "set"), [call.args.at(0), call.args.at(1)], call, defaults);
    return call.this;
  };
  const settings = { setDefaultHeader: setDefault, addDefaultHeader: setDefault };
  const begin =
    (method: string): NativeFunction =>
    (inner, call) => {
      const [headers] = headersOf(inner, defaults);
      return makeBuilder(inner, call, UNIREST, {
        url: call.args.at(0),
        method: computedText(method),
        ...(headers ? { headers } : {}),
      });
    };
  const methods = ["get", "post", "put", "patch", "delete", "head"];
  return nativeObject(
    "Unirest",
    natives({
      ...Object.fromEntries(methods.map((name) => [name, begin(name.toUpperCase())])),
      ...settings,
      config: () => withSettings("Config", settings),
    }),
  );
};

const okRequest = classWith(
  "Request",
  building(OKHTTP),
  {},
  {
    Builder: nativeValue("Builder", building(OKHTTP)),
  },
);

/** `RequestBody.create(text, type)`, or the other way round in older versions. */
const requestBody: NativeFunction = (run, call) => {
  const [one, other] = call.args.list;
  const isType =
    one?.kind === "unknown" || (one?.kind === "text" && /^\w+\/[\w.+-]+/.test(knownString(run, one) ?? ""));
  return contentOfFile(run, (isType && other ? other : one) ?? UNDEFINED, call);
};

const publishers = (): Value =>
  nativeObject(
    "BodyPublishers",
    natives({
      ofString: first,
      ofByteArray: first,
      ofFile: fileFirst,
      ofInputStream: supplied,
      noBody: () => UNDEFINED,
    }),
  );

const APACHE_METHODS = ["Get", "Post", "Put", "Patch", "Delete", "Head"];

/** `RequestBuilder.get(url)`, `Request.Get(url)`: functions for each method of HTTP. */
function byMethod(builder: Builder, spelled: (method: string) => string): Record<string, NativeFunction> {
  return Object.fromEntries(
    APACHE_METHODS.map((name) => [spelled(name), building(builder, 0, name.toUpperCase())]),
  );
}

const lowerCase = (name: string): string => name.toLowerCase();
const fluentRequest = classWith("Request", first, {
  ...byMethod(APACHE_FLUENT, (name) => name),
  ...byMethod(APACHE_FLUENT, lowerCase),
});

const requestBuilder = classWith("RequestBuilder", building(APACHE), byMethod(APACHE, lowerCase));
const apacheClients = classWith("HttpClients", apacheClient, {
  createDefault: apacheClient,
  createSystem: apacheClient,
  createMinimal: apacheClient,
  custom: apacheBuilder,
});
const apacheClientBuilder = classWith("HttpClientBuilder", apacheBuilder, { create: apacheBuilder });
const APACHE_PACKAGES = ["org.apache.http", "org.apache.hc.client5.http"];

/** Classes of clients, by their full names. */
export const CLIENTS: readonly (readonly [string, Maker])[] = [
  ["org.springframework.web.client.RestTemplate", classWith("RestTemplate", restTemplate)],
  ["org.springframework.web.client.RestOperations", classWith("RestTemplate", restTemplate)],
  [
    "org.springframework.boot.web.client.RestTemplateBuilder",
    classWith("RestTemplateBuilder", restTemplateBuilder),
  ],
  ["org.springframework.http.RequestEntity", requestEntity],
  ["org.springframework.web.util.UriComponentsBuilder", uriComponentsBuilder],
  // Its `expand` keeps the names in braces, which stand for one segment each.
  ["org.springframework.web.util.UriTemplate", classWith("UriTemplate", uriBuilder)],
  ["org.springframework.web.client.RestClient", springClass("RestClient")],
  ["org.springframework.web.reactive.function.client.WebClient", springClass("WebClient")],
  [
    "okhttp3.OkHttpClient",
    classWith("OkHttpClient", okHttpClient, {}, { Builder: nativeValue("Builder", okHttpBuilder) }),
  ],
  ["okhttp3.Request", okRequest],
  [
    "okhttp3.HttpUrl",
    classWith(
      "HttpUrl",
      first,
      { parse: first, get: first },
      { Builder: nativeValue("Builder", uriBuilder) },
    ),
  ],
  [
    "okhttp3.Headers",
    classWith(
      "Headers",
      okHttpHeaders,
      { of: okHttpHeaders },
      { Builder: nativeValue("Builder", okHttpHeadersBuilder) },
    ),
  ],
  ["okhttp3.RequestBody", classWith("RequestBody", first, { create: requestBody })],
  ["okhttp3.MediaType", classWith("MediaType", first, { parse: first, get: first })],
  [
    "java.net.http.HttpClient",
    classWith("HttpClient", jdkClient, { newHttpClient: jdkClient, newBuilder: clientBuilder(jdkClient) }),
  ],
  [
    "java.net.http.HttpRequest",
    classWith(
      "HttpRequest",
      building(JDK),
      { newBuilder: building(JDK, 0) },
      {
        BodyPublishers: publishers(),
      },
    ),
  ],
  ["java.net.http.HttpRequest.BodyPublishers", publishers],
  ["org.apache.hc.core5.http.io.support.ClassicRequestBuilder", requestBuilder],
  ["org.apache.http.message.BasicHeader", classWith("BasicHeader", basicHeader)],
  ["org.apache.hc.core5.http.message.BasicHeader", classWith("BasicHeader", basicHeader)],
  ["java.net.URL", classWith("URL", url)],
  ["jakarta.ws.rs.client.Client", classWith("Client", jaxClient)],
  ["javax.ws.rs.client.Client", classWith("Client", jaxClient)],
  [
    "jakarta.ws.rs.client.ClientBuilder",
    classWith("ClientBuilder", jaxClient, { newClient: jaxClient, newBuilder: jaxBuilder }),
  ],
  [
    "javax.ws.rs.client.ClientBuilder",
    classWith("ClientBuilder", jaxClient, { newClient: jaxClient, newBuilder: jaxBuilder }),
  ],
  ["jakarta.ws.rs.core.MultivaluedHashMap", classWith("MultivaluedHashMap", httpHeaders)],
  ["javax.ws.rs.core.MultivaluedHashMap", classWith("MultivaluedHashMap", httpHeaders)],
  ["jakarta.ws.rs.client.Entity", typedEntities],
  ["javax.ws.rs.client.Entity", typedEntities],
  ...OTHER_CLIENTS,
  ...HTTP4K_CLASSES,
  ["kong.unirest.Unirest", unirest],
  ["com.mashape.unirest.http.Unirest", unirest],
  ...APACHE_PACKAGES.flatMap((root) => [
    ...APACHE_METHODS.flatMap((name): (readonly [string, Maker])[] => {
      const made = classWith(`Http${name}`, apacheRequest(name.toUpperCase()));
      return [
        [`${root}.client.methods.Http${name}`, made],
        [`${root}.classic.methods.Http${name}`, made],
      ];
    }),
    ...["client", "classic"].flatMap((place): (readonly [string, Maker])[] => [
      [`${root}.impl.${place}.HttpClients`, apacheClients],
      [`${root}.impl.${place}.HttpClientBuilder`, apacheClientBuilder],
      [`${root}.impl.${place}.CloseableHttpClient`, classWith("CloseableHttpClient", apacheClient)],
      [`${root}.impl.${place}.DefaultHttpClient`, classWith("DefaultHttpClient", apacheClient)],
    ]),
    [`${root}.client.methods.RequestBuilder`, requestBuilder] as const,
    [`${root}.client.fluent.Request`, fluentRequest] as const,
    [`${root}.client.HttpClient`, classWith("HttpClient", apacheClient)] as const,
  ]),
];
