import { itself, nativeValue } from "../../analysis/builtins/native.js";
import { HeapObject } from "../../analysis/evaluation/heap.js";

/** Names of methods that tell or send something, so they give something else than the builder. */
const GIVES_ANOTHER =
  /^(?:(?:get|is|has|to|as|open|read|send|execute|exchange|perform|call)(?:[A-Z]|$)|equals$|hashCode$)/;

/**
 * The prototype of builders: a method that is not modelled is a setting, such as a time limit. It gives the builder
 * again, so the chain of calls goes on.
 */
export const BUILDER = new HeapObject("Builder", undefined);
BUILDER.inherit = (_run, key) => (GIVES_ANOTHER.test(key) ? undefined : nativeValue(key, itself));
