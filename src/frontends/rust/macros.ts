import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** Macros whose arguments are expressions, by the last part of their name. */
const CALLS: ReadonlySet<string> = new Set([
  ...[
    "format",
    "print",
    "println",
    "eprint",
    "eprintln",
    "write",
    "writeln",
    "panic",
    "dbg",
    "concat",
    "env",
  ],
  ...[
    "anyhow",
    "bail",
    "ensure",
    "assert",
    "assert_eq",
    "assert_ne",
    "option_env",
    "include_str",
    "include_bytes",
  ],
  ...["trace", "debug", "info", "warn", "error", "json", "hashmap", "btreemap", "todo", "unreachable"],
]);

/** Macros whose braces hold keys and values. */
const RECORDS: ReadonlySet<string> = new Set(["json", "hashmap", "btreemap"]);

/** A text in which macros are written as expressions. Everything has the offset that it has in the file. */
export interface Unfolded {
  readonly text: string;
  /** The names of the macros, by the offset of their first argument list. */
  readonly macros: ReadonlyMap<number, string>;
  /** The offsets of braces that hold keys and values. They are written as tuples: `("key", value, …)`. */
  readonly records: ReadonlySet<number>;
}

/**
 * Writes the arguments of known macros as expressions, because the grammar takes them for a list of tokens:
 * `format!("{}", x)` becomes `format ("{}", x)`, `json!({"a": 1})` becomes `json (("a", 1))`.
 */
export function unfolded(root: SyntaxNode, text: string): Unfolded {
  const macros = new Map<number, string>();
  const records = new Set<number>();
  const changes: { readonly start: number; readonly to: string }[] = [];
  const put = ({ start }: { readonly start: number }, to: string): void => void changes.push({ start, to });

  const macro = (name: SyntaxNode, mark: SyntaxNode, tokens: SyntaxNode): void => {
    const last = name.text.slice(name.text.lastIndexOf(":") + 1);
    const isList = last === "vec";
    if (!isList && !CALLS.has(last)) return;
    const [open, close] = [tokens.children[0], tokens.children.at(-1)];
    if (!open || !close || open === close || hasNamedFields(tokens, last)) return;
    macros.set(tokens.start, last);
    if (isList) {
      put({ start: name.start }, " ".repeat(tokens.start - name.start));
      put(open, "[");
      put(close, "]");
    } else {
      put(mark, " ");
      put(open, "(");
      put(close, ")");
    }
    if (RECORDS.has(last)) values(tokens, open.text === "{");
    else inside(tokens);
  };

  /** Looks for macros among tokens. */
  const inside = ({ children }: SyntaxNode): void => {
    for (const [index, one] of children.entries()) {
      if (one.type !== "token_tree") continue;
      const [name, mark] = [children[index - 2], children[index - 1]];
      if (mark?.text === "!" && name?.type === "identifier") macro(name, mark, one);
      else inside(one);
    }
  };

  /** Writes keys and values as elements: braces that stand where a value stands are a record. */
  const values = (tokens: SyntaxNode, isRecord: boolean): void => {
    const { children } = tokens;
    for (const [index, one] of children.entries()) {
      const before = children[index - 1]?.text ?? "";
      if (isRecord && one.text === ":") put(one, ",");
      else if (isRecord && one.text === "=>") put(one, ", ");
      if (one.type !== "token_tree") continue;
      const [open, close] = [one.children[0], one.children.at(-1)];
      const isValue = /^(?:[([{,:]|=>)$/.test(before);
      if (isValue && open?.text === "{" && close) {
        records.add(one.start);
        put(open, "(");
        put(close, ")");
        values(one, true);
      } else if (isValue && open?.text === "[") values(one, false);
      else if (before === "!" && children[index - 2]) macro(children[index - 2]!, children[index - 1]!, one);
      else inside(one);
    }
  };

  for (const node of root.walk()) {
    if (node.type !== "macro_invocation") continue;
    const [name, mark, tokens] = [node.field("macro"), node.child("!"), node.child("token_tree")];
    if (name && mark && tokens) macro(name, mark, tokens);
  }
  if (changes.length === 0) return { text, macros, records };
  const parts: string[] = [];
  let at = 0;
  for (const { start, to } of changes.sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, start), to);
    at = start + to.length;
  }
  parts.push(text.slice(at));
  return { text: parts.join(""), macros, records };
}

/** Checks for `info!(target: "x", %error, "…")`: a field of a log entry is not an expression. */
function hasNamedFields({ children }: SyntaxNode, name: string): boolean {
  if (!/^(?:trace|debug|info|warn|error)$/.test(name)) return false;
  return children.some(({ text }, index) => {
    const before = children[index - 1]?.text;
    return text === ":" || (/^[%?]$/.test(text) && /^[(,=]$/.test(before ?? ""));
  });
}
