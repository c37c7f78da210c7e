// Types. Called as a script it checks all files of tsconfig.json, and writes the declarations of the package to dist/types:
// only those that its entries lead to. The compiler is the native one, which takes a sixth of the time.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const COMPILER = join(root, "node_modules/typescript7/bin/tsc");
const ENTRIES = ["src/index.ts", "src/hosts/eslint/index.ts"];
/** Holds the declarations of all files until those of the package are taken. */
const ALL = join(root, "node_modules/.declarations");

/** Checks the files of tsconfig.json, writes dist/types, and returns whether all is well. */
export function checkTypes() {
  rmSync(ALL, { recursive: true, force: true });
  const written = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly"];
  const { status } = spawnSync(
    process.execPath,
    [COMPILER, "-p", root, ...written, "--rootDir", root, "--outDir", ALL],
    { stdio: "inherit" },
  );
  if (status === 0) takeDeclarations();
  return status === 0;
}

/** Copies the declarations of the entries and of what their declarations import. */
function takeDeclarations() {
  const target = join(root, "dist/types");
  rmSync(target, { recursive: true, force: true });
  const names = new Set(ENTRIES.map((name) => name.replace(/\.ts$/, ".d.ts")));
  // Grows while it is gone through.
  for (const name of names) {
    const text = readFileSync(join(ALL, name), "utf8");
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), INNER.test(name) ? withoutComments(name, text) : text);
    for (const specifier of importsOf(name, text))
      names.add(join(dirname(name), specifier.replace(/\.js$/, ".d.ts")));
  }
  rmSync(ALL, { recursive: true, force: true });
}

/** Files whose declarations others are made of. Their comments are for those who work on v2ready. */
const INNER = /^src\/(?:catalog|engine|facts|fix)\//;

function withoutComments(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return ts.createPrinter({ removeComments: true }).printFile(source);
}

/** Returns the relative specifiers in a declaration file. */
function importsOf(path, text) {
  const specifiers = [];
  const visit = (node) => {
    const specifier = ts.isImportTypeNode(node)
      ? node.argument.literal
      : ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : undefined;
    if (specifier?.text.startsWith(".")) specifiers.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return specifiers;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = checkTypes() ? 0 : 1;
