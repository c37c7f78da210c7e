import { knownText } from "../../facts/text.js";
import type { ListTree, ObjectTree, Tree } from "../../facts/tree.js";
import type { BodyShape } from "./bodies.js";

/** Returns more texts that a member may have, so that all that depends on it is tried; by the last name of its path. */
export type OtherTexts = (name: string) => readonly string[];

/** So many bodies are tried. */
const MOST_BODIES = 1000;
/** The number of characters of a text that a pattern is compared with. */
const LONGEST = 200;

/**
 * Returns bodies that code may send where only a few values are unknown: one for each choice of values that stand for
 * all that they may be. The first one has values that are alike nowhere. Returns nothing where an unknown part may have
 * members of its own, or where there are too many bodies.
 */
export function possibleBodies(body: Tree, shape: BodyShape, otherTexts: OtherTexts): unknown[] {
  const known = new KnownValues(body);
  const all = valuesOf(body, { shape, name: "" }, known, otherTexts);
  return all === undefined || all.length > MOST_BODIES ? [] : all;
}

/** The place of a value in a body. */
interface Slot {
  readonly shape: BodyShape | undefined;
  readonly name: string;
}

/** The values that are written in a body: an unknown one may be the same. */
class KnownValues {
  readonly texts = new Set<string>();
  readonly numbers = new Set<number>();

  constructor(body: Tree) {
    this.#collect(body);
  }

  #collect(tree: Tree): void {
    if (tree.kind === "text") {
      const text = knownText(tree.text);
      if (text !== undefined) this.texts.add(text);
    } else if (tree.kind === "scalar") {
      if (typeof tree.value === "number") this.numbers.add(tree.value);
    } else if (tree.kind === "object") {
      for (const { value } of tree.members) this.#collect(value);
    } else if (tree.kind === "list" || tree.kind === "choice") {
      for (const one of tree.kind === "list" ? tree.items : tree.of) this.#collect(one);
    }
  }
}

/** Returns the values that a part of a body may have; `undefined` if they cannot be listed, or are too many. */
function valuesOf(tree: Tree, slot: Slot, known: KnownValues, otherTexts: OtherTexts): unknown[] | undefined {
  switch (tree.kind) {
    case "text": {
      const text = knownText(tree.text);
      return text === undefined ? anyOf(slot, known, otherTexts) : [text];
    }
    case "scalar":
      return [tree.value];
    case "hole":
      return anyOf(slot, known, otherTexts);
    case "choice": {
      const all = tree.of.map((one) => valuesOf(one, slot, known, otherTexts));
      return all.includes(undefined) ? undefined : all.flatMap((one) => one!);
    }
    case "list":
      return listsOf(tree, slot, known, otherTexts);
    case "object":
      return objectsOf(tree, slot, known, otherTexts);
  }
}

function listsOf(
  { items, isOfUnknownLength, open }: ListTree,
  { shape, name }: Slot,
  known: KnownValues,
  otherTexts: OtherTexts,
): unknown[] | undefined {
  if (isOfUnknownLength || open.length > 0) return anyOf({ shape, name }, known, otherTexts);
  const each = items.map((item) => valuesOf(item, { shape: shape?.element, name }, known, otherTexts));
  return combined(each, (values) => values);
}

function objectsOf(
  { members, isDeclared, open }: ObjectTree,
  { shape }: Slot,
  known: KnownValues,
  otherTexts: OtherTexts,
): unknown[] | undefined {
  if (isDeclared || open.length > 0) return undefined;
  const each = members.map(({ key, value, certain }) => {
    const slot = { shape: shape?.members.get(key) ?? shape?.each, name: key };
    const values = valuesOf(value, slot, known, otherTexts)?.map((one) => [[key, one]]);
    return values && !certain ? [...values, []] : values;
  });
  return combined(each, (parts) => Object.fromEntries(parts.flat()));
}

/** Returns what comes of each choice of one alternative for each part. */
function combined<Part>(
  parts: readonly (readonly Part[] | undefined)[],
  made: (chosen: readonly Part[]) => unknown,
): unknown[] | undefined {
  let chosen: Part[][] = [[]];
  for (const part of parts) {
    if (part === undefined || chosen.length * part.length > MOST_BODIES) return undefined;
    chosen = chosen.flatMap((before) => part.map((one) => [...before, one]));
  }
  return chosen.map(made);
}

/** Returns values that stand for all that a member may have. */
function anyOf({ shape, name }: Slot, known: KnownValues, otherTexts: OtherTexts): unknown[] | undefined {
  switch (shape?.kind) {
    case "any":
      return [null];
    case "boolean":
      return [false, true];
    case "text":
      return textsOf(shape, known, otherTexts(name));
    case "integer":
    case "number":
      return numbersOf(shape, known);
    case "list":
      return isOfPlainObjects(shape) ? [[]] : undefined;
    default:
      return undefined;
  }
}

function textsOf({ member }: BodyShape, known: KnownValues, others: readonly string[]): string[] {
  const { values, pattern, example = "UNKNOWN" } = member ?? {};
  if (values) return [...values];
  const form = pattern === undefined ? undefined : new RegExp(pattern);
  const same = [...known.texts].filter((text) => form?.test(text.slice(0, LONGEST)) ?? false);
  return [...new Set([example, ...same, ...others])];
}

/** Small numbers count nodes and shards, and large ones are sizes that must be equal. */
function numbersOf({ member }: BodyShape, known: KnownValues): number[] {
  const { minimum = 0, maximum = Infinity } = member ?? {};
  const all = [3, 7, 6, 5, 4, 2, 1, 0, minimum, ...(maximum === Infinity ? [] : [maximum]), ...known.numbers];
  return [...new Set(all)].filter((one) => one >= minimum && one <= maximum);
}

/** Returns whether nothing depends on the elements of a list: they only have texts. */
function isOfPlainObjects({ element, member }: BodyShape): boolean {
  const held = [...(element?.members.values() ?? [])];
  return member?.minimum === undefined && held.every(({ kind }) => kind === "text");
}
