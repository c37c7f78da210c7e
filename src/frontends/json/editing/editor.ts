import { findNodeAtOffset, parseTree } from "jsonc-parser";
import type { Location } from "../../../core/span.js";
import type { SourceText } from "../../../core/source-text.js";
import type { EditResult, SourceEditor } from "../../editor.js";
import { isTooDeep } from "../depth-guard.js";

const REFUSED: EditResult = { refused: "what sends the request is not written in this file" };

/** Opens a JSON text for edits inside of its strings; nothing where it does not parse. */
export function openEditor({ path, text }: SourceText): SourceEditor | undefined {
  if (isTooDeep(text)) return undefined;
  const errors: never[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (!root || errors.length > 0) return undefined;
  return {
    replaceText: ({ start, end }: Location, replacement: string): EditResult => {
      const node = findNodeAtOffset(root, start);
      const isInside = node?.type === "string" && node.offset < start && end < node.offset + node.length;
      if (!isInside) return { refused: "there is no string at this place" };
      return [{ path, start, end, text: JSON.stringify(replacement).slice(1, -1) }];
    },
    addHeaders: () => REFUSED,
    setHeader: () => REFUSED,
    renameReads: () => REFUSED,
    renameDeclarations: () => ({ refused: "a schema of JSON declares it" }),
    renameKeys: () => ({ refused: "a JSON file states it" }),
    usageOf: () => "unknown",
  };
}
