import { withUse } from "../../analysis/recording/string-use.js";
import type { Program } from "@oxc-project/types";
import { analyze } from "@typescript-eslint/scope-manager";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import { PlaceIndex } from "../../core/place-index.js";
import { contains, type Span } from "../../core/span.js";
import type { FileFacts } from "../../facts/file-facts.js";
import type { StringFact } from "../../facts/string.js";
import type { Interest } from "../interest.js";
import { EvaluatedProgram, type EvaluatedFile } from "../../analysis/evaluated-program.js";
import type { Grammar, Parsed } from "../../analysis/evaluation/grammar.js";
import type { Language, Traits } from "../../analysis/evaluation/language.js";
import { Names, type ModuleRecord } from "../../analysis/evaluation/module-record.js";
import { RootModule } from "../../analysis/evaluation/root-module.js";
import type { FactsByFile } from "../../analysis/recording/facts-by-file.js";
import type { Limits } from "../limits.js";
import { writtenString } from "../plain/scan.js";
import type { ModuleHost } from "../module-host.js";
import type { CoreProgram } from "./core-tree.js";
import type { LoweredComment, LoweredLanguage, LoweredText } from "./language.js";

/** All files share globals, libraries and types, which are classes and have a name. */
const TRAITS: Traits = {
  hasModuleGlobals: false,
  groupsByPackage: false,
  importsFilesBySpecifier: false,
  runsModulesFirst: false,
  declaresTypesApart: false,
  keepsTrees: false,
  printsObjects: true,
};

/** Many clauses in a row, such as `elif`, are levels inside each other in the core tree. */
export const TOO_DEEP = {
  kind: "too-deep",
  message: "has too many nested levels, searched as plain text",
} as const;

const NOTHING_AROUND = { strings: [], comments: [], code: [], isFollowed: true };

type AddedFile = EvaluatedFile &
  Required<Pick<LoweredText, "strings" | "language" | "problems" | "removedKeys" | "searched">>;

/** Files of one language that are looked at together. */
export class LoweredProgram extends EvaluatedProgram<AddedFile> {
  constructor(
    private readonly language: LoweredLanguage,
    interest: Interest,
    private readonly modules?: ModuleHost,
    limits?: Limits,
  ) {
    super(`${language.name}:`, interest, modules, limits, evaluated(language, interest, modules));
  }

  add(source: SourceText, followsImports = true): Problem | undefined {
    try {
      return this.#add(source, followsImports);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { path: source.path, ...TOO_DEEP };
    }
  }

  #add(source: SourceText, followsImports: boolean): Problem | undefined {
    const lowered = this.language.lower(source, this.interest, this.modules);
    if (!("programs" in lowered)) return lowered;
    const { path } = source;
    const modules = lowered.programs.flatMap((_, index) => {
      const grammar = grammarOf(this.language, this.interest, this.modules, index);
      const module = this.parse(index === 0 ? path : `${path}#${index}`, source, grammar);
      return module instanceof RootModule ? [module] : [];
    });
    for (const module of modules) module.followsImports = followsImports;
    const {
      strings = [],
      language = this.language.name,
      problems,
      removedKeys = [],
      searched = [],
    } = lowered;
    this.take({ source, modules, strings, language, problems, removedKeys, searched });
    return undefined;
  }

  protected factsOf(
    { source, strings, language, problems, removedKeys, searched }: AddedFile,
    modules: readonly ModuleRecord[],
    byFile: FactsByFile,
  ): FileFacts {
    const around = { ...NOTHING_AROUND, strings };
    const found = byFile.of(source, language, modules, problems, around);
    const isSearched = ({ place, setting }: StringFact): boolean =>
      setting === "code" && searched.some((one) => place.path === source.path && contains(one, place));
    const facts = {
      ...found,
      strings: found.strings.map((one) => (isSearched(one) ? { ...one, setting: "text" as const } : one)),
    };
    return facts.requests.length > 0
      ? facts
      : this.#withText(source, facts, [...removedKeys, ...byFile.harmlessIn(source.path)], modules);
  }

  protected factsOfImported(module: ModuleRecord, byFile: FactsByFile): FileFacts {
    return byFile.of(module.source, this.language.name, [module], [], NOTHING_AROUND);
  }

  /**
   * Adds the strings of a file without a known request, as in a text that is not parsed.
   *
   * @param others places of names that are not those of properties, or where nothing depends on them
   */
  #withText(
    source: SourceText,
    facts: FileFacts,
    others: readonly Span[],
    modules: readonly ModuleRecord[],
  ): FileFacts {
    const variables = startsOfVariables(modules);
    const { path } = source;
    const taken = new PlaceIndex<undefined>();
    const places = [...facts.strings, ...facts.fields].map(({ place }) => place);
    for (const place of [...places, ...facts.strings.flatMap(({ parts }) => parts)])
      taken.add(place, undefined);
    for (const { start, end } of others) taken.add({ path, start, end }, undefined);
    const isKnown = ({ start, end }: Span): boolean =>
      variables.has(start) || taken.overlapping({ path, start, end }).length > 0;
    const strings = this.interest
      .scanText(source.text)
      .filter((match) => !isKnown(match))
      .map((match) => {
        const isRemark = facts.comments.some(({ span }) => contains(span, match));
        return writtenString(source, match, isRemark ? "comment" : "text");
      });
    const used = modules.reduce((all, { program }) => withUse(all, source.path, program), strings);
    return { ...facts, strings: [...facts.strings, ...used] };
  }
}

