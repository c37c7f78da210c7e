import { setMember } from "../../../analysis/evaluation/heap.js";
import { copyMembers, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { UNTOUCHED } from "../../../analysis/evaluation/store.js";
import {
  UNDEFINED,
  isFunction,
  nullishness,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  callBack,
  callBackLater,
  definePrototype,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Run } from "../../../analysis/evaluation/run.js";

/** `this.setState(part)` or `this.setState((state, props) => part)`: what it sets may be there from then on. */
const setState: NativeFunction = (run, call) => {
  if (call.this.kind !== "object") return UNDEFINED;
  const [given, done] = [call.args.at(0), call.args.at(1)];
  const state = peek(run, call.this, "state");
  const part = isFunction(given) ? callBack(run, given, [state, peek(run, call.this, "props")], call) : given;
  const { object } = call.this;
  const site = { node: call.node, key: call.node, environment: call.environment };
  const set = run.store.fork(() => {
    if (state.kind === "object") copyMembers(run, state.object, part, site);
    else setMember(run.store, object, "state", { value: part, maybeAbsent: false });
  });
  run.store.join([set, UNTOUCHED]);
  if (isFunction(done)) callBackLater(run, done, [], call);
  return UNDEFINED;
};

/**
 * Models `Component` and `PureComponent` as base classes: an instance has its attributes in `props`.
 * https://react.dev/reference/react/Component
 */
export function componentClass(run: Run): Value {
  const prototype = run.make("Component.prototype", undefined);
  definePrototype(prototype, { setState, forceUpdate: () => UNDEFINED }, true);
  const construct: NativeFunction = (inner, call) => {
    const given = call.args.at(0);
    const place = call.environment.locate(call.node);
    const props =
      nullishness(given) === true ? unknown({ reason: "parameter", name: "props", place }) : given;
    return makeObject(inner, { props });
  };
  return nativeValue("Component", construct, { prototype: objectValue(prototype) });
}
