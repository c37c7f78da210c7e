import { classOfFile } from "../../../core/file-class.js";
import { callBackLater, extendPrototype, type NativeFunction } from "../../../analysis/builtins/native.js";
import { awaitValue } from "../../../analysis/builtins/promises.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { evaluate } from "../../../analysis/evaluation/expressions.js";
import type { HeapObject } from "../../../analysis/evaluation/heap.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  isFunction,
  nullishness,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";

/** Methods of the mock functions of Jest, Vitest and Node.js, which no other thing has. */
const MOCK_METHODS: ReadonlySet<string> = new Set([
  "mockResolvedValue",
  "mockResolvedValueOnce",
  "mockReturnValue",
  "mockReturnValueOnce",
]);

/** Methods of the stubs of Sinon; their names are everyday words, so they count in tests alone. */
const OF_STUBS = new Set(["resolves", "returns"]);

/** Takes a call of an unknown value that tells a mock function what it answers. Returns false for other methods. */
export function configuresMock(run: Run, method: string, call: Call): boolean {
  const isOfStub = OF_STUBS.has(method) && classOfFile(call.environment.module.path) === "test";
  if (!MOCK_METHODS.has(method) && !isOfStub) return false;
  run.store.observer?.markNotReplayable();
  mockAnswer(run, call);
  return true;
}

const mocked: NativeFunction = (run, call) => {
  mockAnswer(run, call);
  return call.this;
};

/** Adds the methods of mock functions: a test may have replaced any function by one. */
export function addMockMethods(className: string, prototype: HeapObject): void {
  if (className === "Function")
    extendPrototype(prototype, Object.fromEntries([...MOCK_METHODS].map((name) => [name, mocked])));
}

/**
 * Models `axios.get.mockResolvedValue({ data })`, `fetch.mockResolvedValueOnce({ json: async () => body })` and
 * `stub.withArgs(url).resolves({ data })`: a test expects this body in the response. The URL is known if the call
 * before names the arguments.
 */
function mockAnswer(run: Run, call: Call): void {
  const body = bodyOf(run, call.args.at(0), call);
  if (body.kind !== "object") return;
  const url = statedUrl(run, call) ?? unknown({ reason: "call", name: "a mock function" });
  const { recorded } = run.recorder.request(run, {
    client: "a mock function",
    call,
    url,
    method: computedText("GET"),
    headers: [unknown({ reason: "computed", name: "mock" })],
    body: UNDEFINED,
    understood: false,
    setting: "mock",
  });
  recorded.answer(run, body);
}

/**
 * Returns the value of `data` (axios), the result of `json()` (fetch) or the value of `body`; or else the value itself.
 */
function bodyOf(run: Run, value: Value, call: Call): Value {
  if (value.kind !== "object") return value;
  const json = peek(run, value, "json");
  if (isFunction(json)) return awaitValue(run, callBackLater(run, json, [], call));
  for (const name of ["data", "body"]) {
    const inner = peek(run, value, name);
    if (inner.kind === "object") return inner;
  }
  return value;
}

/** The first argument of `withArgs(…)` (Sinon) or `calledWith(…)` (jest-when) in front of the call. */
function statedUrl(run: Run, { node, environment }: Call): Value | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  const before = node.callee.object;
  if (before.type !== "CallExpression" || before.callee.type !== "MemberExpression") return undefined;
  const { property } = before.callee;
  const states =
    property.type === "Identifier" && (property.name === "withArgs" || property.name === "calledWith");
  const [first] = before.arguments;
  if (!states || !first || first.type === "SpreadElement") return undefined;
  const url = evaluate(run, first, environment);
  return nullishness(url) === true ? undefined : url;
}
