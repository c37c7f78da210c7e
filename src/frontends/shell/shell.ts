import type { Parser } from "web-tree-sitter";
import type { Maker } from "../../analysis/evaluation/language.js";
import type { LoweredLanguage, LoweredText } from "../lowered/language.js";
import type { Problem } from "../../core/problem.js";
import type { SourceText } from "../../core/source-text.js";
import { brokenLength } from "../tree-sitter/parse-changed.js";
import { commandNamed } from "./commands/run-command.js";
import { LANGUAGE_NATIVES, SHELL_TRUE, makeNative } from "./language-natives.js";
import { lowerShell } from "./lower.js";
import { SCOPE } from "./scripts.js";
import { filesNamedInShell, resolveSource, sourcesIn } from "./sources.js";
import { parseShell } from "./syntax.js";

/** Files that commands read, and that no script sources. */
const DATA =
  /\.(?:jsonc?|ya?ml|xml|txt|te?mpl|tpl|template|j2|csv|md|curlrc)$|(?:^|[/._-])curl[\w-]*[.](?:conf|config|cfg|opts)$/i;

/** Statements that do not parse are left out; where they are more than this share of the text, all is searched as text. */
const MAX_BROKEN = 0.3;

/** Returns the description of shell scripts for the lowered frontend. */
export function shellLanguage(parser: Parser): LoweredLanguage {
  return {
    name: "shell",
    // A sourced file is a script, whatever its name is.
    isOwn: (path) => !DATA.test(path),
    lower: (source) => lowered(parser, source),
    parse: parseShell,
    specifiersIn: ({ text }) => {
      const parsed = parseShell(parser, text);
      return parsed.ok ? sourcesIn(parsed.root) : [];
    },
    resolve: resolveSource,
    filesNamed: filesNamedInShell,
    moduleMaker: () => undefined,
    globalMaker,
    semantics: {},
    scope: { name: SCOPE, functionMark: "()", writers: WRITERS },
  };
}

function lowered(parser: Parser, source: SourceText): LoweredText | Problem {
  const { path, text } = source;
  const parsed = parseShell(parser, text);
  if (!parsed.ok) return { path, kind: parsed.kind, message: parsed.message };
  const { root, errors } = parsed;
  if (brokenLength(parsed) > text.length * MAX_BROKEN)
    return { path, kind: "syntax", message: "too many syntax errors, searched as plain text" };
  const comments = [...root.walk()].filter(({ type }) => type === "comment");
  return {
    programs: [lowerShell(root, text)],
    comments: comments.map(({ start, end }) => ({ text: text.slice(start + 1, end), start, end })),
    problems: errors.length > 0 ? [{ path, kind: "syntax", message: brokenLines(source, errors) }] : [],
  };
}

function brokenLines(source: SourceText, errors: readonly { readonly start: number }[]): string {
  const { line } = source.position(errors[0]!.start);
  const more = errors.length > 1 ? ` and ${errors.length - 1} more` : "";
  return `syntax error in line ${line}${more}; what is around it is analyzed`;
}

const PREFIX = "sh:";

/** Commands that set the variables whose names they get. */
const WRITERS = new Set(
  [":given", "mapfile", "printf", "read", "readarray", "setElement"].map((name) => PREFIX + name),
);

function globalMaker(name: string): Maker | undefined {
  if (!name.startsWith(PREFIX)) return undefined;
  const own = name.slice(PREFIX.length);
  if (own === "true") return SHELL_TRUE;
  const native = LANGUAGE_NATIVES.get(own) ?? commandNamed(own);
  return native && makeNative(own, native);
}
