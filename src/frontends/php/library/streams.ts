import { flatten } from "../../../facts/text.js";
import type { NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  choice,
  computedText,
  nullishness,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { unreadFile } from "../../lowered/read-files.js";
import { headerLayers } from "./curl.js";

const CONTEXT = "stream context";

/** Models `stream_context_create`: https://www.php.net/manual/en/context.http.php */
export const createContext: NativeFunction = (run, call) => {
  const made = makeObject(run, {}, CONTEXT, call.environment.locate(call.node));
  setMember(run.store, made.object, "http", {
    value: peek(run, call.args.at(0), "http"),
    maybeAbsent: false,
  });
  return made;
};

/**
 * Models `file_get_contents($url, false, $context)` and `fopen` with a URL. Files are not followed. A path of the API
 * behind something unknown is a URL.
 */
export const readUrl =
  (contextAt: number): NativeFunction =>
  (run, call) => {
    const url = call.args.at(0);
    const context = call.args.at(contextAt);
    const isContext = alternatives(context).some(
      (one) => one.kind === "object" && one.object.className === CONTEXT,
    );
    return isContext || alternatives(url).some((one) => isUrl(run, one))
      ? send(run, url, peek(run, context, "http"), call)
      : unreadFile(run, call, url);
  };

function isUrl(run: Run, value: Single): boolean {
  const text = value.kind === "text" ? flatten(value.text) : "";
  return /^https?:/i.test(text) || run.interest.namesOperation(text);
}

function send(run: Run, url: Value, options: Value, call: Call): Value {
  const option = (name: string): Value => peek(run, options, name);
  const isGiven = (value: Value): boolean => nullishness(value) !== true;
  const method = alternatives(option("method")).filter(isGiven);
  const body = option("content");
  const lines = option("header");
  const { response } = run.recorder.request(run, {
    client: "file_get_contents",
    call,
    url,
    method: method.length > 0 ? choice(method) : computedText("GET"),
    headers: headerLayers(run, lines, call),
    written: alternatives(lines).every((one) => one.kind === "object") ? [lines] : [],
    intake: { options, index: 0, key: "header" },
    ...(isGiven(body) ? { body } : {}),
  });
  return response;
}
