import {
  callBack,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { computedText, unknown } from "../../../analysis/evaluation/value.js";

/** Middleware that leaves requests as they are. */
const unchanged: NativeFunction = () => nativeValue("middleware", (_run, call) => call.args.at(0));

/** `Middleware::mapRequest(fn)`: the handler behind it gets what the function gives. */
const mapRequest: NativeFunction = (_run, given) => {
  const change = given.args.at(0);
  return nativeValue("middleware", (_inner, making) => {
    const handler = making.args.at(0);
    return nativeValue("handler", (run, call) => {
      const request = callBack(run, change, [call.args.at(0)], call);
      return callBack(run, handler, [request, call.args.at(1)], call);
    });
  });
};

const UNCHANGED = [
  ...["cookies", "history", "httpErrors", "log", "mapResponse", "prepareBody"],
  ...["redirect", "retry", "tap"],
];

/** https://docs.guzzlephp.org/en/stable/handlers-and-middleware.html */
export const guzzleMiddleware: Maker = () =>
  nativeObject(
    "Middleware",
    natives({ mapRequest, ...Object.fromEntries(UNCHANGED.map((name) => [name, unchanged])) }),
  );

/** `Utils::modifyRequest($request, ['set_headers' => […]])` */
const modifyRequest: NativeFunction = (run, call) => {
  const [request, headers] = [call.args.at(0), peek(run, call.args.at(1), "set_headers")];
  if (headers.kind !== "object") return request;
  let changed = request;
  for (const [key, { value }] of run.store.read(headers.object).members)
    changed = callBack(run, peek(run, changed, "withHeader"), [computedText(key), value], call, changed);
  return changed;
};

export const guzzleUtils: Maker = () =>
  nativeObject(
    "Utils",
    natives({ modifyRequest }),
    unknown({ reason: "import", name: "Utils", specifier: "GuzzleHttp\\Psr7\\Utils", born: 0 }),
  );

/** Constants of options, each named like its option: `RequestOptions::FORM_PARAMS` is `form_params`. */
const OPTIONS = [
  ...[
    "allow_redirects",
    "auth",
    "body",
    "cert",
    "connect_timeout",
    "cookies",
    "debug",
    "decode_content",
    "delay",
  ],
  ...[
    "expect",
    "form_params",
    "headers",
    "http_errors",
    "json",
    "multipart",
    "on_headers",
    "on_stats",
    "progress",
  ],
  ...[
    "proxy",
    "query",
    "read_timeout",
    "sink",
    "ssl_key",
    "stream",
    "synchronous",
    "timeout",
    "verify",
    "version",
  ],
];

export const guzzleOptions: Maker = () =>
  nativeObject(
    "RequestOptions",
    Object.fromEntries(OPTIONS.map((name) => [name.toUpperCase(), computedText(name)])),
    unknown({ reason: "import", name: "RequestOptions", specifier: "GuzzleHttp\\RequestOptions", born: 0 }),
  );
