import type { Code, List, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import stringWidth from "string-width";

import { tableLines } from "./markdown-table.js";
import { inlineWords, type Inline, type ResolveLink } from "./markdown-words.js";
import { usableWidth, type RenderOptions } from "./options.js";
import { createStyle } from "./style.js";
import { visible, withoutCommands } from "../core/visible.js";
import { wrap, type Word } from "./wrap.js";

const CODE_INDENT = "    ";

/**
 * Lays out a Markdown page for a terminal: headings, running text wrapped at words, code with its indentation, aligned
 * tables. Ends with a line break.
 */
export function renderMarkdown(page: string, options: RenderOptions, resolve: ResolveLink): string {
  const tree = fromMarkdown(page, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const printer = new Printer(options, resolve);
  return withoutCommands(`${printer.blocks(tree.children, usableWidth(options)).join("\n")}\n`);
}

class Printer {
  readonly #inline: Inline;

  constructor(options: RenderOptions, resolve: ResolveLink) {
    const { color = false, hyperlinks = false } = options;
    this.#inline = { style: createStyle(options), resolve, hasLinks: hyperlinks, hasColor: color };
  }

  /** Lays out blocks with a blank line between them. */
  blocks(nodes: readonly RootContent[], width: number): string[] {
    return nodes
      .map((node) => this.#block(node, width))
      .filter((lines) => lines.length > 0)
      .flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
  }

  #block(node: RootContent, width: number): string[] {
    const { style } = this.#inline;
    switch (node.type) {
      case "heading":
        return this.#heading(inlineWords(node.children, this.#inline), node.depth, width);
      case "paragraph":
        return flowed(inlineWords(node.children, this.#inline), width);
      case "code":
        return this.#code(node);
      case "list":
        return this.#list(node, width);
      case "table":
        return tableLines(node, width, this.#inline);
      case "blockquote":
        return this.blocks(node.children, width - 2).map((line) => `${style.faint("│")} ${line}`.trimEnd());
      case "thematicBreak":
        return [style.faint("─".repeat(Math.min(width, 40)))];
      default:
        // Comments in HTML, and definitions: nothing to read.
        return [];
    }
  }

  /** Lays out a heading in bold, and underlined with a line if there are no colours. */
  #heading(words: readonly Word[], depth: number, width: number): string[] {
    const { style, hasColor } = this.#inline;
    const bold = words.map(({ text }) => ({ text, shown: style.strong(text) }));
    const lines = flowed(bold, width);
    if (hasColor) return lines;
    const columns = Math.max(...lines.map((line) => stringWidth(line)));
    return [...lines, (depth === 1 ? "=" : "-").repeat(columns)];
  }

  /** Lays out code. The text after the language is shown above it: `before`, `after`. */
  #code({ value, lang, meta }: Code): string[] {
    const { style } = this.#inline;
    const paint = (line: string): string => {
      if (lang !== "diff") return style.code(line);
      return line.startsWith("+") ? style.good(line) : line.startsWith("-") ? style.bad(line) : line;
    };
    return [
      ...(meta === null || meta === undefined ? [] : [style.faint(`  ${visible(meta)}:`)]),
      ...value.split("\n").map((line) => {
        const shown = visible(line.replaceAll("\t", "  "));
        return shown === "" ? "" : `${CODE_INDENT}${paint(shown)}`;
      }),
    ];
  }

  #list({ children, ordered, start, spread }: List, width: number): string[] {
    return children.flatMap((item, index) => {
      const mark = ordered === true ? `${(start ?? 1) + index}.` : "-";
      const margin = " ".repeat(mark.length + 1);
      const isLoose = spread === true || item.spread === true;
      const parts = item.children.map((child) => this.#block(child, width - margin.length));
      const lines = parts.flatMap((part, at) => (at > 0 && isLoose ? ["", ...part] : part));
      const indented = lines.map((line, at) =>
        line === "" ? "" : at === 0 ? `${mark} ${line}` : `${margin}${line}`,
      );
      return index > 0 && isLoose ? ["", ...indented] : indented;
    });
  }
}

function flowed(words: readonly Word[], width: number): string[] {
  return wrap(words, { lead: "", columns: 0, width });
}
