import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { Language, Parser } from "web-tree-sitter";

/** The grammars that the package has, by the name of their file in `dist/grammars`. See tools/grammars.mjs. */
export type GrammarName =
  "bash" | "c-sharp" | "go" | "java" | "php" | "powershell" | "python" | "ruby" | "rust";

/** In pages of 64 KiB: 512 MiB. The largest files of real code need half of it; a small hostile one would take all there is. */
const MAX_PAGES = 8192;
const FIRST_PAGES = 512;

/** The types of Node.js have no values for it. */
const runtimeTypes = (
  globalThis as unknown as {
    WebAssembly: { Memory: new (size: { initial: number; maximum: number }) => object };
  }
).WebAssembly;

const parsers = new Map<GrammarName, Promise<Parser>>();
let runtime: Promise<void> | undefined;

/**
 * Returns the parser of a language, which is created once per process. The grammar is read on first use.
 *
 * @throws if the grammar cannot be read or does not fit the runtime; the message names the grammar
 */
export function loadParser(grammar: GrammarName): Promise<Parser> {
  let parser = parsers.get(grammar);
  if (!parser) parsers.set(grammar, (parser = makeParser(grammar)));
  return parser;
}

async function makeParser(grammar: GrammarName): Promise<Parser> {
  try {
    await (runtime ??= startRuntime());
    const parser = new Parser();
    parser.setLanguage(await Language.load(readGrammar(grammar)));
    return parser;
  } catch (error) {
    // Some errors of the runtime have no message.
    const reason = error instanceof Error && error.message ? error.message : String(error);
    throw new Error(`the grammar of ${grammar} cannot be loaded: ${reason}`, { cause: error });
  }
}

/** The runtime writes its own end to standard error; `parseText` reports it. */
function startRuntime(): Promise<void> {
  return Parser.init({
    wasmBinary: readGrammar("tree-sitter"),
    wasmMemory: new runtimeTypes.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES }),
    printErr: () => {},
  });
}

function readGrammar(name: string): Uint8Array {
  return brotliDecompressSync(readFileSync(join(grammarFolder(), `${name}.wasm.br`)));
}

/** The bundler decides how deep in `dist/` this module ends up; from the sources it is the same folder. */
function grammarFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return join(folder, "dist", "grammars");
}
