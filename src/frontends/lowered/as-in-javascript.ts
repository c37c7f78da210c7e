import { callBack, computed, type NativeFunction } from "../../analysis/builtins/native.js";

/** Models a method by the JavaScript method that does the same, which may have another name or fewer arguments. */
export function asInJavaScript(className: string, method: string, most = Infinity): NativeFunction {
  return (run, call) => {
    const prototype = run.realm.prototypes.get(className);
    const value = prototype && run.store.read(prototype).members.get(method)?.value;
    if (!value || call.args.length > most || call.args.rest || call.args.keywords)
      return computed(call, method);
    return callBack(run, value, call.args.list, call, call.this);
  };
}
