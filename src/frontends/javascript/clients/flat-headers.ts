import { elementsOf, mergeUnknown } from "../../../analysis/evaluation/heap.js";
import { headerNameOf, setHeader } from "../../../analysis/builtins/header-names.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { mapAlternatives, opaque, type Single, type Value } from "../../../analysis/evaluation/value.js";
import type { Draft } from "../../../analysis/recording/recorder.js";

/**
 * Returns headers of which a list has names and values in turn: `["accept", "…", "x-a", "…"]`. No header can be added
 * to such a list as to a list of pairs, so it is none of those that are written.
 */
export function withFlatHeaders(
  run: Run,
  layers: readonly Value[],
): Required<Pick<Draft, "headers" | "written">> {
  const headers = layers.map((layer) => mapAlternatives(layer, (single) => recordOf(run, single) ?? single));
  return { headers, written: layers.filter((layer, index) => layer === headers[index]) };
}

function recordOf(run: Run, list: Single): Value | undefined {
  if (list.kind !== "object" || list.object.className !== "Array") return undefined;
  const record = makeObject(run, {});
  const content = run.store.read(list.object);
  const elements = elementsOf(content);
  // Such a list has an even number of elements.
  if (!elements || elements.length % 2 > 0 || content.open.length > 0) {
    mergeUnknown(run.store, record.object, opaque("computed", "list of headers"));
    return record;
  }
  for (let at = 0; at < elements.length; at += 2) {
    setHeader(run, record.object, headerNameOf(run, elements[at]!), { value: elements[at + 1]! });
  }
  return record;
}
