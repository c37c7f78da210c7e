import { RuleCreator } from "@typescript-eslint/utils/eslint-utils";
import type { TSESLint } from "@typescript-eslint/utils";
import type { Applicability, Edit, Severity } from "../../core/finding.js";
import { ruleAddress } from "../../hosting/package-info.js";
import { findingsOf, locate, type Context } from "./lint-file.js";
import { messageOf, suggestionOf } from "./messages.js";
import { offersFor } from "./offers.js";
import { OPTIONS_SCHEMA } from "./options.js";
import type { PluginOptions } from "./plugin-options.js";
import type { ShownLintResult } from "./lint-results.js";

type Options = readonly [PluginOptions?];

/** The metadata of a rule for ESLint. The rule itself is loaded with the first file that may use the API. */
export interface RuleMetadata {
  readonly id: string;
  readonly description: string;
  readonly severity: Severity;
  readonly fixes: readonly Applicability[];
  readonly messageIds: readonly string[];
}

const create = RuleCreator(ruleAddress);

/**
 * Makes an ESLint rule of one of our rules. The engine has filled in its messages already, so each message of the
 * ESLint rule is a single placeholder.
 */
export function createRule({
  id,
  description,
  fixes,
  messageIds,
}: RuleMetadata): TSESLint.RuleModule<string, Options> {
  return create<Options, string>({
    name: id,
    meta: {
      type: "problem",
      docs: { description },
      ...(fixes.includes("safe") ? { fixable: "code" as const } : {}),
      hasSuggestions: fixes.includes("unsafe"),
      languages: ["*"],
      schema: [OPTIONS_SCHEMA],
      defaultOptions: [{}],
      messages: {
        ...Object.fromEntries(messageIds.map((messageId) => [messageId, "{{message}}"])),
        [SUGGESTION]: "{{description}}",
      },
    },
    create: (context) => listenersFor(id, context),
  });
}

/** Id of the message of a suggestion. */
const SUGGESTION = "suggestion";

function listenersFor(id: string, context: Context): TSESLint.RuleListener {
  // A block of a file that a processor has taken apart: the file is read as a whole, by the language for it.
  if (context.physicalFilename !== context.filename) return {};
  const reported = findingsOf(id, context);
  if (reported.findings.length === 0) return {};
  const { sourceCode } = context;
  return {
    [sourceCode.ast.type]: () => {
      for (const report of reportsOf(reported, sourceCode)) context.report(report);
    },
  };
}

type Report = TSESLint.ReportDescriptor<string>;

/** Reports the findings of one rule to ESLint, with its suggestions. */
export function reportsOf(
  { findings, all, sources, offset, from }: ShownLintResult,
  sourceCode: Parameters<typeof locate>[0],
): Report[] {
  const linted = { start: offset, end: offset + sourceCode.text.length };
  const joined = new Map<readonly Edit[], Omit<Edit, "path">>();
  const apply = (edits: readonly Edit[]): TSESLint.ReportFixFunction => {
    // ESLint also makes one edit of many, again for each finding of a unit.
    let one = joined.get(edits);
    if (!one) joined.set(edits, (one = joinEdits(edits, sourceCode.text, offset)));
    const { start, end, text } = one;
    return (fixer) => fixer.replaceTextRange([start, end], text);
  };
  return findings.map((finding) => {
    const { fix, suggestions, elsewhere } = offersFor(finding, all, from, linted);
    const { start, end } = finding.place;
    return {
      loc: { start: locate(sourceCode, start - offset), end: locate(sourceCode, end - offset) },
      messageId: finding.messageId,
      data: { message: messageOf(finding, elsewhere) },
      ...(fix ? { fix: apply(fix.edits) } : {}),
      suggest: suggestions.map(({ description, edits }) => ({
        messageId: SUGGESTION,
        data: { description: suggestionOf(description, finding, sources, from) },
        fix: apply(edits),
      })),
    };
  });
}

/** One edit that does what all of them do, of a text that begins at an offset of the file. */
function joinEdits(edits: readonly Edit[], whole: string, offset: number): Omit<Edit, "path"> {
  const start = edits[0]!.start - offset;
  let end = start;
  let text = "";
  for (const edit of edits) {
    text += whole.slice(end, edit.start - offset) + edit.text;
    end = edit.end - offset;
  }
  return { start, end, text };
}
