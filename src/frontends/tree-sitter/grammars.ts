import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { Language, Parser } from "web-tree-sitter";

/** The grammars that the package has, by the name of their file in `dist/grammars`. See tools/grammars.mjs. */
export type GrammarName =
  "bash" | "c-sharp" | "go" | "java" | "php" | "powershell" | "python" | "ruby" | "rust";

const parsers = new Map<GrammarName, Promise<Parser>>();
let runtime: Promise<void> | undefined;

/**
 * The parser of a language, made once in a process. The file of the grammar is read when somebody asks for it.
 *
 * @throws where the grammar cannot be read or does not fit the runtime; the message names the grammar
 */
export function loadParser(grammar: GrammarName): Promise<Parser> {
  let parser = parsers.get(grammar);
  if (!parser) parsers.set(grammar, (parser = makeParser(grammar)));
  return parser;
}

async function makeParser(grammar: GrammarName): Promise<Parser> {
  try {
    await (runtime ??= Parser.init({ wasmBinary: readGrammar("tree-sitter") }));
    const parser = new Parser();
    parser.setLanguage(await Language.load(readGrammar(grammar)));
    return parser;
  } catch (error) {
    // Some errors of the runtime have no message.
    const reason = error instanceof Error && error.message ? error.message : String(error);
    throw new Error(`the grammar of ${grammar} cannot be loaded: ${reason}`, { cause: error });
  }
}

function readGrammar(name: string): Uint8Array {
  return gunzipSync(readFileSync(join(grammarFolder(), `${name}.wasm.gz`)));
}

/** The bundler decides how deep in `dist/` this module ends up; from the sources it is the same folder. */
function grammarFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return join(folder, "dist", "grammars");
}
