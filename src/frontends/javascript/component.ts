import type { Problem } from "../../core/problem.js";
import { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { RequestFact } from "../../facts/request.js";
import type { FieldFact } from "../../facts/field.js";
import type { StringFact } from "../../facts/string.js";
import type { Interest } from "../interest.js";
import { restAfter } from "../plain/scan.js";
import { componentLanguage } from "./component-language.js";
import { onlySpans, scriptsOf, type ComponentScript } from "./component-scripts.js";
import { analyzeJavaScript } from "./frontend.js";

/**
 * The facts of a component file: its scripts as one module, since those of one component see each other's names; where
 * they do not parse as one, each by itself. The markup around them is searched as plain text.
 */
export function analyzeComponent(source: SourceText, interest: Interest): FileFacts | Problem {
  const scripts = scriptsOf(source.path, source.text);
  const together = scripts.length > 1 ? analyzeScripts(source, scripts, interest) : undefined;
  const parts = together
    ? [together]
    : scripts.map((script) => analyzeScripts(source, [script], interest) ?? script);
  const facts = parts.filter((part): part is FileFacts => "requests" in part);
  if (scripts.length > 0 && facts.length === 0) {
    return { path: source.path, kind: "syntax", message: "its scripts do not parse, read as plain text" };
  }
  const failed = parts.length - facts.length;
  const problems = facts.flatMap((part) => part.problems);
  if (failed > 0)
    problems.push({ path: source.path, kind: "syntax", message: "a script in it does not parse" });
  return merge(source, facts, markupStrings(source, scripts, interest), problems);
}

function analyzeScripts(
  source: SourceText,
  scripts: readonly ComponentScript[],
  interest: Interest,
): FileFacts | undefined {
  const grammar =
    scripts.find((script) => script.grammar.language === "typescript")?.grammar ?? scripts[0]!.grammar;
  const result = analyzeJavaScript(
    new SourceText(source.path, onlySpans(source.text, scripts)),
    grammar,
    interest,
  );
  return "requests" in result ? result : undefined;
}

function markupStrings(
  { path, text }: SourceText,
  scripts: readonly ComponentScript[],
  interest: Interest,
): StringFact[] {
  return interest
    .scan(text)
    .filter(({ start }) => !scripts.some((script) => script.start <= start && start < script.end))
    .map((match) => ({
      kind: "string",
      what: match.what,
      vocabulary: match.vocabulary,
      value: text.slice(match.start, match.end),
      rest: restAfter(text, match.end),
      place: { path, start: match.start, end: match.end },
      parts: [],
      trace: [],
      setting: "text",
    }));
}

function merge(
  source: SourceText,
  parts: readonly FileFacts[],
  markup: readonly StringFact[],
  problems: readonly Problem[],
): FileFacts {
  const requests: RequestFact[] = [];
  const fields: FieldFact[] = [];
  for (const [index, part] of parts.entries()) {
    // Ids are unique in a module; here several modules share a file.
    const renamed = (id: string): string => (parts.length > 1 ? `${index}-${id}` : id);
    requests.push(...part.requests.map((request) => ({ ...request, id: renamed(request.id) })));
    fields.push(
      ...part.fields.map((field) =>
        "requests" in field.owner
          ? { ...field, owner: { ...field.owner, requests: field.owner.requests.map(renamed) } }
          : field,
      ),
    );
  }
  return {
    path: source.path,
    language: componentLanguage(source.path) ?? "javascript",
    reading: "syntax",
    requests,
    fields,
    strings: [...parts.flatMap((part) => part.strings), ...markup],
    comparisons: parts.flatMap((part) => part.comparisons),
    comments: parts.flatMap((part) => part.comments),
    problems,
  };
}
