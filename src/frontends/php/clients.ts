import { rowsOfMethods, type ClientRow, type ClientTable } from "../lowered/client-row.js";
import { GUZZLE_MIDDLEWARE, LARAVEL_REQUEST } from "./hooks.js";

const ALL = ["get", "head", "delete", "options", "post", "put", "patch"];

/** Clients whose calls take the method, the URL and a record of options. */
const OPTIONS = {
  url: 0,
  options: 1,
  headers: "headers",
  query: "query",
  json: "json",
  body: ["body", "form_params"],
  isForm: true,
  auth: ["auth", "auth_basic"],
  intake: { keyword: "headers" },
  gives: "response",
} as const;

const REQUEST = "GuzzleHttp\\Psr7\\Request";

const guzzle: ClientTable = {
  client: "Guzzle",
  source: "https://docs.guzzlephp.org/en/stable/request-options.html",
  hooks: [{ hook: GUZZLE_MIDDLEWARE, member: "handler", key: "middleware" }],
  rows: [
    ...["GuzzleHttp\\.HandlerStack", "GuzzleHttp\\HandlerStack.create"].map((call): ClientRow => ({
      call,
      gives: "instance",
      as: "HandlerStack",
    })),
    ...["push", "unshift"].map((name): ClientRow => ({
      call: `HandlerStack#${name}`,
      gives: "self",
      adds: ["middleware", 0],
    })),
    ...["before", "after"].map((name): ClientRow => ({
      call: `HandlerStack#${name}`,
      gives: "self",
      adds: ["middleware", 1],
    })),
    ...["setHandler", "remove"].map((name): ClientRow => ({ call: `HandlerStack#${name}`, gives: "self" })),
    // Handlers that send requests as they are.
    ...["CurlHandler", "CurlMultiHandler", "MockHandler", "StreamHandler"].map((name): ClientRow => ({
      call: `GuzzleHttp\\Handler\\.${name}`,
      gives: "instance",
      as: "Handler",
    })),
    ...["GuzzleHttp\\.Client", "GuzzleHttp\\.ClientInterface"].map((call): ClientRow => ({
      call,
      gives: "instance",
      as: "Client",
      options: 0,
      url: "base_uri",
      headers: "headers",
      query: "query",
      auth: "auth",
      keeps: { handler: "handler" },
    })),
    ...rowsOfMethods("Client#", ALL, OPTIONS),
    ...ALL.map((name): ClientRow => ({
      call: `Client#${name}Async`,
      method: name.toUpperCase(),
      ...OPTIONS,
    })),
    ...["request", "requestAsync"].map((name): ClientRow => ({
      call: `Client#${name}`,
      ...OPTIONS,
      methodAt: 0,
      url: 1,
      options: 2,
    })),
    {
      call: "GuzzleHttp\\Psr7\\.Request",
      gives: "draft",
      as: REQUEST,
      methodAt: 0,
      url: 1,
      headers: 2,
      body: 3,
      intake: { argument: 2 },
    },
    ...["withHeader", "withAddedHeader"].map((name): ClientRow => ({
      call: `${REQUEST}#${name}`,
      gives: "self",
      header: [0, 1],
    })),
    { call: `${REQUEST}#withBody`, gives: "self", body: 0 },
    ...["send", "sendAsync", "sendRequest"].map((name): ClientRow => ({
      call: `Client#${name}`,
      gives: "response",
      sends: 0,
    })),
  ],
};

const symfony: ClientTable = {
  client: "Symfony HttpClient",
  source: "https://symfony.com/doc/current/http_client.html",
  rows: [
    ...["Symfony\\Component\\HttpClient\\HttpClient.create"].map((call): ClientRow => ({
      call,
      gives: "instance",
      as: "HttpClient",
      options: 0,
      url: "base_uri",
      headers: "headers",
      query: "query",
      auth: "auth_basic",
    })),
    ...["createForBaseUri"].map((name): ClientRow => ({
      call: `Symfony\\Component\\HttpClient\\HttpClient.${name}`,
      gives: "instance",
      as: "HttpClient",
      url: 0,
      options: 1,
      headers: "headers",
    })),
    {
      call: "Symfony\\Component\\HttpClient\\ScopingHttpClient.forBaseUri",
      gives: "instance",
      as: "HttpClient",
      url: 1,
      options: 2,
      headers: "headers",
    },
    {
      call: "Symfony\\Contracts\\HttpClient\\.HttpClientInterface",
      gives: "instance",
      as: "HttpClient",
    },
    { call: "HttpClient#request", ...OPTIONS, methodAt: 0, url: 1, options: 2 },
    {
      call: "HttpClient#withOptions",
      gives: "instance",
      as: "HttpClient",
      options: 0,
      url: "base_uri",
      headers: "headers",
    },
  ],
};

const WITH_HEADERS = { method: "withHeaders" } as const;

const PENDING = { gives: "instance", as: "PendingRequest" } as const;