/** The language as the evaluator asks for it. */
function evaluated(language: LoweredLanguage, interest: Interest, host?: ModuleHost): Language {
  const { specifiersIn, resolve, moduleMaker, globalMaker, semantics, scope, methodNative } = language;
  // A file that was asked about brings the trees of its pieces; one that is imported is one program.
  const imported: Grammar = {
    language: language.name,
    tree: (source) => {
      try {
        const lowered = language.lower(source, interest, host);
        if (!("programs" in lowered)) {
          const { kind, message } = lowered;
          return { ok: false, kind: kind === "too-deep" || kind === "too-large" ? kind : "syntax", message };
        }
        const [program] = lowered.programs;
        return program
          ? treeOf(program, lowered.comments)
          : { ok: false, kind: "syntax", message: "has no code" };
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return { ok: false, ...TOO_DEEP };
      }
    },
  };
  return {
    traits: TRAITS,
    grammarFor: (path) => (language.isOwn(path) ? imported : undefined),
    specifiersIn: (source) => specifiersIn.call(language, source),
    importDiffersByFile: (_specifier, _name, isModelled) => !isModelled,
    resolve: (specifier, from, host) => resolve.call(language, specifier, from, host),
    missing: (specifier, from, host, name) => {
      const names = language.filesNamed?.(specifier, from, host, name);
      return names && host.missingFile?.(from, ...names);
    },
    moduleMaker: (name) =>
      moduleMaker.call(language, name) ??
      (interest.isLibrary(name) ? language.libraryMaker?.(name) : undefined),
    globalMaker: (name) => globalMaker.call(language, name),
    ...(language.inputs ? { inputs: language.inputs } : {}),
    ...(language.registers ? { registers: language.registers } : {}),
    ...(language.container ? { container: language.container } : {}),
    ...(language.submodule ? { submodule: (specifier, name) => language.submodule!(specifier, name) } : {}),
    semantics: { nothingHasMethods: true, passesByName: true, ...semantics },
    ...(scope ? { scope } : {}),
    ...(methodNative === undefined ? {} : { methodNative }),
  };
}

/** Returns the places where variables are declared and used: `providerSettings := f()` has no property of that name. */
function startsOfVariables(modules: readonly ModuleRecord[]): Set<number> {
  return new Set(modules.flatMap(({ names }) => [...names.identifiers].map(({ start }) => start)));
}

/** Returns the grammar of one piece of a file. The language keeps what it lowered, or lowers it again. */
function grammarOf(
  language: LoweredLanguage,
  interest: Interest,
  host: ModuleHost | undefined,
  index: number,
): Grammar {
  const tree = (source: SourceText): Parsed => {
    const lowered = language.lower(source, interest, host);
    if (!("programs" in lowered)) throw new TypeError("a text was lowered in two ways");
    return treeOf(lowered.programs[index]!, index === 0 ? lowered.comments : []);
  };
  return { language: language.name, tree };
}

/** Converts a core tree to the form that the evaluator takes, with its variables. */
export function treeOf(program: CoreProgram, comments: readonly LoweredComment[]): Parsed {
  const { scopes } = analyze(program as never, { sourceType: "module", lib: [] });
  return {
    ok: true,
    // The core tree is a part of what oxc gives: it lacks only members that are never read.
    program: program as unknown as Program,
    comments: comments.map(({ text, start, end }) => ({ type: "Line", value: text, start, end })),
    names: new Names(scopes),
    errors: 0,
  };
}
