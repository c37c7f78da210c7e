import { computed, nativeObject, nativeValue, natives } from "../../../analysis/builtins/native.js";
import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import { mapAlternatives, memberOfUnknown, type Value } from "../../../analysis/evaluation/value.js";

/**
 * `DataFrame(clusters)`, `json_normalize(clusters)`: a table of a part of a response, with a column for each property of
 * its elements. A column is read as the property of any element: `frame["name"]`. Tables of other values are not known.
 */
const frameOf: NativeFunction = (_run, call) =>
  mapAlternatives(call.args.at(0), (given): Value => {
    if (given.kind !== "unknown") return computed(call, "DataFrame");
    const element = memberOfUnknown(given, "[]");
    const iterrows: NativeFunction = (run, inner) => {
      const rows = makeList(run, []);
      pushSomeElement(run.store, rows.object, makeList(run, [computed(inner, "index"), element]));
      return rows;
    };
    return nativeObject("DataFrame", natives({ iterrows }), element);
  });

/** The class of tables, and the function that flattens. */
export const DATA_FRAMES = {
  DataFrame: nativeValue("DataFrame", frameOf, natives({ from_records: frameOf })),
  ...natives({ json_normalize: frameOf }),
};
