import type { Comment } from "oxc-parser";
import type { SourceText } from "../../../core/source-text.js";
import type { Span } from "../../../core/span.js";
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
  const script = scriptsIn(source).find(({ start, end }) => start <= offset && offset < end);
  // Outer nodes come before the nodes in them.
  const holder = script?.holders.findLast(({ start, end }) => start <= offset && offset < end);
  if (!script || !holder) return undefined;
  const line = aboveDirectives(source.position(holder.start).line, script.directives);
  const [indent = ""] = /^\s*/.exec(source.line(line)) ?? [];
  return { offset: source.lineStart(line), indent, delimiters: ["// ", ""] };
}

interface Script extends Span {
  readonly holders: readonly Span[];
  /** The last line of each comment for other tools → its first line. */
  readonly directives: ReadonlyMap<number, number>;
}

const known = new WeakMap<SourceText, readonly Script[]>();

/** Returns the places in the scripts of a file that parse. Each text is parsed once for all its comments. */
function scriptsIn(source: SourceText): readonly Script[] {
  let scripts = known.get(source);
  if (!scripts) known.set(source, (scripts = readScripts(source)));
  return scripts;
}

function readScripts(source: SourceText): Script[] {
  const { path, text } = source;
  const grammar = grammarFor(path);
  if (grammar) return placesIn(source, text, grammar, { start: 0, end: text.length + 1 });
  return scriptsOf(path, text).flatMap((script) =>
    placesIn(source, onlySpans(text, [script]), script.grammar, script),
  );
}

function placesIn(source: SourceText, text: string, grammar: ScriptGrammar, { start, end }: Span): Script[] {
  const parsed = parse(source.path, text, grammar);
  if (!parsed.ok) return [];
  const holders: Span[] = [];
  walk(parsed.program, (node) => {
    if (HOLDERS.test(node.type) && beginsLine(source, node.start))
      holders.push({ start: node.start, end: node.end });
    return true;
  });
  return [{ start, end, holders, directives: directivesIn(source, parsed.comments) }];
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

function directivesIn(source: SourceText, comments: readonly Comment[]): ReadonlyMap<number, number> {
  return new Map(
    comments
      .filter(({ start, value }) => DIRECTIVE.test(value) && beginsLine(source, start))
      .map(({ start, end }) => [source.position(end).line, source.position(start).line]),
  );
}

function aboveDirectives(line: number, directives: ReadonlyMap<number, number>): number {
  let at = line;
  for (let first = directives.get(at - 1); first !== undefined; first = directives.get(at - 1)) at = first;
  return at;
}
