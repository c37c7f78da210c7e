import type { Catalog } from "../../catalog/catalog.js";
import type { Finding } from "../../core/finding.js";
import type { Unit } from "../../fix/unit.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import { DataReaders } from "./data-readers.js";
import { TestData } from "./test-data.js";

/** Who goes by what a fix changes and is not followed, so that the fix is not safe. */
export class OtherReaders {
  readonly #data: DataReaders;
  readonly #tests: TestData;

  /** @param cwd the folder that paths are relative to, absolute */
  constructor(cwd: string, catalog: Catalog) {
    let loading: Promise<RepositoryModules> | undefined;
    const modules = () => (loading ??= loadModules(cwd));
    this.#data = new DataReaders(cwd, catalog, modules);
    this.#tests = new TestData(cwd, catalog, modules);
  }

  /**
   * Why a unit cannot be applied safely, one sentence without a full stop; nothing where nobody is found.
   *
   * @param findings all of the run
   * @param isFollowed whether the values of a file were followed
   */
  async reasonAgainst(
    unit: Unit,
    findings: readonly Finding[],
    isFollowed: (path: string) => boolean,
  ): Promise<string | undefined> {
    const changed = new Set(unit.edits.map(({ path }) => path));
    const told = unit.findings.flatMap(({ place, related }) => [place, ...related.map((one) => one.place)]);
    const known = new Set([...changed, ...told.map(({ path }) => path)]);
    const isCovered = (path: string): boolean => known.has(path) || isFollowed(path);
    return (
      (await this.#data.reasonAgainst(changed, isCovered)) ??
      (await this.#tests.reasonAgainst(unit, findings, isFollowed))
    );
  }
}

async function loadModules(cwd: string): Promise<RepositoryModules> {
  const { repositoryModules } = await import("../../workspace/module-host.js");
  return repositoryModules(cwd);
}
