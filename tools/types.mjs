// Types, with one program of TypeScript. Called as a script it checks all files of tsconfig.json and writes the
// declarations of the package to dist/types: only those that its entries lead to.
import { rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
export const ENTRIES = ["src/index.ts", "src/hosts/eslint/index.ts"];
const HOST = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => "\n",
};

/** Checks these files with all that they import, or those of tsconfig.json, and writes dist/types. Returns whether all is well. */
export function checkTypes(files) {
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.json"),
    {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true },
      ...{ rootDir: root, outDir: join(root, "dist/types") },
    },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: report },
  );
  const program = ts.createProgram(files?.map((name) => join(root, name)) ?? fileNames, options);
  const found = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics(),
    ...writeDeclarations(program),
  ];
  for (const one of found) report(one);
  return found.length === 0;
}

function report(diagnostic) {
  process.stderr.write(ts.formatDiagnostic(diagnostic, HOST));
}

/** Declarations of the entries and of what their declarations import; returns what stands against them. */
function writeDeclarations(program) {
  rmSync(join(root, "dist/types"), { recursive: true, force: true });
  const sources = ENTRIES.map((name) => program.getSourceFile(join(root, name)));
  const found = [];
  // Grows while it is gone through.
  for (const source of sources) {
    const write = (path, text) => {
      ts.sys.writeFile(path, text);
      for (const specifier of importsOf(path, text)) {
        const next = program.getSourceFile(
          resolve(dirname(source.fileName), specifier.replace(/\.js$/, ".ts")),
        );
        if (next && !sources.includes(next)) sources.push(next);
      }
    };
    found.push(...program.emit(source, write, undefined, true).diagnostics);
  }
  return found;
}

/** The relative specifiers in a declaration file. */
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
