import {
  callBack,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMembers } from "../../../analysis/evaluation/heap.js";
import { getMember } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { credentialsIn, methodOf, optionOf, type Client } from "../../../analysis/clients/client.js";

const METHOD = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i;

/**
 * `cy.request(url, body?)`, `cy.request(method, url, body?)`, `cy.request({ method, url, headers, body, auth })`.
 * https://docs.cypress.io/api/commands/request
 */
const request: NativeFunction = (run, call) => {
  const first = call.args.at(0);
  const isOptions = alternatives(first).every((single) => single.kind === "object");
  const hasMethod = METHOD.test(knownString(run, first) ?? "");
  const body = isOptions ? optionOf(run, first, "body") : call.args.at(hasMethod ? 2 : 1);
  const { response } = run.recorder.request(run, {
    client: "cy.request",
    call,
    url: isOptions ? optionOf(run, first, "url") : call.args.at(hasMethod ? 1 : 0),
    ...(isOptions ? { query: [optionOf(run, first, "qs")] } : {}),
    method: isOptions ? methodOf(run, first) : hasMethod ? first : computedText("GET"),
    headers: isOptions ? [optionOf(run, first, "headers")] : [],
    ...(isOptions ? { intake: { options: first, index: 0, key: "headers" } } : {}),
    body,
    setsContentType: alternatives(body).every((single) => single.kind === "object"),
    ...(isOptions ? credentialsIn(run, first, ["auth"], "basic") : {}),
  });
  return chainOf(run, response, call);
};

/** The commands that may follow: each gets what the one before gave. */
function chainOf(run: Run, subject: Value, call: Call): Value {
  const made = new HeapObject("Chainable", call.environment.locate(call.node));
  const self = objectValue(made);
  const members = natives({
    then: (inner, next) => {
      const callback = next.args.list.find(isFunction);
      if (!callback) return self;
      const result = callBack(inner, callback, [subject], next);
      return result.kind === "scalar" ? self : chainOf(inner, result, next);
    },
    its: (inner, next) => {
      const { node, environment } = next;
      const key = node.type === "CallExpression" ? (node.arguments[0] ?? node) : node;
      let value = subject;
      for (const step of knownString(inner, next.args.at(0))?.split(".") ?? [])
        value = getMember(inner, value, step, { node, key, environment });
      return chainOf(inner, value, next);
    },
    should: (inner, next) => {
      const callback = next.args.at(0);
      if (isFunction(callback)) callBack(inner, callback, [subject], next);
      return self;
    },
    and: () => self,
    as: () => self,
  });
  setMembers(run.store, made, members);
  return self;
}

export const cypressClient: Client = {
  name: "cy.request",
  globals: {
    cy: () =>
      nativeObject(
        "cy",
        {
          request: nativeValue("request", request),
          wrap: nativeValue("wrap", (run, call) => chainOf(run, call.args.at(0), call)),
          log: nativeValue("log", () => UNDEFINED),
        },
        unknown({ reason: "global", name: "cy" }),
      ),
  },
};
