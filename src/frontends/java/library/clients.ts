import { nativeObject, nativeValue, natives, type NativeFunction } from "../../javascript/builtins/native.js";
import { combineUrls } from "../../javascript/clients/client.js";
import { knownString } from "../../javascript/evaluation/coerce.js";
import { HeapObject, setMember } from "../../javascript/evaluation/heap.js";
import type { Maker } from "../../javascript/evaluation/language.js";
import { peek } from "../../javascript/evaluation/members.js";
import { UNDEFINED, computedText, objectValue, type Value } from "../../javascript/evaluation/value.js";
import { APACHE, CONNECTION, JAX_RS, JDK, OKHTTP, UNIREST } from "./builders.js";
import { chained, classWith, clientBuilder } from "./class.js";
import { makeBuilder, sender, type Builder } from "./drafts.js";
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

/** `new HttpGet(url)`: a request that `execute` sends; its parts may come later, so it is told of where it is made. */
const apacheRequest =
  (method: string): NativeFunction =>
  (run, call) => {
    const draft = makeBuilder(run, call, APACHE, {
      url: call.args.at(0),
      method: computedText(method),
    });
    return draft;
  };

/** `client.execute(request)`: what was built by then goes out. */
const apacheClient: NativeFunction = (run, made) => {
  const object = new HeapObject("HttpClient of Apache", made.environment.locate(made.node));
  const execute = nativeValue("execute", (inner, call) => {
    const request = call.args.at(0);
    const part = (name: string): Value => peek(inner, request, name);
    return inner.recorder.request(inner, {
      client: "Apache HttpClient",
      call,
      url: part("[[url]]"),
      method: part("[[method]]"),
      headers: [part("[[headers]]")],
      body: part("[[body]]"),
    }).response;
  });
  setMember(run.store, object, "execute", { value: execute, maybeAbsent: false });
  setMember(run.store, object, "close", { value: nativeValue("close", () => UNDEFINED), maybeAbsent: false });
  return objectValue(object);
};

/** `new URL(text)`, which opens connections. */
const url: NativeFunction = (run, call) => {
  const text = call.args.length > 1 ? combineUrls(run, call.args.at(0), call.args.at(1)) : call.args.at(0);
  const object = new HeapObject("URL of Java", call.environment.locate(call.node));
  const open: NativeFunction = (inner, own) => makeBuilder(inner, own, CONNECTION, { url: text });
  const members = natives({
    openConnection: open,
    toString: () => text,
    toExternalForm: () => text,
    toURI: () => text,
  });
  for (const [name, value] of Object.entries(members))
    setMember(run.store, object, name, { value, maybeAbsent: false });
  return objectValue(object);
};

const jaxClient: NativeFunction = (run, made) => {
  const object = new HeapObject("Client of JAX-RS", made.environment.locate(made.node));
  const target: NativeFunction = (inner, call) => makeBuilder(inner, call, JAX_RS, { url: call.args.at(0) });
  setMember(run.store, object, "target", { value: nativeValue("target", target), maybeAbsent: false });
  return chained(run, object);
};

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

const first: NativeFunction = (_run, call) => call.args.at(0);
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
