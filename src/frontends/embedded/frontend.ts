import type { Parser } from "web-tree-sitter";
import type { Problem } from "../../core/problem.js";
import { touch, type Location } from "../../core/span.js";
import type { SourceText } from "../../core/source-text.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { Frontend } from "../frontend.js";
import type { Interest } from "../interest.js";
import { DEFAULT_LIMITS } from "../limits.js";
import type { CoreProgram } from "../lowered/core-tree.js";
import { LoweredProgram, TOO_DEEP } from "../lowered/program.js";
import { readPlain } from "../plain/frontend.js";
import { lowerShell } from "../shell/lower.js";
import { shellLanguage } from "../shell/shell.js";
import { parseText } from "../tree-sitter/parse.js";
import type { Piece } from "./piece.js";
import { piecesIn } from "./pieces.js";
import { masked } from "./placeholders.js";
import { inFile } from "./translate.js";

/** The plain reading of a file, with what the shell in it sends. */
export function analyzeWithShell(parser: Parser): Frontend["analyze"] {
  return (source, interest) => {
    const plain = readPlain(source, interest);
    try {
      const pieces = piecesIn(source).map((piece) => lowered(parser, piece));
      const problems = pieces.flatMap(({ problem }) => problem ?? []);
      const programs = pieces.flatMap(({ program }) => program ?? []);
      const shell = programs.length > 0 ? factsOf(parser, source, interest, programs) : undefined;
      if (shell) return withProblem(merged(plain, shell), source, problems[0]);
      return withProblem(plain, source, problems[0] ?? (programs.length > 0 ? TOO_DEEP : undefined));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return withProblem(plain, source, TOO_DEEP);
    }
  };
}

/** Why the shell in a file is not looked at. */
type ShellProblem = Pick<Problem, "kind" | "message">;

function withProblem(facts: FileFacts, { path }: SourceText, problem: ShellProblem | undefined): FileFacts {
  if (!problem) return facts;
  const message = `the shell in it: ${problem.message}`;
  return { ...facts, problems: [...facts.problems, { path, kind: problem.kind, message }] };
}

function lowered(parser: Parser, piece: Piece): { program?: CoreProgram; problem?: ShellProblem } {
  const text = masked(piece.text);
  const parsed = parseText(parser, text);
  if (!parsed.ok) return { problem: parsed };
  return { program: inFile(lowerShell(parsed.root, text), { ...piece, text }) };
}

function factsOf(
  parser: Parser,
  source: SourceText,
  interest: Interest,
  programs: readonly CoreProgram[],
): FileFacts | undefined {
  const language = {
    ...shellLanguage(parser),
    // It makes the ids of its requests differ from those of other files.
    name: `shell in ${source.path}`,
    lower: () => ({ programs, comments: [], problems: [] }),
  };
  const program = new LoweredProgram(language, interest, undefined, DEFAULT_LIMITS);
  if (program.add(source)) return undefined;
  program.evaluate();
  return program.facts()[0]!.facts;
}

/** What is read as text stays as it is; requests, and what belongs to them, is added. */
function merged(plain: FileFacts, shell: FileFacts): FileFacts {
  const known = new Set(plain.strings.map(({ what, place }) => `${what}:${place.start}`));
  const isField = (place: Location): boolean => shell.fields.some((field) => touch(field.place, place));
  return {
    ...plain,
    requests: shell.requests,
    fields: shell.fields,
    strings: [
      ...plain.strings.filter(({ what, place }) => what !== "name" || !isField(place)),
      ...shell.strings.filter(
        ({ what, place, parts }) => parts.length > 0 && !known.has(`${what}:${place.start}`),
      ),
    ],
    comparisons: shell.comparisons,
    handOvers: shell.handOvers,
  };
}
