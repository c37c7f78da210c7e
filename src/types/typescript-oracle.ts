import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import type * as TsMorph from "ts-morph";
import type { SourceText } from "../core/source-text.js";
import type ts from "typescript";
import { keyOf, type Location } from "../core/span.js";
import type {
  CompileError,
  PropertyDeclaration,
  PropertyReference,
  TypeOracle,
} from "../engine/type-oracle.js";
import { boundedHost, type ObserveDisk, type ReadText } from "./bounded-host.js";
import { declarationAt, isOutside, nodeAt, pathFrom, type AskedProgram } from "./declarations.js";
import { kindOfReference } from "./references.js";

/**
 * Asks the TypeScript compiler, through ts-morph, about files with a tsconfig above them. Both are loaded with the
 * first question: they take longer to start than a whole run without questions.
 *
 * @param cwd absolute; paths are relative to it, with `/`
 * @param root of the repository, absolute: a tsconfig above it is ignored, and files outside it are external
 * @param read returns the text of a file that the compiler may read
 * @param texts replace the content of files, by path
 * @param observe is called for each question about the disk
 */
export function typescriptOracle(
  cwd: string,
  root: string,
  read: ReadText,
  texts: ReadonlyMap<string, SourceText> = new Map(),
  observe?: ObserveDisk,
): TypeOracle {
  const base = realpathSync(cwd);
  const top = realpathSync(root);
  const projects = new Map<string, TsMorph.Project>();
  const configurations = new Map<string, string | undefined>();
  const listed = new Map<string, readonly string[]>();
  const complete = new Set<string>();
  const expected = new Set<string>();
  const declarations = new Map<string, PropertyDeclaration | undefined>();
  const checking = new Map<string, "all" | "marked" | "none">();
  let morph: typeof TsMorph | undefined;
  let fileSystem: TsMorph.FileSystemHost | undefined;

  function configurationFor(folder: string): string | undefined {
    if (configurations.has(folder)) return configurations.get(folder);
    const own = join(folder, "tsconfig.json");
    observe?.("kind", own);
    const found = existsSync(own)
      ? own
      : folder === top || folder === dirname(folder) || !folder.startsWith(top)
        ? undefined
        : configurationFor(dirname(folder));
    configurations.set(folder, found);
    return found;
  }

  function isCovered(path: string, configuration: string): boolean {
    return CODE.test(path) && configurationFor(dirname(resolve(base, path))) === configuration;
  }

  function addTo(project: TsMorph.Project, path: string): void {
    project.addSourceFileAtPathIfExists(resolve(base, path));
  }

  function sourceFileAt(path: string): TsMorph.SourceFile | undefined {
    const absolute = resolve(base, path);
    if (!CODE.test(path)) return undefined;
    const configuration = configurationFor(dirname(absolute));
    if (configuration === undefined) return undefined;
    morph ??= createRequire(import.meta.url)("ts-morph") as typeof TsMorph;
    let project = projects.get(configuration);
    if (!project) {
      project = new morph.Project({
        fileSystem: (fileSystem ??= boundedHost(morph, top, read, observe)),
        tsConfigFilePath: configuration,
        skipAddingFilesFromTsConfig: true,
        compilerOptions: { allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true },
      });
      for (const [name, { text }] of texts)
        if (CODE.test(name)) project.createSourceFile(resolve(base, name), text, { overwrite: true });
      projects.set(configuration, project);
      for (const one of expected) if (isCovered(one, configuration)) addTo(project, one);
    }
    return project.getSourceFile(absolute) ?? project.addSourceFileAtPathIfExists(absolute);
  }

  /** Adds what a configuration compiles, and some other files that it is above of, as far as they have a name. */
  function addFilesWith(
    name: string,
    project: TsMorph.Project,
    configuration: string,
    among: readonly string[],
  ): void {
    const key = `${configuration}\0${name}`;
    if (complete.has(key)) return;
    complete.add(key);
    if (!listed.has(configuration)) listed.set(configuration, filesOf(morph!, configuration, fileSystem!));
    const covered = among.filter((path) => isCovered(path, configuration)).map((path) => resolve(base, path));
    for (const path of new Set([...listed.get(configuration)!, ...covered])) {
      const text = read(path);
      if (text !== undefined && (text.includes(name) || mayBeGlobal(path, text))) addTo(project, path);
    }
  }

  function referencesOf(
    { path, start }: Location,
    among: readonly string[],
  ): readonly PropertyReference[] | undefined {
    const configuration = configurationFor(dirname(resolve(base, path)));
    try {
      const file = sourceFileAt(path);
      if (!file || !morph || configuration === undefined) return undefined;
      const project = file.getProject();
      const compiler = morph.ts as unknown as typeof ts;
      const own = nodeAt({ compiler }, file.compilerNode as unknown as ts.SourceFile, start);
      if (own && "text" in own) addFilesWith(String(own.text), project, configuration, among);
      const service = project.getLanguageService().compilerObject;
      const inner = own && compiler.isStringLiteralLike(own) ? start + 1 : start;
      const found = service.findReferences(file.getFilePath(), inner) ?? [];
      const references = new Map<string, PropertyReference>();
      for (const { fileName, textSpan } of found.flatMap((one) => one.references)) {
        const source = project.getSourceFile(fileName)?.compilerNode as unknown as ts.SourceFile | undefined;
        const node = source && tokenAt(compiler, source, textSpan.start);
        const kind = node && kindOfReference(compiler, node);
        if (!source || !node || !kind) continue;
        const absolute = resolve(fileName);
        const place = { path: pathFrom(base, absolute), start: node.getStart(source), end: node.end };
        const isOptional =
          kind === "declaration" && "questionToken" in node.parent && !!node.parent.questionToken;
        references.set(keyOf(place), {
          ...{ kind, place, isExternal: isOutside(absolute, top) },
          ...(isOptional ? { isOptional } : {}),
        });
      }
      return [...references.values()];
    } catch {
      return undefined;
    }
  }

  /** Returns whether a script is compiled with types: the configuration or a comment in it turns that on. */
  function isChecked(path: string): boolean {
    const configuration = configurationFor(dirname(resolve(base, path)));
    if (configuration === undefined || !CODE.test(path)) return false;
    let checks = checking.get(configuration);
    if (checks === undefined) {
      const { ts: compiler } = (morph ??= createRequire(import.meta.url)("ts-morph") as typeof TsMorph);
      const host = {
        ...compiler.sys,
        readFile: read,
        // It does not matter here which files are compiled.
        readDirectory: () => [],
        onUnRecoverableConfigFileDiagnostic: () => undefined,
      };
      const options = compiler.getParsedCommandLineOfConfigFile(configuration, {}, host)?.options;
      checks = options?.checkJs ? "all" : options?.allowJs ? "marked" : "none";
      checking.set(configuration, checks);
    }
    if (checks !== "marked") return checks === "all";
    return sourceFileAt(path)?.getFullText().includes("@ts-check") === true;
  }

  function errorsIn(paths: readonly string[]): CompileError[] {
    return paths.flatMap((path) => {
      try {
        const file = TYPED.test(path) || isChecked(path) ? sourceFileAt(path) : undefined;
        if (!file || !morph) return [];
        const compiler = morph.ts as unknown as typeof ts;
        const { program, source } = compiled(file);
        return program.getSemanticDiagnostics(source).map(({ code, messageText }) => {
          const message = compiler.flattenDiagnosticMessageText(messageText, " ");
          return { path, code, message };
        });
      } catch {
        return [];
      }
    });
  }

  /** Each rule asks about the same places, and the compiler looks at all its files before each answer. */
  function declarationOf(place: Location): PropertyDeclaration | undefined {
    const key = keyOf(place);
    if (!declarations.has(key)) declarations.set(key, findDeclaration(place));
    return declarations.get(key);
  }

  function findDeclaration({ path, start }: Location): PropertyDeclaration | undefined {
    try {
      const file = sourceFileAt(path);
      if (!file || !morph) return undefined;
      const { program, source } = compiled(file);
      const asked: AskedProgram = {
        compiler: morph.ts as unknown as typeof ts,
        checker: program.getTypeChecker(),
      };
      return declarationAt(asked, source, start, { base, top });
    } catch {
      // A compiler that fails over broken code has no answer.
      return undefined;
    }
  }

  function expects(paths: readonly string[]): void {
    for (const path of paths) expected.add(path);
  }

  return { expects, declarationOf, referencesOf, errorsIn };
}

