import {
  callBackLater,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { resolveUrl } from "../../../analysis/builtins/urls.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  computedText,
  isFunction,
  nullishness,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  headersIn,
  methodOf,
  optionOf,
  strongestOption,
  type Client,
} from "../../../analysis/clients/client.js";
import { MULTIPART, formType } from "../../../analysis/clients/own-content-type.js";

const VERBS = ["get", "post", "put", "patch", "delete", "head"] as const;

/**
 * A request context: `get(url, { headers, data })`, `fetch(url, { method, … })`, with what `newContext` was given.
 * https://playwright.dev/docs/api/class-apirequestcontext
 */
function contextWith(options: Value | undefined, making: Call | undefined): Value {
  const layers = options ? [options] : [];
  const send =
    (method: string | undefined): NativeFunction =>
    (run, call) => {
      const given = call.args.at(1);
      const base = strongestOption(run, layers, "baseURL");
      const data = optionOf(run, given, "data", "form", "multipart");
      return run.recorder.request(run, {
        client: "playwright",
        call,
        url: nullishness(base) === true ? call.args.at(0) : resolveUrl(run, call, call.args.at(0), base),
        query: [optionOf(run, given, "params")],
        method: method ? computedText(method) : methodOf(run, given),
        headers: [
          // A context of a test has what the configuration of the runner says.
          ...(making ? [] : [unknown({ reason: "parameter", name: "request" })]),
          ...headersIn(run, layers, "extraHTTPHeaders"),
          optionOf(run, given, "headers"),
        ],
        intake: { options: given, index: 1, key: "headers" },
        body: data,
        ...formType(optionOf(run, given, "form")),
        ...formType(optionOf(run, given, "multipart"), MULTIPART),
        setsContentType: alternatives(data).every((single) => single.kind === "object"),
        ...(making
          ? {
              instance: {
                site: making.environment.locate(making.node),
                givesUrl: nullishness(base) !== true,
              },
            }
          : {}),
      }).response;
    };
  const members: Record<string, Value> = { fetch: nativeValue("fetch", send(undefined)) };
  for (const verb of VERBS) members[verb] = nativeValue(verb, send(verb.toUpperCase()));
  return nativeObject("APIRequestContext", members, unknown({ reason: "import", name: "request" }));
}

/** `test(name, async ({ request, page }) => …)` and its hooks. */
const runTest: NativeFunction = (run: Run, call: Call): Value => {
  const body = call.args.list.find(isFunction);
  const request = contextWith(undefined, undefined);
  const rest = unknown({ reason: "parameter", name: "fixtures" });
  if (body) callBackLater(run, body, [nativeObject("fixtures", { request }, rest)], call);
  return rest;
};

const library = () => {
  const request = nativeObject(
    "APIRequest",
    natives({ newContext: (_run, call) => contextWith(call.args.at(0), call) }),
  );
  const hooks = natives(
    Object.fromEntries(
      ["only", "skip", "beforeAll", "beforeEach", "afterAll", "afterEach"].map((name) => [name, runTest]),
    ),
  );
  const describe = nativeValue("describe", (run, call) => {
    const body = call.args.list.find(isFunction);
    return body ? callBackLater(run, body, [], call) : unknown({ reason: "import", name: "describe" });
  });
  return nativeObject(
    "playwright",
    { request, test: nativeValue("test", runTest, { ...hooks, describe }) },
    unknown({ reason: "import", name: "@playwright/test", specifier: "@playwright/test" }),
  );
};

export const playwrightClient: Client = {
  name: "playwright",
  modules: { "@playwright/test": library, playwright: library, "playwright-core": library },
};
