import { addAll } from "../../../core/add-all.js";
import { callBack, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { computedText, isFunction, type Value } from "../../../analysis/evaluation/value.js";

/** Models `buildString { append("…") }`. */
export const buildText: NativeFunction = (run, call) => {
  const parts: Value[] = [];
  const add =
    (end: string): NativeFunction =>
    (_run, own) => {
      addAll(parts, own.args.list);
      if (end !== "") parts.push(computedText(end));
      return self;
    };
  const self: Value = nativeObject("StringBuilder", natives({ append: add(""), appendLine: add("\n") }));
  const lambda = call.args.list.at(-1);
  if (lambda && isFunction(lambda)) callBack(run, lambda, [self], call);
  return concat(run, parts);
};
