import { rowsOfMethods, type ClientRow, type ClientTable } from "../lowered/client-row.js";

/** Clients that few programs use. */

const httplib2: ClientTable = {
  client: "httplib2",
  source: "https://httplib2.readthedocs.io/en/latest/libhttplib2.html",
  rows: [
    { call: "httplib2.Http", gives: "instance", as: "Http" },
    {
      call: "Http#request",
      gives: "response",
      results: 2,
      resultAt: 1,
      url: [0, "uri"],
      methodAt: [1, "method"],
      body: [2, "body"],
      headers: [3, "headers"],
      intake: { keyword: "headers" },
    },
  ],
};

const TREQ = {
  url: [0, "url"],
  headers: [1, "headers"],
  query: "params",
  body: "data",
  json: "json",
  isForm: true,
  auth: "auth",
  intake: { keyword: "headers" },
  gives: "response",
} as const;

const treqRows = (prefix: string): ClientRow[] => [
  ...rowsOfMethods(prefix, ["get", "head", "delete"], TREQ),
  ...rowsOfMethods(prefix, ["post", "put", "patch"], { ...TREQ, headers: "headers", body: [1, "data"] }),
  { call: `${prefix}request`, ...TREQ, methodAt: [0, "method"], url: [1, "url"], headers: "headers" },
];

const treq: ClientTable = {
  client: "treq",
  source: "https://docs.twistedmatrix.com/projects/treq/en/latest/api.html",
  rows: [
    ...treqRows("treq."),
    ...treqRows("HTTPClient#"),
    { call: "treq.client.HTTPClient", gives: "instance", as: "HTTPClient" },
  ],
};

const TORNADO = {
  url: [0, "url", "request"],
  headers: "headers",
  methodAt: "method",
  body: "body",
  intake: { keyword: "headers" },
} as const;

const tornado: ClientTable = {
  client: "tornado",
  source: "https://www.tornadoweb.org/en/stable/httpclient.html",
  rows: [
    ...["httpclient", "curl_httpclient", "simple_httpclient"].flatMap((module) =>
      ["AsyncHTTPClient", "HTTPClient", "CurlAsyncHTTPClient", "SimpleAsyncHTTPClient"].map(
        (name): ClientRow => ({
          call: `tornado.${module}.${name}`,
          gives: "instance",
          as: "AsyncHTTPClient",
        }),
      ),
    ),
    {
      call: "tornado.httpclient.HTTPRequest",
      ...TORNADO,
      gives: "draft",
      as: "HTTPRequest",
      methodAt: [1, "method"],
      headers: [2, "headers"],
      body: [3, "body"],
    },
    { call: "AsyncHTTPClient#fetch", ...TORNADO, gives: "response", sends: [0, "request"] },
  ],
};

export const OTHER_CLIENTS: readonly ClientTable[] = [httplib2, treq, tornado];
