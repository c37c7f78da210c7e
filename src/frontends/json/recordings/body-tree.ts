import type { Hole } from "../../../facts/text.js";
import type { Tree } from "../../../facts/tree.js";
import { contentOf, placeOf, type JsonValue } from "../nodes.js";
import { TemplateText } from "../template-text.js";

const MAX_DEPTH = 12;

/** Converts a value of a document to the body of a request. */
export function bodyTree(value: JsonValue, depth = 0): Tree {
  const place = placeOf(value);
  if (depth > MAX_DEPTH) {
    const hole: Hole = { kind: "hole", reason: "limit", name: "depth", place, hops: undefined };
    return { kind: "hole", hole };
  }
  switch (value.kind) {
    case "string":
      return { kind: "text", text: { kind: "text", parts: new TemplateText(contentOf(value)).parts() } };
    case "scalar":
      return { kind: "scalar", value: value.value, place };
    case "list":
      return { kind: "list", items: value.items.map((item) => bodyTree(item, depth + 1)), place, open: [] };
    case "object": {
      const members = value.members.map(({ key, value: inner }) => ({
        key: key.value,
        keyPlace: placeOf(key),
        value: bodyTree(inner, depth + 1),
        certain: true,
      }));
      return { kind: "object", members, place, open: [] };
    }
  }
}
