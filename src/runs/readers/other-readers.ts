import type { Catalog } from "../../catalog/catalog.js";
import type { Finding } from "../../core/finding.js";
import type { Unit } from "../../fix/unit.js";
import { TestData } from "../../hosting/test-data.js";
import { discoverNow } from "../../workspace/discover.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import { readSource } from "../../workspace/read.js";
import { DataReaders } from "./data-readers.js";

/** Who goes by what a fix changes and is not followed, so that the fix is not safe. */
export class OtherReaders {
  readonly #data: DataReaders;
  #modules: Promise<RepositoryModules> | undefined;
  #tests: TestData | undefined;

  /** @param cwd the folder that paths are relative to, absolute */
  constructor(
    private readonly cwd: string,
    private readonly catalog: Catalog,
  ) {
    this.#data = new DataReaders(cwd, catalog, () => this.#loadModules());
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
    const reason = await this.#data.reasonAgainst(changed, isCovered);
    return reason ?? (await this.#testData()).reasonAgainst(unit, findings, isFollowed);
  }

  async #testData(): Promise<TestData> {
    const modules = await this.#loadModules();
    const scope = { cwd: this.cwd, paths: ["."], ignorePatterns: [], noIgnore: false };
    return (this.#tests ??= new TestData(
      {
        search: (patterns) => discoverNow({ ...scope, patterns })?.candidates ?? [],
        read: (path) => {
          const result = readSource(this.cwd, path);
          return result.ok ? result.raw : undefined;
        },
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