/** A file in the program that the compiler makes of its project. */
interface Compiled {
  readonly program: ts.Program;
  readonly source: ts.SourceFile;
}

/**
 * Returns a file with the program of the language service. A project has a second program, which would be as large, and
 * which the search for references does not use.
 */
function compiled(file: TsMorph.SourceFile): Compiled {
  // The compiler inside ts-morph is declared a second time there.
  const service = file.getProject().getLanguageService().compilerObject as unknown as ts.LanguageService;
  const program = service.getProgram()!;
  return { program, source: program.getSourceFile(file.getFilePath())! };
}

/**
 * Lists what a configuration compiles. A project of empty files finds it, so that the files need no parse: most of them
 * do not have the name that is searched for.
 */
function filesOf(morph: typeof TsMorph, configuration: string, files: TsMorph.FileSystemHost): string[] {
  const readFileSync: TsMorph.FileSystemHost["readFileSync"] = (path, encoding) =>
    CODE.test(path) ? "" : files.readFileSync(path, encoding);
  const project = new morph.Project({
    fileSystem: Object.assign(Object.create(files), { readFileSync }),
    tsConfigFilePath: configuration,
    skipFileDependencyResolution: true,
    skipLoadingLibFiles: true,
  });
  return project.getSourceFiles().map((file) => file.getFilePath());
}

/** Returns whether other files may get types from this one that do not import it. */
function mayBeGlobal(path: string, text: string): boolean {
  return (
    /\.d\.[cm]?ts$/.test(path) ||
    !/^\s*(?:import|export)\b/m.test(text) ||
    /\bdeclare\s+(?:global|module)\b/.test(text)
  );
}

/** Returns the name or string at an offset; references to strings begin after the quote. */
function tokenAt(compiler: typeof ts, file: ts.SourceFile, offset: number): ts.Node | undefined {
  return nodeAt({ compiler }, file, offset) ?? nodeAt({ compiler }, file, offset - 1);
}

const TYPED = /\.[cm]?tsx?$/;
const CODE = /\.[cm]?[jt]sx?$/;
