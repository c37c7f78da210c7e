import { natives, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { computedText, unknown } from "../../../analysis/evaluation/value.js";
import { makeBuilder, type Builder } from "../../lowered/request-builder.js";

const HTTPFUL: Builder = {
  client: "Httpful",
  source: "https://phphttpclient.com/",
  intake: "addHeader",
  steps: {
    addHeader: { header: { name: 0, value: 1 } },
    addHeaders: { headers: 0 },
    expects: { header: { name: "Accept", value: 0 } },
    sends: { header: { name: "Content-Type", value: 0 } },
    uri: { url: 0 },
    method: { methodAt: 0 },
    body: { body: 0 },
    send: { ends: "sent" },
    sendIt: { ends: "sent" },
  },
};

const begun =
  (method: string): NativeFunction =>
  (run, call) =>
    makeBuilder(run, call, HTTPFUL, {
      url: call.args.at(0),
      method: computedText(method),
      ...(call.args.has(1) ? { body: call.args.at(1) } : {}),
    });

/** Models `Httpful\\Request::get($url)` and the like, whose results are sent by `send()`. https://phphttpclient.com/ */
export const httpfulRequest: Maker = () =>
  nativeValue(
    "Httpful\\Request",
    (run, call) => makeBuilder(run, call, HTTPFUL),
    natives(
      Object.fromEntries(
        ["get", "post", "put", "patch", "delete", "head", "options"].map((name) => [
          name,
          begun(name.toUpperCase()),
        ]),
      ),
    ),
    "Function",
    unknown({ reason: "import", name: "Httpful\\Request", born: 0 }),
  );
