import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import type { Parser } from "web-tree-sitter";
import { makeParser, startRuntime } from "./runtime.js";

/** The grammars that the package has, by the name of their file in `dist/grammars`. See tools/grammars.mjs. */
export type GrammarName =
  | "bash"
  | "c-sharp"
  | "go"
  | "java"
  | "kotlin"
  | "php"
  | "powershell"
  | "python"
  | "ruby"
  | "rust";

const parsers = new Map<GrammarName, Promise<Parser>>();
let runtime: Promise<void> | undefined;

/**
 * Returns the parser of a language, which is created once per process. The grammar is read on first use.
 *
 * @throws if the grammar cannot be read or does not fit the runtime; the message names the grammar
 */
export function loadParser(grammar: GrammarName): Promise<Parser> {
  let parser = parsers.get(grammar);
  if (!parser) parsers.set(grammar, (parser = newParser(grammar)));
  return parser;
}

async function newParser(grammar: GrammarName): Promise<Parser> {
  try {
    await (runtime ??= startRuntime(readGrammar("tree-sitter")));
    return await makeParser(readGrammar(grammar));
  } catch (error) {
    // Some errors of the runtime have no message.
    const reason = error instanceof Error && error.message ? error.message : String(error);
    throw new Error(`the grammar of ${grammar} cannot be loaded: ${reason}`, { cause: error });
  }
}

function readGrammar(name: string): Uint8Array {
  return brotliDecompressSync(readFileSync(join(grammarFolder(), `${name}.wasm.br`)));
}

/** The bundler decides how deep in `dist/` this module ends up; from the sources it is the same folder. */
function grammarFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    // Code that was taken out of its package has no grammars.
    if (dirname(folder) === folder) throw new Error("the package of v2ready was not found");
    folder = dirname(folder);
  }
  return join(folder, "dist", "grammars");
}
