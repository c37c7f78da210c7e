import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callPerhaps } from "../../../analysis/evaluation/calls.js";
import { makeList, makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  unknown,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { MARKUP_FUNCTIONS } from "../markup/functions.js";
import { nativeValue, natives, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";

/** The elements that are iterated; for an object that is not a list, its values. */
const items: NativeFunction = (run, call) => {
  const given = call.args.at(0);
  run.recorder.escapes.listed(run, given, "the markup", siteOf(call));
  return choice(alternatives(given).map((single) => itemsOf(run, single)));
};

function itemsOf(run: Run, single: Single): Value {
  if (single.kind !== "object" || single.object.className !== "Object") return single;
  const { members } = run.store.read(single.object);
  return makeList(
    run,
    [...members.values()].map(({ value }) => value),
  );
}

const BOXES: ReadonlySet<string> = new Set(["Ref", "Computed"]);

/** Boxes of Vue are opened, everything else is what it is. */
const box: NativeFunction = (run, call) =>
  choice(
    alternatives(call.args.at(0)).map((single) =>
      single.kind === "object" && BOXES.has(single.object.className)
        ? single
        : makeObject(run, { value: single }),
    ),
  );

/** A function or class is called with the properties; everything else gets them in a way that is not followed. */
const component: NativeFunction = (run, call) => {
  const [named, callee = UNDEFINED, props = UNDEFINED, ...inner] = call.args.list;
  const what = named?.kind === "text" ? named.text : undefined;
  const first = what?.parts[0];
  const to = unknown({ reason: "global", name: first?.kind === "segment" ? first.text : "a component" });
  for (const single of alternatives(callee)) {
    const callable = single.kind === "object" ? single.object.callable : undefined;
    const args = new Arguments([props]);
    if (callable?.kind === "closure") run.deferred(() => callPerhaps(run, single, { ...call, args }));
    else run.recorder.escapes.toUnknown(run, to, { ...call, args });
  }
  for (const slot of inner) drawSlot(run, slot, call);
  return UNDEFINED;
};

/** Calls the content that a component gets for a slot, with properties of its own. */
function drawSlot(run: Run, slot: Value, call: Call): void {
  const callable = slot.kind === "object" ? slot.object.callable : undefined;
  if (callable?.kind !== "closure") return;
  const args = new Arguments(
    callable.node.params.map((param) =>
      unknown({
        reason: "parameter",
        name: param.type === "Identifier" ? param.name : "slot",
        place: callable.environment.locate(param),
      }),
    ),
  );
  run.deferred(() => callPerhaps(run, slot, { ...call, args }));
}

/** An object is shown as JSON. */
const text: NativeFunction = (run, call) => {
  run.recorder.escapes.shown(run, "the markup", call);
  return UNDEFINED;
};

const first: NativeFunction = (_run, call) => call.args.at(0);

/**
 * Returns the functions that the code for markup calls, and the runes of Svelte:
 * https://svelte.dev/docs/svelte/what-are-runes
 */
export const markupFunctions = (): [string, () => Value][] => [
  ["$state", () => nativeValue("$state", first, natives({ raw: first, snapshot: first }))],
  ["$derived", () => nativeValue("$derived", first)],
  [MARKUP_FUNCTIONS.items, () => nativeValue("items", items)],
  [MARKUP_FUNCTIONS.box, () => nativeValue("box", box)],
  [MARKUP_FUNCTIONS.component, () => nativeValue("component", component)],
  [MARKUP_FUNCTIONS.text, () => nativeValue("text", text)],
];
