import { groupBy } from "../../core/group-by.js";
import type { QueryParameter } from "../../facts/request.js";
import { HOLE_MARK, flatten, sliceText, type Text } from "../../facts/text.js";
import { textAlternatives, toText } from "../evaluation/coerce.js";
import { elementsToRead, type HeapObject } from "../evaluation/heap.js";
import { peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, nullishness, type Value } from "../evaluation/value.js";

/**
 * Returns the query that clients get beside the URL, the weakest layer first: an object of values, a text,
 * `URLSearchParams`, a list of pairs. The strongest layer decides about a parameter that several layers have. Unknown
 * parts of a query are left out.
 */
export function queryParameters(run: Run, layers: readonly Value[]): QueryParameter[] {
  const found = new Map<string, readonly Text[]>();
  for (const layer of layers) {
    for (const single of textAlternatives(run, layer)) {
      const given =
        single.kind === "text"
          ? pairsOfText(single.text)
          : single.kind === "object"
            ? pairsOfObject(run, single.object)
            : [];
      const isSure = layer.kind !== "choice";
      // A parameter may be there several times.
      for (const [name, pairs] of groupBy(given, ([key]) => key)) {
        const values = pairs.map(([, value]) => value);
        found.set(name, isSure ? values : [...(found.get(name) ?? []), ...values]);
      }
    }
  }
  return [...found].map(([name, values]) => ({ name, values }));
}

type Pair = readonly [name: string, value: Text];

/** `?a=b&c=d`; a parameter whose name is not known is none. */
function pairsOfText(text: Text): Pair[] {
  const pairs: Pair[] = [];
  const flat = flatten(text);
  let start = flat.startsWith("?") ? 1 : 0;
  for (const pair of flat.slice(start).split("&")) {
    const [name = "", value] = pair.split("=", 2);
    const from = start + name.length + 1;
    if (value !== undefined && !name.includes(HOLE_MARK))
      pairs.push([name, sliceText(text, from, from + value.length)]);
    start += pair.length + 1;
  }
  return pairs;
}

function pairsOfObject(run: Run, object: HeapObject): Pair[] {
  const content = run.store.read(object);
  if (object.className === "Array") {
    return (elementsToRead(content) ?? []).flatMap((pair) =>
      textAlternatives(run, peek(run, pair, "0")).flatMap((name) =>
        name.kind === "text" ? pairsOf(run, flatten(name.text), peek(run, pair, "1")) : [],
      ),
    );
  }
  return [...content.members].flatMap(([key, slot]) =>
    slot.getter || slot.isHidden ? [] : pairsOf(run, key, slot.value),
  );
}

/** Clients leave out what is `undefined` or `null`; a list is as many parameters. */
function pairsOf(run: Run, name: string, value: Value): Pair[] {
  return alternatives(value).flatMap((single): Pair[] => {
    if (nullishness(single) === true) return [];
    if (single.kind !== "object") return [[name, toText(run, single)]];
    if (single.object.className !== "Array") return [];
    const elements = elementsToRead(run.store.read(single.object)) ?? [];
    return elements.flatMap((element) => pairsOf(run, name, element));
  });
}
