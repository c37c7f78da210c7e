import type { Expr } from "../lowered/core-tree.js";
import * as build from "../lowered/build.js";
import { settingIn } from "../jvm/settings.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

/** Lowers `@Value("${mongodb.atlas.url:https://…}")` of a field or parameter: the setting, else its default. */
export function settingOf(node: SyntaxNode, scope: Scope): Expr | undefined {
  const annotation = node
    .child("modifiers")
    ?.all("annotation")
    .find((one) => one.field("name")?.text === "Value");
  const text = [...(annotation?.walk() ?? [])].find(({ type }) => type === "string_literal");
  const setting = text && settingIn(build.span(text.start + 1, text.end - 1), text.text.slice(1, -1));
  if (setting) scope.file.readsSettings = true;
  return setting;
}
