import { parseTree, type Node } from "jsonc-parser";
import type { Location } from "../../core/span.js";
import { HOLE_MARK, flatten, placesBetween, sliceText, type Text } from "../../facts/text.js";
import type { Member, Tree } from "../../facts/tree.js";
import { EMBEDDED_LIMITS, tooDeep } from "../depth-guard.js";

/**
 * Returns the value of a text as JSON, with the places of its keys; `undefined` if it is not an object or list. Values
 * that code puts into the text (`{"name": "${name}", "numShards": ${n}}`) are holes, in strings and as values.
 *
 * @param allowsGaps whether something else may replace a value, as in a form that is to be filled in
 */
export function treeOfJson(text: Text, allowsGaps = false): Tree | undefined {
  const flat = flatten(text);
  if (!/^\s*[[{]/.test(flat) || flat.length > MAX_LENGTH) return undefined;
  // A hole that replaces a value is not JSON; a string of the same length is.
  const padded = flat.replaceAll(new RegExp(`(?<=[:,\\[]\\s*)${HOLE_MARK}(?=\\s*[,}\\]])`, "g"), "0");
  if (tooDeep(padded, false, EMBEDDED_LIMITS) !== undefined) return undefined;
  const errors: unknown[] = [];
  const root = parseTree(padded, errors as never[], { allowTrailingComma: true });
  if (!root || (errors.length > 0 && !allowsGaps) || (root.type !== "object" && root.type !== "array"))
    return undefined;
  return treeOf(root, text, flat);
}

const MAX_LENGTH = 200_000;

function treeOf(node: Node, text: Text, flat: string): Tree {
  const place = placeOf(node, text);
  switch (node.type) {
    case "object": {
      const members = (node.children ?? []).flatMap(({ children }): Member[] => {
        const [key, value] = children ?? [];
        if (!key || !value) return [];
        const keyPlace = placeOf(key, text);
        return [
          {
            key: String(key.value),
            value: treeOf(value, text, flat),
            certain: true,
            ...(keyPlace ? { keyPlace } : {}),
          },
        ];
      });
      return { kind: "object", members, open: [], ...(place ? { place } : {}) };
    }
    case "array":
      return {
        kind: "list",
        items: (node.children ?? []).map((item) => treeOf(item, text, flat)),
        open: [],
        ...(place ? { place } : {}),
      };
    case "string":
      return { kind: "text", text: sliceText(text, node.offset + 1, node.offset + node.length - 1) };
    default: {
      const hole = sliceText(text, node.offset, node.offset + node.length).parts.find(
        (part) => part.kind === "hole",
      );
      if (hole?.kind === "hole") return { kind: "hole", hole };
      return { kind: "scalar", value: node.value as number | boolean | null, ...(place ? { place } : {}) };
    }
  }
}

function placeOf(node: Node, text: Text): Location | undefined {
  const places = placesBetween(text, node.offset, node.offset + node.length);
  const [first] = places;
  const last = places.at(-1);
  if (!first || !last || first.path !== last.path) return first;
  return { path: first.path, start: first.start, end: last.end };
}
