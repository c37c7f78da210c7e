import { knownString } from "../../../analysis/evaluation/coerce.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { functionSpecifier } from "../specifiers.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  memberOfUnknown,
  nullishness,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";

import { credentialsOf, methodOf, optionOf, requestUrl } from "../../../analysis/clients/client.js";
import { flatten } from "../../../facts/text.js";
import { environmentVariables } from "../../../analysis/builtins/process.js";
import {
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise } from "../../../analysis/builtins/promises.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";

const VERBS = ["get", "post", "put", "patch", "delete", "head"] as const;

/**
 * Models `context` of an App Services function. Its HTTP client takes scheme, host and path separately, and headers as
 * lists of strings. https://www.mongodb.com/docs/atlas/app-services/functions/context/ (context.http, context.services)
 */
export function appServicesContext(): Value {
  const http = httpClient();
  const rest = CONTEXT;
  return nativeObject(
    "context",
    {
      http,
      functions: nativeObject("context.functions", natives({ execute: executeFunction }), rest),
      values: nativeObject("context.values", natives({ get: storedValue })),
      environment: nativeObject(
        "context.environment",
        { values: environmentVariables("context.environment.values") },
        rest,
      ),
      services: nativeObject(
        "context.services",
        natives({
          get: (run, call) =>
            isHttpService(run, call) ? http : unknown({ reason: "global", name: "service" }),
        }),
      ),
    },
    rest,
  );
}

/** A value that the app keeps under a name. */
function storedValue(run: Run, call: Call): Value {
  const name = knownString(run, call.args.at(0)) ?? "context.values";
  return unknown({ reason: "environment", name, place: call.environment.locate(call.node) });
}

const CONTEXT = unknown({ reason: "global", name: "context" });
const EXECUTE = memberOfUnknown(memberOfUnknown(CONTEXT, "functions"), "execute");

/** `context.functions.execute("name", …)` calls what the function of that name exports. */
function executeFunction(run: Run, call: Call): Value {
  const name = knownString(run, call.args.at(0));
  const { module } = call.environment;
  const place = call.environment.locate(call.node);
  const exported =
    name === undefined ? undefined : run.modules.import(run, functionSpecifier(name), module, place);
  if (!exported) return callUnknown(run, EXECUTE, call);
  const result = callValue(run, exported, { ...call, this: UNDEFINED, args: call.args.from(1) });
  return makePromise(run, awaitValue(run, result));
}

/** The app gives its services names of its own; these name services of another kind. */
const OTHER_SERVICES = /mongo|atlas|twilio|aws|s3|github|stripe/i;

function isHttpService(run: Run, call: Call): boolean {
  const name = call.args.at(0);
  if (name.kind !== "text") return false;
  if (/http/i.test(flatten(name.text))) return true;
  const known = knownString(run, name);
  return known !== undefined && !OTHER_SERVICES.test(known);
}

function httpClient(): Value {
  const members: Record<string, Value> = { request: nativeValue("request", send(undefined)) };
  for (const verb of VERBS) members[verb] = nativeValue(verb, send(verb.toUpperCase()));
  return nativeObject("context.http", members, unknown({ reason: "global", name: "service" }));
}

function send(method: string | undefined): NativeFunction {
  return (run, call) => {
    const options = call.args.at(0);
    const credentials = credentialsOf(run, options);
    const { response } = run.recorder.request(run, {
      client: "context.http",
      call,
      url: requestUrl(run, options),
      query: [optionOf(run, options, "query")],
      method: method ? computedText(method) : methodOf(run, options),
      headers: [optionOf(run, options, "headers")],
      intake: { options, index: 0, key: "headers", isList: true },
      body: optionOf(run, options, "body"),
      setsContentType: nullishness(peek(run, options, "encodeBodyAsJSON")) !== true,
      ...(credentials ? { credentials } : {}),
    });
    return makePromise(run, response);
  };
}
