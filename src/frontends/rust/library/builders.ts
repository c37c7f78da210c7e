import type { Builder, Step } from "../../lowered/request-builder.js";

/** A header by name and value, as all builders take it. */
const HEADER: Step = { header: { name: 0, value: 1 } };
/** A body that is printed as JSON, with a Content-Type if there is none. */
const JSON_BODY: Step = { body: 0, isJson: true };
/** Extensions of crates and of programs send a request as well: `send_with_digest_auth`. */
const SENDS = /(?:^|_)(?:send|execute|fetch)(?:_|$)/;

/** https://docs.rs/reqwest/latest/reqwest/struct.RequestBuilder.html */
export const REQWEST: Builder = {
  client: "reqwest",
  source: "https://docs.rs/reqwest",
  intake: "header",
  sends: SENDS,
  steps: {
    header: HEADER,
    headers: { headers: 0 },
    json: JSON_BODY,
    body: { body: 0 },
    send: { ends: "sent" },
    build: { ends: "made" },
  },
};

/** https://docs.rs/ureq */
export const UREQ: Builder = {
  client: "ureq",
  source: "https://docs.rs/ureq",
  intake: "header",
  sends: SENDS,
  steps: {
    set: HEADER,
    header: HEADER,
    call: { ends: "sent" },
    send: { body: 0, ends: "sent" },
    send_json: { ...JSON_BODY, ends: "sent" },
    send_string: { body: 0, ends: "sent" },
    send_bytes: { body: 0, ends: "sent" },
    send_empty: { ends: "sent" },
  },
};

/** The requests of hyper and others: https://docs.rs/http/latest/http/request/struct.Builder.html */
export const HTTP: Builder = {
  client: "hyper",
  source: "https://docs.rs/http/latest/http/request/struct.Builder.html",
  steps: {
    method: { methodAt: 0 },
    uri: { url: 0 },
    header: HEADER,
    body: { body: 0, ends: "made" },
  },
};

/** https://docs.rs/surf */
export const SURF: Builder = {
  client: "surf",
  source: "https://docs.rs/surf",
  intake: "header",
  sends: SENDS,
  steps: {
    header: HEADER,
    body: { body: 0 },
    body_json: JSON_BODY,
    body_string: { body: 0 },
    send: { ends: "sent" },
    recv_json: { ends: "sent" },
    recv_string: { ends: "sent" },
    recv_bytes: { ends: "sent" },
  },
};

/** https://docs.rs/isahc */
export const ISAHC: Builder = {
  client: "isahc",
  source: "https://docs.rs/isahc",
  intake: "header",
  sends: SENDS,
  steps: { header: HEADER, body: { body: 0 }, send: { ends: "sent" } },
};

/** https://docs.rs/attohttpc */
export const ATTOHTTPC: Builder = {
  client: "attohttpc",
  source: "https://docs.rs/attohttpc",
  intake: "header",
  sends: SENDS,
  steps: { header: HEADER, json: JSON_BODY, text: { body: 0 }, send: { ends: "sent" } },
};
