import { flatten, knownText, sliceText, type Text } from "../../../facts/text.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { computedText, textOf, type Value } from "../../../analysis/evaluation/value.js";

/** A part of a JSON body. The keys of a list are empty. */
type Part = Leaf | Group;

interface Leaf {
  readonly value: Value;
  /** True if the value is JSON, and not the text of a string. */
  readonly isJson: boolean;
}

interface Group {
  readonly isList: boolean;
  readonly members: { readonly key: Text; readonly part: Part }[];
}

/** Fields of a command that become one JSON body: `name=a`, `size:=3`, `spec[region]=b`, `list[]=c`. */
export class JsonItems {
  readonly #root: Group = { isList: false, members: [] };

  get isEmpty(): boolean {
    return this.#root.members.length === 0;
  }

  add(name: Text, value: Value, isJson: boolean): void {
    const keys = keysOf(name);
    let at = this.#root;
    for (const [index, key] of keys.entries()) {
      const next = keys[index + 1];
      if (!next) at.members.push({ key, part: { value, isJson } });
      else at = groupIn(at, key, /^\d*$/.test(flatten(next)));
    }
  }

  /** Returns the body as a text in which every key has its place in the command. */
  body(run: Run): Value {
    return concat(run, piecesOf(this.#root));
  }
}

/** `a[b][0][]` has four keys. */
function keysOf(name: Text): Text[] {
  const flat = flatten(name);
  const open = flat.indexOf("[");
  if (open < 0) return [name];
  const keys = [...flat.matchAll(/\[([^[\]]*)\]/g)].map(({ index, 1: key = "" }) =>
    sliceText(name, index + 1, index + 1 + key.length),
  );
  return open > 0 ? [sliceText(name, 0, open), ...keys] : keys;
}

function groupIn(group: Group, key: Text, isList: boolean): Group {
  const name = flatten(key);
  const known = name === "" ? undefined : group.members.find((one) => flatten(one.key) === name)?.part;
  if (known && "members" in known) return known;
  const made: Group = { isList, members: [] };
  group.members.push({ key, part: made });
  return made;
}

function piecesOf(part: Part): Value[] {
  if (!("members" in part)) return part.isJson ? [part.value] : [QUOTE, ...escaped(part.value), QUOTE];
  const [open, close] = part.isList ? ["[", "]"] : ["{", "}"];
  const members = part.members.flatMap(({ key, part: inner }, index) => [
    ...(index > 0 ? [computedText(",")] : []),
    ...(part.isList ? [] : [QUOTE, ...escaped(textOf(key.parts)), QUOTE, computedText(":")]),
    ...piecesOf(inner),
  ]);
  return [computedText(open!), ...members, computedText(close!)];
}

const QUOTE = computedText('"');

/** A text between the quotes of a JSON string. */
function escaped(value: Value): Value[] {
  const known = value.kind === "text" ? knownText(value.text) : undefined;
  return known !== undefined && /["\\\p{Cc}]/u.test(known)
    ? [computedText(JSON.stringify(known).slice(1, -1))]
    : [value];
}
