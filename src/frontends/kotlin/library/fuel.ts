import {
  callBack,
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { elementsOf, setMember } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { makeList, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { computedText, isFunction, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { makeBuilder, type Builder } from "../../lowered/request-builder.js";

const ANSWERS = ["responseString", "response", "responseJson", "responseObject"];
const WAITS = ["awaitString", "awaitStringResult", "awaitByteArray", "awaitObject"];

/** https://fuel.gitbook.io/documentation/core/fuel */
const BUILDER: Builder = {
  client: "Fuel",
  source: "https://github.com/kittinunf/fuel",
  intake: "header",
  steps: {
    header: { header: { name: 0, value: 1 } },
    appendHeader: { header: { name: 0, value: 1 } },
    body: { body: 0 },
    jsonBody: { body: 0, isJson: true },
    objectBody: { body: 0, isJson: true },
    send: { ends: "sent" },
    ...Object.fromEntries(WAITS.map((name) => [name, { ends: "sent" as const }])),
  },
};

/** Makes a request whose headers may be pairs or a map, and whose answer is one of three values or goes to a lambda. */
function request(run: Run, call: Call, method: string, url: Value): Value {
  const built = makeBuilder(run, call, BUILDER, { url, method: computedText(method) });
  if (built.kind !== "object") return built;
  const { object } = built;
  const set = (name: string, native: NativeFunction): void =>
    setMember(run.store, object, name, { value: nativeValue(name, native), maybeAbsent: false });
  for (const name of ["header", "appendHeader"]) {
    const one = peek(run, built, name);
    set(name, (inner, own) => {
      for (const [key, value] of headersIn(inner, own)) callBack(inner, one, [key, value], own, built);
      return built;
    });
  }
  const send = peek(run, built, "send");
  for (const name of ANSWERS)
    set(name, (inner, own) => {
      const answer = callBack(inner, send, [], own, built);
      const [lambda] = own.args.list.slice(-1);
      const all = [computed(own, "request"), computed(own, "response"), answer];
      if (!lambda || !isFunction(lambda)) return makeList(inner, all);
      const callable = lambda.kind === "object" ? lambda.object.callable : undefined;
      const takesAll = callable?.kind === "closure" && callable.node.params.length > 1;
      callBack(inner, lambda, takesAll ? all : [answer], own);
      return computed(own, name);
    });
  return built;
}

/** The headers of a call: a name and a value, or pairs, or a map. */
function headersIn(run: Run, call: Call): [Value, Value][] {
  const [first, second] = call.args.list;
  if (first?.kind === "text" || second === undefined || first === undefined)
    return first?.kind === "object" ? partsOf(run, first) : first && second ? [[first, second]] : [];
  return call.args.list.flatMap((one) => partsOf(run, one));
}

function partsOf(run: Run, value: Value): [Value, Value][] {
  if (value.kind !== "object") return [];
  if (value.object.className === "Array") {
    const [key, of] = elementsOf(run.store.read(value.object)) ?? [];
    return key && of && knownString(run, key) !== undefined ? [[key, of]] : [];
  }
  return [...run.store.read(value.object).members].flatMap(([key, slot]): [Value, Value][] =>
    typeof key === "string" ? [[computedText(key), slot.value]] : [],
  );
}

const METHODS = ["get", "post", "put", "patch", "delete", "head"];

const fuel: Maker = () =>
  nativeObject(
    "Fuel",
    natives(
      Object.fromEntries(
        METHODS.map((name): [string, NativeFunction] => [
          name,
          (run, call) => request(run, call, name.toUpperCase(), call.args.at(0)),
        ]),
      ),
    ),
    unknown({ reason: "import", name: "Fuel", specifier: "fuel", born: 0 }),
  );

const PACKAGE = "com.github.kittinunf.fuel";

/** Classes and functions of Fuel, by their full names. */
export const FUEL: readonly (readonly [string, Maker])[] = [
  [`${PACKAGE}.Fuel`, fuel],
  ...METHODS.map((name): [string, Maker] => {
    const own = `http${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return [
      `${PACKAGE}.${own}`,
      () => nativeValue(own, (run, call) => request(run, call, name.toUpperCase(), call.this)),
    ];
  }),
  [
    `${PACKAGE}.core.Headers`,
    () =>
      nativeObject("Headers", {
        CONTENT_TYPE: computedText("Content-Type"),
        ACCEPT: computedText("Accept"),
        AUTHORIZATION: computedText("Authorization"),
      }),
  ],
];
