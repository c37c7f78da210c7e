import { findNodeAtOffset, parseTree, type Node } from "jsonc-parser";
import type { Location } from "../../../core/span.js";
import type { SourceText } from "../../../core/source-text.js";
import type { EditResult, NewHeader, SourceEditor } from "../../editor.js";
import { isTooDeep } from "../../../core/json-depth.js";

const REFUSED: EditResult = { refused: "the code that sends the request is not in this file" };

/** Opens a JSON text to edit its strings. Undefined if it does not parse. */
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
    addHeaders: (slot, headers) => {
      if (slot.kind !== "headers" || slot.isList) return REFUSED;
      const node = findNodeAtOffset(root, slot.place.start);
      const isWhole = node?.type === "object" && node.offset === slot.place.start;
      return isWhole
        ? [{ path, ...addedTo(node, headers, text) }]
        : { refused: "there is no object at this place" };
    },
    setHeader: ({ start }: Location, { value, isLower = false }: NewHeader): EditResult => {
      const key = findNodeAtOffset(root, start);
      const held = key?.parent?.type === "property" ? key.parent.children?.[1] : undefined;
      if (held?.type !== "string" || held === key) return { refused: "the header is not written as a text" };
      const name = key!.value as string;
      const edits = [{ at: held, text: value }, ...(isLower ? [{ at: key!, text: name.toLowerCase() }] : [])];
      return edits.flatMap(({ at: { offset, length, value: before }, text }) =>
        before === text ? [] : [{ path, start: offset, end: offset + length, text: JSON.stringify(text) }],
      );
    },
    renameReads: () => REFUSED,
    renameDeclarations: () => ({ refused: "a JSON schema declares it" }),
    renameKeys: () => ({ refused: "it is in a JSON file" }),
    usageOf: () => "unknown",
  };
}

/** Returns the edit that adds members after the last one of an object, in the style of its neighbours. */
function addedTo(
  { offset, children = [] }: Node,
  headers: readonly NewHeader[],
  text: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const [first] = children;
  const last = children.at(-1);
  const [key, value] = first?.children ?? [];
  const colon = key && value ? text.slice(key.offset + key.length, value.offset) : ": ";
  const members = headers.map(
    (header) => `${JSON.stringify(header.name)}${colon}${JSON.stringify(header.value)}`,
  );
  if (!first || !last) return { start: offset + 1, end: offset + 1, text: ` ${members.join(", ")} ` };
  const lead = text.slice(offset + 1, first.offset);
  const between = lead.includes("\n") ? lead.slice(lead.lastIndexOf("\n")) : " ";
  const end = last.offset + last.length;
  const lineBreak = lead.includes("\r\n") && between.startsWith("\n") ? "\r" : "";
  return { start: end, end, text: members.map((member) => `,${lineBreak}${between}${member}`).join("") };
}
