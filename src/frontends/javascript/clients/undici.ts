import { entriesConstructor } from "../../../analysis/builtins/collections.js";
import { nativeObject, nativeValue, natives } from "../../../analysis/builtins/native.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import { nullishness, UNDEFINED, type Value } from "../../../analysis/evaluation/value.js";
import { methodOf, optionOf, type Client } from "../../../analysis/clients/client.js";
import { withFlatHeaders } from "./flat-headers.js";
import { fetchFunction, requestConstructor } from "./fetch.js";
import { mockAgent } from "./mocks.js";

/** The functions of undici take more than `fetch`: a query, and headers as one list. */
const OWN_FORM = { takesQuery: true, headersOf: withFlatHeaders } as const;

/** `new Client(origin).request({ path, method, headers, body })`; `Pool` is used the same way. */
const dispatcher = (name: string): Value =>
  nativeValue(name, (_run, making) => {
    const origin = making.args.at(0);
    return makeObject(
      _run,
      natives({
        request: (run, call) => {
          const options = call.args.at(0);
          const base = nullishness(origin) === true ? optionOf(run, options, "origin") : origin;
          return run.recorder.request(run, {
            client: "undici",
            call,
            url: concat(run, [base, optionOf(run, options, "path")]),
            query: [optionOf(run, options, "query")],
            method: methodOf(run, options),
            ...withFlatHeaders(run, [optionOf(run, options, "headers")]),
            intake: { options, index: 0, key: "headers" },
            body: optionOf(run, options, "body"),
          }).response;
        },
        close: () => UNDEFINED,
      }),
      name,
      making.environment.locate(making.node),
    );
  });

/** `request(url, { method, headers, body })` and `fetch`. https://undici.nodejs.org/#/docs/api/Dispatcher */
const undici = () =>
  nativeObject("undici", {
    fetch: nativeValue("fetch", fetchFunction("undici")),
    Headers: entriesConstructor("Headers"),
    Request: requestConstructor(),
    request: nativeValue("request", fetchFunction("undici", OWN_FORM)),
    stream: nativeValue("stream", fetchFunction("undici", OWN_FORM)),
    Client: dispatcher("Client"),
    Pool: dispatcher("Pool"),
    Agent: dispatcher("Agent"),
    MockAgent: nativeValue("MockAgent", mockAgent),
    ...natives({ setGlobalDispatcher: () => UNDEFINED }),
  });

export const undiciClient: Client = { name: "undici", modules: { undici } };
