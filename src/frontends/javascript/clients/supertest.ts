import { nativeObject, nativeValue } from "../../../analysis/builtins/native.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { alternatives, computedText, type Value } from "../../../analysis/evaluation/value.js";
import { answer, type Client } from "../../../analysis/clients/client.js";
import { requestBuilder } from "./request-builder.js";
import { FORM } from "../../../analysis/clients/own-content-type.js";

const VERBS = ["get", "post", "put", "patch", "delete", "del", "head"] as const;

/**
 * `supertest(url | app).get(path).set(…).send(…)`: an application of one's own has no address, so that only the path is
 * known. https://github.com/forwardemail/supertest#api
 */
function agentFor(target: Value): Value {
  const base = alternatives(target).every((single) => single.kind === "text")
    ? target
    : computedText("http://127.0.0.1");
  const members: Record<string, Value> = {};
  for (const verb of VERBS) {
    members[verb] = nativeValue(verb, (run, call) => {
      const sent = run.recorder.request(run, {
        client: "supertest",
        call,
        url: concat(run, [base, call.args.at(0)]),
        method: computedText(verb === "del" ? "DELETE" : verb.toUpperCase()),
        headers: [],
        intake: { method: "set" },
        setsContentType: true,
      });
      answer(run, call, sent.response);
      return requestBuilder(run, sent, FORM);
    });
  }
  return nativeObject("supertest", members);
}

const make = (_run: Run): Value => {
  const agent = nativeValue("agent", (_inner, call) => agentFor(call.args.at(0)));
  return nativeValue("supertest", (_inner, call) => agentFor(call.args.at(0)), { agent });
};

export const supertestClient: Client = { name: "supertest", modules: { supertest: make } };
