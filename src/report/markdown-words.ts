import type { PhrasingContent } from "mdast";

import type { Style } from "./style.js";
import { visible } from "../core/visible.js";
import type { Word } from "./wrap.js";

/**
 * Returns the target of a link of a page, as it is printed and as an address; `undefined` if the text of the link says
 * it.
 */
export type ResolveLink = (url: string) => { readonly shown: string; readonly address: string } | undefined;

export interface Inline {
  readonly style: Style;
  readonly resolve: ResolveLink;
  /** True if the terminal has hyperlinks; otherwise addresses are in brackets. */
  readonly hasLinks: boolean;
  /** True if there are colours; else code keeps its backticks. */
  readonly hasColor: boolean;
}

/** A run of text that is printed in one way. */
interface Piece {
  readonly text: string;
  readonly paint: (text: string) => string;
}

/** Splits running text into words, each with its colours. Text without a space between it stays together. */
export function inlineWords(content: readonly PhrasingContent[], inline: Inline): Word[] {
  const words: Word[] = [];
  let text = "";
  let shown = "";
  const finish = (): void => {
    if (text !== "") words.push({ text, shown });
    text = "";
    shown = "";
  };
  for (const piece of piecesOf(content, (plain) => plain, inline)) {
    for (const [index, part] of visible(piece.text.replace(/\s+/g, " ")).split(" ").entries()) {
      if (index > 0) finish();
      if (part === "") continue;
      text += part;
      shown += piece.paint(part);
    }
  }
  finish();
  return words;
}

function piecesOf(content: readonly PhrasingContent[], paint: Piece["paint"], inline: Inline): Piece[] {
  const { style } = inline;
  return content.flatMap((node): Piece[] => {
    switch (node.type) {
      case "text":
        return [{ text: node.value, paint }];
      case "inlineCode":
        return inline.hasColor
          ? [{ text: node.value, paint: (text) => paint(style.code(text)) }]
          : [{ text: `\`${node.value}\``, paint }];
      case "strong":
        return piecesOf(node.children, (text) => paint(style.strong(text)), inline);
      case "emphasis":
        return piecesOf(node.children, (text) => paint(style.emphasis(text)), inline);
      case "break":
        return [{ text: " ", paint }];
      case "link":
        return linkPieces(node.url, node.children, paint, inline);
      case "image":
        return [{ text: node.alt ?? "", paint }];
      default:
        return "children" in node ? piecesOf(node.children, paint, inline) : [];
    }
  });
}

function linkPieces(
  url: string,
  children: readonly PhrasingContent[],
  paint: Piece["paint"],
  inline: Inline,
): Piece[] {
  const { style, resolve, hasLinks } = inline;
  const target = resolve(url);
  if (target && hasLinks)
    return piecesOf(children, (text) => paint(style.link(text, target.address)), inline);
  const own = piecesOf(children, paint, inline);
  const isSaid = target === undefined || own.map(({ text }) => text).join("") === target.shown;
  return isSaid ? own : [...own, { text: ` (${target.shown})`, paint: (text) => paint(style.faint(text)) }];
}
