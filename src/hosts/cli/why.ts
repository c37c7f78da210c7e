import { statSync } from "node:fs";
import { join } from "node:path";
import { RULES } from "../../../rules/index.js";
import { InputError, UsageError } from "../../core/errors.js";
import type { SourceText } from "../../core/source-text.js";
import type { Location } from "../../core/span.js";
import { allFindings } from "../../engine/assemble-report.js";
import { maskLineOf, maskSecrets, maskerFor } from "../../engine/secrets.js";
import { answerFor } from "../../engine/why/answer.js";
import { explainPlace } from "../../engine/why/explain-place.js";
import { withoutCommands } from "../../core/visible.js";
import { analyzePlace, type PlaceAnalysis } from "../../runs/analyze-place.js";
import { askRepository } from "../../runs/check.js";
import { notifyInterrupted } from "../../runs/exclusive.js";
import { confidenceOf } from "../../runs/options.js";
import { projectsFor } from "../../runs/projects.js";
import type { RenderOptions } from "../../report/index.js";
import type { CheckFlags } from "./options.js";
import { renderOptions, type PrintFlags } from "./printing.js";
import type { World } from "./run.js";
import { Progress, notifierOf } from "./terminal.js";
import { REQUESTS_SHOWN, WhyText } from "./why-text.js";

export type WhyFlags = Pick<
  CheckFlags,
  | "target"
  | "asOf"
  | "expiryWarning"
  | "expiryError"
  | "vocabulary"
  | "minConfidence"
  | "only"
  | "skip"
  | "types"
  | "cache"
  | "ignore"
  | "limit"
> &
  PrintFlags;

interface Place {
  /** As the user gives it; relative to the root of the project from where that is known. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column?: number;
}

/**
 * Runs `v2ready why PATH:LINE[:COLUMN]`: prints the findings at a place with the confidence and the request behind
 * each, or the reasons why there are none. With `--verbose` it also prints all facts.
 *
 * @throws {UsageError} The place does not have that form.
 *
 * @throws {InputError} There is no such file or line, or the file cannot be read.
 */
export async function why(place: string, flags: WhyFlags, world: World): Promise<void> {
  const { stdout, cwd, now, stderr } = world;
  const named = placeOf(place);
  const [project] = projectsFor({ paths: [named.path], flags: {}, cwd });
  const { root } = project!;
  const wanted = { ...named, path: project!.paths[0]! };
  if (statSync(join(root, wanted.path)).isDirectory())
    throw new InputError(`${named.path} is a folder`, "why takes a line of a file.");
  await notifyInterrupted(root, notifierOf({ stderr }));
  const analysis = await analyzePlace(RULES, wanted.path, {
    project: project!,
    isStdin: false,
    flags,
    keeps: flags.cache === false ? "nothing" : "long runs",
    asks: true,
    cwd,
    now,
    notify: notifierOf({ stderr }),
    progress: Progress.for(world, true),
  });
  for (const { path, message } of analysis.unread) throw new InputError(`${path} ${message}`);
  const lines = placeLines(wanted, analysis, flags, renderOptions(flags, world, root));
  stdout.write(withoutCommands(`${lines.join("\n")}\n`));
}

/**
 * Returns the lines that `why` prints about a place.
 *
 * @throws {InputError} The file does not have that line.
 */
export function placeLines(
  wanted: Place,
  analysis: PlaceAnalysis,
  flags: Pick<WhyFlags, "minConfidence" | "verbose">,
  options: RenderOptions,
): string[] {
  const { analyses, sources, question, rules } = analysis;
  const source = sources.get(wanted.path);
  const name = `${wanted.path}:${wanted.line}${wanted.column === undefined ? "" : `:${wanted.column}`}`;
  const textWith = (mask: (text: string) => string): WhyText =>
    new WhyText(options, sources, wanted.path, mask, flags.verbose);
  if (!source) {
    const text = textWith(maskSecrets);
    return [...text.heading(name, ""), ...text.noTrace()];
  }
  if (wanted.line > source.lineCount) throw new InputError(`${wanted.path} has ${source.lineCount} lines`);
  const line = source.line(wanted.line);
  // Masked before it is cut: half a secret does not look like one.
  const code =
    line.length > MAX_LINE ? maskSecrets(line.slice(0, MAX_LINE)) : maskLineOf(source, wanted.line).text;
  const asked = askedOf(wanted, source);
  const repositoryFindings = askRepository(rules, question, analyses).findings;
  const findings = allFindings({ analyses, repositoryFindings });
  const minConfidence = confidenceOf(flags.minConfidence);
  const maxRequests = flags.verbose ? Infinity : REQUESTS_SHOWN;
  const answer = answerFor(asked, { analyses, rules, findings, sources, minConfidence, maxRequests });
  const log = flags.verbose ? explainPlace(asked, analyses, rules) : [];
  const linesWith = (mask: (text: string) => string): string[] => {
    const text = textWith(mask);
    return [...text.heading(name, code.trim().slice(0, MAX_CODE)), ...text.answer(answer), ...text.log(log)];
  };
  // Done twice: only what is printed tells which files have to be searched for secrets.
  const printed = new Set<string>();
  linesWith((part) => {
    printed.add(part);
    return part;
  });
  return linesWith(maskerFor(sources.values(), printed));
}

const MAX_CODE = 160;
/** Longer lines are cut here. */
const MAX_LINE = 5000;

function placeOf(text: string): Place {
  const match = /^(.+?):(\d+)(?::(\d+))?$/.exec(text);
  const line = Number(match?.[2]);
  if (!match || line < 1)
    throw new UsageError(`${text} names no line`, "Write it as PATH:LINE or PATH:LINE:COLUMN.");
  const path = match[1]!.replace(/^\.\//, "").replaceAll("\\", "/");
  return { path, line, ...(match[3] === undefined ? {} : { column: Number(match[3]) }) };
}

function askedOf({ path, line, column }: Place, source: SourceText): Location {
  const start = source.lineStart(line);
  if (column === undefined) return { path, start, end: start + Math.max(1, source.line(line).length) };
  return { path, start: start + column - 1, end: start + column };
}
