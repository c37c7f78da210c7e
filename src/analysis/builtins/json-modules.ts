import { parseTree } from "jsonc-parser";
import type { SourceText } from "../../core/source-text.js";
import type { JsonNode } from "../../frontends/module-host.js";
import { tooDeep } from "../depth-guard.js";
import { setMember } from "../evaluation/heap.js";
import { makeList } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { objectValue, scalar, textOf, type Value } from "../evaluation/value.js";

/**
 * Returns the value of an imported JSON file, in which each string has its place.
 *
 * @param parse for other formats of the same values
 */
export function jsonModule(
  run: Run,
  { path, text }: SourceText,
  parse: (text: string) => JsonNode | undefined = parseJson,
): Value | undefined {
  if (tooDeep(text, false) !== undefined) return undefined;
  const tree = parse(text);
  return tree ? valueOf(run, tree, path, text) : undefined;
}

function parseJson(text: string): JsonNode | undefined {
  return parseTree(text, undefined, { allowTrailingComma: true });
}

function valueOf(run: Run, node: JsonNode, path: string, text: string): Value {
  const place = { path, start: node.offset, end: node.offset + node.length };
  switch (node.type) {
    case "object": {
      const object = run.make("Object", place);
      for (const { children } of node.children ?? []) {
        const [key, value] = children ?? [];
        if (!key || !value) continue;
        const keyPlace = { path, start: key.offset, end: key.offset + key.length };
        setMember(run.store, object, String(key.value), {
          value: valueOf(run, value, path, text),
          maybeAbsent: false,
          keyPlace,
        });
      }
      return objectValue(object);
    }
    case "array":
      return makeList(
        run,
        (node.children ?? []).map((child) => valueOf(run, child, path, text)),
        place,
      );
    case "string": {
      const known = String(node.value);
      const written = { path, start: node.offset + 1, end: node.offset + node.length - 1, exact: false };
      const exact = text.slice(written.start, written.end) === known;
      return textOf([{ kind: "segment", text: known, written: { ...written, exact }, hops: undefined }]);
    }
    default:
      return scalar(node.value as number | boolean | null, place);
  }
}
