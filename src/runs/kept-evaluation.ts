import type { Problem } from "../core/problem.js";
import type { SourceText } from "../core/source-text.js";
import type { FileFacts } from "../facts/file-facts.js";
import { plainFacts } from "../facts/plain-facts.js";
import type { ProgramAnalysis, SharedNames } from "../frontends/frontend.js";
import type { ModuleHost } from "../frontends/module-host.js";
import type { AnalysisSettings } from "../engine/analyze-repository.js";
import type { Limits } from "../frontends/limits.js";
import { buildOfCommand } from "../hosting/package-info.js";
import { sum } from "../workspace/journal.js";
import { KeptData } from "../workspace/kept-data.js";
import type { RunFlags } from "./options.js";
import { RecordingHost, type HostAnswers } from "./recording-host.js";

/** A program that took fewer steps is evaluated again in less than half a second. */
const MIN_STEPS = 100_000;

/** The use of kept evaluations: a run writes one for later runs, or reads the one of an earlier run. */
export type Keeping = "write" | "read";

interface Kept {
  readonly answers: HostAnswers;
  readonly facts: readonly FileFacts[];
}

/**
 * A program whose evaluation can be kept. The facts depend on what the program is given and on the answers of its host.
 * Both are recorded. An evaluation is used again only if both are the same.
 */
export class KeptEvaluation implements ProgramAnalysis {
  readonly #program: ProgramAnalysis;
  readonly #host: RecordingHost;
  readonly #sources = new Map<string, SourceText>();
  readonly #inputs: string[];
  #facts: ReturnType<ProgramAnalysis["facts"]> | undefined;

  /** @param key what else the facts depend on: the build, and how far values are followed */
  constructor(
    begin: (host: ModuleHost) => ProgramAnalysis,
    host: ModuleHost,
    private readonly store: Pick<KeptData, "read" | "write">,
    private readonly keeping: Keeping,
    key: string,
    private readonly minSteps = MIN_STEPS,
  ) {
    this.#host = new RecordingHost(host);
    this.#program = begin(this.#host);
    this.#inputs = [key];
  }

  add(source: SourceText, followsImports?: boolean): Problem | undefined {
    this.#take("add", source.path, sum(source.text), String(followsImports));
    this.#sources.set(source.path, source);
    return this.#program.add(source, followsImports);
  }

  follow(path: string): void {
    this.#take("follow", path);
    this.#program.follow(path);
  }

  share(path: string): void {
    this.#take("share", path);
    this.#program.share(path);
  }

  shareAll(path: string): void {
    this.#take("shareAll", path);
    this.#program.shareAll(path);
  }

  addData(path: string, variables: readonly string[]): void {
    this.#take("addData", path, ...variables);
    this.#program.addData(path, variables);
  }

  remove(path: string): void {
    this.#take("remove", path);
    this.#program.remove(path);
  }

  sharedNames(path: string): SharedNames {
    return this.#program.sharedNames(path);
  }

  sharedTest(): (path: string, offset: number) => boolean {
    return this.#program.sharedTest();
  }

  isConcerned(path: string): boolean {
    return this.#program.isConcerned(path);
  }

  evaluate(): void {
    const key = sum(JSON.stringify(this.#inputs));
    if (this.keeping === "read") this.#facts = this.#kept(key);
    if (this.#facts) return;
    this.#program.evaluate();
    this.#facts = this.#program.facts();
    const facts = this.#facts.map((one) => one.facts);
    const steps = facts.reduce((total, one) => total + (one.steps ?? 0), 0);
    if (steps < this.minSteps) return;
    const kept: Kept = { answers: this.#host.answers, facts: plainFacts(facts) };
    this.store.write(key, kept);
  }

  facts(): ReturnType<ProgramAnalysis["facts"]> {
    return this.#facts ?? this.#program.facts();
  }

  #take(...input: readonly string[]): void {
    this.#inputs.push(JSON.stringify(input));
  }

  #kept(key: string): ReturnType<ProgramAnalysis["facts"]> | undefined {
    const kept = this.store.read(key) as Kept | undefined;
    if (!kept || !this.#host.agreesWith(kept.answers)) return undefined;
    const all: { source: SourceText; facts: FileFacts }[] = [];
    for (const facts of kept.facts) {
      const source = this.#sources.get(facts.path) ?? this.#host.read(facts.path);
      if (!source) return undefined;
      all.push({ source, facts });
    }
    return all;
  }
}

/**
 * Returns a function that starts programs whose evaluation is kept; `undefined` if an input of the evaluation has no
 * name.
 */
export function keptPrograms(
  root: string,
  keeping: Keeping,
  flags: Pick<RunFlags, "vocabulary">,
  limits: Limits,
): AnalysisSettings["beginProgram"] {
  const build = buildOfCommand();
  if (build === undefined || flags.vocabulary !== undefined) return undefined;
  const key = JSON.stringify([build, process.version, limits]);
  return (begin, host) => new KeptEvaluation(begin, host, new KeptData(root, "evaluation"), keeping, key);
}
