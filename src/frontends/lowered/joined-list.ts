import { computed } from "../../analysis/builtins/native.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { concat } from "../../analysis/evaluation/coerce.js";
import { elementsOf } from "../../analysis/evaluation/heap.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { alternatives, choice, computedText, type Value } from "../../analysis/evaluation/value.js";

/** Joins the values of a header with commas, as they are sent. */
export function joinedList(run: Run, value: Value, call: Call): Value {
  return choice(
    alternatives(value).map((single) => {
      if (single.kind !== "object" || single.object.className !== "Array") return single;
      const elements = elementsOf(run.store.read(single.object));
      if (!elements) return computed(call, "header");
      return concat(
        run,
        elements.flatMap((one, index) => (index === 0 ? [one] : [computedText(", "), one])),
      );
    }),
  );
}
