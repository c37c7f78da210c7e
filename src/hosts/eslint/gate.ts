import type { Finding } from "../../core/finding.js";
import type { SourceText } from "../../core/source-text.js";
import { isImportableData } from "../../engine/importable-data.js";
import type { Prefilter } from "../../engine/prefilter.js";
import { DEFAULT_LIMITS } from "../../frontends/limits.js";
import { componentLanguage } from "../../frontends/javascript/component-language.js";
import { frontendFor } from "../../frontends/registry.js";
import { fileLeftOut } from "../../workspace/left-out.js";
import type { RepositoryModules } from "../../workspace/module-host.js";
import { modules as loadModules } from "./lazy-parts.js";
import { Texts } from "./texts.js";
import { NOTHING, type LintResult } from "./lint-results.js";
import { Tree } from "./tree.js";
import { warnOfUnread } from "./unread-settings.js";

/** A file that is linted. */
interface Visit {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** As the linter has it, without a byte-order mark. */
  readonly text: string;
  /** The same object where the same text is linted once more in the same run, for another rule. */
  readonly moment: object;
}

/**
 * Keeps the files of one root from the engine as long as there is nothing to report. That is a file without an anchor,
 * below a root where no other file is a candidate. It holds the data about the files that this needs, and the engine
 * continues with it.
 */
export class Gate {
  readonly texts: Texts;
  readonly tree: Tree;
  readonly #linted = new Set<string>();
  #lintedAt = performance.now();
  #moment: object | undefined;
  readonly #areCandidates = new WeakMap<SourceText, boolean>();
  readonly #specifiers = new WeakMap<SourceText, readonly string[]>();
  #modules: RepositoryModules | undefined;
  /** The state of the tree that the modules are of. */
  #state = -1;

  /** @param root absolute */
  constructor(
    readonly root: string,
    private readonly prefilter: Prefilter,
  ) {
    this.texts = new Texts(root);
    this.tree = new Tree(
      root,
      prefilter.patterns.map((source) => ({ source })),
    );
  }

  /** The resolver, with what it knows of the present state of the tree. */
  get modules(): RepositoryModules {
    if (this.#state !== this.tree.state) this.#modules = undefined;
    this.#state = this.tree.state;
    return (this.#modules ??= loadModules().repositoryModules(this.root, warnOfUnread(this.root)));
  }

  isCandidate(source: SourceText): boolean {
    let is = this.#areCandidates.get(source);
    if (is === undefined)
      this.#areCandidates.set(source, (is = this.prefilter.isCandidate(source.text, source.path)));
    return is;
  }

  /**
   * Lints a file, unless it is certain that there is nothing to report.
   *
   * @param lint gets the whole text of the file, of which the linter may have a part
   */
  visit({ path, text, moment }: Visit, lint: (whole: string) => LintResult): LintResult {
    if (fileLeftOut(path) !== undefined) return NOTHING;
    try {
      const around = this.#fileAround(path, text);
      const whole = around ?? text;
      const isCandidate = this.prefilter.isCandidate(whole, path);
      if (isReadAsText(path)) {
        if (!isCandidate) return NOTHING;
        if (!mayBeCandidate(path)) return lintWhole(text, whole, lint);
      }
      if (moment !== this.#moment) this.#freshen(path, whole);
      this.#moment = moment;
      return isCandidate || this.#hasCandidateBeside(path) ? lintWhole(text, whole, lint) : NOTHING;
    } finally {
      this.#lintedAt = performance.now();
    }
  }

  /**
   * Returns the text of a component of which only a script was given: oxlint does that. ESLint's parsers for components
   * give the whole text, with the element around the script.
   */
  #fileAround(path: string, text: string): string | undefined {
    if (componentLanguage(path) === undefined || /<script|^\s*---/i.test(text)) return undefined;
    const saved = this.texts.saved(path)?.text;
    return saved !== text && saved?.includes(text) ? saved : undefined;
  }

  #hasCandidateBeside(path: string): boolean {
    return this.tree.candidates.some((one) => {
      const source = one !== path && mayBeCandidate(one) ? this.texts.saved(one) : undefined;
      return source !== undefined && this.isCandidate(source);
    });
  }

  /**
   * Updates what is known of the tree. A run over many files lints each once, in the same state of the disk. A file
   * that is linted again may be open in an editor, and its imports may have changed. Users and runs do not create files
   * between two key presses, so the tree is searched again only after a pause.
   */
  #freshen(path: string, text: string): void {
    const isAgain = this.#linted.has(path);
    const isOld = this.tree.isOld(performance.now() - this.#lintedAt);
    if (!isAgain && !isOld) {
      this.#linted.add(path);
      return;
    }
    this.#linted.clear();
    this.#linted.add(path);
    this.texts.lookAgain();
    if (isOld || this.#importsNewCandidate(this.texts.take(path, text))) this.tree.search();
  }

  /** Returns whether a direct or indirect import of a file mentions the API since the tree was searched. */
  #importsNewCandidate({ path }: SourceText): boolean {
    const known = new Set(this.tree.candidates);
    const visited = new Set([path]);
    const open = [path];
    for (let at = open.pop(); at !== undefined && visited.size <= DEFAULT_LIMITS.imported; at = open.pop()) {
      const source = this.texts.at(at);
      if (!source) continue;
      if (at !== path && !known.has(at) && this.isCandidate(source)) return true;
      for (const next of this.#importsOf(source)) {
        if (visited.has(next)) continue;
        visited.add(next);
        open.push(next);
      }
    }
    return false;
  }

  #importsOf(source: SourceText): readonly string[] {
    return this.specifiersIn(source).flatMap(
      (specifier) => this.modules.resolve(specifier, source.path) ?? [],
    );
  }

  /** Returns the specifiers of the imports of a file. */
  specifiersIn(source: SourceText): readonly string[] {
    if (
      frontendFor(source.path).name !== "javascript" ||
      !/\b(?:import|require|from|execute)\b/.test(source.text)
    )
      return [];
    let specifiers = this.#specifiers.get(source);
    if (!specifiers) this.#specifiers.set(source, (specifiers = loadModules().specifiersIn(source)));
    return specifiers;
  }
}

/** Returns the results in the part of the whole text that the linter has. */
function lintWhole(text: string, whole: string, lint: (whole: string) => LintResult): LintResult {
  const result = lint(whole);
  if (text === whole) return result;
  const { offset, isSure } = placeOf(text, whole);
  const inside = result.findings.filter(
    ({ place }) => offset <= place.start && place.end <= offset + text.length,
  );
  // The places of the edits are unknown.
  const findings = isSure ? inside : inside.map((finding): Finding => ({ ...finding, fixes: [] }));
  return { ...result, findings, offset };
}

/** Returns the place of a script in its component: between tags, if its text is found in several places. */
function placeOf(text: string, whole: string): { readonly offset: number; readonly isSure: boolean } {
  const found: number[] = [];
  for (let at = whole.indexOf(text); at >= 0 && text !== ""; at = whole.indexOf(text, at + 1)) found.push(at);
  const between = found.filter((at) => whole[at - 1] === ">" && whole.startsWith("</", at + text.length));
  const [offset = 0] = between.length > 0 ? between : found;
  return { offset, isSure: found.length === 1 || between.length === 1 };
}

/** Returns whether ESLint reads a file as text: what is wrong in it is seen by itself. */
export function isReadAsText(path: string): boolean {
  const { name } = frontendFor(path);
  return name !== "javascript" && name !== "json";
}

/** Returns whether others may have to do with what a file holds. */
export function mayBeCandidate(path: string): boolean {
  return !isReadAsText(path) || isImportableData(path);
}
