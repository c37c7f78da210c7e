import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type ts from "typescript";
import type { Location } from "../core/span.js";
import type { PropertyDeclaration, TypeOracle } from "../engine/type-oracle.js";
import { declarationAt } from "./declarations.js";

/**
 * Asks a program that another tool has created, such as the parser of a linter: nothing is read or checked a second
 * time. If its compiler cannot be found, every answer is unknown.
 *
 * @param root absolute; paths are relative to it, with `/`, and files outside it are external
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
      // A compiler that fails over broken code has no answer.
      return undefined;
    }
  };
  return { declarationOf };
}

const COMPILER_FILE = /[\\/]typescript[\\/]lib[\\/]typescript\.js$/;

/**
 * Returns the compiler that created a program: it is loaded, and gives a file the same syntax kind. Type guards of
 * another version do not fit the tree.
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
