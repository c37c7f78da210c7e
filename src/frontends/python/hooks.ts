import type { Hook } from "../lowered/request-hooks.js";
import { internalSlot } from "../../analysis/evaluation/member-tables.js";

/** A request whose headers are a dictionary. */
const REQUEST = {
  url: "url",
  full_url: "url",
  headers: "headers",
  copy: "itself",
  add_header: "header",
} as const;

/** https://requests.readthedocs.io/en/latest/user/authentication/#new-forms-of-authentication */
export const REQUESTS_AUTH: Hook = {
  slot: internalSlot("auth"),
  source: "https://requests.readthedocs.io/en/latest/user/authentication/#new-forms-of-authentication",
  methods: ["__call__"],
  request: REQUEST,
  isMostlyOther: true,
};

/** https://requests.readthedocs.io/en/latest/user/advanced/#transport-adapters */
export const REQUESTS_ADAPTER: Hook = {
  slot: internalSlot("adapter"),
  source: "https://requests.readthedocs.io/en/latest/user/advanced/#transport-adapters",
  methods: ["add_headers", "send"],
  request: REQUEST,
};

/** Methods of a session that classes of the program write themselves. */
export const REQUESTS_SESSION: Hook = {
  slot: internalSlot("session"),
  source: "https://requests.readthedocs.io/en/latest/api/#requests.Session",
  methods: ["prepare_request", "send"],
  request: REQUEST,
};

export const HTTPX_EVENT: Hook = {
  slot: internalSlot("event hook"),
  source: "https://www.python-httpx.org/advanced/event-hooks/",
  methods: [],
  request: REQUEST,
};

export const HTTPX_AUTH: Hook = {
  slot: internalSlot("auth"),
  source: "https://www.python-httpx.org/advanced/authentication/#custom-authentication-schemes",
  methods: ["auth_flow", "sync_auth_flow", "async_auth_flow"],
  request: REQUEST,
  isMostlyOther: true,
};

export const HTTPX_TRANSPORT: Hook = {
  slot: internalSlot("transport"),
  source: "https://www.python-httpx.org/advanced/transports/#custom-transports",
  methods: ["handle_request", "handle_async_request"],
  request: REQUEST,
};

/** Classes of the program that extend the client. */
export const HTTPX_CLIENT: Hook = {
  slot: internalSlot("client"),
  source: "https://www.python-httpx.org/api/#client",
  methods: ["build_request", "send"],
  request: REQUEST,
};

export const AIOHTTP_MIDDLEWARE: Hook = {
  slot: internalSlot("middleware"),
  source: "https://docs.aiohttp.org/en/stable/client_advanced.html#client-middleware",
  methods: ["__call__"],
  gets: [0, 1],
  request: REQUEST,
};

export const URLLIB_HANDLER: Hook = {
  slot: internalSlot("handler"),
  source: "https://docs.python.org/3/library/urllib.request.html#urllib.request.BaseHandler",
  methods: ["http_request", "https_request"],
  request: { ...REQUEST, add_unredirected_header: "header", remove_header: "remove" },
};
