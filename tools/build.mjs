// Writes dist/: the command and the library as bundles that load what they need when they need it, the type
// declarations, and the JSON Schemas. --bundle-only leaves the declarations out; --if-stale does nothing where dist/ is
// newer than its sources; --smallest takes longer to compress what the package has.
import { build, transform } from "esbuild";
import { parseSync } from "oxc-parser";
import { chmodSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { GRAMMARS, compressed, writeGrammars } from "./grammars.mjs";
import { isStale } from "./stale.mjs";
import { noticesFor } from "./third-party-notices.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

const ESLINT_PLUGIN = "src/hosts/eslint/index.ts";
/** The code that creates the rules, before the engine is needed. */
const ESLINT_START = "src/hosts/eslint/create-rule.ts";

/**
 * Bundles everything that the plugin loads at its start into one file, instead of one for each set of shared parts.
 * Every part imports all of it, and it is loaded before anyway. Rules cannot wait, so dynamic imports are never reached
 * there.
 */
const fewFiles = {
  name: "few-files",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ kind, path }) => {
      if (kind === "dynamic-import") return { path: "unreached", namespace: "unreached" };
      if (kind !== "entry-point" || resolve(path) === resolve(ESLINT_PLUGIN)) return undefined;
      return { path: resolve(path), namespace: "part" };
    });
    onLoad({ filter: /./, namespace: "part" }, ({ path }) => ({
      contents: `import "./${ESLINT_START}"; export * from ${JSON.stringify(path)};`,
      resolveDir: root,
    }));
    onLoad({ filter: /./, namespace: "unreached" }, () => ({
      contents: 'throw new Error("not a part of the plugin for ESLint");',
    }));
  },
};

/** Lets the CommonJS packages in the bundle require modules of Node.js, which a bundle of ES modules cannot. */
const nodeModules = {
  name: "node-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === "require-call" && isBuiltin(path) ? { path, namespace: "node" } : undefined,
    );
    onLoad({ filter: /./, namespace: "node" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Leaves out the names that libraries of TypeScript declare, 25 KB in each of the two bundles when packed. The analysis
 * asks for none (`lib: []`).
 */
const noLibraries = {
  name: "no-libraries",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.\/lib$/ }, ({ importer }) =>
      /scope-manager[\\/]dist[\\/]referencer[\\/]/.test(importer)
        ? { path: "libraries", namespace: "no-libraries" }
        : undefined,
    );
    onLoad({ filter: /./, namespace: "no-libraries" }, () => ({ contents: "exports.lib = new Map();" }));
  },
};

/**
 * Shortens the names inside of modules of other packages, which makes the packed package 5 % smaller. Names of our own
 * code stay, so that the trace of an error in a report says where it was.
 */
const shortNames = {
  name: "short-names",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.(?:[cm]?js)$/ }, async ({ path }) => {
      const text = readFileSync(path, "utf8");
      // With the format also those at the top of a module are short.
      const format = parseSync(path, text).module.hasModuleSyntax ? "esm" : "cjs";
      const { code } = await transform(text, { loader: "js", format, minifyIdentifiers: true });
      return { contents: code, loader: "js" };
    });
  },
};

const CATALOG_JSON = /[\\/]catalog[\\/](data|schema)[\\/].*\.json$/;
/**
 * The folders in dist/ with the JSON files of folders of src/catalog. Nothing else reads the data, so it is compressed
 * more than npm does.
 */
const SHARED = new Map([
  ["data", { folder: "data", ending: ".br", parsed: "brotliDecompressSync(readFileSync(file)).toString()" }],
  ["schema", { folder: "schemas", ending: "", parsed: 'readFileSync(file, "utf8")' }],
]);

/**
 * Reads the data of the catalog from dist/data, and its schemas from dist/schemas, instead of a copy in each of the two
 * bundles, 27 KB and 18 KB when packed. Import attributes would do so, but Node.js 20 warns of them.
 */
const sharedData = {
  name: "shared-data",
  setup({ onLoad }) {
    onLoad({ filter: CATALOG_JSON }, ({ path }) => {
      const { folder, ending, parsed } = SHARED.get(CATALOG_JSON.exec(path)[1]);
      return {
        contents: [
          'import { readFileSync } from "node:fs";',
          'import { brotliDecompressSync } from "node:zlib";',
          `const folder = /\\/chunks\\/[^/]*$/.test(import.meta.url) ? "../${folder}/" : "./${folder}/";`,
          `const file = new URL(folder + ${JSON.stringify(basename(path) + ending)}, import.meta.url);`,
          `export default JSON.parse(${parsed});`,
        ].join("\n"),
        loader: "js",
      };
    });
  },
};

const CATALOG_DATA = ["catalog", "vocabularies/atlas", "vocabularies/service"];

/** The packages of which a part is copied into dist/. */
const grammarPackages = () => [...GRAMMARS.values()].map(({ from }) => join("node_modules", from));

/**
 * Builds the bundles of the command and of the plugin for ESLint, and returns what esbuild says of each.
 *
 * @param more options of esbuild that win over those of the package
 */
