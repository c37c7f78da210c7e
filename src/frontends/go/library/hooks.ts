import type { Hook } from "../../lowered/request-hooks.js";
import { makeHeaders } from "./http-headers.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";

/** Matches packages whose transports leave `Accept` as it is: credentials, traces, logs, caches, other attempts. */
export const HARMLESS_TRANSPORTS =
  /oauth|otel|trace|tracing|logging|digest|retry|cleanhttp|cache|prometheus|aws/i;

/** Describes transports of clients that are made on top of net/http. */
export const TRANSPORT: Hook = {
  slot: internalSlot("transport"),
  source: "https://pkg.go.dev/net/http#RoundTripper",
  methods: ["RoundTrip"],
  request: { Header: "headers", Clone: "itself", WithContext: "itself" },
  makeFields: makeHeaders,
  harmless: HARMLESS_TRANSPORTS,
};

/** Describes functions that resty calls with the client and its request, before it makes one of net/http. */
export const RESTY_REQUEST: Hook = {
  slot: internalSlot("middleware"),
  source: "https://pkg.go.dev/github.com/go-resty/resty/v2#Client.OnBeforeRequest",
  methods: [],
  gets: [1],
  request: { Header: "headers", SetHeader: "header", SetHeaders: "headersFrom", SetContext: "itself" },
  makeFields: makeHeaders,
};

/** Describes functions that resty calls with the client and the request of net/http. */
export const RESTY_PREPARED: Hook = {
  slot: internalSlot("request hook"),
  source: "https://pkg.go.dev/github.com/go-resty/resty/v2#Client.SetPreRequestHook",
  methods: [],
  gets: [1],
  request: { Header: "headers" },
  makeFields: makeHeaders,
};
