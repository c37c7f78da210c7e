import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { RuleCreator } from "@typescript-eslint/utils/eslint-utils";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { Edit, Finding } from "../../core/finding.js";
import type { Rule } from "../../engine/rule.js";
import { packageFolder, rulePage } from "../../hosting/package-info.js";
import { findingsOf, locate, type Context } from "./lint-file.js";
import { messageOf } from "./messages.js";
import { offersFor } from "./offers.js";
import { OPTIONS_SCHEMA, type PluginOptions } from "./options.js";

type Options = readonly [PluginOptions?];

/** The page of a rule as it lies in the installed package. */
const create = RuleCreator((id) => pathToFileURL(join(packageFolder(), rulePage(id))).href);

/**
 * One of our rules as one of ESLint's. The engine has filled in its messages already, so each message of the ESLint rule
 * is a single placeholder.
 */
export function createRule({ meta }: Rule): TSESLint.RuleModule<string, Options> {
  const { id, description, messages } = meta;
  return create<Options, string>({
    name: id,
    meta: {
      type: "problem",
      docs: { description },
      fixable: "code",
      hasSuggestions: true,
      languages: ["*"],
      schema: [OPTIONS_SCHEMA],
      defaultOptions: [{}],
      messages: {
        ...Object.fromEntries(Object.keys(messages).map((messageId) => [messageId, "{{message}}"])),
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
  const { findings, all, sources } = findingsOf(id, context);
  if (findings.length === 0) return {};
  const { sourceCode } = context;
  return {
    [sourceCode.ast.type]: () => {
      for (const finding of findings) {
        const { fix, suggestions, elsewhere } = offersFor(finding, all);
        context.report({
          loc: placeIn(sourceCode, finding),
          messageId: finding.messageId,
          data: { message: messageOf(finding, sources, elsewhere) },
          ...(fix ? { fix: apply(fix.edits) } : {}),
          suggest: suggestions.map(({ description, edits }) => ({
            messageId: SUGGESTION,
            data: { description },
            fix: apply(edits),
          })),
        });
      }
    },
  };
}

function placeIn(sourceCode: Context["sourceCode"], { place }: Finding): TSESTree.SourceLocation {
  return { start: locate(sourceCode, place.start), end: locate(sourceCode, place.end) };
}

function apply(edits: readonly Edit[]): TSESLint.ReportFixFunction {
  return (fixer) => edits.map(({ start, end, text }) => fixer.replaceTextRange([start, end], text));
}
