import type { Program } from "@oxc-project/types";
import type { Comment } from "oxc-parser";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { RequestFact } from "../../facts/request.js";
import type { Interest } from "../interest.js";
import { evaluateModule } from "./evaluation/module-evaluation.js";
import type { Names } from "./evaluation/module-record.js";
import { DEFAULT_LIMITS, Run, type Limits } from "./evaluation/run.js";
import type { Grammar } from "./grammar.js";
import { parse } from "./parse.js";
import { fieldFacts, payloadPath } from "./recording/fields.js";
import { Recorder } from "./recording/recorder.js";
import { stringFacts } from "./recording/strings.js";
import { requestTemplates } from "./recording/templates.js";

/** What a JavaScript or TypeScript text states; a problem instead of facts where it cannot be parsed. */
export function analyzeJavaScript(
  source: SourceText,
  grammar: Grammar,
  interest: Interest,
  limits: Limits = DEFAULT_LIMITS,
): FileFacts | Problem {
  const { path, text } = source;
  const parsed = parse(path, text, grammar);
  if (!parsed.ok) {
    const line = parsed.offset === undefined ? {} : { line: source.position(parsed.offset).line };
    return { path, kind: parsed.kind, message: parsed.message, ...line };
  }
  return factsOf(source, grammar, parsed, interest, limits);
}

interface ParsedModule {
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly names: Names;
}

function factsOf(
  source: SourceText,
  grammar: Grammar,
  parsed: ParsedModule,
  interest: Interest,
  limits: Limits,
): FileFacts {
  const { path, text } = source;
  const recorder = new Recorder(interest);
  const run = new Run(recorder, interest, limits);
  const problems: Problem[] = [];
  try {
    evaluateModule(run, path, parsed.program, parsed.names);
  } catch (error) {
    // Deep but parseable code may be too deep to evaluate; what was seen until then stands.
    if (!(error instanceof RangeError)) throw error;
    problems.push({
      path,
      kind: "too-deep",
      message: "nests too deeply for values to be followed to the end",
    });
  }
  // The other limits leave a hole where they were reached, and who asks for the value there is told.
  if (run.limitsReached.has("steps")) {
    problems.push({
      path,
      kind: "limit",
      message: "too much code to follow all values in; what was not reached is unknown",
    });
  }
  const sent = distinct(recorder.requests.map((request) => request.toFact()));
  const requests = [...sent, ...requestTemplates(run, sent)];
  const strings = stringFacts(text, path, parsed.comments, recorder.texts, interest);
  return {
    path,
    language: grammar.language,
    reading: "syntax",
    requests,
    fields: fieldFacts(recorder, requests, parsed.program, path),
    strings,
    comparisons: recorder.comparisons.map((comparison) => ({
      kind: "comparison",
      path: comparison.of.source.request === undefined ? comparison.of.path : payloadPath(comparison.of.path),
      requests: comparison.of.source.request === undefined ? [] : [String(comparison.of.source.request)],
      value: comparison.value,
      place: comparison.place,
    })),
    comments: parsed.comments.map((comment) => ({
      text: comment.value,
      span: { start: comment.start, end: comment.end },
    })),
    problems,
  };
}

/** Callers that lead to the same request tell the same thing; the first one speaks for them. */
function distinct(requests: readonly RequestFact[]): RequestFact[] {
  const seen = new Map<string, RequestFact>();
  for (const request of requests) {
    const identity = JSON.stringify([
      request.site,
      request.methods,
      request.urls.map(essence),
      request.headers.entries.map(({ name, values }) => [name, values.map(essence)]),
      request.headers.place,
      request.credentials,
    ]);
    if (!seen.has(identity)) seen.set(identity, request);
  }
  return [...seen.values()];
}

function essence(text: RequestFact["urls"][number]): unknown {
  return text.parts.map((part) => (part.kind === "segment" ? [part.text, part.written?.start] : part.name));
}
