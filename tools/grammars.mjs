// The grammars of tree-sitter that go into the package: from which package each comes, as WebAssembly.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const VSCODE = "@vscode/tree-sitter-wasm";

/** Name in `dist/grammars` → package and file. The runtime of web-tree-sitter reads all of them. */
export const GRAMMARS = new Map([
  ["tree-sitter", { from: "web-tree-sitter", file: "web-tree-sitter.wasm" }],
  ...["bash", "c-sharp", "go", "java", "php", "powershell", "python", "ruby", "rust"].map((name) => [
    name,
    { from: VSCODE, file: `wasm/tree-sitter-${name}.wasm` },
  ]),
  ["kotlin", { from: "@tree-sitter-grammars/tree-sitter-kotlin", file: "tree-sitter-kotlin.wasm" }],
]);

/** 28 % smaller than gzip, in 0.4 s for all grammars. The best quality saves 10 % more, but takes 15 s. */
const QUALITY = 9;
const BEST_QUALITY = 11;

/** Most of a grammar are tables of pairs of bytes. Distances of even length have short codes: 1 % smaller. */
const TABLES = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
  [constants.BROTLI_PARAM_NPOSTFIX]: 1,
  [constants.BROTLI_PARAM_NDIRECT]: 16,
};

function compressionOf(smallest) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: smallest ? BEST_QUALITY : QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: 24,
  };
}

/** Compresses a text, as far as possible for the package that is published. */
export function compressed(text, smallest) {
  return brotliCompressSync(text, { params: compressionOf(smallest) });
}

/**
 * Writes the grammars, compressed, as the package has them. Does nothing if those of these versions exist.
 *
 * @param smallest whether they are compressed as far as possible, as in the package that is published
 */
export function writeGrammars(folder, smallest = false) {
  const compression = { ...compressionOf(smallest), ...TABLES };
  const packages = new Set([...GRAMMARS.values()].map(({ from }) => from));
  const versions = [...packages].map(
    (name) => JSON.parse(readFileSync(join("node_modules", name, "package.json"), "utf8")).version,
  );
  const stamp = JSON.stringify([[...GRAMMARS], versions, compression]);
  const stampFile = join(folder, "stamp.json");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, { from, file }] of GRAMMARS) {
    const bytes = readFileSync(join("node_modules", from, file));
    writeFileSync(join(folder, `${name}.wasm.br`), brotliCompressSync(bytes, { params: compression }));
  }
  writeFileSync(stampFile, stamp);
}
