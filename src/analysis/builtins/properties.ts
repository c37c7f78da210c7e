import type { JsonNode } from "../../frontends/module-host.js";

/** A line `a.b.c = value` or `a.b.c: value`. */
const LINE = /^[ \t]*([\w.-]+)[ \t]*[=:][ \t]*(.*?)[ \t]*\r?$/gm;

type Members = Map<string, { readonly key: JsonNode; readonly value: JsonNode | Members }>;

/**
 * Returns the tree of a file of properties in the shape of JSON: the parts of a key are members of each other. A value
 * that has escapes or goes on in the next line is left out.
 * https://en.wikipedia.org/wiki/.properties
 */
export function propertiesTree(text: string): JsonNode {
  const root: Members = new Map();
  for (const { index, 0: line, 1: key = "", 2: value = "" } of text.matchAll(LINE)) {
    if (value === "" || value.includes("\\")) continue;
    const start = index + line.indexOf(key);
    const from = index + line.indexOf(value, line.indexOf(key) + key.length);
    // A string has its quotes in its place.
    const leaf: JsonNode = { type: "string", offset: from - 1, length: value.length + 2, value };
    put(root, key.split("."), leaf, { type: "string", offset: start, length: key.length, value: key });
  }
  return objectOf(root, text.length);
}

function put(members: Members, [first, ...others]: readonly string[], leaf: JsonNode, key: JsonNode): void {
  if (first === undefined) return;
  if (others.length === 0) {
    members.set(first, { key: { ...key, value: first }, value: leaf });
    return;
  }
  const before = members.get(first)?.value;
  const inside: Members = before instanceof Map ? before : new Map();
  members.set(first, { key: { ...key, value: first }, value: inside });
  put(inside, others, leaf, key);
}

function objectOf(members: Members, length: number): JsonNode {
  const children = [...members.values()].map(({ key, value }): JsonNode => {
    const inner = value instanceof Map ? objectOf(value, key.length) : value;
    return { type: "property", offset: key.offset, length: key.length, children: [key, inner] };
  });
  const [first] = children;
  return { type: "object", offset: first?.offset ?? 0, length, children };
}
