import type { Problem } from "../core/problem.js";
import type { Prefilter } from "../engine/anchors.js";
import { plainFrontend } from "../frontends/plain/frontend.js";
import { frontendFor } from "../frontends/registry.js";
import { discover, type DiscoverOptions } from "../workspace/discover.js";
import type { SearchPattern } from "../workspace/search-pattern.js";
import type { AnalysisInput } from "./analyze-paths.js";
import type { FileReader } from "./file-reader.js";
import { mayHaveLinks } from "./linked-paths.js";
import { NothingToScan } from "./projects.js";
import { readStandardInput } from "./standard-input.js";

/** The files that may have something to say to a rule. */
export interface Found {
  /** The candidates among the given paths. */
  readonly candidates: readonly string[];
  /** The candidates of the project around the given paths. Those of the given paths may be among them. */
  readonly around: readonly string[];
  readonly seen: number;
  readonly leftOut: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
  readonly engine: string;
}

/**
 * Searches the given paths and the project around them.
 *
 * @param begin is given paths that are probably candidates, as soon as they are known
 * @throws {NothingToScan} There is no file in the given paths.
 */
export async function findFiles(
  input: AnalysisInput,
  prefilter: Prefilter,
  files: FileReader,
  begin: (path: string) => void,
): Promise<Found> {
  const { project, isStdin } = input;
  const patterns = prefilter.patterns.map((source): SearchPattern => ({ source }));
  const isMore = project.isSearched && !project.paths.includes(".");
  const around = isMore ? discover({ ...aroundScope(input), patterns }) : undefined;
  if (isStdin) {
    const name = project.paths[0]!;
    const { text, problems } = await readStandardInput(name, input.stdin ?? process.stdin);
    files.give(name, text);
    const others = (await around)?.candidates ?? [];
    return { candidates: [name], around: others, seen: 1, leftOut: {}, problems, engine: "stdin" };
  }
  const search = discover({
    ...scopeOf(input),
    paths: project.paths,
    patterns,
    ...(prefilter.encoded ? { encoded: prefilter.encoded } : {}),
    mayHoldCode: (path) => frontendFor(path) !== plainFrontend,
    onCandidate: begin,
    onWait: input.whileSearching,
  });
  const [discovery, others] = await Promise.all([search, around]);
  if (discovery.seen === 0) {
    throw new NothingToScan("there is nothing to scan", nothingHint(discovery));
  }
  for (const one of discovery.notSearched ?? []) files.leaveOut(one);
  files.isTracked = discovery.isTracked;
  const isLinked =
    isMore && (await mayHaveLinks({ ...scopeOf(input), paths: project.paths }, discovery.candidates));
  return { ...discovery, around: isLinked ? (others?.candidates ?? []) : [] };
}

/** Returns the options that all searches of a run share. */
function scopeOf({ project, flags }: AnalysisInput): Omit<DiscoverOptions, "patterns" | "paths"> {
  return {
    cwd: project.root,
    ignorePatterns: flags.ignorePattern ?? [],
    noIgnore: flags.ignore === false,
  };
}

/** Returns the options of the search for other files that affect the named ones. */
export function aroundScope(input: AnalysisInput): Omit<DiscoverOptions, "patterns"> {
  const { paths, isSearched } = input.project;
  return { ...scopeOf(input), paths: isSearched ? ["."] : paths, isListed: false };
}

function nothingHint({ leftOut, problems }: Pick<Found, "leftOut" | "problems">): string {
  const [first] = problems;
  if (first) return `${first.path}: ${first.message}`;
  const total = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
  if (total === 0) return "Name a file or a folder with files in it, that no --ignore-pattern leaves out.";
  return `${total} ${total === 1 ? "entry was" : "entries were"} left out: ${Object.keys(leftOut).join(", ")}. --no-ignore reads what is ignored or generated.`;
}
