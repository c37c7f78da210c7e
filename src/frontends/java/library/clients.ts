import { nativeObject, nativeValue, natives, type NativeFunction } from "../../javascript/builtins/native.js";
import { combineUrls } from "../../javascript/clients/client.js";
import { knownString } from "../../javascript/evaluation/coerce.js";
import type { Maker } from "../../javascript/evaluation/language.js";
import { UNDEFINED, computedText, type Value } from "../../javascript/evaluation/value.js";
import { APACHE, CONNECTION, JAX_RS, JDK, OKHTTP, UNIREST } from "./builders.js";
import { SETTINGS, classWith, clientBuilder, first } from "./class.js";
import { makeBuilder, partsOf, sender, type Builder } from "./drafts.js";
import { restTemplate, springClass } from "./spring.js";

const building =
  (builder: Builder, url?: number, method?: string): NativeFunction =>
  (run, call) =>
    makeBuilder(run, call, builder, {
      ...(url !== undefined && call.args.has(url) ? { url: call.args.at(url) } : {}),
      ...(method === undefined ? {} : { method: computedText(method) }),
    });

const okHttpClient = sender("OkHttpClient", ["newCall"]);
const jdkClient = sender("HttpClient of Java", ["send", "sendAsync"]);

/**
 * `new HttpGet(url)`: a request that `execute` sends. Its parts may be set later, so it is recorded where it is
 * created.
 */
const apacheRequest =
  (method: string): NativeFunction =>
  (run, call) =>
    makeBuilder(run, call, APACHE, { url: call.args.at(0), method: computedText(method) });

/** `client.execute(request)`: what was built by then goes out. */
const apacheClient: NativeFunction = () =>
  nativeObject(
    "HttpClient of Apache",
    natives({
      execute: (run, call) =>
        run.recorder.request(run, {
          client: APACHE.client,
          call,
          ...partsOf(run, call.args.at(0)),
        }).response,
      close: () => UNDEFINED,
    }),
  );

/** `new URL(text)`, which opens connections. */
const url: NativeFunction = (run, call) => {
  const text = call.args.length > 1 ? combineUrls(run, call.args.at(0), call.args.at(1)) : call.args.at(0);
  return nativeObject(
    "URL of Java",
    natives({
      openConnection: (inner, own) => makeBuilder(inner, own, CONNECTION, { url: text }),
      toString: () => text,
      toExternalForm: () => text,
      toURI: () => text,
    }),
  );
};

const jaxClient: NativeFunction = () =>
  nativeObject(
    "Client of JAX-RS",
    natives({
      target: (run, call) => makeBuilder(run, call, JAX_RS, { url: call.args.at(0) }),
      ...SETTINGS,
    }),
  );

const unirest = (): Value =>
  nativeObject(
    "Unirest",
    natives(
      Object.fromEntries(
        ["get", "post", "put", "patch", "delete", "head"].map((name) => [
          name,
          building(UNIREST, 0, name.toUpperCase()),
        ]),
      ),
    ),
  );

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
  return (isType && other ? other : one) ?? UNDEFINED;
};

const publishers = (): Value =>
  nativeObject("BodyPublishers", natives({ ofString: first, ofByteArray: first, noBody: () => UNDEFINED }));

const APACHE_METHODS = ["Get", "Post", "Put", "Patch", "Delete", "Head"];
const APACHE_PACKAGES = ["org.apache.http", "org.apache.hc.client5.http"];

/** Classes of clients, by their full names. */
export const CLIENTS: readonly (readonly [string, Maker])[] = [
  ["org.springframework.web.client.RestTemplate", classWith("RestTemplate", restTemplate)],
  ["org.springframework.web.client.RestOperations", classWith("RestTemplate", restTemplate)],
  [
    "org.springframework.boot.web.client.RestTemplateBuilder",
    classWith("RestTemplateBuilder", clientBuilder(restTemplate)),
  ],
  ["org.springframework.web.client.RestClient", springClass("RestClient")],
  ["org.springframework.web.reactive.function.client.WebClient", springClass("WebClient")],
  [
    "okhttp3.OkHttpClient",
    classWith(
      "OkHttpClient",
      okHttpClient,
      {},
      { Builder: nativeValue("Builder", clientBuilder(okHttpClient)) },
    ),
  ],
  ["okhttp3.Request", okRequest],
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
  ["java.net.URL", classWith("URL", url)],
  ["jakarta.ws.rs.client.Client", classWith("Client", jaxClient)],
  ["javax.ws.rs.client.Client", classWith("Client", jaxClient)],
  [
    "jakarta.ws.rs.client.ClientBuilder",
    classWith("ClientBuilder", jaxClient, { newClient: jaxClient, newBuilder: clientBuilder(jaxClient) }),
  ],
  [
    "javax.ws.rs.client.ClientBuilder",
    classWith("ClientBuilder", jaxClient, { newClient: jaxClient, newBuilder: clientBuilder(jaxClient) }),
  ],
  ["jakarta.ws.rs.client.Entity", () => nativeObject("Entity", natives({ json: first, entity: first }))],
  ["javax.ws.rs.client.Entity", () => nativeObject("Entity", natives({ json: first, entity: first }))],
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
    [
      `${root}.impl.client.HttpClients`,
      classWith("HttpClients", apacheClient, {
        createDefault: apacheClient,
        custom: clientBuilder(apacheClient),
      }),
    ] as const,
    [
      `${root}.impl.classic.HttpClients`,
      classWith("HttpClients", apacheClient, {
        createDefault: apacheClient,
        custom: clientBuilder(apacheClient),
      }),
    ] as const,
    [
      `${root}.impl.client.HttpClientBuilder`,
      classWith("HttpClientBuilder", clientBuilder(apacheClient), { create: clientBuilder(apacheClient) }),
    ] as const,
    [`${root}.impl.client.CloseableHttpClient`, classWith("CloseableHttpClient", apacheClient)] as const,
    [`${root}.client.HttpClient`, classWith("HttpClient", apacheClient)] as const,
  ]),
];
