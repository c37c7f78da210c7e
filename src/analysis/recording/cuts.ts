import { ownerOf } from "../evaluation/answers.js";
import type { CutFact } from "../../facts/file-facts.js";
import { knownText, type Text } from "../../facts/text.js";
import type { Call } from "../evaluation/callable.js";
import type { UnknownValue, Value } from "../evaluation/value.js";
import { fieldOfAccess } from "./fields.js";
import type { Access, Recorder } from "./recorder.js";

/** Methods of strings that give a part of them, or another text made of them. */
const METHODS = new Set([
  "match",
  "matchAll",
  "replace",
  "replaceAll",
  "slice",
  "split",
  "substr",
  "substring",
]);

/** Returns whether a step of a path stands for what such a method gives. */
export function isCut(step: string): boolean {
  return step.endsWith("()") && METHODS.has(step.slice(0, -2));
}

export interface Cut {
  readonly access: Access;
  readonly by: string;
  readonly args: readonly (string | undefined)[];
}

/**
 * Recognises a string method that is called on a property of interest of an unknown value. Undefined for other calls.
 */
export function cutOf(
  callee: UnknownValue,
  { node, environment, args }: Call,
  names: ReadonlySet<string>,
): Cut | undefined {
  const by = callee.path.at(-1);
  const property = callee.path.at(-2);
  if (by === undefined || property === undefined || !METHODS.has(by) || !names.has(property))
    return undefined;
  const target = node.type === "CallExpression" ? node.callee : node;
  const place = environment.locate(target.type === "MemberExpression" ? target.property : target);
  const of = ownerOf(callee);
  const access: Access = { of, access: "read", place, extent: environment.locate(node) };
  return { access, by, args: args.list.map(textIn) };
}

function textIn(value: Value): string | undefined {
  return value.kind === "text" ? startOf(value.text) : undefined;
}

/** The text, as far as it is known from its start. */
function startOf(text: Text): string | undefined {
  const [first] = text.parts;
  return knownText(text) ?? (first?.kind === "segment" ? first.text : undefined);
}

export function cutFact(
  { access, by, args }: Cut,
  recorder: Recorder,
  sameAs: (id: string) => string,
): CutFact {
  return { kind: "cut", field: fieldOfAccess(access, recorder, sameAs), by, args };
}
