import { ansible } from "./ansible.js";
import {
  AIOHTTP_MIDDLEWARE,
  HTTPX_AUTH,
  HTTPX_CLIENT,
  HTTPX_EVENT,
  HTTPX_TRANSPORT,
  REQUESTS_ADAPTER,
  REQUESTS_AUTH,
  REQUESTS_SESSION,
  URLLIB_HANDLER,
} from "./hooks.js";
import { rowsOfMethods, type ClientRow, type ClientTable } from "../lowered/client-row.js";

const VERBS = ["get", "options", "head", "post", "put", "patch", "delete"];
const WITHOUT_DATA = ["get", "options", "head", "delete"];
const WITH_DATA = ["post", "put", "patch"];

const REQUESTS_OPTIONS = {
  headers: "headers",
  json: "json",
  isForm: true,
  auth: "auth",
  intake: { keyword: "headers" },
  gives: "response",
} as const;

/** The functions of the module, and the same ones as methods of a session. */
function requestsRows(prefix: string): ClientRow[] {
  const through = prefix.endsWith("#") ? { through: "request" } : {};
  return [
    ...rowsOfMethods(prefix, ["get"], {
      ...through,
      url: [0, "url"],
      query: [1, "params"],
      body: "data",
      ...REQUESTS_OPTIONS,
    }),
    ...rowsOfMethods(prefix, ["options", "head", "delete"], {
      ...through,
      url: [0, "url"],
      query: "params",
      body: "data",
      ...REQUESTS_OPTIONS,
    }),
    ...rowsOfMethods(prefix, ["post"], {
      ...through,
      url: [0, "url"],
      query: "params",
      body: [1, "data"],
      ...REQUESTS_OPTIONS,
      json: [2, "json"],
    }),
    ...rowsOfMethods(prefix, ["put", "patch"], {
      ...through,
      url: [0, "url"],
      query: "params",
      body: [1, "data"],
      ...REQUESTS_OPTIONS,
    }),
    {
      call: `${prefix}request`,
      methodAt: [0, "method"],
      url: [1, "url"],
      query: "params",
      body: "data",
      ...REQUESTS_OPTIONS,
    },
  ];
}

const credentials = (call: string, scheme: "basic" | "digest"): ClientRow => ({
  call,
  gives: "credentials",
  scheme,
});

const session = (call: string): ClientRow => ({ call, gives: "instance", as: "Session" });

/** Libraries with the functions of requests: curl_cffi, niquests and grequests. */
const LIKE_REQUESTS = ["curl_cffi.requests", "niquests", "grequests"];

const REQUEST_MEMBERS = {
  method: [0, "method"],
  url: [1, "url"],
  headers: [2, "headers"],
  data: [4, "data"],
  params: [5, "params"],
  auth: [6, "auth"],
  json: [9, "json"],
} as const;

/** The settings of a request that a client gets as an object. */
const SENT = {
  gives: "response",
  options: 0,
  methodAt: "method",
  url: "url",
  query: "params",
  headers: "headers",
  json: "json",
  isForm: true,
  auth: "auth",
} as const;

const requests: ClientTable = {
  client: "requests",
  source: "https://requests.readthedocs.io/en/latest/api/",
  instances: { Session: { headers: "headers", auth: "auth", query: "params" } },
  hooks: [
    { hook: REQUESTS_SESSION, isInstance: true },
    { hook: REQUESTS_AUTH, argument: "auth", member: "auth" },
    { hook: REQUESTS_ADAPTER, member: "adapters" },
  ],
  rows: [
    ...requestsRows("requests."),
    ...requestsRows("requests.api."),
    ...requestsRows("Session#"),
    ...["requests.Session", "requests.session", "requests.sessions.Session"].map(session),
    ...LIKE_REQUESTS.flatMap((name) => [
      ...requestsRows(`${name}.`),
      ...["Session", "AsyncSession"].map((one) => session(`${name}.${one}`)),
    ]),
    ...["requests_oauthlib", "authlib.integrations.requests_client"].map((name) =>
      session(`${name}.OAuth2Session`),
    ),
    credentials("requests.auth.HTTPDigestAuth", "digest"),
    credentials("requests.auth.HTTPBasicAuth", "basic"),
    ...["requests.Request", "requests.models.Request"].map((call): ClientRow => ({
      call,
      gives: "record",
      as: "Request",
      members: REQUEST_MEMBERS,
    })),
    { call: "Request#prepare", gives: "self" },
    { call: "Session#prepare_request", gives: "self", sends: [0, "request"] },
    { call: "Session#send", ...SENT, body: "data", addsOnly: [] },
    { call: "Session#mount", gives: "self", adds: ["adapters", [1, "adapter"]] },
    { call: "requests.auth.AuthBase", gives: "instance", as: "AuthBase" },
    { call: "requests.adapters.HTTPAdapter", gives: "instance", as: "HTTPAdapter" },
    { call: "requests.adapters.BaseAdapter", gives: "instance", as: "HTTPAdapter" },
    { call: "HTTPAdapter#send", gives: "shown" },
    // https://pypi.org/project/requests-toolbelt/
    { ...session("requests_toolbelt.sessions.BaseUrlSession"), url: [0, "base_url"] },
  ],
};

