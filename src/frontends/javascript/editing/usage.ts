import type { Span } from "../../../core/span.js";
import type { Usage } from "../../editor.js";
import { Usages, type StringNames } from "../../editing/usages.js";
import { readAt } from "./reads.js";
import type { SourceTree } from "./source-tree.js";

/**
 * Returns the use of the value of a property that is read at `place`, the span of its name. Variables that get the
 * value are followed.
 */
export function usageAt(tree: SourceTree, place: Span): Usage {
  const read = readAt(tree, place);
  const usages = new Usages(tree, OF_JAVASCRIPT);
  return read.kind === "member" ? usages.ofValue(read.member) : usages.ofBinding(read.property.value);
}

const OF_JAVASCRIPT: StringNames = {
  sameText: new Set(["toString", "valueOf", "trim", "trimEnd", "trimStart", "normalize"]),
  takers: new Set(["search", "indexOf", "lastIndexOf", "charAt", "charCodeAt", "codePointAt", "at"]),
  parsers: /^(?:parse\w*|split\w*|URL|URLSearchParams|ConnectionString|RegExp|test|exec|match\w*)$/,
  joiners: new Set(["concat", "join", "format"]),
  joining: new Set(),
  searching: new Set(),
  asking: new Set(),
};
