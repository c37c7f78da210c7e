import type { Finding } from "../../core/finding.js";
import type { SourceText } from "../../core/source-text.js";
import { CatalogInterest } from "../../catalog/interest.js";
import { analyzeFile } from "../../engine/analyze-file.js";
import type { Question } from "../../engine/file-context.js";
import type { TypeOracle } from "../../engine/type-oracle.js";
import type { Frontend } from "../../frontends/frontend.js";
import { DEFAULT_LIMITS } from "../../frontends/limits.js";
import type { FoundFile } from "../../hosting/importers.js";
import { OutsideImporters } from "../../hosting/outside-importers.js";
import { hostOf } from "../../hosting/repository-host.js";
import { TestData } from "../../hosting/test-data.js";
import { isPartOfRepository } from "../../workspace/files-around.js";
import { compilePatterns, type SearchPattern } from "../../workspace/search-pattern.js";
import { RULES } from "../../../rules/index.js";
import { directiveFindings } from "./directive-reports.js";
import { Evaluation, shownOf } from "./evaluation.js";
import { isReadAsText, mayBeCandidate, type Gate } from "./gate.js";
import { parsers } from "./lazy-parts.js";
import type { GivenTree } from "../../frontends/javascript/given-tree.js";
import type { Texts } from "./texts.js";
import { NOTHING, type LintResult } from "./lint-results.js";
import type { Tree } from "./tree.js";

const RULE_IDS: ReadonlySet<string> = new Set(RULES.map(({ meta }) => meta.id));
/** Evaluations that are kept: the saved state, and the edited state of the files that are open side by side. */
const EVALUATIONS = 4;

/** The type services of ESLint, and a key that identifies the program. */
export interface LintTypes {
  readonly program: object;
  readonly oracle: TypeOracle;
}

interface Kept {
  readonly evaluation: Evaluation;
  /** The text that it was made for, where that is not the one on the disk: others may be without it who are not with it. */
  readonly unsaved: SourceText | undefined;
  readonly candidates: string;
  readonly program: object | undefined;
}

/**
 * The files of one root, asked the same question as often as one of them is linted. A file is judged with all that belong
 * to it, as the command does, so both say the same.
 */
export class Session {
  readonly #texts: Texts;
  readonly #tree: Tree;
  readonly #interest: CatalogInterest;
  readonly #kept = new WeakMap<SourceText, Map<unknown, unknown>>();
  readonly #frontends = new Map<Frontend, Frontend>();
  #evaluations: Kept[] = [];
  #tests: { readonly state: number; readonly data: TestData } | undefined;
  /** True if the root is a part of a repository; looked for on the disk once. */
  #isPart: boolean | undefined;
  /** The state of the tree that the evaluations are of. */
  #state = 0;

  /** @param gate what is linted has passed it */
  constructor(
    readonly gate: Gate,
    private readonly question: Question,
  ) {
    this.#texts = gate.texts;
    this.#tree = gate.tree;
    this.#interest = CatalogInterest.of(question.catalog);
  }