/** The calls that set something for the later calls of a chain. */
const laravelChain = (prefix: string): ClientRow[] => [
  { call: `${prefix}withHeaders`, ...PENDING, headers: 0 },
  { call: `${prefix}replaceHeaders`, ...PENDING, headers: 0 },
  { call: `${prefix}withHeader`, ...PENDING, header: [0, 1] },
  { call: `${prefix}accept`, ...PENDING, header: [{ is: "Accept" }, 0] },
  { call: `${prefix}acceptJson`, ...PENDING, header: [{ is: "Accept" }, { is: "application/json" }] },
  { call: `${prefix}contentType`, ...PENDING, header: [{ is: "Content-Type" }, 0] },
  { call: `${prefix}withDigestAuth`, ...PENDING, scheme: "digest" },
  { call: `${prefix}withBasicAuth`, ...PENDING, scheme: "basic" },
  { call: `${prefix}withToken`, ...PENDING, scheme: "bearer" },
  { call: `${prefix}baseUrl`, ...PENDING, url: 0 },
  { call: `${prefix}withQueryParameters`, ...PENDING, query: 0 },
  { call: `${prefix}withOptions`, ...PENDING, options: 0, headers: "headers", auth: "auth", url: "base_uri" },
  { call: `${prefix}withMiddleware`, ...PENDING, adds: ["middleware", 0] },
  ...["withRequestMiddleware", "beforeSending"].map((name): ClientRow => ({
    call: `${prefix}${name}`,
    ...PENDING,
    adds: ["before", 0],
  })),
  ...[
    ...["timeout", "connectTimeout", "retry", "asJson", "asForm", "throw", "throwIf", "withUserAgent"],
    ...["withoutVerifying", "withoutRedirecting", "withUrlParameters", "dump", "async"],
    ...["withBody", "throwUnless", "maxRedirects", "withCookies", "buildClient"],
  ].map((name): ClientRow => ({ call: `${prefix}${name}`, ...PENDING })),
  ...rowsOfMethods(prefix, ["get", "head"], { gives: "response", url: 0, query: 1, intake: WITH_HEADERS }),
  ...rowsOfMethods(prefix, ["post", "put", "patch", "delete"], {
    ...{ gives: "response", url: 0, json: 1, intake: WITH_HEADERS },
  }),
  {
    call: `${prefix}send`,
    gives: "response",
    methodAt: 0,
    url: 1,
    options: 2,
    headers: "headers",
    query: "query",
    json: "json",
    body: ["body", "form_params"],
  },
];

/** The calls that set something for all requests. */
const laravelGlobals = (prefix: string): ClientRow[] => {
  const row = { gives: "self", shares: "PendingRequest" } as const;
  return [
    { call: `${prefix}globalMiddleware`, ...row, adds: ["middleware", 0] },
    { call: `${prefix}globalRequestMiddleware`, ...row, adds: ["before", 0] },
    { call: `${prefix}globalResponseMiddleware`, ...row },
    { call: `${prefix}globalOptions`, ...row, options: 0, headers: "headers" },
  ];
};

const laravel: ClientTable = {
  client: "Laravel Http",
  source: "https://laravel.com/docs/http-client",
  hooks: [
    { hook: GUZZLE_MIDDLEWARE, member: "middleware" },
    { hook: LARAVEL_REQUEST, member: "before" },
  ],
  rows: [
    ...["Illuminate\\Support\\Facades\\Http.", "Http."].flatMap((prefix): ClientRow[] => [
      ...laravelChain(prefix).map((row): ClientRow => ({ ...row, shares: "PendingRequest" })),
      ...laravelGlobals(prefix),
    ]),
    ...laravelChain("PendingRequest#"),
  ],
};

/** The method, headers and body are in a record. */
const WORDPRESS = {
  url: 0,
  options: 1,
  headers: "headers",
  body: "body",
  isForm: true,
  intake: { keyword: "headers" },
  gives: "response",
} as const;

const wordpress: ClientTable = {
  client: "WordPress HTTP API",
  source: "https://developer.wordpress.org/plugins/http-api/",
  rows: ["wp_remote_", "wp_safe_remote_"].flatMap((prefix) => [
    ...rowsOfMethods(`php:functions.${prefix}`, ["get", "post", "head"], WORDPRESS),
    { call: `php:functions.${prefix}request`, ...WORDPRESS, methodAt: "method" },
  ]),
};

const HEADERS_SECOND = { gives: "response", url: 0, headers: 1, intake: { argument: 1 } } as const;

const requests: ClientTable = {
  client: "Requests",
  source: "https://requests.ryanmccue.info/docs/usage.html",
  rows: ["WpOrg\\Requests\\Requests.", "Requests."].flatMap((prefix) => [
    ...rowsOfMethods(prefix, ["get", "head", "delete", "options"], HEADERS_SECOND),
    ...rowsOfMethods(prefix, ["post", "put", "patch"], { ...HEADERS_SECOND, body: 2, isForm: true }),
    { call: `${prefix}request`, ...HEADERS_SECOND, body: 2, isForm: true, methodAt: 3 },
  ]),
};

const unirest: ClientTable = {
  client: "Unirest",
  source: "https://github.com/Kong/unirest-php",
  rows: ["Unirest\\Request.", "Unirest\\."].flatMap((prefix) => [
    ...rowsOfMethods(prefix, ["get", "head", "options"], { ...HEADERS_SECOND, query: 2 }),
    ...rowsOfMethods(prefix, ["post", "put", "patch", "delete"], {
      ...HEADERS_SECOND,
      body: 2,
      isForm: true,
    }),
    { call: `${prefix}send`, gives: "response", methodAt: 0, url: 1, body: 2, headers: 3 },
  ]),
};

export const PHP_CLIENTS: readonly ClientTable[] = [guzzle, symfony, laravel, wordpress, requests, unirest];
