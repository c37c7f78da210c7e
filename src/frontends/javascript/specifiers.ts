import jsTokens from "js-tokens";
import type { SourceText } from "../../core/source-text.js";

const known = new WeakMap<SourceText, readonly string[]>();

/**
 * The specifiers that a file imports from, by its tokens: static and dynamic imports, re-exports, `require`, and the
 * functions that an App Services function calls by name. Quick, needs no tree, and is done once for each source.
 */
export function specifiersIn(source: SourceText): readonly string[] {
  let specifiers = known.get(source);
  if (!specifiers) known.set(source, (specifiers = specifiersAmongTokens(source.text)));
  return specifiers;
}

function specifiersAmongTokens(text: string): string[] {
  const found = new Set<string>();
  const last: string[] = [];
  for (const { type, value } of jsTokens(text)) {
    if (
      type === "WhiteSpace" ||
      type === "LineTerminatorSequence" ||
      type === "SingleLineComment" ||
      type === "MultiLineComment"
    )
      continue;
    if (type === "StringLiteral" || type === "NoSubstitutionTemplate") {
      const [before, callee, dot] = [last.at(-1), last.at(-2), last.at(-3)];
      const literal = value.slice(1, -1);
      if (before === "from" || before === "import") found.add(literal);
      if (before === "(" && (callee === "require" || callee === "import")) found.add(literal);
      if (before === "(" && callee === "execute" && dot === ".") found.add(functionSpecifier(literal));
    }
    last.push(value);
    if (last.length > 3) last.shift();
  }
  return [...found];
}

/** The specifier that stands for an App Services function which is called by its name. */
export function functionSpecifier(name: string): string {
  return `app-services:${name}`;
}
