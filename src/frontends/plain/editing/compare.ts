import type { SourceText } from "../../../core/source-text.js";
import { shapeChange, type Replacement, type Shape } from "../../shapes.js";
import { variableLines } from "../environment-lines.js";
import { plainLanguage } from "../languages.js";
import { yamlDocuments, yamlTokens } from "./yaml-document.js";

/**
 * Checks that an edited settings file is unchanged outside of the edits, comments included. Returns the first
 * difference. Undefined if there is none, and for languages without a parser here.
 */
export function plainChangeBeside(
  before: SourceText,
  after: SourceText,
  edits: readonly Replacement[],
): string | undefined {
  const shapesOf = SHAPES.get(plainLanguage(before.path).language);
  if (!shapesOf) return undefined;
  const old = shapesOf(before.text);
  if (typeof old === "string") return "the file does not parse, so an edit of it cannot be verified";
  const made = shapesOf(after.text);
  if (typeof made === "string") return `the edited file does not parse: ${made}`;
  return shapeChange(old, made, edits) ?? reshaped(old, made, edits);
}

const SHAPES: ReadonlyMap<string, (text: string) => Shape[] | string> = new Map(
  Object.entries<(text: string) => Shape[] | string>({
    yaml: (text) => {
      const documents = yamlDocuments(text);
      if (typeof documents === "string") return documents;
      return yamlTokens(text).map(({ type, source, start, end }) => ({
        kind: type === "comment" ? "a comment" : `the ${type}`,
        start,
        end,
        ...(type === "comment" ? { says: source } : {}),
      }));
    },
    env: (text) => [
      ...[...text.matchAll(/^[ \t]*#.*$/gm)].map(({ 0: says, index: start }): Shape => ({
        kind: "a comment",
        says,
        start,
        end: start + says.length,
      })),
      ...variableLines(text).flatMap(({ nameSpan, valueSpan }): Shape[] => [
        { kind: "the name", ...nameSpan },
        { kind: "the value", ...valueSpan },
      ]),
    ],
  }),
);

/** A line that is put into text of several lines becomes a part of it, which no node outside of the edit shows. */
function reshaped(
  before: readonly Shape[],
  after: readonly Shape[],
  edits: readonly Replacement[],
): string | undefined {
  let shift = 0;
  for (const { start, end, text } of edits) {
    const from = start + shift;
    shift += text.length - (end - start);
    if (!text.includes("\n")) continue;
    const holder = before.find((shape) => shape.start < start && end < shape.end);
    if (holder) return `the edit adds a line to ${holder.kind}`;
    const isThere = after.some(
      ({ says, ...shape }) => says !== undefined && shape.start >= from && shape.end <= from + text.length,
    );
    if (!isThere) return "the comment that is added would not be one";
  }
  return undefined;
}