const HTTPX_OPTIONS = {
  url: [0, "url"],
  query: "params",
  headers: "headers",
  auth: "auth",
  intake: { keyword: "headers" },
  gives: "response",
} as const;

function httpxRows(prefix: string): ClientRow[] {
  const options = prefix.endsWith("#") ? { ...HTTPX_OPTIONS, through: "request" } : HTTPX_OPTIONS;
  const withBody = { ...options, body: ["content", "data"], json: "json", isForm: true } as const;
  return [
    ...rowsOfMethods(prefix, WITHOUT_DATA, options),
    ...rowsOfMethods(prefix, WITH_DATA, withBody),
    { call: `${prefix}request`, ...withBody, methodAt: [0, "method"], url: [1, "url"] },
    { call: `${prefix}stream`, ...withBody, methodAt: [0, "method"], url: [1, "url"] },
  ];
}

const HTTPX_MEMBERS = {
  method: [0, "method"],
  url: [1, "url"],
  params: "params",
  headers: "headers",
  content: "content",
  data: "data",
  json: "json",
};

const httpxClient = (call: string): ClientRow => ({
  call,
  gives: "instance",
  as: "Client",
  url: "base_url",
  headers: "headers",
  auth: "auth",
  query: "params",
  keeps: { event_hooks: "event_hooks", transport: "transport" },
});

const httpx: ClientTable = {
  client: "httpx",
  source: "https://www.python-httpx.org/api/",
  instances: { Client: { headers: "headers", auth: "auth", base: "base_url", query: "params" } },
  hooks: [
    { hook: HTTPX_AUTH, argument: "auth", member: "auth" },
    { hook: HTTPX_EVENT, member: "event_hooks", key: "request" },
    { hook: HTTPX_CLIENT, isInstance: true },
    { hook: HTTPX_TRANSPORT, member: "transport" },
  ],
  rows: [
    ...httpxRows("httpx."),
    ...httpxRows("Client#"),
    httpxClient("httpx.Client"),
    httpxClient("httpx.AsyncClient"),
    ...["httpx.Request", "Client#build_request"].map((call): ClientRow => ({
      call,
      gives: "record",
      as: "Request",
      members: HTTPX_MEMBERS,
    })),
    { call: "Client#send", ...SENT, body: ["content", "data"], addsOnly: ["auth"] },
    { call: "httpx.Auth", gives: "instance", as: "Auth" },
    ...[
      "httpx.HTTPTransport",
      "httpx.AsyncHTTPTransport",
      "httpx.BaseTransport",
      "httpx.AsyncBaseTransport",
    ].map((call): ClientRow => ({ call, gives: "instance", as: "HTTPTransport" })),
    { call: "HTTPTransport#handle_request", gives: "shown" },
    { call: "HTTPTransport#handle_async_request", gives: "shown" },
    credentials("httpx.DigestAuth", "digest"),
    credentials("httpx.BasicAuth", "basic"),
  ],
};

const AIOHTTP_OPTIONS = {
  url: [0, "url"],
  query: "params",
  headers: "headers",
  body: "data",
  json: "json",
  isForm: true,
  auth: "auth",
  intake: { keyword: "headers" },
  gives: "response",
} as const;

const aiohttp: ClientTable = {
  client: "aiohttp",
  source: "https://docs.aiohttp.org/en/stable/client_reference.html",
  hooks: [{ hook: AIOHTTP_MIDDLEWARE, argument: "middlewares", member: "middlewares" }],
  rows: [
    {
      call: "aiohttp.ClientSession",
      gives: "instance",
      as: "ClientSession",
      url: [0, "base_url"],
      headers: "headers",
      auth: "auth",
      keeps: { middlewares: "middlewares" },
    },
    ...rowsOfMethods("ClientSession#", VERBS, { ...AIOHTTP_OPTIONS, through: "_request" }),
    ...["request", "_request"].map((name): ClientRow => ({
      call: `ClientSession#${name}`,
      ...AIOHTTP_OPTIONS,
      methodAt: [0, "method"],
      url: [1, "url"],
    })),
    { call: "aiohttp.request", ...AIOHTTP_OPTIONS, methodAt: [0, "method"], url: [1, "url"] },
    credentials("aiohttp.BasicAuth", "basic"),
    credentials("aiohttp.DigestAuthMiddleware", "digest"),
  ],
};

