import type { Node as JsonNode } from "jsonc-parser";
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Document, type Node } from "yaml";
import { addAll } from "../core/add-all.js";
import { unfitForYaml } from "../core/yaml-limits.js";

/** Aliases may stand for each other's contents, over and over: what is beyond this many values is left out. */
const MAX_VALUES = 100_000;

/**
 * Reads a YAML document in the shape of a JSON tree, with the places of keys and values. Returns `undefined` if it does
 * not parse, is too large or too deep, or has tags that only its reader knows. The span of a string includes its quotes; a plain string has a
 * span as if it had quotes.
 *
 * @param merges whether `<<` copies the members of other objects
 */
export function yamlTree(text: string, merges = true): JsonNode | undefined {
  if (unfitForYaml(text)) return undefined;
  const document = parseDocument(text, { uniqueKeys: false, logLevel: "silent" });
  if (document.errors.length + document.warnings.length > 0 || !document.contents) return undefined;
  return new Reader(document, merges).tree(document.contents, 0);
}

class Reader {
  #count = 0;

  constructor(
    private readonly document: Document.Parsed,
    private readonly merges: boolean,
  ) {}

  tree(node: unknown, depth: number): JsonNode | undefined {
    if (++this.#count > MAX_VALUES || depth > MAX_DEPTH) return undefined;
    if (isAlias(node)) return this.tree(node.resolve(this.document), depth + 1);
    if (isScalar(node)) return scalarOf(node);
    if (isSeq(node)) {
      const children = node.items.flatMap((item) => this.tree(item, depth + 1) ?? []);
      return { type: "array", ...placeOf(node), children };
    }
    if (!isMap(node)) return undefined;
    const merged: JsonNode[] = [];
    const own = node.items.flatMap(({ key, value }): JsonNode[] => {
      const name = isScalar(key) ? scalarOf(key) : undefined;
      const content = this.tree(value, depth + 1);
      if (!name || !content) return [];
      if (this.merges && name.value === "<<") {
        addAll(merged, mergedMembers(content));
        return [];
      }
      return [{ type: "property", offset: name.offset, length: name.length, children: [name, content] }];
    });
    // If two members have the same name, the later one counts. Merged members come first.
    return { type: "object", ...placeOf(node), children: [...merged, ...own] };
  }
}

const MAX_DEPTH = 200;

/**
 * Returns the members that `<<` adds: the first object of a list that has a member counts.
 * https://yaml.org/type/merge.html
 */
function mergedMembers({ type, children = [] }: JsonNode): readonly JsonNode[] {
  if (type === "object") return children;
  return type === "array" ? [...children].reverse().flatMap(mergedMembers) : [];
}

function scalarOf(node: Node & { readonly value: unknown; readonly type?: string }): JsonNode {
  const { value, type } = node;
  const { offset, length } = placeOf(node);
  if (typeof value !== "string")
    return { type: typeof value === "number" ? "number" : "boolean", offset, length, value };
  return type === "PLAIN"
    ? { type: "string", offset: offset - 1, length: length + 2, value }
    : { type: "string", offset, length, value };
}

function placeOf({ range }: { readonly range?: readonly [number, number, number] | null }): {
  offset: number;
  length: number;
} {
  const [start, end] = range ?? [0, 0];
  return { offset: start, length: end - start };
}
