import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember, type HeapObject } from "../../../analysis/evaluation/heap.js";
import { makeList, makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  choice,
  isFunction,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  callBackLater,
  computed,
  definePrototype,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { makePromise } from "../../../analysis/builtins/promises.js";

/** The arguments of one event, and its listeners. */
interface Channel {
  readonly listeners: { readonly callback: Value; readonly call: Call }[];
  readonly emitted: (readonly Value[])[];
  /** A listener that tells the same event again brings nothing new. */
  isEmitting: boolean;
}

/** More listeners or tellings of one event than this are left aside. */
const MAX_KEPT = 16;

/** Emitters outlive the code that creates them: an event that is emitted in any branch may reach any listener. */
const channels = new WeakMap<HeapObject, Map<string, Channel>>();

/** @param event the name of an event; those whose name is not known are one */
function channelOf(run: Run, emitter: Value, event: Value): Channel | undefined {
  if (emitter.kind !== "object") return undefined;
  const name = knownString(run, event) ?? "";
  let known = channels.get(emitter.object);
  if (!known) channels.set(emitter.object, (known = new Map()));
  let channel = known.get(name);
  if (!channel) known.set(name, (channel = { listeners: [], emitted: [], isEmitting: false }));
  return channel;
}

function listen(run: Run, emitter: Value, event: Value, callback: Value, call: Call): void {
  const channel = channelOf(run, emitter, event);
  if (!channel || !isFunction(callback)) return;
  if (channel.listeners.length < MAX_KEPT) channel.listeners.push({ callback, call });
  for (const args of [...channel.emitted]) callBackLater(run, callback, args, call);
}

function dispatch(run: Run, emitter: Value, event: Value, args: readonly Value[], emitting: Call): void {
  const channel = channelOf(run, emitter, event);
  // Unknown code may listen.
  if (!channel || channel.listeners.length === 0) run.recorder.escapes.shown(run, "every listener", emitting);
  if (!channel || channel.isEmitting) return;
  if (channel.emitted.length < MAX_KEPT) channel.emitted.push(args);
  channel.isEmitting = true;
  for (const { callback, call } of [...channel.listeners]) callBackLater(run, callback, args, call);
  channel.isEmitting = false;
}

const on: NativeFunction = (run, call) => {
  listen(run, call.this, call.args.at(0), call.args.at(1), call);
  return call.this;
};

const emit: NativeFunction = (run, call) => {
  dispatch(run, call.this, call.args.at(0), call.args.list.slice(1), call);
  return computed(call, "emit");
};

const itself: NativeFunction = (_run, call) => call.this;

/**
 * `EventEmitter`, to be made or to be extended: what `emit` tells comes to who listens with `on`, in whatever order the
 * two are called. https://nodejs.org/api/events.html
 */
function emitterClass(run: Run): Value {
  const prototype = run.make("EventEmitter", undefined);
  definePrototype(prototype, {
    on,
    once: on,
    addListener: on,
    prependListener: on,
    prependOnceListener: on,
    emit,
    off: itself,
    removeListener: itself,
    removeAllListeners: itself,
    setMaxListeners: itself,
  });
  const construct: NativeFunction = (inner, call) =>
    objectValue(inner.make("EventEmitter", call.environment.locate(call.node), prototype));
  const rest = unknown({ reason: "import", name: "events", specifier: "events" });
  const members = { prototype: objectValue(prototype), ...natives({ once: onceOf }) };
  const made = nativeValue("EventEmitter", construct, members, "Function", rest);
  for (const name of ["EventEmitter", "EventEmitter2", "default"])
    setMember(run.store, made.object, name, { value: made, maybeAbsent: false });
  return made;
}

/** `once(emitter, event)`: a promise of the list of the event's arguments. */
const onceOf: NativeFunction = (run, call) => {
  const channel = channelOf(run, call.args.at(0), call.args.at(1));
  if (!channel || channel.emitted.length === 0) return computed(call, "once");
  return makePromise(run, choice(channel.emitted.map((args) => makeList(run, args))));
};

/** `mitt()`: an object with `on`, `off` and `emit`, for which `*` is every event. https://github.com/developit/mitt */
const mitt: NativeFunction = (run, making) => {
  const made = makeObject(run, {}, "Emitter", making.environment.locate(making.node));
  const members = natives({
    on: (inner, call) => {
      listen(inner, made, call.args.at(0), call.args.at(1), call);
      return UNDEFINED;
    },
    emit: (inner, call) => {
      dispatch(inner, made, call.args.at(0), call.args.list.slice(1), call);
      return UNDEFINED;
    },
    off: () => UNDEFINED,
  });
  return makeObject(run, members, "Emitter");
};

export const emitterModules = (): [string, (run: Run) => Value][] => [
  ["events", emitterClass],
  ["eventemitter3", emitterClass],
  ["eventemitter2", emitterClass],
  ["mitt", () => nativeValue("mitt", mitt, { default: nativeValue("mitt", mitt) })],
  ["nanoevents", () => nativeObject("nanoevents", natives({ createNanoEvents: mitt }))],
];
