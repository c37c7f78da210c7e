import { getMember, type Site } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { opaque, type ObjectValue, type Single, type Value } from "../../../analysis/evaluation/value.js";
import { boundMember } from "../../lowered/bound-methods.js";
import { methodIn } from "../../lowered/methods.js";
import { DICT_METHODS } from "./dicts.js";
import { memberOfPath } from "./files.js";
import { INSTANCE_METHODS } from "./instances.js";
import { classMethod } from "./model-modules.js";
import { LIST_METHODS } from "./lists.js";
import { TEXT_METHODS } from "./texts.js";
import { UNKNOWN_METHODS } from "./unknowns.js";

/** Models `value.name`. See `Semantics.attribute`. */
export function attributeOf(
  run: Run,
  value: Single,
  name: string,
  isCalled: boolean,
  site: Site,
): Value | undefined {
  switch (value.kind) {
    case "text":
      return (
        methodIn(TEXT_METHODS, name) ??
        memberOfPath(run, value, name, isCalled) ??
        (name === "value" ? value : opaque("computed", name))
      );
    case "scalar":
      return name === "value" ? value : opaque("computed", name);
    case "unknown":
      return (
        memberOfPath(run, value, name, isCalled) ?? (isCalled ? methodIn(UNKNOWN_METHODS, name) : undefined)
      );
    case "object":
      return ofObject(run, value, name) ?? memberOf(run, value, name, isCalled, site);
  }
}

/**
 * Returns a member of an instance or a class. Reading one that nothing has assigned ends the program, so code that is
 * not seen assigns it.
 */
function memberOf(run: Run, value: ObjectValue, name: string, isCalled: boolean, site: Site): Value {
  const member = isCalled ? getMember(run, value, name, site) : boundMember(run, value, name, site);
  const isMissing = member.kind === "scalar" && member.value === undefined;
  return isMissing ? opaque("property", name, site.environment.locate(site.node)) : member;
}

function ofObject(run: Run, value: ObjectValue, name: string): Value | undefined {
  const { object } = value;
  switch (object.className) {
    case "Array":
      return methodIn(LIST_METHODS, name) ?? opaque("computed", name);
    case "Object":
      return (
        methodIn(DICT_METHODS, name) ??
        (run.store.read(object).members.has(name) ? undefined : opaque("computed", name))
      );
    case "JSON text":
    case "Generator":
      return methodIn(TEXT_METHODS, name);
    default:
      return ofInstance(run, value, name);
  }
}

/**
 * Returns members that all instances have, and those that libraries add to data classes, unless the class declares
 * them.
 */
function ofInstance(run: Run, value: ObjectValue, name: string): Value | undefined {
  if (name === "__dict__") return value;
  if (name === "__name__" || name === "__class__") return opaque("computed", name);
  const method = methodIn(INSTANCE_METHODS, name) ?? classMethod(run, value, name);
  if (!method) return undefined;
  for (let at = value.object as typeof value.object | undefined; at; at = at.prototype)
    if (run.store.read(at).members.has(name)) return undefined;
  return method;
}