const urllibRequest: ClientTable = {
  client: "urllib.request",
  source: "https://docs.python.org/3/library/urllib.request.html",
  instances: { Opener: { headers: "addheaders" } },
  hooks: [{ hook: URLLIB_HANDLER, member: "handlers" }],
  rows: ["urllib.request", "urllib2", "six.moves.urllib.request"]
    .flatMap((module): ClientRow[] => [
      {
        call: `${module}.Request`,
        gives: "draft",
        as: "Request",
        url: [0, "url"],
        body: [1, "data"],
        headers: [2, "headers"],
        methodAt: "method",
        methodWithBody: "POST",
        intake: { keyword: "headers" },
      },
      {
        call: `${module}.urlopen`,
        gives: "response",
        sends: [0, "url"],
        url: [0, "url"],
        body: [1, "data"],
        methodWithBody: "POST",
        shares: "Opener",
      },
      { call: `${module}.install_opener`, gives: "self", shares: "Opener", replaces: [0, "opener"] },
      { call: `${module}.build_opener`, gives: "instance", as: "Opener", adds: ["handlers", "all"] },
      { call: `${module}.BaseHandler`, gives: "instance", as: "BaseHandler" },
      ...[
        "HTTPHandler",
        "HTTPSHandler",
        "HTTPDigestAuthHandler",
        "HTTPBasicAuthHandler",
        "ProxyHandler",
        "HTTPCookieProcessor",
        "HTTPRedirectHandler",
      ].map((name): ClientRow => ({ call: `${module}.${name}`, gives: "instance", as: "BaseHandler" })),
    ])
    .concat([
      {
        call: "Request#add_header",
        gives: "self",
        header: [
          [0, "key"],
          [1, "val"],
        ],
      },
      {
        call: "Request#add_unredirected_header",
        gives: "self",
        header: [
          [0, "key"],
          [1, "val"],
        ],
      },
      { call: "Opener#add_handler", gives: "self", adds: ["handlers", 0] },
      {
        call: "Opener#open",
        gives: "response",
        sends: [0, "fullurl"],
        url: [0, "fullurl"],
        body: [1, "data"],
        methodWithBody: "POST",
        scheme: "digest",
      },
    ]),
};

const URLLIB3_OPTIONS = {
  methodAt: [0, "method"],
  url: [1, "url"],
  body: "body",
  json: "json",
  headers: "headers",
  intake: { keyword: "headers" },
  gives: "response",
} as const;

const urllib3: ClientTable = {
  client: "urllib3",
  source: "https://urllib3.readthedocs.io/en/stable/reference/urllib3.request.html",
  instances: { PoolManager: { headers: "headers" } },
  rows: [
    {
      call: "urllib3.PoolManager",
      gives: "instance",
      as: "PoolManager",
      headers: [1, "headers"],
    },
    { call: "urllib3.request", ...URLLIB3_OPTIONS },
    ...["request", "urlopen", "request_encode_url", "request_encode_body"].map((name): ClientRow => ({
      call: `PoolManager#${name}`,
      ...URLLIB3_OPTIONS,
      replacesHeaders: true,
    })),
  ],
};

const httpClient: ClientTable = {
  client: "http.client",
  source: "https://docs.python.org/3/library/http.client.html",
  rows: ["http.client", "httplib"]
    .flatMap((module): ClientRow[] => [
      { call: `${module}.HTTPSConnection`, gives: "instance", as: "HTTPConnection", url: [0, "host"] },
      { call: `${module}.HTTPConnection`, gives: "instance", as: "HTTPConnection", url: [0, "host"] },
    ])
    .concat([
      {
        call: "HTTPConnection#request",
        gives: "response",
        methodAt: [0, "method"],
        url: [1, "url"],
        body: [2, "body"],
        headers: [3, "headers"],
        intake: { keyword: "headers" },
        isAnsweredLater: true,
      },
      { call: "HTTPConnection#getresponse", gives: "answer" },
    ]),
};

export const PYTHON_CLIENTS: readonly ClientTable[] = [
  requests,
  httpx,
  aiohttp,
  urllibRequest,
  urllib3,
  httpClient,
  ansible,
];
