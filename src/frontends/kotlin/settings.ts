import type { Expr } from "../lowered/core-tree.js";
import { settingIn } from "../jvm/settings.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { annotationsOf, stringsIn } from "./annotations.js";
import type { Scope } from "./scope.js";
import { innerOf } from "./texts.js";

/** Lowers `@Value("\${atlas.url:https://…}")` of a property or parameter: the setting, else its default. */
export function settingOf(node: SyntaxNode, scope: Scope): Expr | undefined {
  const annotation = annotationsOf(node).find(({ name }) => name === "Value");
  const [text] = annotation ? stringsIn(annotation) : [];
  if (!text) return undefined;
  const inner = innerOf(text);
  const setting = settingIn(inner, text.text.slice(inner.start - text.start, inner.end - text.start));
  if (setting) scope.file.readsSettings = true;
  return setting;
}
