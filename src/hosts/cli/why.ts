import { RULES } from "../../../rules/index.js";
import { InputError, UsageError } from "../../core/errors.js";
import type { SourceText } from "../../core/source-text.js";
import type { Location } from "../../core/span.js";
import { maskSecrets } from "../../engine/secrets.js";
import { visibleLines } from "../../report/visible.js";
import { explainPlace } from "../../engine/why/explain-place.js";
import type { Explanation } from "../../engine/why/explanation.js";
import { analyzePaths } from "../../runs/analyze-paths.js";
import { tellInterrupted } from "../../runs/exclusive.js";
import { projectsFor } from "../../runs/projects.js";
import type { CheckFlags } from "./options.js";
import type { World } from "./run.js";
import { Progress, tellerOf } from "./terminal.js";

type WhyFlags = Pick<CheckFlags, "target" | "asOf" | "vocabulary" | "types" | "ignore" | "limit">;

interface Place {
  /** As the user gives it; relative to the root of the project from where that is known. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column?: number;
}

/**
 * `v2ready why PATH:LINE[:COLUMN]`: what was seen at a place, hop by hop, and what the rules made of it.
 *
 * @throws {UsageError} The place is not of that form.
 * @throws {InputError} There is no such file or line, or the file was not analysed.
 */
export async function why(
  place: string,
  flags: WhyFlags,
  { stdout, cwd, now, stderr }: World,
): Promise<void> {
  const named = placeOf(place);
  const [project] = projectsFor({ paths: [named.path], flags: {}, cwd });
  const wanted = { ...named, path: project!.paths[0]! };
  await tellInterrupted(project!.root, tellerOf({ stderr }));
  const result = await analyzePaths(RULES, {
    project: project!,
    isStdin: false,
    flags: { ...flags, minConfidence: "low" },
    cwd,
    now,
    progress: new Progress(stderr, false),
  });
  const source = result.sources.get(wanted.path);
  const name = `${wanted.path}:${wanted.line}`;
  if (!source) {
    stdout.write(
      `${visibleLines(name)}\n  nothing: there is no trace of the API in the file, and no value leads into it or out of it\n`,
    );
    return;
  }
  if (wanted.line > source.lineCount) throw new InputError(`${wanted.path} has ${source.lineCount} lines`);
  const found = explainPlace(askedOf(wanted, source), result.analyses);
  const code = source.line(wanted.line).trim();
  const lines = [`${name}  ${maskSecrets(code.slice(0, MAX_CODE))}`];
  if (found.length === 0) lines.push("  nothing that a rule would look at");
  for (const explanation of found) lines.push("", ...printed(explanation, result.sources));
  stdout.write(`${visibleLines(lines.join("\n"))}\n`);
}

const MAX_CODE = 160;

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

function printed(
  { title, place, details, verdicts }: Explanation,
  sources: ReadonlyMap<string, SourceText>,
): string[] {
  const where = (at: Location | undefined): string => {
    const source = at && sources.get(at.path);
    if (!source) return "";
    const { line, column } = source.position(at.start);
    return `  ${at.path}:${line}:${column}`;
  };
  const lines = [
    `${title}${where(place)}`,
    ...details.map((detail) => `${"  ".repeat(detail.depth + 1)}${detail.text}${where(detail.place)}`),
    ...verdicts.map(
      ({ ruleId, isFinding, text }) => `  ${isFinding ? "finding" : "no finding"}  ${ruleId}: ${text}`,
    ),
  ];
  return lines.map((line) => `  ${maskSecrets(line)}`);
}
