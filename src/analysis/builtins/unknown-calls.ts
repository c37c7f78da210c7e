import { ownerOf } from "../evaluation/answers.js";
import { classOfFile } from "../../core/file-class.js";
import { Arguments, type Call, type Closure } from "../evaluation/callable.js";
import type { Run } from "../evaluation/run.js";
import { pushSomeElement } from "../evaluation/heap.js";
import {
  UNDEFINED,
  choice,
  isFunction,
  mapAlternatives,
  memberOfUnknown,
  objectValue,
  nameOf,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";
import { callPerhaps } from "../evaluation/calls.js";
import { unknownArguments } from "../evaluation/functions.js";
import { getMember, makeList } from "../evaluation/members.js";
import { knownString } from "../evaluation/coerce.js";
import { holdsBase, shortName } from "../recording/opaque-requests.js";
import { isAnswerText, isPatternCall } from "../recording/searches.js";
import { listingOf, listsKeys } from "../evaluation/record-keys.js";
import { namedResult } from "../evaluation/result-names.js";
import { readByUnknown } from "./unknown-readers.js";
import { readJsonPath } from "./json-paths.js";
import { callBackLater, computed } from "./native.js";
import { awaitValue, makePromise, settle } from "./promises.js";

/**
 * Calls an unknown value. Methods of lists and promises keep their meaning, because an unknown value may be one and
 * other objects do not use these names. Every other call returns an unknown value with the call in its path.
 */
export function callUnknown(run: Run, callee: UnknownValue, call: Call): Value {
  const response = run.recorder.calledUnknown(run, callee, call);
  run.recorder.escapes.toUnknown(run, callee, call);
  run.recorder.lookedFor(callee, call);
  run.recorder.takenApart(callee, call);
  run.recorder.searches.called(callee, call);
  const madeOf = readByUnknown(run, callee, call);
  const method = callee.path.at(-1);
  const receiver = ownerOf(callee);
  if (method !== undefined && listsKeys(method) && receiver.source.request !== undefined)
    run.recorder.escapes.listed(run, receiver, method, call);
  const listing = method === undefined || call.args.length > 0 ? undefined : listingOf(receiver, method);
  if (listing) return listing;
  // A value that is made of a key depends on the names of all properties.
  const record = receiver.source.keyOf;
  if (record && method !== undefined) run.recorder.escapes.listed(run, record, method, call);
  if (method !== undefined) run.recorder.additions.called(run, receiver, method, call.args);
  if (method !== undefined && !call.isNew && run.language.configuresTestDouble?.(run, method, call))
    return receiver;
  const known = method === undefined || call.isNew ? undefined : METHODS.get(method);
  if (known && callee.path.length > 0) {
    const result = known(run, call, receiver);
    if (result) return result;
  }
  for (const argument of call.args.list) callArgument(run, argument, callee, call, response);
  const place = call.environment.locate(call.node);
  const step = call.isNew ? "new()" : method === undefined ? "()" : `${method}()`;
  // The matches of a pattern are parts of the text: `/…/.exec(text)` is `text.match(/…/)`.
  const text = isPatternCall(callee) ? call.args.list.find(isAnswerText) : undefined;
  if (text) return mapAlternatives(text, (one) => memberOfUnknown(one as UnknownValue, step, place));
  const stated = run.language.semantics.resultOfUnknown?.(run, receiver, call);
  if (stated) return stated;
  if (response && !call.isNew) return response;
  const of = method === undefined || call.isNew ? callee : receiver;
  const result = madeBy(memberOfUnknown(of, step, place), madeOf);
  return call.isNew ? result : namedResult(run, result, method ?? callee.source.name, call);
}

/**
 * Calls the function of a client that an unknown function gets, with the URL and the options behind it:
 * `limit(fetch, url, options)`. Returns undefined if it is none, or sends nothing to the API.
 */
export function passedOn(run: Run, callee: UnknownValue, call: Call): Value | undefined {
  const at = call.args.list.findIndex(isNative);
  const url = call.args.list[at + 1];
  if (at < 0 || !url || !holdsBase(run, url)) return undefined;
  // A test asks whether it was called: `calledWith(fetch, url)`.
  if (classOfFile(call.environment.locate(call.node).path) === "test") return undefined;
  const passedTo = shortName(nameOf(callee));
  const sent = { ...call, this: UNDEFINED, args: call.args.from(at + 1), isNew: false, passedTo };
  const result = callPerhaps(run, call.args.at(at), sent);
  return result.kind === "unknown" && result.source.request !== undefined ? result : undefined;
}

function isNative(value: Value): boolean {
  return value.kind === "object" && value.object.callable?.kind === "native";
}

/** Returns a result with the responses that it may be made of. Of a part of a response, more is known. */
function madeBy(result: UnknownValue, madeOf: readonly UnknownValue[]): UnknownValue {
  return madeOf.length === 0 || result.source.request !== undefined ? result : { ...result, madeOf };
}

/** An unknown callee may call a function that it receives, with unknown arguments, and gets its result. */
function callArgument(
  run: Run,
  argument: Value,
  callee: UnknownValue,
  call: Call,
  response: UnknownValue | undefined,
): void {
  if (argument.kind !== "object") return;
  const { callable } = argument.object;
  if (callable?.kind !== "closure") return;
  const args =
    (response ? answerGiven(response, callable, call) : partsGiven(callee, call, callable)) ??
    unknownArguments(run, callable.node, callable.environment);
  const callIt = (): void => {
    const given = callPerhaps(run, argument, { ...call, this: UNDEFINED, args, isNew: false });
    run.recorder.escapes.given(run, callee, call, given);
  };
  run.revisits.callLater(argument, call, () => run.deferred(callIt), undefined);
}

/** A call that sends a request gives its function the answer, behind an error: `send(url, (error, body) => …)`. */
function answerGiven(response: UnknownValue, { node }: Closure, call: Call): Arguments {
  const given = node.params.map((one) =>
    one.type === "Identifier" && /^_*(?:e|err|error)$/i.test(one.name) ? computed(call, "error") : response,
  );
  return new Arguments(given);
}

/** An unknown method of an answer gives its function the answer, or its elements: `clusters.Sum(c => c.numShards)`. */
function partsGiven(
  { source, path, ...rest }: UnknownValue,
  call: Call,
  { node }: Closure,
): Arguments | undefined {
  if (source.request === undefined || path.length === 0 || node.params.length === 0) return undefined;
  const receiver: UnknownValue = { ...rest, source, path: path.slice(0, -1) };
  const others = node.params.slice(1).map(() => computed(call, "argument"));
  return new Arguments([choice([receiver, elementOf(receiver)]), ...others]);
}

type UnknownMethod = (run: Run, call: Call, receiver: UnknownValue) => Value | undefined;

const elementOf = (receiver: UnknownValue): UnknownValue => memberOfUnknown(receiver, "[]");

/** Twice, since the second call may find what the first one left behind. */
function callForElements(
  run: Run,
  call: Call,
  receiver: UnknownValue,
  args: (element: Value) => readonly Value[],
): Value {
  const results: Value[] = [];
  for (let round = 0; round < 2; round++) {
    const given = new Arguments(args(elementOf(receiver)));
    results.push(callPerhaps(run, call.args.at(0), { ...call, this: UNDEFINED, args: given, isNew: false }));
  }
  return choice(results);
}

const forEachElement: UnknownMethod = (run, call, receiver) => {
  if (!isFunction(call.args.at(0))) return undefined;
  return callForElements(run, call, receiver, (element) => [element]);
};

/** Methods that call a function for each element and give the list again, perhaps with fewer elements. */
const sameList: UnknownMethod = (run, call, receiver) => {
  if (call.args.length > 0 && !forEachElement(run, call, receiver)) return undefined;
  return receiver;
};

const oneElement: UnknownMethod = (run, call, receiver) =>
  forEachElement(run, call, receiver) ? elementOf(receiver) : undefined;

const aboutElements: UnknownMethod = (run, call, receiver) =>
  forEachElement(run, call, receiver) ? memberOfUnknown(receiver, "length") : undefined;

/** `response.on("data", (chunk) => …)`: what the listener is given is a part of the response. */
const listen: UnknownMethod = (run, call, receiver) => {
  if (receiver.source.reason !== "response" || !isFunction(call.args.at(1))) return undefined;
  callBackLater(run, call.args.at(1), [receiver], call);
  return receiver;
};

/** `response.json("results.0.name")` of k6 reads what the path says. */
const jsonAt: UnknownMethod = (run, call, receiver) => {
  if (receiver.source.reason !== "response" || call.args.at(0).kind !== "text") return undefined;
  const whole = memberOfUnknown(receiver, "json()", call.environment.locate(call.node));
  return readJsonPath(run, whole, call, 0) ?? computed(call, "json");
};

/** Methods of objects, maps and JSON that say whether they have a property. */
const ASKING = [
  "hasOwnProperty",
  "has",
  "hasNonNull",
  "isNull",
  "containsKey",
  "ContainsKey",
  "contains_key",
];

const METHODS: ReadonlyMap<string, UnknownMethod> = new Map<string, UnknownMethod>([
  [
    "then",
    (run, call, receiver) => {
      const [fulfilled, rejected] = [call.args.at(0), call.args.at(1)];
      if (isFunction(rejected)) callBackLater(run, rejected, [memberOfUnknown(receiver, "catch()")], call);
      if (!isFunction(fulfilled)) return undefined;
      return makePromise(run, awaitValue(run, settle(run, fulfilled, [receiver], call)));
    },
  ],
  [
    "catch",
    (run, call, receiver) => {
      if (!isFunction(call.args.at(0))) return undefined;
      callBackLater(run, call.args.at(0), [memberOfUnknown(receiver, "catch()")], call);
      return receiver;
    },
  ],
  [
    "finally",
    (run, call, receiver) => {
      if (isFunction(call.args.at(0))) settle(run, call.args.at(0), [], call);
      return receiver;
    },
  ],
  ["json", jsonAt],
  ["forEach", (run, call, receiver) => (forEachElement(run, call, receiver) ? UNDEFINED : undefined)],
  [
    "map",
    (run, call, receiver) => {
      const result = forEachElement(run, call, receiver);
      if (!result) return undefined;
      const list = run.make("Array", call.environment.locate(call.node));
      pushSomeElement(run.store, list, result);
      return objectValue(list);
    },
  ],
  ["entries", (run, call, receiver) => (call.args.length === 0 ? entriesOf(run, call, receiver) : undefined)],
  ...ASKING.map((name): [string, UnknownMethod] => [name, hasOwn]),
  ["on", listen],
  ["once", listen],
  ["addListener", listen],
  [
    "flatMap",
    (run, call, receiver) => forEachElement(run, call, receiver) && memberOfUnknown(receiver, "flatMap()"),
  ],
  ["filter", sameList],
  ["sort", (run, call, receiver) => sortList(run, call, receiver)],
  ["toSorted", (run, call, receiver) => sortList(run, call, receiver)],
  ["find", oneElement],
  ["findLast", oneElement],
  ["some", aboutElements],
  ["every", aboutElements],
  ["findIndex", aboutElements],
  [
    "reduce",
    (run, call, receiver) => {
      if (!isFunction(call.args.at(0))) return undefined;
      let result: Value = call.args.length > 1 ? call.args.at(1) : elementOf(receiver);
      for (let round = 0; round < 2; round++) {
        const args = new Arguments([result, elementOf(receiver)]);
        const next = callPerhaps(run, call.args.at(0), { ...call, this: UNDEFINED, args, isNew: false });
        result = choice([result, next]);
      }
      return result;
    },
  ],
  ["slice", (_run, call, receiver) => (isTextual(call) ? undefined : receiver)],
  ["reverse", (_run, _call, receiver) => receiver],
  ["toReversed", (_run, _call, receiver) => receiver],
  ["flat", (_run, _call, receiver) => receiver],
  ["values", (_run, call, receiver) => (call.args.length === 0 ? receiver : undefined)],
  ["pop", (_run, call, receiver) => (call.args.length === 0 ? elementOf(receiver) : undefined)],
  ["shift", (_run, call, receiver) => (call.args.length === 0 ? elementOf(receiver) : undefined)],
  ["at", (_run, _call, receiver) => elementOf(receiver)],
]);

function sortList(run: Run, call: Call, receiver: UnknownValue): Value {
  if (isFunction(call.args.at(0))) {
    callForElements(run, call, receiver, (element) => [element, element]);
  }
  return receiver;
}

/** `[index, element]` of each element. */
function entriesOf(run: Run, call: Call, receiver: UnknownValue): Value {
  const list = run.make("Array", call.environment.locate(call.node));
  pushSomeElement(run.store, list, makeList(run, [computed(call, "index"), elementOf(receiver)]));
  return objectValue(list);
}

/** Asking for a property is reading it. */
function hasOwn(run: Run, call: Call, receiver: UnknownValue): undefined {
  const name = knownString(run, call.args.at(0));
  const { node, environment } = call;
  const key = node.type === "CallExpression" ? (node.arguments[0] ?? node) : node;
  if (name !== undefined) getMember(run, receiver, name, { node, key, environment });
}

/** `slice` on what is more likely a string. */
function isTextual(call: Call): boolean {
  return call.args.length === 0;
}
