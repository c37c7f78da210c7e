import { relative } from "node:path";
import type { SourceText } from "../core/source-text.js";
import { CatalogInterest } from "../catalog/interest.js";
import { prefilterOf } from "../engine/anchors.js";
import type { AnalysisSettings } from "../engine/analyze-repository.js";
import { expiryOf } from "../engine/expiry.js";
import type { Question } from "../engine/file-context.js";
import type { Rule } from "../engine/rule.js";
import type { TypeOracle } from "../engine/type-oracle.js";
import type { Texts } from "../fix/verify.js";
import { readPlain } from "../frontends/plain/frontend.js";
import { dayOf, targetsOf } from "../hosting/question.js";
import { catalogFor } from "../hosting/vocabularies.js";
import type { ObserveDisk } from "../types/bounded-host.js";
import { typescriptOracle } from "../types/typescript-oracle.js";
import { join } from "../workspace/file-system.js";
import { isInside } from "../workspace/project-root.js";
import { textForCompiler } from "../workspace/read.js";
import { repositoryRoot } from "../workspace/repository.js";
import type { AnalysisInput, Timings } from "./analyze-paths.js";
import { FileReader } from "./file-reader.js";
import { findFiles, type Found } from "./find-files.js";
import { LazyModules, type RunHost } from "./lazy-modules.js";
import { mayConcernCode } from "../engine/importable-data.js";
import { mayLeadElsewhere } from "./linked-paths.js";
import { loadFrontend } from "./load-frontend.js";
import { asFlag, confidenceOf, limitsOf, selectRules } from "./options.js";
import { RunRecord } from "./run-record.js";

/** A run up to the point where its files are found and read, and none is parsed. */
export interface BegunRun {
  readonly input: AnalysisInput;
  readonly settings: AnalysisSettings;
  readonly found: Found;
  /** The files to analyse, in their order; without a text if it cannot or need not be read. */
  readonly texts: readonly { readonly path: string; readonly source: SourceText | undefined }[];
  readonly files: FileReader;
  readonly host: RunHost;
  /** The answers that the run got. Undefined if the run is not kept. */
  readonly record: RunRecord | undefined;
  readonly timings: Timings;
  /** Adds the time since the last call to a part of the run. */
  readonly lap: (part: keyof Timings) => void;
  /** Returns whether findings in a file are reported. */
  readonly isAsked: (path: string) => boolean;
  /** Returns the types of the program, with other texts instead of some of its files. */
  readonly typesFor: (texts?: Texts) => TypeOracle;
}

/** Finds and reads the files of a run. */
export async function beginRun(allRules: readonly Rule[], input: AnalysisInput): Promise<BegunRun> {
  const { project, flags, nameOf = asFlag } = input;
  const { root } = project;
  const targets = targetsOf(flags.target, catalogFor(flags.vocabulary, input.cwd), nameOf("target"));
  const { catalog } = targets;
  const asOf = dayOf(flags.asOf, input.now, nameOf("asOf"));
  const expiry = expiryOf({ warning: flags.expiryWarning, error: flags.expiryError }, nameOf);
  const limits = limitsOf(flags.limit, nameOf);
  const rules = selectRules(allRules, flags);
  const prefilter = prefilterOf(rules, catalog.vocabularies, confidenceOf(flags.minConfidence) === "low");
  const timings: Timings = { search: 0, read: 0, analysis: 0 };
  const isAsked = (path: string): boolean => project.paths.some((one) => one === "." || isInside(path, one));
  const isExplicit = (path: string): boolean => flags.ignore === false || project.paths.includes(path);
  const files = new FileReader(root, prefilter, isExplicit);
  let started = performance.now();
  const lap = (part: keyof Timings): void => {
    const now = performance.now();
    timings[part] += now - started;
    started = now;
  };
  const modules = new LazyModules(root, files, (path, steps) => {
    input.progress?.at(
      `following values, ${steps.toLocaleString("en")} steps so far:`,
      join(project.prefix, path),
    );
  });
  const keeps = (input.keeps ?? "nothing") !== "nothing" && !input.isStdin;
  const record = keeps ? new RunRecord(modules) : undefined;
  const host: RunHost = record?.host ?? modules;
  const observeDisk: ObserveDisk = (question, path) => {
    record?.observeDisk(question, path);
    if (question === "text") input.progress?.at("asking TypeScript:", relative(root, path));
  };
  const typesFor = sharedOracles((texts) =>
    typescriptOracle(root, repositoryRoot(root) ?? root, textForCompiler, texts, observeDisk),
  );
  const types = flags.types === false ? {} : { types: record ? record.typesOf(typesFor()) : typesFor() };
  const question: Question = { ...targets, asOf, expiry, ...types };
  const settings: AnalysisSettings = {
    rules,
    ruleIds: new Set(allRules.map(({ meta }) => meta.id)),
    question,
    interest: CatalogInterest.of(catalog),
    readPlain,
    host,
    limits,
    isReported: (path) => files.isReported(path),
  };
  // While ripgrep searches, there is time to read what it has found, and to load the parser that this needs.
  const found = await findFiles(input, prefilter, files, (path) => {
    if (files.readAhead(path) && !input.asks) frontendWith(host, path).catch(() => undefined);
  });
  lap("search");
  const around = found.around.filter((path) => !isAsked(path) && mayLeadElsewhere(path));
  const texts = [...found.candidates, ...around].sort().map((path) => ({
    path,
    source: isAsked(path) ? files.read(path) : files.readAround(path),
  }));
  return { input, settings, found, texts, files, host, record, timings, lap, isAsked, typesFor };
}

/**
 * Shares the compiler among those who ask about the same texts: its program of a project takes longer than most analyses.
 * That of the texts on disk is kept, and one other.
 */
function sharedOracles(make: (texts?: Texts) => TypeOracle): (texts?: Texts) => TypeOracle {
  let ofDisk: TypeOracle | undefined;
  let last: { readonly texts: Texts; readonly oracle: TypeOracle } | undefined;
  return (texts) => {
    if (!texts || texts.size === 0) return (ofDisk ??= make());
    if (last?.texts === texts) return last.oracle;
    // The memory of one program is free before the next one is made.
    last = undefined;
    last = { texts, oracle: make(texts) };
    return last.oracle;
  };
}

/** Returns the frontend of a file, ready to go. */
export async function frontendWith(host: RunHost, path: string): ReturnType<typeof loadFrontend> {
  const loaded = await loadFrontend(path);
  if (loaded.frontend.begin || loaded.frontend.readsFiles || mayConcernCode(path)) await host.load();
  return loaded;
}
