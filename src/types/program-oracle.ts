import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type ts from "typescript";
import type { Location } from "../core/span.js";
import type { PropertyDeclaration, TypeOracle } from "../engine/type-oracle.js";
import { declarationAt } from "./declarations.js";

/**
 * Asks a program that somebody else has made and holds, such as the parser of a linter: nothing is read or checked a
 * second time. Where its compiler cannot be told, nothing is known.
 *
 * @param root absolute; paths are relative to it, with `/`, and what lies outside of it is external
 */
export function programOracle(program: ts.Program, root: string): TypeOracle {
  let compiler: typeof ts | undefined;
  let isSought = false;
  const declarationOf = ({ path, start }: Location): PropertyDeclaration | undefined => {
    try {
      if (!isSought) compiler = compilerOf(program);
      isSought = true;
      const file = compiler && program.getSourceFile(resolve(root, path));
      if (!compiler || !file) return undefined;
      const top = realpathSync(root);
      return declarationAt({ compiler, checker: program.getTypeChecker() }, file, start, { base: top, top });
    } catch {
      // A compiler that fails over broken code has nothing to say.
      return undefined;
    }
  };
  return { declarationOf };
}

const COMPILER_FILE = /[\\/]typescript[\\/]lib[\\/]typescript\.js$/;

/**
 * The compiler that made a program: it has been loaded, and gives a file the same number of kind. A guard of one version
 * finds nothing in the tree of another.
 */
function compilerOf(program: ts.Program): typeof ts | undefined {
  const { cache } = createRequire(import.meta.url);
  const [file] = program.getSourceFiles();
  for (const [path, loaded] of Object.entries(cache)) {
    if (!loaded || !COMPILER_FILE.test(path)) continue;
    const compiler = loaded.exports as typeof ts;
    const isOfFile =
      file?.kind === compiler.SyntaxKind.SourceFile &&
      file.endOfFileToken.kind === compiler.SyntaxKind.EndOfFileToken;
    if (isOfFile) return compiler;
  }
  return undefined;
}
