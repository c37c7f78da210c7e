import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { ProjectFiles, field } from "../../workspace/project-files.js";
import { visible } from "../../core/visible.js";
import type { Gate } from "./gate.js";
import { namedFirst, pathFrom } from "./messages.js";

/** The parsers that read TypeScript; those for components have one of them parse the scripts. */
const PARSERS = ["@typescript-eslint/parser", "@babel/eslint-parser"];
const FILES_NAMED = 3;

const require = createRequire(import.meta.url);

/** The roots for which the warning has been given. */
const warned = new Set<string>();

let isParserLoaded = false;

/**
 * Warns that TypeScript files use the API and that no parser for TypeScript is configured. ESLint silently leaves out
 * files for which no configuration has a pattern. It is a warning of the process, like ESLint's own warnings about a
 * configuration, and not a finding. It is not about a linted file, and which file is linted first changes from run to
 * run.
 *
 * A rule cannot see how other files are configured. But a configuration imports the parser that it uses, so a parser
 * that is not loaded is not configured.
 *
 * @param from the root that paths are relative to, as a person knows it
 */
export function warnWithoutTypeScriptParser(gate: Gate, from: string): void {
  const { root, tree, texts } = gate;
  if (isParserLoaded || warned.has(root)) return;
  const unread = tree.candidates.filter((one) => {
    if (!/(?<!\.d)\.[cm]?tsx?$/.test(one) || texts.isGenerated(one)) return false;
    const source = texts.at(one);
    return source !== undefined && gate.isCandidate(source);
  });
  if (unread.length === 0) return;
  isParserLoaded = PARSERS.some((name) => isLoaded(name, root));
  if (isParserLoaded) return;
  warned.add(root);
  const files =
    unread.length === 1 ? "1 TypeScript file uses" : `${String(unread.length)} TypeScript files use`;
  const named = namedFirst(
    unread.map((one) => pathFrom(from, one)),
    FILES_NAMED,
  );
  process.emitWarning(
    visible(
      `${files} the API and cannot be checked, because no parser for TypeScript is configured in ESLint: ${named}.`,
    ),
    "V2readyParserWarning",
  );
}

/**
 * Returns whether a package is loaded in this process, or may be: which ES modules are loaded is not listed anywhere.
 */
function isLoaded(name: string, root: string): boolean {
  const part = `/${name}/`;
  if (Object.keys(require.cache).some((file) => file.replaceAll("\\", "/").includes(part))) return true;
  try {
    const { resolve } = createRequire(join(root, "package.json"));
    const ending = extname(resolve(name));
    if (ending !== ".js") return ending === ".mjs";
    const manifest = new ProjectFiles(root).json(resolve(`${name}/package.json`), true);
    return field(manifest, "type") === "module";
  } catch {
    // It is not installed.
    return false;
  }
}
