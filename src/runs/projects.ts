import { InputError, UsageError } from "../core/errors.js";
import { projectOfName, projectsOf, type Project } from "../workspace/projects.js";
import { checkWorkingDirectory } from "../workspace/roots.js";
import type { RunFlags } from "./options.js";

/** None of the paths of a project has a file in it that is looked at. */
export class NothingToScan extends InputError {}

/** The input of a run, as the user wrote it. */
export interface Asked {
  /** Files and folders; the working directory where there are none, and `-` for standard input. */
  readonly paths: readonly string[];
  readonly flags: Pick<RunFlags, "stdin" | "stdinFilename">;
  /** Absolute. */
  readonly cwd: string;
}

/** Returns whether a run reads standard input. */
export function isStdin({ paths, flags }: Omit<Asked, "cwd">): boolean {
  return flags.stdin === true || paths.includes("-");
}

/**
 * Returns the projects of a run, one or several.
 *
 * @throws {InputError} a path that does not exist
 *
 * @throws {UsageError} standard input and paths together
 */
export function projectsFor(asked: Asked): Project[] {
  const { paths, flags, cwd } = asked;
  checkWorkingDirectory(cwd);
  if (!isStdin(asked)) {
    if (flags.stdinFilename !== undefined) throw new UsageError("--stdin-filename needs --stdin");
    return projectsOf(cwd, paths.length > 0 ? paths : ["."]);
  }
  if (paths.some((path) => path !== "-"))
    throw new UsageError("standard input and paths cannot be read together");
  const { stdinFilename } = flags;
  return stdinFilename === undefined
    ? [{ root: cwd, paths: ["stdin.js"], isSearched: false, prefix: "" }]
    : [projectOfName(cwd, stdinFilename)];
}

/**
 * Does the same with every project of a run, one after the other. A project without a file is passed over if another one
 * has some.
 *
 * @throws {NothingToScan} no project has a file
 */
export async function inEachProject<Result>(
  asked: Asked,
  work: (project: Project) => Promise<Result>,
): Promise<{ readonly project: Project; readonly result: Result }[]> {
  const results: { readonly project: Project; readonly result: Result }[] = [];
  let empty: NothingToScan | undefined;
  for (const project of projectsFor(asked)) {
    try {
      results.push({ project, result: await work(project) });
    } catch (error) {
      if (!(error instanceof NothingToScan)) throw error;
      empty ??= error;
    }
  }
  if (results.length === 0 && empty) throw empty;
  return results;
}
