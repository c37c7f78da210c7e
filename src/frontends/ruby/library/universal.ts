import { recordParts } from "../../../analysis/recording/made-texts.js";
import {
  computed,
  itself,
  nativeValue,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { clientMethods } from "../../../analysis/evaluation/client-methods.js";
import { knownStrings, toText } from "../../../analysis/evaluation/coerce.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import { getMember, getMemberByKey } from "../../../analysis/evaluation/members.js";
import { TEXT } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  choice,
  mapAlternatives,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { makeJsonText } from "../../lowered/json-text.js";
import { methodsOf, type Methods } from "../../lowered/methods.js";
import { methodNamed } from "./attributes.js";
import { blockOf, yieldTo } from "./blocks.js";

/** `x.send(:name, …)`: the method of that name is called with the other arguments. */
const send: NativeFunction = (run, call) => {
  const known = knownStrings(run, call.args.at(0));
  const namesOf = (single: Single): readonly string[] =>
    known ?? clientMethods((name) => methodNamed(run, single, name, call));
  const args = call.args.from(1);
  const results: Value[] = known ? [] : [computed(call, "send")];
  const ways = alternatives(call.this).flatMap((single) =>
    namesOf(single).map((name) =>
      run.store.fork(() => {
        results.push(callValue(run, methodNamed(run, single, name, call), { ...call, this: single, args }));
      }),
    ),
  );
  run.store.join(ways);
  return choice(results);
};

/** `x.method(:name)` as a function. */
const method: NativeFunction = (_run, making) =>
  nativeValue("method", (run, call) => {
    const { list, rest, keywords } = call.args;
    const args = new Arguments([making.args.at(0), ...list], rest, keywords);
    return send(run, { ...call, this: making.this, args });
  });

/** The block is called with the value. */
const tap: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  if (block) yieldTo(run, block, [call.this], call);
  return call.this;
};

const then: NativeFunction = (run, call) => {
  const block = blockOf(run, call);
  return block ? yieldTo(run, block, [call.this], call) : computed(call, "then");
};

/** Converts a value to a text. Objects of classes without a known conversion are unknown. */
export function printed(run: Run, value: Single, call: Call): Value {
  if (value.kind === "unknown" && value.source.reason === "response") return value;
  if (value.kind === "object" && value.object.className !== "JSON text") {
    const hasText = run.store.read(value.object).symbols.has(TEXT);
    if (!hasText) return computed(call, "to_s");
  }
  return { kind: "text", text: toText(run, value) };
}

const instanceVariable = (value: Value): string[] | undefined =>
  value.kind === "text" && value.text.parts.every((part) => part.kind === "segment")
    ? [value.text.parts.map((part) => (part.kind === "segment" ? part.text : "")).join("")]
    : undefined;

const unknownResult =
  (name: string): NativeFunction =>
  (_run, call) =>
    computed(call, name);

const printedResult =
  (name: string): NativeFunction =>
  (run, call) => {
    recordParts(run, name, [call.this], call);
    return computed(call, name);
  };

export const UNIVERSAL_METHODS: Methods = methodsOf({
  send,
  public_send: send,
  __send__: send,
  try: send,
  "try!": send,
  method,
  tap,
  then,
  yield_self: then,
  freeze: itself,
  itself,
  dup: itself,
  clone: itself,
  to_s: (run, call) => mapAlternatives(call.this, (single) => printed(run, single, call)),
  inspect: printedResult("inspect"),
  pretty_inspect: printedResult("pretty_inspect"),
  to_yaml: printedResult("to_yaml"),
  to_xml: printedResult("to_xml"),
  to_json: (run, call) => makeJsonText(run, call.this, call),
  class: (run, call) => getMember(run, call.this, "constructor", siteOf(call)),
  instance_variable_get: (run, call) =>
    getMemberByKey(run, call.this, instanceVariable(call.args.at(0)), siteOf(call)),
  instance_variable_set: (run, call) => {
    setMemberByKey(run, call.this, instanceVariable(call.args.at(0)), call.args.at(1), siteOf(call));
    return call.args.at(1);
  },
  "is_a?": unknownResult("is_a?"),
  "kind_of?": unknownResult("kind_of?"),
  "instance_of?": unknownResult("instance_of?"),
  "respond_to?": unknownResult("respond_to?"),
  "eql?": unknownResult("eql?"),
  "equal?": unknownResult("equal?"),
  "frozen?": unknownResult("frozen?"),
  hash: unknownResult("hash"),
  object_id: unknownResult("object_id"),
});
