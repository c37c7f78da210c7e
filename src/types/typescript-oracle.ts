import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import type * as TsMorph from "ts-morph";
import type { SourceText } from "../core/source-text.js";
import type ts from "typescript";
import type { Location } from "../core/span.js";
import type { PropertyDeclaration, TypeOracle } from "../engine/type-oracle.js";
import { declarationAt, type AskedProgram } from "./declarations.js";

/**
 * Asks the TypeScript compiler, through ts-morph, about files that a tsconfig stands above. Both are loaded with the
 * first question: they take longer to start than a whole run without questions.
 *
 * @param cwd absolute; paths are relative to it, with `/`
 * @param root of the repository, absolute: no tsconfig above it counts, and what lies outside of it is external
 * @param texts what stands for the content of files, by path
 */
export function typescriptOracle(
  cwd: string,
  root: string,
  texts: ReadonlyMap<string, SourceText> = new Map(),
): TypeOracle {
  const base = realpathSync(cwd);
  const top = realpathSync(root);
  const projects = new Map<string, TsMorph.Project>();
  const configurations = new Map<string, string | undefined>();
  let morph: typeof TsMorph | undefined;

  function configurationFor(folder: string): string | undefined {
    if (configurations.has(folder)) return configurations.get(folder);
    const own = join(folder, "tsconfig.json");
    const found = existsSync(own)
      ? own
      : folder === top || folder === dirname(folder) || !folder.startsWith(top)
        ? undefined
        : configurationFor(dirname(folder));
    configurations.set(folder, found);
    return found;
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
        tsConfigFilePath: configuration,
        skipAddingFilesFromTsConfig: true,
        compilerOptions: { allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true },
      });
      for (const [name, { text }] of texts)
        if (CODE.test(name)) project.createSourceFile(resolve(base, name), text, { overwrite: true });
      projects.set(configuration, project);
    }
    return project.getSourceFile(absolute) ?? project.addSourceFileAtPathIfExists(absolute);
  }

  function declarationOf({ path, start }: Location): PropertyDeclaration | undefined {
    try {
      const file = sourceFileAt(path);
      if (!file || !morph) return undefined;
      const checker = file.getProject().getTypeChecker().compilerObject;
      // The compiler inside of ts-morph is declared once more there.
      const asked = { compiler: morph.ts, checker } as unknown as AskedProgram;
      return declarationAt(asked, file.compilerNode as unknown as ts.SourceFile, start, { base, top });
    } catch {
      // A compiler that fails over broken code has nothing to say.
      return undefined;
    }
  }

  return { declarationOf };
}

const CODE = /\.[cm]?[jt]sx?$/;
