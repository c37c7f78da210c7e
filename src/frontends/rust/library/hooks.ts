import type { Hook } from "../../lowered/request-hooks.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";

/** Describes the middleware of reqwest: `handle(&self, request, extensions, next)`. */
export const MIDDLEWARE: Hook = {
  slot: internalSlot("middleware"),
  source: "https://docs.rs/reqwest-middleware/latest/reqwest_middleware/trait.Middleware.html",
  methods: ["handle"],
  gets: [0, 2],
  request: { headers_mut: "headersOf", headers: "headersOf", run: "send" },
  harmless: /^(?:rust:)?(?:reqwest_retry|reqwest_tracing|http_cache)/,
};
