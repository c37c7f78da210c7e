import { posix } from "node:path";
import type { ModuleHost } from "../module-host.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

const PREFIX = "sh:";
/** In front of a path whose folder the script computes: `"$(dirname "$0")/lib.sh"`. */
const SOMEWHERE = "~";

export function isSourcing(command: string): boolean {
  return command === "source" || command === ".";
}

/** Returns the path of a sourced file as a specifier. Undefined if no part of it is known. */
export function specifierOf(word: SyntaxNode): string | undefined {
  const written = word.text.replaceAll(/["']/g, "");
  const expansions = [...word.walk()].filter(({ type }) =>
    ["simple_expansion", "expansion", "command_substitution"].includes(type),
  );
  if (expansions.length === 0) return `${PREFIX}${written}`;
  const end = expansions.reduce((last, one) => Math.max(last, one.end), 0);
  const tail = word.text.slice(end - word.start).replaceAll(/["']/g, "");
  const isBeside = expansions[0]!.start - word.start < 2 && OWN_FOLDER.test(expansions[0]!.text);
  if (isBeside && tail.startsWith("/")) return `${PREFIX}.${tail}`;
  return tail.startsWith("/") && tail.length > 1 ? `${PREFIX}${SOMEWHERE}${tail}` : undefined;
}

/** Expansions that give the folder of the script. */
const OWN_FOLDER =
  /^(?:\$\((?:cd (?:-- )?"?\$\()?dirname (?:-- )?"?\$\{?(?:BASH_SOURCE(?:\[0\])?|0)\}?"?\)|\$\{(?:BASH_SOURCE(?:\[0\])?|0)%\/\*\}$)/;

/**
 * Returns the file that `source ./x.sh` names, which is in none of the folders where a script may be started. See
 * `LoweredLanguage.filesNamed`.
 */
export function filesNamedInShell(
  specifier: string,
  from: string,
  host: ModuleHost,
): readonly string[] | undefined {
  const name = specifier.slice(PREFIX.length);
  if (
    /^[/~]/.test(name) ||
    !/\.(?:ba|z|k)?sh$/.test(name) ||
    resolveSource(specifier, from, host) !== undefined
  )
    return undefined;
  return [name.startsWith(".") ? name : `./${name}`];
}

/** Finds a sourced file: beside the script, or in a parent folder, because scripts can be started from any of them. */
export function resolveSource(specifier: string, from: string, host: ModuleHost): string | undefined {
  if (!specifier.startsWith(PREFIX) || !host.isFile) return undefined;
  const wanted = specifier.slice(PREFIX.length).replace(SOMEWHERE, ".");
  if (wanted.startsWith("/")) return undefined;
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const path = posix.normalize(posix.join(folder, wanted));
    if (!path.startsWith("..") && host.isFile(path)) return path;
    if (folder === "." || folder === "/") return undefined;
  }
}

/** Returns the specifiers of all files that a text sources. */
export function sourcesIn(root: SyntaxNode): string[] {
  const found: string[] = [];
  for (const node of root.walk()) {
    if (node.type !== "command" || !isSourcing(node.field("name")?.text ?? "")) continue;
    const [file] = node.fields("argument");
    const specifier = file && specifierOf(file);
    if (specifier !== undefined) found.push(specifier);
  }
  return found;
}
