import { Parser } from "htmlparser2";
import type { Span } from "../../core/span.js";
import type { CommentFact } from "../../facts/file-facts.js";
import { grammarOfScript, type ScriptGrammar } from "./grammar.js";

/** A script inside a file of another language. */
export interface ComponentScript extends Span {
  readonly grammar: ScriptGrammar;
  /** `<script setup>` of Vue, whose variables are what the template sees. */
  readonly isSetup: boolean;
}

/** Types of `script` elements that hold no code. */
const DATA_TYPES = /json|template|markdown|shader|importmap|speculationrules/i;

/**
 * Returns the scripts of a Vue, Svelte or Astro file: its `script` elements, and the code between the fences at the top
 * of an Astro file (https://docs.astro.build/en/basics/astro-components/#the-component-script).
 */
export function scriptsOf(path: string, text: string): ComponentScript[] {
  const scripts: ComponentScript[] = [];
  const fence = path.toLowerCase().endsWith(".astro") ? frontmatter(text) : undefined;
  if (fence) scripts.push({ ...fence, grammar: grammarOfScript("ts"), isSetup: false });
  const offset = fence?.end ?? 0;
  let open: { start: number; lang: string | undefined; isData: boolean; isSetup: boolean } | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name !== "script" || open) return;
        const { lang, type } = attributes;
        open = {
          start: offset + parser.endIndex + 1,
          lang,
          isData: type !== undefined && DATA_TYPES.test(type),
          isSetup: "setup" in attributes,
        };
      },
      onclosetag(name) {
        if (name !== "script" || !open) return;
        const end = Math.min(text.length, offset + parser.startIndex);
        const { start, lang, isData, isSetup } = open;
        open = undefined;
        if (!isData && end > start)
          scripts.push({ start, end, grammar: grammarOfScript(lang ?? (fence ? "ts" : "js")), isSetup });
      },
    },
    { lowerCaseTags: true, recognizeSelfClosing: true },
  );
  parser.end(text.slice(offset));
  return scripts;
}

/** Returns where the markup of a component begins: after the code between the fences of an Astro file. */
export function markupStart(path: string, text: string): number {
  const fence = path.toLowerCase().endsWith(".astro") ? frontmatter(text) : undefined;
  return fence ? text.indexOf("---", fence.end) + "---".length : 0;
}

/** Returns the comments in the markup around the scripts of a component. */
export function markupComments(path: string, text: string): CommentFact[] {
  const comments: CommentFact[] = [];
  const offset = path.toLowerCase().endsWith(".astro") ? (frontmatter(text)?.end ?? 0) : 0;
  const parser = new Parser({
    oncomment(data) {
      const span = { start: offset + parser.startIndex, end: offset + parser.endIndex + 1 };
      comments.push({ text: data, span });
    },
  });
  parser.end(text.slice(offset));
  return comments;
}

function frontmatter(text: string): Span | undefined {
  const opening = /^\s*---[^\S\n]*\r?\n/.exec(text);
  if (!opening) return undefined;
  const start = opening[0].length;
  const closing = /^---[^\S\n]*$/m.exec(text.slice(start).replace(/\r(?=\n)/g, " "));
  return closing ? { start, end: start + closing.index } : undefined;
}

/** Replaces all text outside of the spans by spaces, so that offsets and lines stay the same. */
export function onlySpans(text: string, spans: readonly Span[]): string {
  let masked = "";
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    masked += blank(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  return masked + blank(text.slice(at));
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
