import { writtenByAnybody } from "../../../analysis/evaluation/async-writes.js";
import { alternatives, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { callBackLater, computed, nativeValue } from "../../../analysis/builtins/native.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";

/**
 * Models `new Proxy(target, handler)`. Without traps it is the target. The results of traps are not followed. Traps may
 * be called, and write to the target, at any time.
 */
export function proxyConstructor(): Value {
  const itself = unknown({ reason: "global", name: "Proxy" });
  return nativeValue("Proxy", (run, call) => {
    const [target, handler] = [call.args.at(0), call.args.at(1)];
    const content = handler.kind === "object" ? run.store.read(handler.object) : undefined;
    const hasTraps = !content || content.members.size + content.rest.length + content.open.length > 0;
    if (!hasTraps) return target;
    for (const single of alternatives(target))
      if (single.kind === "object") writtenByAnybody(run.store, single.object);
    for (const { value } of content?.members.values() ?? [])
      if (value.kind === "object" && value.object.callable)
        callBackLater(run, value, [target, computed(call, "key"), computed(call, "value")], call);
    return callUnknown(run, itself, call);
  });
}
