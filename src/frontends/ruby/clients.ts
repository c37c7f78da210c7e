import { rowsOfMethods, type ClientRow, type ClientTable } from "../lowered/client-row.js";
import { BLOCK } from "../../analysis/evaluation/keywords.js";
import type { Hook } from "../lowered/request-hooks.js";
import { withDashes } from "./library/header-names.js";
import { internalSlot } from "../../analysis/evaluation/member-tables.js";

/** Functions that get each request before it goes out, with the arguments of the call. */
const REST_CLIENT_PROC: Hook = {
  slot: internalSlot("before_execution_proc"),
  source: "https://www.rubydoc.info/gems/rest-client/RestClient.add_before_execution_proc",
  methods: ["call"],
  request: { "[]=": "header", "[]": "header", add_field: "header", set_field: "header", delete: "remove" },
};

const WITHOUT_BODY = ["get", "head", "delete", "options"];
const WITH_BODY = ["post", "put", "patch"];
const ALL = [...WITHOUT_BODY, ...WITH_BODY];

const REQUEST = "Net::HTTPRequest";

const DRAFT = { gives: "draft", as: REQUEST, url: 0, headers: 1, intake: { method: "[]=" } } as const;

/** The class that `Net::HTTP.const_get(name)` gives if the name is not known. */
export const SOME_REQUEST = "Net::HTTP::*";

/** A request that is made first and sent by `http.request(req)`. */
const drafts: readonly ClientRow[] = [
  ...["Get", "Head", "Delete", "Options", "Post", "Put", "Patch"].map((name) => ({
    call: `Net::HTTP::${name}.new`,
    ...DRAFT,
    method: name.toUpperCase(),
  })),
  { call: `${SOME_REQUEST}.new`, ...DRAFT },
];

const netHttp: ClientTable = {
  client: "Net::HTTP",
  source: "https://docs.ruby-lang.org/en/master/Net/HTTP.html",
  rows: [
    ...drafts,
    { call: `${REQUEST}#[]=`, gives: "self", header: [0, 1] },
    { call: `${REQUEST}#add_field`, gives: "self", header: [0, 1] },
    { call: `${REQUEST}#set_field`, gives: "self", header: [0, 1] },
    { call: `${REQUEST}#content_type=`, gives: "self", header: [{ is: "Content-Type" }, 0] },
    { call: `${REQUEST}#set_content_type`, gives: "self", header: [{ is: "Content-Type" }, 0] },
    { call: `${REQUEST}#initialize_http_header`, gives: "self", headers: 0 },
    { call: `${REQUEST}#body=`, gives: "self", body: 0 },
    { call: `${REQUEST}#body_stream=`, gives: "self", body: 0 },
    { call: `${REQUEST}#set_form_data`, gives: "self", body: 0, isForm: true },
    { call: `${REQUEST}#form_data=`, gives: "self", body: 0, isForm: true },
    { call: `${REQUEST}#basic_auth`, gives: "self", scheme: "basic" },
    // https://rubygems.org/gems/net-http-digest_auth and net/http/digest_auth
    { call: `${REQUEST}#digest_auth`, gives: "self", scheme: "digest" },
    ...["Net::HTTP.new", "Net::HTTPS.new"].map((call): ClientRow => ({
      call,
      gives: "instance",
      as: "Net::HTTP",
      url: 0,
    })),
    { call: "Net::HTTP#request", gives: "response", sends: 0, body: 1 },
    ...rowsOfMethods("Net::HTTP#", WITHOUT_BODY, {
      gives: "response",
      url: 0,
      headers: 1,
      intake: { argument: 1 },
    }),
    ...rowsOfMethods("Net::HTTP#request_", ["get", "head"], {
      gives: "response",
      url: 0,
      headers: 1,
      intake: { argument: 1 },
    }),
    ...rowsOfMethods("Net::HTTP#", WITH_BODY, {
      gives: "response",
      url: 0,
      body: 1,
      headers: 2,
      intake: { argument: 2 },
    }),
    ...rowsOfMethods("Net::HTTP#request_", ["post", "put"], {
      gives: "response",
      url: 0,
      body: 1,
      headers: 2,
      intake: { argument: 2 },
    }),
    {
      call: "Net::HTTP#send_request",
      gives: "response",
      methodAt: 0,
      url: 1,
      body: 2,
      headers: 3,
      intake: { argument: 3 },
    },
    ...["get", "get_response", "get_print"].map((name): ClientRow => ({
      call: `Net::HTTP.${name}`,
      gives: "response",
      method: "GET",
      url: 0,
      headers: 1,
      intake: { argument: 1 },
    })),
    {
      call: "Net::HTTP.post",
      gives: "response",
      method: "POST",
      url: 0,
      body: 1,
      headers: 2,
      intake: { argument: 2 },
    },
    { call: "Net::HTTP.post_form", gives: "response", method: "POST", url: 0, body: 1, isForm: true },
  ],
};

