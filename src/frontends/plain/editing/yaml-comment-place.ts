import type { SourceText } from "../../../core/source-text.js";
import type { CommentPlace } from "../../frontend.js";
import { yamlDocuments, yamlTokens, type YamlToken } from "./yaml-document.js";

/**
 * Returns the line of a setting. The comment of a value inside a text of several lines is above the first line of the
 * text, because none is possible inside.
 */
export function yamlCommentPlace(source: SourceText, offset: number): CommentPlace | undefined {
  if (typeof yamlDocuments(source.text) === "string") return undefined;
  const tokens = yamlTokens(source.text).filter(({ type }) => type !== "comment");
  let { line } = source.position(offset);
  for (let holder = holderOf(line); holder; holder = holderOf(line))
    line = source.position(beginningOf(holder, tokens)).line;
  const text = source.line(line);
  const indent = text.slice(0, text.length - text.trimStart().length);
  return { offset: source.lineStart(line), indent, delimiters: ["# ", ""] };

  function holderOf(number: number): YamlToken | undefined {
    const start = source.lineStart(number);
    return tokens.find((token) =>
      token.type === "block-scalar"
        ? token.start <= start && start < token.end
        : token.start < start && start < token.end,
    );
  }
}

/** Returns the start of a token. A block scalar starts at its mark, `|` or `>`, on a line before it. */
function beginningOf({ type, start }: YamlToken, tokens: readonly YamlToken[]): number {
  if (type !== "block-scalar") return start;
  return (
    tokens.findLast((token) => token.type === "block-scalar-header" && token.start < start)?.start ??
    start - 1
  );
}