export async function bundles(more = {}) {
  // Only what has binaries, or is too large to read at every start, is installed beside the package.
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const common = {
    outdir: "dist",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    chunkNames: "chunks/[name]-[hash]",
    external: Object.keys(dependencies),
    // As ES modules where a package has both: what is not used is left out.
    mainFields: ["module", "main"],
    sourcemap: false,
    legalComments: "none",
    // Otherwise each character beyond ASCII is written as an escape, which makes the packed package 3 KB larger.
    charset: "utf8",
    // Names stay, so that the trace of an error in a report says where it was.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: "error",
    metafile: true,
    ...more,
  };
  const command = await build({
    ...common,
    entryPoints: {
      cli: "src/hosts/cli/main.ts",
      index: "src/index.ts",
      "discover-worker": "src/workspace/discover-worker.ts",
      "schema-validator": "src/catalog/schema-validator.ts",
    },
    plugins: [nodeModules, noLibraries, shortNames, sharedData],
  });
  // By itself: what it shared with the others would be split into twice as many files, and it is their number that a
  // start of ESLint waits for. The parts that are loaded when they are needed are those of `imports` in package.json.
  const plugin = await build({
    ...common,
    entryPoints: {
      eslint: ESLINT_PLUGIN,
      "eslint-editing": "src/hosts/eslint/editing.ts",
      "eslint-engine": "src/hosts/eslint/engine.ts",
      "eslint-modules": "src/hosts/eslint/modules.ts",
      "eslint-parsers": "src/hosts/eslint/parsers.ts",
      "eslint-yaml": "src/hosts/eslint/yaml.ts",
    },
    plugins: [nodeModules, noLibraries, fewFiles, shortNames, sharedData],
  });
  const built = [command, plugin];
  numberChunks(built, more.write !== false);
  return built;
}

/**
 * Numbers the chunks: esbuild puts a hash into their names, and the hashes in thousands of imports make the packed package
 * 16 KB larger.
 */
function numberChunks(built, areWritten) {
  const names = built.flatMap(({ metafile }) => Object.keys(metafile.outputs)).map((path) => basename(path));
  const chunks = names.filter((name) => HASH.test(name)).sort();
  const numbers = new Map(chunks.map((name, index) => [name, name.replace(HASH, index)]));
  const numbered = (text) => text.replace(/(?<=\/)[\w-]+\.js(?="|$)/g, (name) => numbers.get(name) ?? name);
  for (const { metafile } of built)
    metafile.outputs = Object.fromEntries(
      Object.entries(metafile.outputs).map(([path, output]) => [numbered(path), output]),
    );
  if (!areWritten) return;
  for (const [from, to] of numbers) renameSync(join("dist/chunks", from), join("dist/chunks", to));
  for (const path of built.flatMap(({ metafile }) => Object.keys(metafile.outputs)))
    writeFileSync(path, numbered(readFileSync(path, "utf8")));
}

/** The hash in the name of a chunk. */
const HASH = /[A-Z0-9]{8}(?=\.js$)/;

/** @param smallest whether the grammars are compressed as far as possible */
export async function bundle(smallest = false) {
  mkdirSync("dist", { recursive: true });
  // The declarations are made by tools/types.mjs, at the same time where all is checked.
  for (const name of readdirSync("dist"))
    if (name !== "types" && name !== "grammars") rmSync(join("dist", name), { recursive: true, force: true });
  const built = await bundles();
  chmodSync("dist/cli.js", 0o755);
  writeFileSync(
    "dist/THIRD-PARTY-NOTICES.txt",
    noticesFor(
      built.map(({ metafile }) => metafile),
      grammarPackages(),
    ),
  );
  writeGrammars("dist/grammars", smallest);
  mkdirSync("dist/data", { recursive: true });
  for (const name of CATALOG_DATA)
    writeFileSync(
      `dist/data/${basename(name)}.json.br`,
      compressed(compactJson(`src/catalog/data/${name}.json`), smallest),
    );
  mkdirSync("dist/schemas", { recursive: true });
  for (const [from, to] of [
    ["src/catalog/schema/catalog.schema.json", "catalog.schema.json"],
    ["src/catalog/schema/vocabulary.schema.json", "vocabulary.schema.json"],
    ["src/catalog/schema/overlay.schema.json", "overlay.schema.json"],
    ["src/report/schema/report.schema.json", "report.schema.json"],
    ["src/report/schema/fix-report.schema.json", "fix-report.schema.json"],
    ["src/report/schema/calendar.schema.json", "calendar.schema.json"],
  ]) {
    writeFileSync(`dist/schemas/${to}`, compactJson(from));
  }
}

/** Returns the text of a JSON file without white space, because only programs read it in the package. */
function compactJson(path) {
  return JSON.stringify(JSON.parse(readFileSync(path, "utf8")));
}

const isCalled = process.argv[1] === fileURLToPath(import.meta.url);
if (isCalled && (!process.argv.includes("--if-stale") || isStale())) {
  await bundle(process.argv.includes("--smallest"));
  if (!process.argv.includes("--bundle-only")) {
    const { checkTypes } = await import("./types.mjs");
    if (!checkTypes()) process.exitCode = 1;
  }
}
