import { nativeObject, natives } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { nullishness, type Value } from "../../../analysis/evaluation/value.js";
import { methodOf, optionOf, type Client } from "../../../analysis/clients/client.js";

/**
 * `UrlFetchApp.fetch(url, { method, headers, payload, contentType })` of Google Apps Script; the response gives its text
 * by `getContentText()`. https://developers.google.com/apps-script/reference/url-fetch/url-fetch-app
 */
function send(run: Run, call: Call, url: Value, options: Value): Value {
  const type = peek(run, options, "contentType");
  return run.recorder.request(run, {
    client: "UrlFetchApp",
    call,
    url,
    method: methodOf(run, options),
    headers: [
      ...(nullishness(type) === true ? [] : [makeObject(run, { "content-type": type })]),
      optionOf(run, options, "headers"),
    ],
    intake: { options, index: 1, key: "headers" },
    body: optionOf(run, options, "payload"),
  }).response;
}

export const appsScriptClient: Client = {
  name: "UrlFetchApp",
  globals: {
    UrlFetchApp: () =>
      nativeObject(
        "UrlFetchApp",
        natives({
          fetch: (run, call) => send(run, call, call.args.at(0), call.args.at(1)),
          fetchAll: (run, call) => {
            const requests = iterate(run, call.args.at(0)).known ?? [];
            return makeList(
              run,
              requests.map((one) =>
                one.kind === "text" ? send(run, call, one, one) : send(run, call, peek(run, one, "url"), one),
              ),
            );
          },
        }),
      ),
  },
};
