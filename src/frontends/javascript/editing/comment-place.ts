import type { Node } from "@oxc-project/types";
import type { Comment } from "oxc-parser";
import type { SourceText } from "../../../core/source-text.js";
import type { CommentPlace } from "../../frontend.js";
import { onlySpans, scriptsOf } from "../component-scripts.js";
import { grammarFor, type ScriptGrammar } from "../grammar.js";
import { parse } from "../parse.js";
import { walk } from "../../../analysis/walk.js";

/** Nodes before which a line of its own may hold a comment: they begin at a token, and nothing depends on the line. */
const HOLDERS =
  /Statement$|Declaration$|^(?:Property|PropertyDefinition|MethodDefinition|TS(?:PropertySignature|MethodSignature|EnumMember))$/;

/** Comments that mean the line below them. */
const DIRECTIVE =
  /@ts-|eslint|prettier-|biome-|oxlint|deno-|istanbul|\bc8\b|\bv8 |webpack|@vite|v2ready-disable|noinspection/;

/**
 * Returns the line of the innermost statement, property or member around an offset that begins its line. Comments for
 * other tools stay between the place and that line.
 */
export function javascriptCommentPlace(source: SourceText, offset: number): CommentPlace | undefined {
  const script = scriptAt(source, offset);
  const parsed = script && parse(source.path, script.text, script.grammar);
  if (!parsed?.ok) return undefined;
  const holder = innermostHolder(parsed.program, source, offset);
  if (holder === undefined) return undefined;
  const line = aboveDirectives(source, source.position(holder).line, parsed.comments);
  const [indent = ""] = /^\s*/.exec(source.line(line)) ?? [];
  return { offset: source.lineStart(line), indent, delimiters: ["// ", ""] };
}

function scriptAt(
  { path, text }: SourceText,
  offset: number,
): { text: string; grammar: ScriptGrammar } | undefined {
  const grammar = grammarFor(path);
  if (grammar) return { text, grammar };
  const script = scriptsOf(path, text).find(({ start, end }) => start <= offset && offset < end);
  return script && { text: onlySpans(text, [script]), grammar: script.grammar };
}

/** Returns the innermost node that starts there. */
function innermostHolder(program: Node, source: SourceText, offset: number): number | undefined {
  let found: number | undefined;
  walk(program, (node) => {
    if (node.start > offset || node.end <= offset) return node.type === "Program";
    if (HOLDERS.test(node.type) && beginsLine(source, node.start)) found = node.start;
    return true;
  });
  return found;
}

function beginsLine(source: SourceText, offset: number): boolean {
  const { line, column } = source.position(offset);
  return (
    source
      .line(line)
      .slice(0, column - 1)
      .trim() === ""
  );
}

function aboveDirectives(source: SourceText, line: number, comments: readonly Comment[]): number {
  const ending = new Map(
    comments
      .filter(({ start, value }) => DIRECTIVE.test(value) && beginsLine(source, start))
      .map(({ start, end }) => [source.position(end).line, source.position(start).line]),
  );
  let at = line;
  for (let first = ending.get(at - 1); first !== undefined; first = ending.get(at - 1)) at = first;
  return at;
}
