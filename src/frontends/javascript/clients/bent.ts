import { flatten } from "../../../facts/text.js";
import { nativeValue } from "../../../analysis/builtins/native.js";
import {
  alternatives,
  computedText,
  nullishness,
  UNDEFINED,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { combineUrls, type Client } from "../../../analysis/clients/client.js";

/**
 * `bent("https://base", "POST", "json", 200, headers)` in any order makes `send(path, body, headers)`; what it gives is
 * the decoded body. https://github.com/mikeal/bent
 */
const bent = () =>
  nativeValue("bent", (_run, making) => {
    const texts = making.args.list.filter((value) =>
      alternatives(value).every((single) => single.kind === "text"),
    );
    const isUrl = (value: Value) =>
      value.kind !== "text" || /[:/]|^\W|^$/.test(flatten(value.text)) || value.text.parts.length > 1;
    const base = texts.find(isUrl) ?? making.args.list.find((value) => value.kind === "unknown") ?? UNDEFINED;
    const method = texts.find((value) => value.kind === "text" && /^[A-Z]+$/.test(flatten(value.text)));
    const defaults = making.args.list.filter((value) => value.kind === "object");
    return nativeValue("bent request", (run, call) => {
      const body = call.args.at(1);
      return run.recorder.request(run, {
        client: "bent",
        call,
        url: combineUrls(run, base, call.args.at(0)),
        method: method ?? computedText("GET"),
        headers: [...defaults, call.args.at(2)].filter((layer) => nullishness(layer) !== true),
        intake: { options: call.args.at(2), index: 2 },
        body,
        setsContentType: alternatives(body).every((single) => single.kind === "object"),
      }).response;
    });
  });

export const bentClient: Client = { name: "bent", modules: { bent } };