  /**
   * Lints a file.
   *
   * @param path relative to the root, with `/`
   *
   * @param text the whole file
   */
  lint(path: string, text: string, types?: LintTypes, tree?: GivenTree): LintResult {
    if (isReadAsText(path)) {
      const alone = this.#lintAlone(path, text);
      // A setting can be fixed when the code that reads it is known.
      if (alone.findings.length === 0 || !mayBeCandidate(path)) return alone;
    }
    const source = this.#texts.take(path, text);
    if (tree) parsers().keepTree(source, tree, this.#kept);
    const evaluation = this.#evaluationFor(source, types);
    if (!evaluation) return NOTHING;
    const directives = directiveFindings(evaluation.problems, source);
    const isOwn = ({ place }: Finding): boolean => place.path === path;
    if (!evaluation.findings.some(isOwn)) return { ...NOTHING, findings: directives };
    const all = evaluation.fixable;
    const own = all.filter(isOwn);
    const findings = this.#texts.isDamaged(source) ? own.map((one): Finding => ({ ...one, fixes: [] })) : own;
    return { findings: [...directives, ...findings], all, sources: evaluation.sources, offset: 0 };
  }

  /** Lints a text that is not connected with other files. */
  #lintAlone(path: string, text: string): LintResult {
    const source = this.#texts.take(path, text);
    if (this.#texts.isGenerated(path)) return NOTHING;
    const { frontendAt, readPlain } = parsers();
    const file = { source, ...frontendAt(path) };
    const analysis = analyzeFile(file, RULES, this.question, this.#interest, readPlain, RULE_IDS);
    const findings = [...directiveFindings(analysis.problems, source), ...shownOf([analysis], new Map())];
    return { findings, all: findings, sources: new Map([[path, source]]), offset: 0 };
  }

  #remember<Result>(source: SourceText, what: string, make: () => Result): Result {
    let kept = this.#kept.get(source);
    if (!kept) this.#kept.set(source, (kept = new Map()));
    if (!kept.has(what)) kept.set(what, make());
    return kept.get(what) as Result;
  }

  /** Returns the evaluation with the findings of a file; `undefined` if the file is in none. */
  #evaluationFor(source: SourceText, types: LintTypes | undefined): Evaluation | undefined {
    const { path } = source;
    const { frontend } = this.#frontendAt(path);
    this.#tree.countFiles();
    if (this.#state !== this.#tree.state) this.#evaluations = [];
    this.#state = this.#tree.state;
    const candidates = this.#candidatesWith(path);
    const key = candidates.join("\n");
    const read = (one: string): SourceText | undefined => this.#texts.at(one);
    const program = types?.program;
    let kept = this.#evaluations.find(
      (one) =>
        one.candidates === key &&
        one.program === program &&
        (!one.unsaved || read(one.unsaved.path) === one.unsaved) &&
        one.evaluation.holds(read),
    );
    if (kept && !kept.evaluation.sources.has(path)) {
      if (!kept.evaluation.isImporter(source, frontend)) return undefined;
      kept = undefined;
    }
    const { unsaved } = this.#texts;
    kept ??= { evaluation: this.#evaluate(source, candidates, types), unsaved, candidates: key, program };
    this.#evaluations = [kept, ...this.#evaluations.filter((one) => one !== kept)].slice(0, EVALUATIONS);
    return kept.evaluation;
  }

  /** Returns the files that are candidates in the command. The linted file counts with its present text. */
  #candidatesWith(path: string): string[] {
    const { candidates } = this.#tree;
    const all = candidates.includes(path) ? candidates : [...candidates, path].sort();
    return all.filter((one) => {
      if (!mayBeCandidate(one)) return false;
      const source = this.#texts.at(one);
      return source !== undefined && this.gate.isCandidate(source) && !this.#texts.isGenerated(one);
    });
  }

  #evaluate(current: SourceText, candidates: readonly string[], types: LintTypes | undefined): Evaluation {
    const found = (path: string): FoundFile => ({ path, ...this.#frontendAt(path) });
    const question = types ? { ...this.question, types: types.oracle } : this.question;
    return new Evaluation({
      settings: {
        rules: RULES,
        ruleIds: RULE_IDS,
        question,
        interest: this.#interest,
        readPlain: parsers().readPlain,
        limits: DEFAULT_LIMITS,
        isReported: (path) => !this.#texts.isGenerated(path),
      },
      candidates: candidates.map(found),
      modules: this.gate.modules,
      read: (path) => this.#texts.at(path),
      kept: this.#kept,
      open: found,
      find: (patterns) => this.#find(patterns, current).map(found),
      tests: this.#testData(),
      outside: new OutsideImporters({
        ...hostOf(this.gate.modules, (path) => this.#texts.at(path)),
        isPart: (this.#isPart ??= isPartOfRepository(this.gate.root)),
        search: (patterns) => this.#tree.findAround(patterns),
        specifiersIn: (source) => this.gate.specifiersIn(source),
      }),
    });
  }

  /** Returns the data that tests depend on, in the present state of the tree. */
  #testData(): TestData {
    if (this.#tests?.state !== this.#tree.state) {
      const files = {
        search: (patterns: readonly SearchPattern[]) => this.#tree.find(patterns),
        read: (path: string) => this.#texts.saved(path)?.text,
        packageOf: (path: string) => this.gate.modules.packageOf(path),
      };
      this.#tests = { state: this.#tree.state, data: new TestData(files, this.question.catalog) };
    }
    return this.#tests.data;
  }

  /** Finds files of the tree by patterns, and tests the linted file by the text that it has here. */
  #find(patterns: readonly SearchPattern[], { path, text }: SourceText): string[] {
    const others = this.#tree.find(patterns).filter((one) => one !== path);
    return compilePatterns(patterns)(text) ? [...others, path].sort() : others;
  }

  /** Returns the frontend of a file. Frontends that analyse single files get a cache. */
  #frontendAt(path: string): Omit<FoundFile, "path"> {
    const { frontend, language } = parsers().frontendAt(path);
    if (frontend.begin) return { frontend, language };
    let remembering = this.#frontends.get(frontend);
    if (!remembering) {
      remembering = {
        analyze: (source, interest) =>
          this.#remember(source, "facts", () => frontend.analyze(source, interest)),
      };
      this.#frontends.set(frontend, remembering);
    }
    return { frontend: remembering, language };
  }
}
