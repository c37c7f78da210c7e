import { HOLE_MARK, concatTexts, flatten, sliceText, type Text } from "../../facts/text.js";
import { computedText } from "../evaluation/value.js";

/** A change of the parameters of a query, as `URLSearchParams` has it: https://url.spec.whatwg.org/#interface-urlsearchparams */
export type QueryChange = "set" | "append" | "delete";

/** Changes a query, parts of which may be unknown. What is written stays written where it was. */
export function changedQuery(query: Text, change: QueryChange, key: string, value: Text): Text {
  const added = concatTexts([computedText(`${encoded(key)}=`).text, encodedText(value)]);
  const pairs = pairsIn(query);
  const same = pairs.map((pair) => nameIn(pair) === key);
  if (change === "append") return joined([...pairs, added]);
  const first = change === "set" ? same.indexOf(true) : -1;
  const kept = pairs.flatMap((pair, index) =>
    index === first ? [added] : same[index] === true ? [] : [pair],
  );
  return joined(change === "set" && first < 0 ? [...kept, added] : kept);
}

/** Returns the name or value of a parameter as a query holds it: a form's way, with `+` for a space. */
export function encoded(text: string): string {
  return new URLSearchParams({ k: text }).toString().slice("k=".length);
}

/** Returns a value as a query holds it. */
export function encodedText(text: Text): Text {
  return concatTexts(
    text.parts.map((part): Text => {
      if (part.kind === "hole") return { kind: "text", parts: [part] };
      const made = encoded(part.text);
      return made === part.text ? { kind: "text", parts: [part] } : computedText(made).text;
    }),
  );
}

/** The parameters as they are printed: a pair that is known is encoded in the usual way. */
function pairsIn(query: Text): Text[] {
  const pairs: Text[] = [];
  let start = 0;
  for (const flat of flatten(query).split("&")) {
    const pair = sliceText(query, start, start + flat.length);
    start += flat.length + 1;
    if (flat === "") continue;
    const made = flat.includes(HOLE_MARK) ? flat : new URLSearchParams(flat).toString();
    pairs.push(made === flat ? pair : computedText(made).text);
  }
  return pairs;
}

/** Returns the name of a parameter; `undefined` where it is not known. */
function nameIn(pair: Text): string | undefined {
  const [name = ""] = flatten(pair).split("=", 1);
  return name.includes(HOLE_MARK) ? undefined : new URLSearchParams(name).keys().next().value;
}

function joined(pairs: readonly Text[]): Text {
  return concatTexts(pairs.flatMap((pair, index) => (index > 0 ? [computedText("&").text, pair] : [pair])));
}
