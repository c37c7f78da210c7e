import type { Credentials } from "../../../facts/request.js";
import { HOLE_MARK, flatten, knownText } from "../../../facts/text.js";
import {
  callBackLater,
  computed,
  nativeObject,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { isMissing } from "../../../analysis/evaluation/empty-fields.js";
import {
  computedText,
  isFunction,
  mapAlternatives,
  nullishness,
  truthiness,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { hasNoBody, methodOf, optionOf, type Client, isPlain } from "../../../analysis/clients/client.js";
import { acceptOverwritten } from "./lower-case-headers.js";

/**
 * `urllib.request(url, options, callback?)`: `data` or `content` is the body, `contentType` a header of its own,
 * `digestAuth` answers a challenge. The result has `data`, the callback gets `(error, data, response)`.
 * https://github.com/node-modules/urllib#api-doc
 */
const request: NativeFunction = (run, call) => {
  const options = call.args.at(1);
  // `json` is short for the type.
  const contentType = mapAlternatives(peek(run, options, "contentType"), (single) =>
    single.kind === "text" && knownText(single.text) === "json" ? computedText("application/json") : single,
  );
  const headers = optionOf(run, options, "headers");
  const data = peek(run, options, "data");
  // urllib 2.44.1, `lib/urllib.js`: names are made lower unless this is set, and `dataType: "json"` asks for `accept`.
  const keepsCase = truthiness(peek(run, options, "keepHeaderCase")) !== false;
  const method = methodOf(run, options);
  const { response } = run.recorder.request(run, {
    client: "urllib",
    call,
    url: withProtocol(run, call.args.at(0)),
    method,
    headers: [
      ...(nullishness(contentType) === true ? [] : [makeObject(run, { "content-type": contentType })]),
      // It goes through the members with `for … in`.
      isPlain(run, headers) ? headers : computed(call, "headers of an object with a prototype"),
      ...(keepsCase ? acceptOverwritten(run, headers) : []),
    ],
    intake: { options, index: 1, key: "headers", isLower: keepsCase },
    ...(hasNoBody(run, method)
      ? { query: [data] }
      : { body: isMissing(data) ? peek(run, options, "content") : data }),
    // Without a type, urllib sends data as a form.
    setsContentType: false,
    ...credentials(peek(run, options, "digestAuth"), peek(run, options, "auth")),
  });
  const callback = call.args.list.slice(1).find(isFunction);
  if (callback) callBackLater(run, callback, [computed(call, "error"), response, response], call);
  return response;
};

/** urllib puts `http://` in front of every string that does not start with it or with `https://`. */
function withProtocol(run: Run, url: Value): Value {
  return mapAlternatives(url, (single) => {
    if (single.kind !== "text") return single;
    const flat = flatten(single.text);
    const known = flat.split(HOLE_MARK, 1)[0]!;
    const isWhole = /^https?:\/\//i.test(known);
    const mayBeWhole =
      known !== flat && ["http://", "https://"].some((one) => one.startsWith(known.toLowerCase()));
    return isWhole || mayBeWhole ? single : concat(run, [computedText("http://"), single]);
  });
}

function credentials(digest: Value, basic: Value): { credentials?: Credentials } {
  if (nullishness(digest) !== true) return { credentials: "digest" };
  return nullishness(basic) === true ? {} : { credentials: "basic" };
}

export const urllibClient: Client = {
  name: "urllib",
  modules: {
    urllib: () => {
      const send = nativeValue("request", request);
      const client = () =>
        nativeValue("HttpClient", (run, call) =>
          makeObject(
            run,
            { request: send, curl: send, requestThunk: send },
            "HttpClient",
            call.environment.locate(call.node),
          ),
        );
      const members = {
        request: send,
        curl: send,
        requestWithCallback: send,
        HttpClient: client(),
        HttpClient2: client(),
      };
      return nativeObject("urllib", {
        ...members,
        default: nativeObject("urllib", members),
        create: client(),
      });
    },
  },
};
