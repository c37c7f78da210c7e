import type { Node } from "@oxc-project/types";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import type { Environment } from "../../../analysis/evaluation/environment.js";
import { mergeUnknown, type HeapObject } from "../../../analysis/evaluation/heap.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  choice,
  memberOfUnknown,
  nullishness,
  objectValue,
  unknown,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { computed, natives } from "../../../analysis/builtins/native.js";

/**
 * Returns the value of an import of `config` if there are settings files: the values of all of them, and those that the
 * environment may set instead. Returns `undefined` if there are none. https://github.com/node-config/node-config/wiki
 */
export function nodeConfig(run: Run, environment: Environment, node: Node): Value | undefined {
  const place = environment.locate(node);
  const [first, ...others] = run.modules.importSettings(run, environment.module, place);
  if (!first) return undefined;
  const files = [first, ...others].map((file) => settingsIn(run, file));
  const owner = first.kind === "object" ? first.object : undefined;
  const known = owner && made.get(owner);
  if (known) return known;
  const value = run.store.atModuleLevel(() =>
    settings(run, files, unknown({ reason: "environment", name: "config", place })),
  );
  if (owner) made.set(owner, value);
  return value;
}

/** All who ask for the same settings get the same object, by what the first of their files holds. */
const made = new WeakMap<HeapObject, Value>();

function settingsIn(run: Run, module: Value): Value {
  const standard = peek(run, module, "default");
  return nullishness(standard) === true || standard.kind === "unknown" ? module : standard;
}

/** Settings of several files under the same key, as one object. */
function settings(run: Run, files: readonly Value[], otherwise: UnknownValue): Value {
  const object: HeapObject = run.make("Settings", undefined);
  mergeUnknown(run.store, object, otherwise);
  const known = new Map<string, Value>();
  const read = (key: string): Value => {
    let value = known.get(key);
    if (!value) known.set(key, (value = setting(run, files, key, memberOfUnknown(otherwise, key))));
    return value;
  };
  const functions = natives({
    get: (inner, call) => {
      const path = knownString(inner, call.args.at(0));
      if (path === undefined) return computed(call, "config.get");
      let value: Value = objectValue(object);
      for (const step of path.split(".")) value = peek(inner, value, step);
      return value;
    },
    has: (_inner, call) => computed(call, "config.has"),
  });
  object.lazyMember = (key) => functions[key] ?? (key === "default" ? objectValue(object) : read(key));
  return objectValue(object);
}

function setting(run: Run, files: readonly Value[], key: string, otherwise: UnknownValue): Value {
  const stated = files.map((file) => peek(run, file, key)).filter((value) => nullishness(value) !== true);
  const isGroup = (value: Value): boolean => value.kind === "object" && value.object.className === "Object";
  return stated.length > 0 && stated.every(isGroup)
    ? settings(run, stated, otherwise)
    : choice([...stated, otherwise]);
}
