import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { OTHER_FLAG, type PatternOptions } from "../../../analysis/builtins/compiled-patterns.js";
import { isPattern } from "../../../analysis/recording/searches.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { memberOfUnknown, type UnknownValue, type Value } from "../../../analysis/evaluation/value.js";

/** The methods of a response that return its body. */
const BODIES: ReadonlySet<string> = new Set(["body", "raw_body", "read_body", "read", "to_s"]);

/** Clients whose responses have the body as a text. Those of Faraday may have parsed it. */
const TEXT_CLIENTS: ReadonlySet<string> = new Set([
  ...["Net::HTTP", "HTTParty", "RestClient", "http", "HTTPX", "Typhoeus", "Excon", "HTTPClient", "open-uri"],
  ...["Patron", "Mechanize"],
]);

/** The step from a response to its text. */
const TEXT = "text";

/** Returns the text that a method of a response returns. Undefined if it may return something else. */
export function responseText(run: Run, receiver: UnknownValue, method: string): Value | undefined {
  const { request } = receiver.source;
  if (request === undefined || receiver.path.length > 0 || !BODIES.has(method)) return undefined;
  const { client } = run.recorder.requests[request]!;
  return TEXT_CLIENTS.has(client) ? memberOfUnknown(receiver, TEXT) : undefined;
}

/** Returns whether a value is the text of a response, and not what was parsed of it. */
export function isResponseText({ source, path }: UnknownValue): boolean {
  return source.request !== undefined && path.at(-1) === TEXT;
}

/** Models a pattern of `case` that is not compared with `==`: `when /name/`, `when PATTERN`. It may match. */
export const matched: NativeFunction = (run, call) => {
  const pattern = call.args.at(1);
  if (isPattern(pattern)) run.recorder.searches.inText(call.args.at(0), "a pattern", pattern, call);
  return computed(call, "match");
};

/** https://docs.ruby-lang.org/en/master/Regexp.html#class-Regexp-constants */
export const PATTERN_OPTIONS: PatternOptions = new Map([
  [1, "i"],
  [2, OTHER_FLAG],
  [4, "s"],
]);
