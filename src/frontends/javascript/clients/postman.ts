import { nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { elementsToRead, setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { mapAlternatives, nullishness, type Value } from "../../../analysis/evaluation/value.js";
import { answer, methodOf, optionOf, splitUrl, type Client } from "../../../analysis/clients/client.js";

/**
 * `pm.sendRequest(url | { url, method, header, body: { mode, raw } }, (error, response) => …)` in scripts of Postman.
 * https://learning.postman.com/docs/tests-and-scripts/write-scripts/postman-sandbox-reference/pm-sendrequest/
 */
const sendRequest: NativeFunction = (run, call) => {
  const { url, options } = splitUrl(run, call, ["url"]);
  const body = optionOf(run, options, "body");
  const raw = mapAlternatives(body, (one) => (one.kind === "object" ? peek(run, one, "raw") : one));
  const { response } = run.recorder.request(run, {
    client: "postman",
    call,
    url: mapAlternatives(url, (one) => (one.kind === "object" ? peek(run, one, "raw") : one)),
    method: methodOf(run, options),
    headers: [headersOf(run, optionOf(run, options, "header", "headers"))],
    body: raw,
    setsContentType: false,
  });
  answer(run, call, response);
  return response;
};

/** Headers are a record, or a list of `{ key, value }`. */
function headersOf(run: Run, headers: Value): Value {
  return mapAlternatives(headers, (single) => {
    const pairs = single.kind === "object" ? elementsToRead(run.store.read(single.object)) : undefined;
    if (!pairs || single.kind !== "object" || single.object.className !== "Array") return single;
    const made = makeObject(run, {}, "Object", single.object.place);
    for (const pair of pairs) {
      const name = nullishness(pair) === true ? undefined : knownString(run, peek(run, pair, "key"));
      if (name !== undefined)
        setMember(run.store, made.object, name, { value: peek(run, pair, "value"), maybeAbsent: false });
    }
    return made;
  });
}

/** The scripts find it under the name `pm`, with what else is there. */
export const postmanClient: Client = {
  name: "postman",
  globals: { postman: () => nativeObject("postman", natives({ sendRequest })) },
};
