import { addAll } from "../../core/add-all.js";
import { SourceText } from "../../core/source-text.js";
import type { FileReadFact } from "../../facts/file-facts.js";
import type { ProgramAnalysis } from "../../frontends/frontend.js";
import type { ImporterHost } from "../../hosting/importers.js";
import { hostOf } from "../../hosting/repository-host.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import { textOf } from "./tree-files.js";

/** The reads of files in the scripts of a tree of which it is not known what they read, or what for. */
export interface ScriptReads {
  readonly reads: readonly FileReadFact[];
  /** Scripts that were not followed to the end, of which anything may be thought. */
  readonly unknown: readonly string[];
}

/** Returns the host of a program of readers, which reads each file once. */
export function readerHost(cwd: string, modules: RepositoryModules): ImporterHost {
  const texts = new Map<string, SourceText | undefined>();
  return hostOf(modules, (path) => {
    if (!texts.has(path)) texts.set(path, sourceOf(cwd, path));
    return texts.get(path);
  });
}

function sourceOf(cwd: string, path: string): SourceText | undefined {
  const text = textOf(cwd, path);
  return text === undefined ? undefined : new SourceText(path, text);
}

/**
 * Evaluates a program of readers and collects what they read.
 *
 * @param unparsed scripts that could not be added to it
 */
export function readsOf(program: ProgramAnalysis, unparsed: readonly string[]): ScriptReads {
  program.evaluate();
  const all = program.facts().map(({ facts }) => facts);
  const unknown = [...unparsed];
  addAll(
    unknown,
    all.filter(({ problems }) => problems.length > 0).map(({ path }) => path),
  );
  return { reads: all.flatMap(({ fileReads }) => fileReads ?? []), unknown };
}
