import type { Catalog } from "../../catalog/catalog.js";
import type { Finding } from "../../core/finding.js";
import { classOfFile, isAmongTests } from "../../core/file-class.js";
import type { Unit } from "../../fix/unit.js";
import { discoverNow } from "../../workspace/discover.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import { readSource } from "../../workspace/read.js";
import { escaped } from "../../workspace/search-pattern.js";
import { reachesInto } from "./packages.js";
import { names } from "./program-texts.js";

/**
 * What tests go by that is not followed: answers and expected requests in files of data, and tests that reach the code
 * in ways that are not seen. They still speak of what a fix would change, so it is found by what they say.
 */
export class TestData {
  readonly #holding = new Map<string, readonly string[]>();

  /** @param cwd the folder that paths are relative to, absolute */
  constructor(
    private readonly cwd: string,
    private readonly catalog: Catalog,
    private readonly modules: () => Promise<RepositoryModules>,
  ) {}

  /**
   * Why a unit cannot be applied safely, one sentence without a full stop; nothing where no test speaks against it.
   *
   * @param findings all of the run
   * @param isFollowed whether the values of a file were followed
   */
  async reasonAgainst(
    unit: Unit,
    findings: readonly Finding[],
    isFollowed: (path: string) => boolean,
  ): Promise<string | undefined> {
    const modules = await this.modules();
    const changed = new Set(unit.edits.map(({ path }) => path));
    const owners = [...changed].map((path) => modules.packageOf(path));
    const reaches = (path: string): boolean =>
      owners.some((owner) => reachesInto(modules.packageOf(path), owner));
    const minds = (path: string): boolean => !changed.has(path) && !isFollowed(path) && reaches(path);
    const open = findings.find(
      (one) => isOfTests(one.place.path) && isLeftOf(one, unit) && reaches(one.place.path),
    );
    if (open)
      return `${open.place.path} speaks of ${open.property ?? "the base path"}, too, and stays as it is`;
    for (const word of this.#wordsOf(unit)) {
      const path = this.#testsWith(word).find(minds);
      if (path !== undefined) return `${path} holds ${word}, and a test may go by it`;
    }
    return undefined;
  }

  /** What becomes something else: base paths, and properties that move or go. */
  #wordsOf({ findings, programs }: Unit): ReadonlySet<string> {
    const properties = findings.flatMap(({ property }) => property?.split(".").at(-1) ?? []);
    const bases = this.catalog.vocabularies.flatMap(({ administration: { base, unversioned } }) =>
      unversioned.map(({ version }) => base.replace("{version}", version)),
    );
    return new Set([...(programs.length > 0 ? bases : []), ...properties]);
  }

  #testsWith(word: string): readonly string[] {
    let tests = this.#holding.get(word);
    if (!tests) {
      const question = { cwd: this.cwd, paths: ["."], ignorePatterns: [], noIgnore: false };
      const found = discoverNow({ ...question, patterns: [{ source: escaped(word) }] })?.candidates ?? [];
      tests = found.filter((path) => isOfTests(path) && this.#holds(path, word)).sort();
      this.#holding.set(word, tests);
    }
    return tests;
  }

  #holds(path: string, word: string): boolean {
    const result = readSource(this.cwd, path);
    // A host may stand before a path.
    return result.ok && (word.startsWith("/") ? result.raw.includes(word) : names(result.raw, word));
  }
}

/** Whether a finding that nothing mends is about what a unit changes elsewhere. */
function isLeftOf({ ruleId, property, fixes }: Finding, unit: Unit): boolean {
  if (fixes.some(({ applicability }) => applicability !== "display-only")) return false;
  if (ruleId === "no-unversioned-base-path") return unit.programs.length > 0;
  return property !== undefined && unit.findings.some((one) => one.property === property);
}

/** A text among tests is what they expect, a page of documentation there is not. */
function isOfTests(path: string): boolean {
  return classOfFile(path) === "test" || (isAmongTests(path) && /[.](?:txt|html?)$/.test(path));
}
