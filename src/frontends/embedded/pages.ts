import { Parser } from "htmlparser2";
import { addAll } from "../../core/add-all.js";
import type { Span } from "../../core/span.js";
import type { Block } from "./blocks.js";
import { exampleBlocks } from "./examples.js";
import { pieceAt, type Stretch } from "./piece.js";

/**
 * Finds the listings of an AsciiDoc page, each between two equal lines.
 * https://docs.asciidoctor.org/asciidoc/latest/verbatim/source-blocks/
 */
export function asciidocBlocks(source: string): Block[] {
  const blocks: Block[] = [];
  let language = "";
  let open: { readonly mark: string; readonly start: number } | undefined;
  for (const { 0: whole, 1: line = "", index } of source.matchAll(/(.*)(?:\r?\n|$)/g)) {
    if (open) {
      if (line.trimEnd() !== open.mark) continue;
      addAll(blocks, exampleBlocks(language, pieceAt(source, open.start, index)));
      [open, language] = [undefined, ""];
      continue;
    }
    const named = /^\[(?:source|listing)?[%\w]*,\s*"?([\w+#-]+)|^`{3,}([\w+#-]+)\s*$/.exec(line);
    const mark = /^(?:-{4,}|\.{4,}|`{3,})/.exec(line)?.[0];
    if (named) language = named[1] ?? named[2] ?? "";
    if (mark) open = { mark, start: index + whole.length };
    else if (!named && !/^[.[]/.test(line)) language = "";
    if (whole === "") break;
  }
  return blocks;
}

/**
 * Finds the literal blocks of a reStructuredText page: the indented text below a line.
 * https://docutils.sourceforge.io/docs/ref/rst/directives.html#code
 */
export function restructuredTextBlocks(source: string): Block[] {
  const blocks: Block[] = [];
  const lines = [...source.matchAll(/(.*)(?:\r?\n|$)/g)].map(({ 0: whole, 1: text = "", index }) => ({
    text,
    indent: /^[ \t]*/.exec(text)![0].length,
    isEmpty: text.trim() === "",
    start: index,
    end: index + whole.length,
  }));
  for (let at = 0; at < lines.length; at++) {
    const { text, indent } = lines[at]!;
    const directive = /^\s*\.\. (?:code|code-block|sourcecode|prompt)::[ \t]*([\w+#-]*)/.exec(text);
    if (!directive && !/::\s*$/.test(text)) continue;
    let first = at + 1;
    while (directive && /^\s+:[\w-]+:/.test(lines[first]?.text ?? "")) first++;
    let last = first;
    while (last < lines.length && (lines[last]!.isEmpty || lines[last]!.indent > indent)) last++;
    const [from, to] = [lines[first], lines[last - 1]];
    if (from && to && last > first)
      addAll(blocks, exampleBlocks(directive?.[1] ?? "", pieceAt(source, from.start, to.end)));
    at = Math.max(at, last - 1);
  }
  return blocks;
}

/** Finds the scripts of an HTML page, and the elements that it shows as code of a language. */
export function htmlBlocks(source: string): Block[] {
  const blocks: Block[] = [];
  let open: { readonly element: string; readonly language: string; depth: number } | undefined;
  let text = "";
  let stretches: Stretch[] = [];
  const parser: Parser = new Parser(
    {
      onopentag(name, { class: classes = "", type }) {
        if (open) {
          if (name === open.element) open.depth++;
          return;
        }
        const language = name === "script" ? scriptLanguage(type) : LANGUAGE_CLASS.exec(classes)?.[1];
        if (language === undefined || !SHOWS_CODE.has(name)) return;
        open = { element: name, language, depth: 1 };
        [text, stretches] = ["", []];
      },
      ontext(data) {
        if (!open) return;
        const start = parser.startIndex;
        // An entity stands for another character than it is written with.
        if (source.startsWith(data, start)) stretches.push({ at: text.length, start, length: data.length });
        text += data;
      },
      onclosetag(name) {
        if (name !== open?.element || --open.depth > 0) return;
        addAll(blocks, exampleBlocks(open.language, { text, stretches }));
        open = undefined;
      },
    },
    { lowerCaseTags: true },
  );
  parser.end(source);
  return blocks;
}

/** Returns the parts of an HTML page that browsers run or send. They only show the rest. */
export function scriptsOf(source: string): Span[] {
  const scripts: Span[] = [];
  let start: number | undefined;
  const parser: Parser = new Parser({
    onopentag(name) {
      if (name === "script") start = parser.endIndex + 1;
    },
    onattribute(name) {
      if (/^(?:on[a-z]+|action)$/.test(name))
        scripts.push({ start: parser.startIndex, end: parser.endIndex });
    },
    onclosetag(name) {
      if (name !== "script" || start === undefined) return;
      scripts.push({ start, end: parser.startIndex });
      start = undefined;
    },
  });
  parser.end(source);
  return scripts;
}

/** The class names with which highlighters mark a language. */
const LANGUAGE_CLASS = /(?:^|\s)(?:lang(?:uage)?-|highlight-source-|brush:\s*)([\w+#-]+)/;
const SHOWS_CODE = new Set(["code", "pre", "script"]);

function scriptLanguage(type: string | undefined): string | undefined {
  return type === undefined || /^(?:module|(?:text|application)\/(?:java|ecma)script)$/i.test(type)
    ? "js"
    : undefined;
}
