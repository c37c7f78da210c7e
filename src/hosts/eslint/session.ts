import type { Finding } from "../../core/finding.js";
import type { SourceText } from "../../core/source-text.js";
import { CatalogInterest } from "../../catalog/interest.js";
import { analyzeFile } from "../../engine/analyze-file.js";
import { isImportableData } from "../../engine/importable-data.js";
import { prefilterOf, type Prefilter } from "../../engine/anchors.js";
import type { Question } from "../../engine/file-context.js";
import type { TypeOracle } from "../../engine/type-oracle.js";
import type { Frontend } from "../../frontends/frontend.js";
import { DEFAULT_LIMITS } from "../../frontends/limits.js";
import { componentLanguage } from "../../frontends/javascript/component-language.js";
import { frontendFor } from "../../frontends/registry.js";
import type { FoundFile } from "../../hosting/importers.js";
import { fileLeftOut } from "../../workspace/left-out.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import { compilePatterns, type SearchPattern } from "../../workspace/search-pattern.js";
import { RULES } from "../../../rules/index.js";
import { Evaluation, shownOf } from "./evaluation.js";
import { modules as loadModules, parsers } from "./lazy-parts.js";
import { Texts } from "./texts.js";
import { Tree } from "./tree.js";

const RULE_IDS: ReadonlySet<string> = new Set(RULES.map(({ meta }) => meta.id));
/** Evaluations that are kept: the saved state, and the edited state of the files that are open side by side. */
const EVALUATIONS = 4;

/** What ESLint's own type services know, and what tells one program from another. */
export interface LintTypes {
  readonly program: object;
  readonly oracle: TypeOracle;
}

/** What is to be told of a file. */
export interface Told {
  /** Those in the file that no directive silences, of every confidence. */
  readonly findings: readonly Finding[];
  /** All of the files that belong together: their fixes may share a unit. */
  readonly all: readonly Finding[];
  /** The texts that places are in. */
  readonly sources: ReadonlyMap<string, SourceText | undefined>;
  /** Where the linted text begins in the file; not 0 where a linter takes a script out of a component. */
  readonly offset: number;
}

/** The same for a person. */
export interface ToldFrom extends Told {
  /** The root that paths are relative to, from ESLint's working directory; empty where that is the same folder. */
  readonly from: string;
}

const NOTHING: Told = { findings: [], all: [], sources: new Map(), offset: 0 };

interface Kept {
  readonly evaluation: Evaluation;
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
  readonly #prefilter: Prefilter;
  readonly #interest: CatalogInterest;
  readonly #kept = new WeakMap<SourceText, Map<unknown, unknown>>();
  readonly #frontends = new Map<Frontend, Frontend>();
  readonly #linted = new Set<string>();
  #lintedAt = performance.now();
  #modules: RepositoryModules | undefined;
  #evaluations: Kept[] = [];

