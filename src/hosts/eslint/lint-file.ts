import { relative, resolve } from "node:path";
import { isAtLeast, isUndetermined, SEVERITIES, type Finding } from "../../core/finding.js";
import { SourceText } from "../../core/source-text.js";
import { V2readyError } from "../../core/errors.js";
import type { TSESLint } from "@typescript-eslint/utils";
import { withSlashes } from "../../workspace/file-system.js";
import { gateFor } from "./gates.js";
import { engine } from "./lazy-parts.js";
import { optionsFor } from "./options.js";
import type { PluginOptions } from "./plugin-options.js";
import type { LintTypes, Session } from "./session.js";
import { warnWithoutTypeScriptParser } from "./typescript-parser.js";
import type { ShownLintResult } from "./lint-results.js";
import type { GivenTree } from "../../frontends/javascript/given-tree.js";

export type Context = Readonly<TSESLint.RuleContext<string, readonly [PluginOptions?]>>;

interface Known {
  readonly file: string;
  readonly text: string;
  readonly answers: Map<string, ShownLintResult>;
}

/**
 * The results of a text: the first rule has it analysed, the others reuse that. Some linters have one object for the
 * source code of all files, so the text is compared.
 */
const known = new WeakMap<object, Known>();

/**
 * Returns the findings of one rule in the file of a context.
 *
 * @throws {Error} an option that cannot be used; ESLint shows it as an error of the configuration
 */
export function findingsOf(ruleId: string, context: Context): ShownLintResult {
  const [ofRule] = context.options;
  try {
    const options = optionsFor(context.settings, ofRule);
    const result = lintWith(context, options, ofRule);
    const least = options.minConfidence ?? "medium";
    const mildest = SEVERITIES.indexOf(options.minSeverity ?? "info");
    const isShown = (finding: Finding): boolean =>
      finding.ruleId === ruleId &&
      SEVERITIES.indexOf(finding.severity) <= mildest &&
      (isUndetermined(finding) || isAtLeast(finding.confidence, least));
    return { ...result, findings: result.findings.filter(isShown) };
  } catch (error) {
    if (!(error instanceof V2readyError)) throw error;
    throw new Error(`v2ready: ${error.message}${error.hint === undefined ? "" : `. ${error.hint}`}`, {
      cause: error,
    });
  }
}

function lintWith(
  context: Context,
  options: PluginOptions,
  ofRule: PluginOptions | undefined,
): ShownLintResult {
  const { sourceCode, cwd } = context;
  const { text } = sourceCode;
  const file = fileOf(context);
  let entry = known.get(sourceCode);
  if (entry?.file !== file || entry.text !== text) {
    entry = { file, text, answers: new Map() };
    known.set(sourceCode, entry);
  }
  const { minConfidence, minSeverity: _, ...question } = options;
  const key = JSON.stringify([question, minConfidence === "low"]);
  let result = entry.answers.get(key);
  if (!result) {
    const root = resolve(cwd, options.root ?? ".");
    const path = withSlashes(relative(root, file));
    const known = gateFor(root, options);
    const session = (): Session => engine().sessionFor(root, options, ofRule, known);
    const gate = known ?? session().gate;
    const found = gate.visit({ path, text, moment: entry }, (whole) =>
      session().lint(path, whole, typesOf(context, options), whole === text ? treeOf(context) : undefined),
    );
    const from = withSlashes(relative(cwd, root));
    if (isParsedByEslint(context) && options.warnWithoutTypeScriptParser !== false)
      warnWithoutTypeScriptParser(gate, from);
    entry.answers.set(key, (result = { ...found, from }));
  }
  return result;
}

/** A text without a name is treated like JavaScript, as the command treats standard input. */
function fileOf({ filename, cwd }: Context): string {
  return /^<\w+>$/.test(filename) ? `${cwd}/stdin.js` : filename;
}

/** Returns the program that the parser holds, if linting is typed. */
function typesOf({ sourceCode, cwd }: Context, { root }: PluginOptions): LintTypes | undefined {
  const program = sourceCode.parserServices?.program;
  return program ? engine().typesIn(program, cwd, root) : undefined;
}

/** The tree that ESLint's own parser made; those of others have other shapes. */
function treeOf(context: Context): GivenTree | undefined {
  const { ast, scopeManager } = context.sourceCode;
  if (!isParsedByEslint(context) || !scopeManager) return undefined;
  return { program: ast, scopes: scopeManager.scopes, comments: ast.comments ?? [] };
}

function isParsedByEslint({ languageOptions }: Context): boolean {
  const parser = languageOptions.parser as { readonly name?: unknown } | undefined;
  return parser?.name === "espree";
}

/** The methods with which a language counts lines and columns. */
interface Locator {
  readonly text: string;
  getLocFromIndex?(index: number): { line: number; column: number };
}

/** Returns the place of an offset, as ESLint's language of the file counts. */
export function locate(sourceCode: Locator, offset: number): { line: number; column: number } {
  const index = Math.min(offset, sourceCode.text.length);
  if (sourceCode.getLocFromIndex) return sourceCode.getLocFromIndex(index);
  return new SourceText("", sourceCode.text).position(index);
}
