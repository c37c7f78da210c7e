import { parseTree, type Node } from "jsonc-parser";
import { addAll } from "../../core/add-all.js";
import type { Location } from "../../core/span.js";
import {
  flatten,
  holesOf,
  partsBetween,
  placesBetween,
  sliceText,
  type Hole,
  type Text,
} from "../../facts/text.js";
import type { Member, Tree } from "../../facts/tree.js";
import { EMBEDDED_LIMITS, tooDeep } from "../depth-guard.js";
import { fillHoles } from "./json-holes.js";

/**
 * Returns the value of a text as JSON, with the places of its keys; `undefined` if it is not an object or list. Values
 * that code puts into the text (`{"name": "${name}", "numShards": ${n}}`) are holes, in strings and as values. Parts that
 * may be more than a value (`{"name": "c", ${MORE}}`) leave the object or list open.
 *
 * @param allowsGaps whether something else may replace a value, as in a form that is to be filled in
 * @param ofHole makes the tree of a hole that stands for a value
 */
export function treeOfJson(text: Text, allowsGaps = false, ofHole: OfHole = treeOfHole): Tree | undefined {
  const flat = flatten(text);
  if (!/^\s*[[{]/.test(flat) || flat.length > MAX_LENGTH) return undefined;
  if (tooDeep(flat, false, EMBEDDED_LIMITS) !== undefined) return undefined;
  const filled = holesOf(text).length > 0 ? fillHoles(flat) : { text: flat, adding: NOTHING };
  const errors: unknown[] = [];
  const root = parseTree(filled.text, errors as never[], { allowTrailingComma: true });
  if (!root || (errors.length > 0 && !allowsGaps) || (root.type !== "object" && root.type !== "array"))
    return undefined;
  return new JsonReader(text, filled.adding, ofHole).treeOf(root);
}

const MAX_LENGTH = 200_000;
const NOTHING: ReadonlyMap<number, readonly number[]> = new Map();

type OfHole = (hole: Hole) => Tree;

function treeOfHole(hole: Hole): Tree {
  return { kind: "hole", hole };
}

class JsonReader {
  constructor(
    readonly text: Text,
    readonly adding: ReadonlyMap<number, readonly number[]>,
    readonly ofHole: OfHole,
  ) {}

  treeOf(node: Node): Tree {
    const at = placeOf(node, this.text);
    const place = at ? { place: at } : {};
    const open = (this.adding.get(node.offset) ?? []).flatMap((offset) => this.#holesIn(offset, 1));
    switch (node.type) {
      case "object": {
        const members: Member[] = [];
        for (const { children: [key, value] = [] } of node.children ?? []) {
          if (!key || !value) continue;
          const computed = this.#holesIn(key.offset, key.length);
          if (computed.length > 0) addAll(open, computed);
          else members.push(this.#memberOf(key, value));
        }
        return { kind: "object", members, open, ...place };
      }
      case "array":
        return {
          kind: "list",
          items: (node.children ?? []).map((item) => this.treeOf(item)),
          open,
          ...place,
        };
      case "string":
        return { kind: "text", text: sliceText(this.text, node.offset + 1, node.offset + node.length - 1) };
      default: {
        const [hole] = this.#holesIn(node.offset, node.length);
        if (hole) return this.ofHole(hole);
        return { kind: "scalar", value: node.value as number | boolean | null, ...place };
      }
    }
  }

  #memberOf(key: Node, value: Node): Member {
    const keyPlace = placeOf(key, this.text);
    return {
      key: String(key.value),
      value: this.treeOf(value),
      certain: true,
      ...(keyPlace ? { keyPlace } : {}),
    };
  }

  #holesIn(offset: number, length: number): Hole[] {
    return partsBetween(this.text, offset, offset + length).flatMap(({ part }) =>
      part.kind === "hole" ? [part] : [],
    );
  }
}

function placeOf(node: Node, text: Text): Location | undefined {
  const places = placesBetween(text, node.offset, node.offset + node.length);
  const [first] = places;
  const last = places.at(-1);
  if (!first || !last || first.path !== last.path) return first;
  return { path: first.path, start: first.start, end: last.end };
}
