import type { Problem } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import type { Span } from "../core/span.js";
import type { CommentFact } from "../facts/file-facts.js";

/** `v2ready-disable-next-line RULE[, RULE…] -- reason` in a comment: findings of these rules on the next line of code are not shown. */
export interface Directive {
  /** The line that it silences, from 1. */
  readonly line: number;
  readonly rules: readonly string[];
  readonly reason: string | undefined;
}

/** The start of a comment that `fix --markers` adds if a person must decide: `v2ready-todo[RULE]: what`. */
export const TODO = "v2ready-todo[";

const MARK = "v2ready-disable";
const FORM = /^v2ready-disable-next-line(?:\s+(.*))?$/s;

/**
 * Reads the directives among the comments of a file. A directive that is not understood is a problem, and is never
 * silently obeyed or ignored.
 */
export function readDirectives(
  source: SourceText,
  comments: readonly CommentFact[],
  knownRules: ReadonlySet<string>,
): {
  readonly directives: Directive[];
  readonly problems: Problem[];
  /** Comments that are markers. What they name is not code. */
  readonly markers: readonly Span[];
} {
  const directives: Directive[] = [];
  const markers: Span[] = [];
  const problems: Problem[] = [];
  for (const comment of comments) {
    const text = comment.text.replace(/^[\s*#/!;%:-]+/, "").replace(/[\s*]+$/, "");
    const { line } = source.position(comment.span.start);
    if (text.startsWith(TODO)) {
      markers.push(comment.span);
      problems.push({ path: source.path, line, kind: "todo", message: text });
    }
    if (!text.startsWith(MARK)) continue;
    const problem = (message: string) =>
      problems.push({ path: source.path, line, kind: "directive", message });
    const match = FORM.exec(text);
    if (!match) {
      problem("not a directive of v2ready; write v2ready-disable-next-line RULE -- reason");
      continue;
    }
    const [list = "", reason] = (match[1] ?? "").split(/(?:^|\s)--(?:\s|$)/, 2);
    const rules = list.split(/[\s,]+/).filter((id) => id !== "");
    const unknown = rules.filter((id) => !knownRules.has(id));
    if (rules.length === 0) problem("v2ready-disable-next-line needs the id of a rule");
    for (const id of unknown) problem(`v2ready-disable-next-line names ${id}, which is not a rule`);
    const known = rules.filter((id) => knownRules.has(id));
    if (known.length > 0)
      directives.push({ line: source.position(comment.span.end).line + 1, rules: known, reason });
  }
  return { directives: skipComments(source, comments, directives), problems, markers };
}

/** The next line may hold another comment or directive: what is meant is the line of code after it. */
function skipComments(
  source: SourceText,
  comments: readonly CommentFact[],
  directives: readonly Directive[],
): Directive[] {
  const commented = new Map<number, number>();
  for (const { span } of comments) {
    const first = source.position(span.start);
    const last = source.position(span.end);
    const before = source
      .line(first.line)
      .slice(0, first.column - 1)
      .trim();
    const after = source
      .line(last.line)
      .slice(last.column - 1)
      .trim();
    // Among the children of an element a comment is written in braces.
    if ((before === "" && after === "") || (before === "{" && after === "}"))
      commented.set(first.line, last.line);
  }
  return directives.map((directive) => {
    let { line } = directive;
    for (let last = commented.get(line); last !== undefined; last = commented.get(line)) line = last + 1;
    return { ...directive, line };
  });
}