const PARTY = {
  url: 0,
  options: 1,
  headers: "headers",
  query: "query",
  body: "body",
  isForm: true,
  auth: ["basic_auth", "digest_auth"],
  intake: { keyword: "headers" },
  gives: "response",
} as const;

/** Functions of the module, and those of a class that includes it: see `library/httparty.ts`. */
const httparty: ClientTable = {
  client: "HTTParty",
  source: "https://www.rubydoc.info/github/jnunemaker/httparty/HTTParty",
  rows: [
    ...rowsOfMethods("HTTParty.", ALL, PARTY),
    ...rowsOfMethods("Class#", ALL, PARTY),
    { call: "HTTParty.class", gives: "instance", as: "Class" },
  ],
};

const restClient: ClientTable = {
  client: "RestClient",
  headersOf: withDashes,
  source: "https://www.rubydoc.info/gems/rest-client",
  instances: { Resource: { base: "url" } },
  hooks: [{ hook: REST_CLIENT_PROC, member: "procs" }],
  rows: [
    {
      call: "RestClient.add_before_execution_proc",
      gives: "self",
      shares: "RestClient",
      adds: ["procs", BLOCK],
    },
    ...rowsOfMethods("RestClient.", WITHOUT_BODY, {
      gives: "response",
      shares: "RestClient",
      url: 0,
      headers: 1,
      intake: { argument: 1 },
    }),
    ...rowsOfMethods("RestClient.", WITH_BODY, {
      gives: "response",
      shares: "RestClient",
      url: 0,
      body: 1,
      isForm: true,
      headers: 2,
      intake: { argument: 2 },
    }),
    {
      call: "RestClient::Request.execute",
      shares: "RestClient",
      gives: "response",
      options: 0,
      methodAt: "method",
      url: "url",
      body: "payload",
      isForm: true,
      headers: "headers",
      intake: { keyword: "headers" },
    },
    {
      call: "RestClient::Resource.new",
      shares: "RestClient",
      gives: "instance",
      as: "Resource",
      options: 1,
      url: 0,
      headers: "headers",
    },
    { call: "Resource#[]", gives: "instance", as: "Resource", url: 0 },
    ...rowsOfMethods("Resource#", WITHOUT_BODY, { gives: "response", headers: 0, intake: { argument: 0 } }),
    ...rowsOfMethods("Resource#", WITH_BODY, {
      gives: "response",
      body: 0,
      isForm: true,
      headers: 1,
      intake: { argument: 1 },
    }),
  ],
};

const CHAIN_OPTIONS = {
  url: 0,
  options: 1,
  headers: "headers",
  query: "params",
  body: ["body", "form"],
  json: "json",
  isForm: true,
  auth: "auth",
  intake: { keyword: "headers" },
  gives: "response",
} as const;

/** The calls that set headers, or other options that are not followed, for later calls of a chain. */
function chainRows(
  module: string,
  className: string,
  headersOf: readonly string[],
  others: readonly string[],
): ClientRow[] {
  const row = { gives: "instance", as: className } as const;
  return [`${module}.`, `${className}#`].flatMap((prefix): ClientRow[] => [
    ...rowsOfMethods(prefix, ALL, CHAIN_OPTIONS),
    { call: `${prefix}request`, ...CHAIN_OPTIONS, methodAt: 0, url: 1, options: 2 },
    ...headersOf.map((name): ClientRow => ({ call: `${prefix}${name}`, ...row, headers: 0 })),
    ...others.map((name): ClientRow => ({ call: `${prefix}${name}`, ...row })),
  ]);
}

