import type { SourceText } from "../../../core/source-text.js";
import { shapeChange, type Replacement, type Shape } from "../../shapes.js";
import { onlySpans, scriptsOf } from "../component-scripts.js";
import { ComponentMarkup } from "../markup/component-markup.js";
import { grammarFor, type ScriptGrammar } from "../grammar.js";
import { parse } from "../parse.js";
import { walk } from "../../../analysis/walk.js";

/**
 * Returns why the tree or the comments of an edited JavaScript or TypeScript text changed outside of the edits;
 * `undefined` if they did not. The text may be a component with scripts and code in its markup. Both texts are parsed
 * for it.
 */
export function javascriptChangeBeside(
  before: SourceText,
  after: SourceText,
  edits: readonly Replacement[],
): string | undefined {
  const old = scriptsIn(before);
  const made = scriptsIn(after);
  if (old.length !== made.length) return "the edit changes how many scripts the file has";
  for (const [index, script] of old.entries()) {
    const change = changeInScript(before.path, script, made[index]!, edits);
    if (change !== undefined) return change;
  }
  if (grammarFor(before.path)) return undefined;
  const [around, now] = [markupShapes(before), markupShapes(after)];
  if (now.failed > around.failed) return "the edited markup does not parse";
  return shapeChange(around.shapes, now.shapes, edits);
}

/** All code in the markup of a component, and how many pieces of it are not understood. */
function markupShapes({ path, text }: SourceText): { shapes: Shape[]; failed: number } {
  const markup = new ComponentMarkup(path, text);
  const shapes = markup.code.map(({ start, end }): Shape => ({ kind: "code", start, end }));
  for (const statement of markup.statements())
    walk(statement, ({ type, start, end }) => {
      shapes.push({ kind: type, start, end });
      return true;
    });
  return { shapes, failed: markup.failed.length };
}

/** A text of which everything but one script is blank, and how to parse it. */
interface Script {
  readonly text: string;
  readonly grammar: ScriptGrammar;
}

function scriptsIn({ path, text }: SourceText): Script[] {
  const grammar = grammarFor(path);
  if (grammar) return [{ text, grammar }];
  return scriptsOf(path, text).map((script) => ({
    text: onlySpans(text, [script]),
    grammar: script.grammar,
  }));
}

function changeInScript(
  path: string,
  before: Script,
  after: Script,
  edits: readonly Replacement[],
): string | undefined {
  const old = shapesOf(path, before);
  if (typeof old === "string") return "the file does not parse, so an edit of it cannot be verified";
  const made = shapesOf(path, after);
  if (typeof made === "string") return `the edited file does not parse: ${made}`;
  if (made.errors > old.errors) return "the edited file breaks a rule of the language";
  return shapeChange(old.shapes, made.shapes, edits);
}

/** All nodes and comments of a script; the message of the parser where there is no tree. */
function shapesOf(path: string, { text, grammar }: Script): { shapes: Shape[]; errors: number } | string {
  const parsed = parse(path, text, grammar);
  if (!parsed.ok) return parsed.message;
  const shapes: Shape[] = parsed.comments.map(({ type, value, start, end }) => ({
    kind: type === "Line" ? "a line comment" : "a comment",
    says: value,
    start,
    end,
  }));
  walk(parsed.program, (node) => {
    // The start and end of the program depend only on its first and last token.
    if (node.type !== "Program") shapes.push({ kind: node.type, start: node.start, end: node.end });
    return true;
  });
  return { shapes, errors: parsed.errors };
}
