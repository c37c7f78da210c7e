import type { Finding } from "../../core/finding.js";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { RuleMetadata } from "./create-rule.js";

const MESSAGE = "directive";

/** A rule of the plugin alone: the command lists such comments among the problems of a run. */
export const VALID_DIRECTIVE: RuleMetadata = {
  id: "valid-directive",
  description: "Reports comments that look like a directive of v2ready but are not valid",
  severity: "warning",
  fixes: [],
  messageIds: [MESSAGE],
};

const MARK = "v2ready-disable";
const NEXT_LINE = `${MARK}-next-line`;

/** Returns the problems of the directives of a file, each at its place, as findings of the plugin's own rule. */
export function directiveFindings(problems: readonly Problem[], source: SourceText): Finding[] {
  const wrong = problems.filter(({ kind, path }) => kind === "directive" && path === source.path);
  return wrong.map(({ line = 1, message }): Finding => {
    const mark = message.startsWith(NEXT_LINE) ? NEXT_LINE : MARK;
    const start = source.text.indexOf(mark, source.lineStart(line));
    const [word] = /^\S*/.exec(source.text.slice(start))!;
    return {
      ruleId: VALID_DIRECTIVE.id,
      messageId: MESSAGE,
      message: `${message}.`,
      severity: VALID_DIRECTIVE.severity,
      confidence: "high",
      place: { path: source.path, start, end: start + word.length },
      related: [],
      fixes: [],
    };
  });
}