const httpRb: ClientTable = {
  client: "http",
  headersOf: withDashes,
  source: "https://github.com/httprb/http/wiki",
  rows: [
    ...chainRows(
      "HTTP",
      "HTTP::Client",
      ["headers", "[]"],
      ["follow", "timeout", "use", "via", "cookies", "nodelay"],
    ),
    ...["HTTP.", "HTTP::Client#"].flatMap((prefix): ClientRow[] => [
      { call: `${prefix}persistent`, gives: "instance", as: "HTTP::Client", url: 0 },
      { call: `${prefix}basic_auth`, gives: "instance", as: "HTTP::Client", auth: 0 },
      { call: `${prefix}auth`, gives: "instance", as: "HTTP::Client", auth: 0 },
    ]),
  ],
};

const httpx: ClientTable = {
  client: "HTTPX",
  source: "https://honeyryderchuck.gitlab.io/httpx/",
  rows: [
    ...chainRows(
      "HTTPX",
      "HTTPX::Session",
      [],
      ["plugin", "digest_auth", "basic_auth", "digest_authentication"],
    ),
    ...["HTTPX.with", "HTTPX::Session#with", "HTTPX::Session#with_headers", "HTTPX.with_headers"].map(
      (call): ClientRow => ({
        call,
        gives: "instance",
        as: "HTTPX::Session",
        ...(call.endsWith("_headers") ? { headers: 0 } : { options: 0, headers: "headers", url: "origin" }),
      }),
    ),
  ],
};

const TYPHOEUS = {
  url: 0,
  options: 1,
  headers: "headers",
  query: "params",
  body: "body",
  isForm: true,
  auth: "userpwd",
  intake: { keyword: "headers" },
} as const;

const typhoeus: ClientTable = {
  client: "Typhoeus",
  source: "https://www.rubydoc.info/gems/typhoeus",
  rows: [
    ...rowsOfMethods("Typhoeus.", ALL, { ...TYPHOEUS, gives: "response" }),
    {
      call: "Typhoeus::Request.new",
      ...TYPHOEUS,
      gives: "draft",
      as: "Typhoeus::Request",
      methodAt: "method",
    },
    ...rowsOfMethods("Typhoeus::Request.", ALL, { ...TYPHOEUS, gives: "response" }),
  ],
};

const EXCON = {
  headers: "headers",
  query: "query",
  body: "body",
  intake: { keyword: "headers" },
  gives: "response",
} as const;

const excon: ClientTable = {
  client: "Excon",
  source: "https://www.rubydoc.info/gems/excon",
  rows: [
    ...rowsOfMethods("Excon.", ALL, { ...EXCON, url: 0, options: 1 }),
    { call: "Excon.new", gives: "instance", as: "Connection", url: 0, options: 1, headers: "headers" },
    ...rowsOfMethods("Connection#", ALL, { ...EXCON, url: "path", options: 0 }),
    { call: "Connection#request", ...EXCON, url: "path", options: 0, methodAt: "method" },
  ],
};

/** The gem of that name. */
const httpClient: ClientTable = {
  client: "HTTPClient",
  source: "https://www.rubydoc.info/gems/httpclient/HTTPClient",
  rows: [
    {
      call: "HTTPClient.new",
      gives: "instance",
      as: "HTTPClient",
      options: 0,
      url: "base_url",
      headers: "default_header",
    },
    ...["HTTPClient.", "HTTPClient#"].flatMap((prefix): ClientRow[] => [
      ...rowsOfMethods(prefix, ["get", "head", "delete", "options"], {
        gives: "response",
        url: 0,
        query: 1,
        headers: 2,
        intake: { argument: 2 },
      }),
      ...rowsOfMethods(prefix, WITH_BODY, {
        gives: "response",
        url: 0,
        body: 1,
        headers: 2,
        isForm: true,
        intake: { argument: 2 },
      }),
      ...["get_content", "post_content"].map((name): ClientRow => ({
        call: `${prefix}${name}`,
        gives: "response",
        method: name === "get_content" ? "GET" : "POST",
        url: 0,
        headers: 2,
        intake: { argument: 2 },
      })),
    ]),
  ],
};

const openUri: ClientTable = {
  client: "open-uri",
  source: "https://docs.ruby-lang.org/en/master/OpenURI.html",
  rows: [{ call: "URI.open", gives: "response", method: "GET", url: 0, headers: 1, intake: { argument: 1 } }],
};

export const RUBY_CLIENTS: readonly ClientTable[] = [
  netHttp,
  httparty,
  restClient,
  httpRb,
  httpx,
  typhoeus,
  excon,
  httpClient,
  openUri,
];