  /**
   * @param root absolute
   * @param withWeak whether everyday names alone make a file a candidate, as low confidence asks for
   */
  constructor(
    private readonly root: string,
    private readonly question: Question,
    withWeak: boolean,
  ) {
    this.#texts = new Texts(root);
    this.#interest = new CatalogInterest(question.catalog);
    this.#prefilter = prefilterOf(RULES, question.catalog.vocabularies, withWeak);
    this.#tree = new Tree(
      root,
      this.#prefilter.patterns.map((source) => ({ source })),
    );
  }

  /** @param path relative to the root, with `/` */
  lint(path: string, text: string, types?: LintTypes): Told {
    if (fileLeftOut(path) !== undefined) return NOTHING;
    try {
      return this.#lintFile(path, text, types);
    } finally {
      this.#lintedAt = performance.now();
    }
  }

  #lintFile(path: string, text: string, types: LintTypes | undefined): Told {
    const whole = this.#fileAround(path, text);
    if (whole === undefined) return this.#lintWhole(path, text, types);
    const told = this.#lintWhole(path, whole, types);
    const offset = whole.indexOf(text);
    const isInside = ({ place }: Finding): boolean =>
      offset <= place.start && place.end <= offset + text.length;
    return { ...told, findings: told.findings.filter(isInside), offset };
  }

  /**
   * The text of a component of which only a script was given: oxlint does that. ESLint's parsers for components give the
   * whole text, with the element that the script stands in.
   */
  #fileAround(path: string, text: string): string | undefined {
    if (componentLanguage(path) === undefined || /<script|^\s*---/i.test(text)) return undefined;
    const saved = this.#texts.saved(path)?.text;
    return saved !== text && saved?.includes(text) ? saved : undefined;
  }

  #lintWhole(path: string, text: string, types: LintTypes | undefined): Told {
    const isCandidate = this.#prefilter.isCandidate(text, path);
    const { name } = frontendFor(path);
    if (name === "plain") return isCandidate ? this.#lintAlone(path, text) : NOTHING;
    this.#freshen(path);
    if (!isCandidate && this.#tree.candidates.length === 0) return NOTHING;
    const source = this.#texts.take(path, text);
    const evaluation = this.#evaluationFor(source, types);
    if (!evaluation) return NOTHING;
    const isOwn = ({ place }: Finding): boolean => place.path === path;
    if (!evaluation.findings.some(isOwn)) return NOTHING;
    const all = evaluation.mendable;
    return { findings: all.filter(isOwn), all, sources: evaluation.sources, offset: 0 };
  }

  /** A text that has to do with no other file. */
  #lintAlone(path: string, text: string): Told {
    const source = this.#texts.take(path, text);
    if (this.#texts.isGenerated(path)) return NOTHING;
    const { frontendAt, readPlain } = parsers();
    const file = { source, ...frontendAt(path) };
    const analysis = analyzeFile(file, RULES, this.question, this.#interest, readPlain, RULE_IDS);
    const findings = shownOf([analysis], new Map());
    return { findings, all: findings, sources: new Map([[path, source]]), offset: 0 };
  }

  /**
   * A run over many files lints each once, in the same state of the disk. A file that is linted again may be open in an
   * editor, and what it imports may have changed in between. Somebody who types, or a run, does not make files meanwhile:
   * the tree is searched again after a pause.
   */
  #freshen(path: string): void {
    const isAgain = this.#linted.has(path);
    const isOld = this.#tree.isOld(performance.now() - this.#lintedAt);
    if (!isAgain && !isOld) {
      this.#linted.add(path);
      return;
    }
    this.#linted.clear();
    this.#linted.add(path);
    this.#texts.lookAgain();
    if (isOld || this.#importsNewCandidate(path)) this.#searchTree();
  }

  #searchTree(): void {
    if (!this.#tree.search()) return;
    this.#modules = undefined;
    this.#evaluations = [];
  }

  /** Whether what a file imports, directly or not, has begun to speak of the API since the tree was searched. */
  #importsNewCandidate(path: string): boolean {
    const known = new Set(this.#tree.candidates);
    const visited = new Set([path]);
    const open = [path];
    for (let at = open.pop(); at !== undefined && visited.size <= DEFAULT_LIMITS.imported; at = open.pop()) {
      const source = this.#texts.at(at);
      if (!source) continue;
      if (at !== path && !known.has(at) && this.#isCandidate(source)) return true;
      for (const next of this.#importsOf(source)) {
        if (visited.has(next)) continue;
        visited.add(next);
        open.push(next);
      }
    }
    return false;
  }

  #isCandidate(source: SourceText): boolean {
    return this.#remember(source, "candidate", () => this.#prefilter.isCandidate(source.text, source.path));
  }

  #importsOf(source: SourceText): readonly string[] {
    if (
      frontendFor(source.path).name !== "javascript" ||
      !/\b(?:import|require|from|execute)\b/.test(source.text)
    )
      return [];
    const { specifiersIn } = loadModules();
    const specifiers = this.#remember(source, "specifiers", () => specifiersIn(source));
    return specifiers.flatMap((specifier) => this.#moduleHost().resolve(specifier, source.path) ?? []);
  }

  #remember<Result>(source: SourceText, what: string, make: () => Result): Result {
    let kept = this.#kept.get(source);
    if (!kept) this.#kept.set(source, (kept = new Map()));
    if (!kept.has(what)) kept.set(what, make());
    return kept.get(what) as Result;
  }

  /** The evaluation that tells of a file; nothing where the file has to do with none. */
  #evaluationFor(source: SourceText, types: LintTypes | undefined): Evaluation | undefined {
    const { path } = source;
    const { frontend } = this.#frontendAt(path);
    const candidates = this.#candidatesWith(path);
    const key = candidates.join("\n");
    const read = (one: string): SourceText | undefined => this.#texts.at(one);
    const program = types?.program;
    let kept = this.#evaluations.find(
      (one) => one.candidates === key && one.program === program && one.evaluation.holds(read),
    );
    if (kept && !kept.evaluation.sources.has(path)) {
      if (!kept.evaluation.isImporter(source, frontend)) return undefined;
      kept = undefined;
    }
    kept ??= { evaluation: this.#evaluate(source, candidates, types), candidates: key, program };
    this.#evaluations = [kept, ...this.#evaluations.filter((one) => one !== kept)].slice(0, EVALUATIONS);
    return kept.evaluation;
  }

  /** The files that the command would take for candidates, the linted one by the text that it has here. */
  #candidatesWith(path: string): string[] {
    const { candidates } = this.#tree;
    const all = candidates.includes(path) ? candidates : [...candidates, path].sort();
    return all.filter((one) => {
      if (frontendFor(one).name === "plain" && !isImportableData(one)) return false;
      const source = this.#texts.at(one);
      return source !== undefined && this.#isCandidate(source) && !this.#texts.isGenerated(one);
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
      },
      candidates: candidates.map(found),
      modules: this.#moduleHost(),
      read: (path) => this.#texts.at(path),
      kept: this.#kept,
      find: (patterns) => this.#find(patterns, current).map(found),
    });
  }

  /** What the tree holds, and the linted file by the text that it has here. */
  #find(patterns: readonly SearchPattern[], { path, text }: SourceText): string[] {
    const others = this.#tree.find(patterns).filter((one) => one !== path);
    return compilePatterns(patterns)(text) ? [...others, path].sort() : others;
  }

  #moduleHost(): RepositoryModules {
    return (this.#modules ??= loadModules().repositoryModules(this.root));
  }

  /** The frontend of a file; of those that look at one file at a time, one that remembers. */
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
