import type { Parser } from "web-tree-sitter";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import { insideOneOf } from "../../core/span.js";
import type { Interest } from "../interest.js";
import { problemsOf, refusalOf, searchedStrings, withAncestors } from "../lowered/broken-text.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { CoreProgram, Stmt } from "../lowered/core-tree.js";
import type { LoweredComment, LoweredText } from "../lowered/language.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expression } from "./expressions.js";
import { factsOf, parameterNodes } from "./functions.js";
import { loadedIn } from "./modules.js";
import { parsePowerShell } from "./parse.js";
import { PREFIX, isOfFile, variableName } from "./names.js";
import { assignedIn, type FileState, type Scope } from "./scope.js";
import { PRINT, bodyInto } from "./statements.js";

/** Parses and lowers a PowerShell file. Returns a problem if it cannot be parsed. */
export function lowerPowerShell(
  parser: Parser,
  source: SourceText,
  interest: Interest,
): LoweredText | Problem {
  const { path, text } = source;
  const parsed = parsePowerShell(parser, text);
  if (!parsed.ok) return { path, kind: parsed.kind, message: parsed.message };
  const { root } = parsed;
  const all = [...root.walk()];
  const errors = hasCode(all, text) ? parsed.errors : [];
  const refusal = refusalOf(source, errors, "PowerShell");
  if (refusal) return refusal;
  const shared = all.filter((one) => one.type === "variable" && isOfFile(one.text));
  const params = parameterNodes(root).map((one) => variableName(one.child("variable")?.text ?? "$"));
  const file: FileState = {
    functions: new Map(
      all
        .filter(({ type }) => type === "function_statement")
        .map((one) => [one.child("function_name")?.text.toLowerCase() ?? "", factsOf(one)]),
    ),
    classes: new Set(
      all
        .filter(({ type }) => type === "class_statement")
        .map((one) => one.child("simple_name")?.text.toLowerCase() ?? ""),
    ),
    variables: new Set([
      ...assignedIn(root.children, true).keys(),
      ...shared.map((one) => variableName(one.text)),
      ...params,
    ]),
    loads: loadedIn(text).length > 0,
    imports: new Map(),
    broken: withAncestors(errors),
    brokenSpans: [],
  };
  const program = programOf(root, file, params);
  const comments = all
    .filter(({ type }) => type === "comment")
    .map((one): LoweredComment => ({
      text: one.text.replace(/^(?:<#|#)|#>$/g, ""),
      start: one.start,
      end: one.end,
    }));
  const strings = searchedStrings(source, interest, comments, insideOneOf(file.brokenSpans));
  const problems = errors.length > 0 ? problemsOf(source, file.brokenSpans) : [];
  return { programs: [program], comments, problems, strings };
}

/** Returns whether a file has more than comments, which the grammar does not parse alone. */
function hasCode(nodes: readonly SyntaxNode[], text: string): boolean {
  let rest = 0;
  for (const { type, start, end } of nodes) {
    if (type !== "comment" || start < rest) continue;
    if (text.slice(rest, start).trim() !== "") return true;
    rest = end;
  }
  return text.slice(rest).trim() !== "";
}

function programOf(root: SyntaxNode, file: FileState, params: readonly string[]): CoreProgram {
  const scope: Scope = { file, locals: new Set(), isTop: true };
  const place = build.span(root.start, root.start);
  const nodes = root.children.flatMap((one) => (one.type === "statement_list" ? one.children : [one]));
  const body = bodyInto(nodes, scope, PRINT);
  const declared = [...file.variables].map((name) =>
    statements.exported(statements.declare(place, build.name(place, name), null, "var")),
  );
  const given = parameterNodes(root).map((one, index): Stmt => {
    const value = one.child("script_parameter_default");
    const target = build.name(one, params[index]!);
    const unknown = build.unknown(one);
    const made = value ? build.choose(one, build.unknown(one), unknown, expression(value, scope)) : unknown;
    return statements.statement(build.assign(one, target, made));
  });
  const imports = [...file.imports].map(([name, at]) =>
    statements.importFrom(at, build.madeText(place, `${PREFIX}#${name}`), {
      names: [{ local: build.name(at, name), imported: build.name(at, name) }],
    }),
  );
  return statements.program(build.span(0, root.end), [...imports, ...declared, ...given, ...body]);
}
