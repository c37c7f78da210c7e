import { nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise, makePromiseWith } from "../../../analysis/builtins/promises.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  choice,
  memberOfUnknown,
  nullishness,
  sameValue,
  unknown,
  type Source,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { callOnAnswer, throughResponseHooks, withBody } from "./hooked-responses.js";

/** The options that change a response: lists of functions, the weakest level first. */
interface AnswerOptions {
  readonly after: readonly Value[];
  readonly handlers: readonly Value[];
  /** `parseJson`, or `undefined`. */
  readonly parse: Value;
}

/** The request, or its options, that hooks get beside the answer. */
const SENT: Source = { reason: "parameter", name: "request" };

/** Returns whether a hook sends the request again: `ky(request)`. */
export function isRepeated(call: Call): boolean {
  const given = call.args.at(0);
  return given.kind === "unknown" && given.source === SENT && given.path.length === 0;
}

/**
 * Returns the result of waiting for a request through got. `parseJson` parses the body, `hooks.afterResponse` return
 * the response or another one, `handlers` wait for it. `json()` parses the original body, whatever was done to it.
 * https://github.com/sindresorhus/got/blob/main/documentation/9-hooks.md
 */
export function answeredByGot(
  run: Run,
  call: Call,
  { after, handlers, parse, type }: AnswerOptions & { readonly type: Value },
  response: UnknownValue,
): Value {
  const text = memberOfUnknown(response, "body");
  const parsed = throughResponseHooks(run, call, [parse], text);
  const isJson = knownString(run, type) === "json";
  const answer = withBody(run, call, response, "body", isJson ? parsed : text);
  const again = nativeValue("retryWithMergedOptions", () => unknown(SENT));
  const left = throughResponseHooks(run, call, after, answer, (one) => [one, again]);
  const handled = throughResponseHooks(run, call, handlers, left, (one) => [
    unknown(SENT),
    nativeValue("next", (inner) => makePromise(inner, one)),
  ]);
  if (sameValue(handled, response) && sameValue(parsed, text)) return response;
  return makePromiseWith(run, handled, {
    json: (inner) => {
      const body = peek(inner, handled, "body");
      const own = sameValue(parsed, text) ? memberOfUnknown(response, "json()") : parsed;
      return makePromise(inner, nullishness(body) === true ? own : choice([own, body]));
    },
    text: () => memberOfUnknown(response, "text()"),
    buffer: () => memberOfUnknown(response, "buffer()"),
  });
}

const READERS = ["json", "text", "arrayBuffer", "blob", "formData", "bytes"] as const;

/**
 * Runs the hooks of ky. They get the request, its options and the response, and may return another response, which
 * `json()` and similar methods read. https://github.com/sindresorhus/ky#hooks
 */
export function answeredByKy(
  run: Run,
  call: Call,
  { after, parse }: AnswerOptions,
  response: UnknownValue,
): Value {
  const text = memberOfUnknown(response, "text()");
  const parsed = throughResponseHooks(run, call, [parse], text);
  const json = nativeValue("json", (inner) => makePromise(inner, parsed));
  const answer = sameValue(parsed, text) ? response : withBody(run, call, response, "json", json);
  const left = throughResponseHooks(run, call, after, answer, (one) => [unknown(SENT), unknown(SENT), one]);
  if (sameValue(left, response)) return response;
  const reader =
    (name: string): NativeFunction =>
    (inner, reading) =>
      makePromise(inner, awaitValue(inner, callOnAnswer(inner, reading, left, name)));
  return makePromiseWith(run, left, Object.fromEntries(READERS.map((name) => [name, reader(name)])));
}
