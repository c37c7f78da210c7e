import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import type { Edit } from "../../../../src/core/finding.js";
import { SourceText } from "../../../../src/core/source-text.js";
import type { Location } from "../../../../src/core/span.js";
import { applyEdits, orderEdits } from "../../../../src/fix/text-edits.js";
import { onlySpans, scriptsOf } from "../../../../src/frontends/javascript/component-scripts.js";
import { javascriptChangeBeside } from "../../../../src/frontends/javascript/editing/compare-trees.js";
import type { grammarOfScript } from "../../../../src/frontends/javascript/grammar.js";
import { grammarFor } from "../../../../src/frontends/javascript/grammar.js";
import { ModuleEditor } from "../../../../src/frontends/javascript/editing/module-editor.js";
import { isRefusal, type EditResult } from "../../../../src/frontends/editing/refusal.js";

/** Asks an editor for edits; `places` are those of the marks `⟦…⟧` in the code. */
export type Ask = (editor: ModuleEditor, places: readonly Location[]) => EditResult;

interface EditOptions {
  /** The result of asking again for the change: a refusal, or the same text. */
  readonly again?: "refused" | "stable";
  /** True if lines may precede the code, and the code may be inside a component. */
  readonly anywhere?: boolean;
}

export function unmark(path: string, marked: string): { text: string; places: Location[] } {
  const places: Location[] = [];
  let text = "";
  for (const [index, piece] of marked.split(/[⟦⟧]/).entries()) {
    if (index % 2 === 1) places.push({ path, start: text.length, end: text.length + piece.length });
    text += piece;
  }
  return { text, places };
}

function open(path: string, text: string): ModuleEditor {
  const editor = ModuleEditor.open(path, text);
  if (isRefusal(editor)) throw new Error(`${editor.refused}:\n${text}`);
  return editor;
}

/**
 * Returns the marked code after an edit, or the refusal. Every output passes the checks that all edits have to pass.
 */
export function edited(path: string, marked: string, ask: Ask, again: EditOptions["again"]): string {
  const { text, places } = unmark(path, marked);
  const editor = open(path, text);
  const result = ask(editor, places);
  expect(ask(editor, places), "an editor keeps nothing").toEqual(result);
  if (isRefusal(result)) return `refused: ${result.refused}`;
  expect(result.length).toBeGreaterThan(0);
  for (const edit of result) expect(edit.path).toBe(path);
  const output = applyEdits(text, result);
  expect(syntaxErrors(path, output), output).toEqual([]);
  expect(commentsOf(path, output), output).toEqual(commentsOf(path, text));
  const [before, after] = [new SourceText(path, text), new SourceText(path, output)];
  const beside = javascriptChangeBeside(before, after, orderEdits(result));
  expect(beside, output).toBeUndefined();
  const moved = places.map((place) => afterEdits(place, result));
  const second = ask(open(path, output), moved);
  if (isRefusal(second)) expect(again ?? "refused", second.refused).toBe("refused");
  else expect(applyEdits(output, second)).toBe(output);
  return output;
}

function afterEdits(place: Location, edits: readonly Edit[]): Location {
  const shift = (offset: number, isEnd: boolean): number => {
    let by = 0;
    for (const { start, end, text } of edits)
      if (end < offset || (end === offset && (isEnd || end > start))) by += text.length - (end - start);
    return offset + by;
  };
  return { path: place.path, start: shift(place.start, false), end: shift(place.end, true) };
}

function scriptOf(path: string, text: string): { text: string; grammar: ReturnType<typeof grammarOfScript> } {
  const grammar = grammarFor(path);
  if (grammar) return { text, grammar };
  const scripts = scriptsOf(path, text);
  return { text: onlySpans(text, scripts), grammar: scripts[0]!.grammar };
}

/** The errors of the first dialect without any, else of the most likely one. */
function syntaxErrors(path: string, text: string): string[] {
  const script = scriptOf(path, text);
  const errors = script.grammar.dialects.map((dialect) =>
    parseSync(path, script.text, { ...dialect, astType: "ts" }).errors.map(({ message }) => message),
  );
  return errors.some((list) => list.length === 0) ? [] : errors[0]!;
}

function commentsOf(path: string, text: string): string[] {
  const script = scriptOf(path, text);
  for (const dialect of script.grammar.dialects) {
    const { errors, comments } = parseSync(path, script.text, { ...dialect, astType: "ts" });
    if (errors.length === 0) return comments.map(({ value }) => value.trim().replace(/\n\s*/g, "\n")).sort();
  }
  return [];
}

const windows = (text: string): string => text.replace(/\n/g, "\r\n");
const behind = (text: string): string => `/* 名前 😀 */ // 𝒳\n${text}`;
const inVue = (text: string): string =>
  `<template>\n  <p title="😀">{{ x }}</p>\n</template>\n<script lang="tsx">\n${text}\n</script>\n`;

/**
 * Adds one test for each row of name, code before and code after, or `refused: …`. Each also runs with CRLF, behind
 * characters of several UTF-16 units, and in the script of a component.
 */
export function editCases(
  ask: Ask,
  rows: readonly (readonly [name: string, before: string, after: string])[],
  path = "file.tsx",
  { again, anywhere = true }: EditOptions = {},
): void {
  it.each(rows)("%s", (_name, before, after) => {
    const make = (file: string, code: string): string => edited(file, code, ask, again);
    expect(make(path, before)).toBe(after);
    if (after.startsWith("refused")) return;
    expect(make(path, windows(before)), "CRLF").toBe(windows(after));
    if (!anywhere) return;
    expect(make(path, behind(before)), "behind other characters").toBe(behind(after));
    expect(make("file.vue", inVue(before)), "in a component").toBe(inVue(after));
    expect(make("file.vue", windows(inVue(before))), "in a component with CRLF").toBe(windows(inVue(after)));
  });
}
