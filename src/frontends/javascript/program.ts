import { insideOneOf } from "../../core/span.js";
import type { Problem } from "../../core/problem.js";
import { SourceText } from "../../core/source-text.js";
import type { CommentFact, FileFacts } from "../../facts/file-facts.js";
import type { StringFact } from "../../facts/string.js";
import type { Interest } from "../interest.js";
import type { Limits } from "../limits.js";
import type { ModuleHost } from "../module-host.js";
import { writtenString } from "../plain/scan.js";
import { componentLanguage } from "./component-language.js";
import { markupComments, onlySpans, scriptsOf, type ComponentScript } from "./component-scripts.js";
import { EvaluatedProgram, type EvaluatedFile } from "../../analysis/evaluated-program.js";
import type { ModuleRecord } from "../../analysis/evaluation/module-record.js";
import { RootModule } from "../../analysis/evaluation/root-module.js";
import { JAVASCRIPT, evaluated } from "./language.js";
import { ComponentMarkup } from "./markup/component-markup.js";
import type { FactsByFile, MarkupAround } from "../../analysis/recording/facts-by-file.js";

const NO_MARKUP: MarkupAround = { strings: [], comments: [], code: [], isFollowed: true };

/** A file that was added: its modules, one but for a component whose scripts do not parse as one. */
interface AddedFile extends EvaluatedFile {
  readonly language: string;
  readonly problems: readonly Problem[];
  readonly markup: MarkupAround;
}

/** JavaScript and TypeScript files that are looked at together. */
export class JavaScriptProgram extends EvaluatedProgram<AddedFile> {
  constructor(interest: Interest, host?: ModuleHost, limits?: Limits) {
    super("", interest, host, limits, JAVASCRIPT);
  }

  add(source: SourceText, followsImports = true): Problem | undefined {
    const grammar = JAVASCRIPT.grammarFor(source.path);
    if (!grammar) return this.#addComponent(source);
    const module = this.parse(source.path, source, grammar);
    if (!(module instanceof RootModule)) return module;
    module.followsImports = followsImports;
    this.take({ source, language: grammar.language, modules: [module], problems: [], markup: NO_MARKUP });
    return undefined;
  }

  /**
   * Adds a component file. Its scripts are one module, because those of one component share their names. If they do not
   * parse together, each is a module. The markup around them is searched as plain text.
   */
  #addComponent(source: SourceText): Problem | undefined {
    const scripts = scriptsOf(source.path, source.text);
    const markup = this.#markupOf(source);
    // The markup is in the scope of all scripts, or of the only one.
    const together = scripts.length > 1 ? this.#addScripts(source, scripts, source.path, markup) : undefined;
    const modules = together
      ? [together]
      : scripts.flatMap(
          (script, index) =>
            this.#addScripts(
              source,
              [script],
              `${source.path}#${index}`,
              scripts.length === 1 ? markup : undefined,
            ) ?? [],
        );
    const path = source.path;
    if (scripts.length > 0 && modules.length === 0) {
      return { path, kind: "syntax", message: "its scripts do not parse, searched as plain text" };
    }
    const problems: Problem[] =
      together || modules.length === scripts.length
        ? []
        : [{ path, kind: "syntax", message: "a script in it does not parse" }];
    const language = componentLanguage(path) ?? "javascript";
    const comments = markupComments(path, source.text);
    this.take({
      source,
      language,
      modules,
      problems,
      markup: {
        strings: markupStrings(source, scripts, comments, this.interest),
        comments,
        code: markup.code,
        isFollowed: markup.code.length === 0 || (markup.isFollowed && markup.failed.length === 0),
      },
    });
    return undefined;
  }

  #addScripts(
    source: SourceText,
    scripts: readonly ComponentScript[],
    key: string,
    markup: ComponentMarkup | undefined,
  ): RootModule | undefined {
    const grammar =
      scripts.find((script) => script.grammar.language === "typescript")?.grammar ?? scripts[0]!.grammar;
    const masked = this.#maskedText(source, scripts, key);
    const module = this.parse(key, masked, { ...evaluated(grammar, markup), isComponent: true });
    return module instanceof RootModule ? module : undefined;
  }

  /** Returns the markup of a component, which is kept with the trees of its text. */
  #markupOf(source: SourceText): ComponentMarkup {
    const kept = this.host?.kept?.get(source) ?? new Map<unknown, unknown>();
    const known = kept.get(ComponentMarkup) as ComponentMarkup | undefined;
    const markup = known ?? new ComponentMarkup(source.path, source.text);
    this.host?.kept?.set(source, kept.set(ComponentMarkup, markup));
    return markup;
  }

  /** Returns the text with only these scripts in it. If texts are kept, it is the same object each time. */
  #maskedText(source: SourceText, scripts: readonly ComponentScript[], key: string): SourceText {
    const kept = this.host?.kept?.get(source) ?? new Map<unknown, unknown>();
    const masked =
      (kept.get(key) as SourceText | undefined) ??
      new SourceText(source.path, onlySpans(source.text, scripts));
    this.host?.kept?.set(source, kept.set(key, masked));
    return masked;
  }

  protected factsOf(file: AddedFile, modules: readonly ModuleRecord[], byFile: FactsByFile): FileFacts {
    return byFile.of(file.source, file.language, modules, file.problems, file.markup);
  }

  protected factsOfImported(module: ModuleRecord, byFile: FactsByFile): FileFacts {
    return byFile.of(module.source, module.grammar.language, [module], [], NO_MARKUP);
  }
}

function markupStrings(
  source: SourceText,
  scripts: readonly ComponentScript[],
  comments: readonly CommentFact[],
  interest: Interest,
): StringFact[] {
  const isInScript = insideOneOf(scripts);
  const isInComment = insideOneOf(comments.map(({ span }) => span));
  return interest
    .scan(source.text)
    .filter(({ start }) => !isInScript({ start, end: start + 1 }))
    .map((match) => {
      const { start } = match;
      return writtenString(source, match, isInComment({ start, end: start + 1 }) ? "comment" : "text");
    });
}
