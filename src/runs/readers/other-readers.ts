import type { Catalog } from "../../catalog/catalog.js";
import type { Unit } from "../../fix/unit.js";
import type { Analysed } from "../../fix/verify.js";
import { TestData, followedFiles } from "../../hosting/test-data.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import { CodeReaders } from "./code-readers.js";
import { DataReaders } from "./data-readers.js";
import { EnvironmentReaders } from "./environment-readers.js";
import { filesWith, textOf } from "./tree-files.js";

/** Finds code that is not followed and reads a file that a fix changes, so that the fix is not safe. */
export class OtherReaders {
  readonly #data: DataReaders;
  readonly #code: CodeReaders;
  readonly #environment: EnvironmentReaders;
  #modules: Promise<RepositoryModules> | undefined;
  #tests: TestData | undefined;

  /** @param cwd the folder that paths are relative to, absolute */
  constructor(
    private readonly cwd: string,
    private readonly catalog: Catalog,
  ) {
    const modules = () => this.#loadModules();
    this.#data = new DataReaders(cwd, catalog, modules);
    this.#code = new CodeReaders(cwd, modules);
    this.#environment = new EnvironmentReaders(cwd, modules);
  }

  /**
   * Returns why a unit cannot be applied safely, one sentence without a full stop; `undefined` if no other reader is
   * found.
   *
   * @param state for which the unit was planned
   */
  async reasonAgainst(unit: Unit, state: Analysed): Promise<string | undefined> {
    const { analyses, findings } = state;
    const followed = followedFiles(analyses);
    const isFollowed = (path: string): boolean => followed.has(path);
    const changed = new Set(unit.edits.map(({ path }) => path));
    const reported = unit.findings.flatMap(({ place, related }) => [
      place,
      ...related.map((one) => one.place),
    ]);
    const known = new Set([...changed, ...reported.map(({ path }) => path)]);
    const isCovered = (path: string): boolean => known.has(path) || isFollowed(path);
    const unseen = analyses
      .flatMap(({ context }) => context.facts.fileReads ?? [])
      .filter(({ file, place }) => "name" in file && !known.has(place.path));
    return (
      (await this.ofVariables(unit, state)) ??
      (await this.#data.reasonAgainst(changed, isCovered, unseen)) ??
      (await this.#code.reasonAgainst(unit.edits, analyses)) ??
      (await this.#testData()).reasonAgainst(unit, findings, isFollowed)
    );
  }

  /** Returns the same, with the variables of the environment alone. */
  ofVariables({ edits }: Unit, { analyses }: Analysed): Promise<string | undefined> {
    return this.#environment.reasonAgainst(edits, analyses);
  }

  async #testData(): Promise<TestData> {
    const modules = await this.#loadModules();
    return (this.#tests ??= new TestData(
      {
        search: (patterns) => filesWith(this.cwd, patterns),
        read: (path) => textOf(this.cwd, path),
        packageOf: (path) => modules.packageOf(path),
      },
      this.catalog,
    ));
  }

  #loadModules(): Promise<RepositoryModules> {
    return (this.#modules ??= loadModules(this.cwd));
  }
}

async function loadModules(cwd: string): Promise<RepositoryModules> {
  const { repositoryModules } = await import("../../workspace/module-host.js");
  return repositoryModules(cwd);
}
