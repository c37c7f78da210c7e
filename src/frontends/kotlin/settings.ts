import type { Expr } from "../lowered/core-tree.js";
import { askedPath, settingAt, settingNamed, settingOfField } from "../jvm/settings.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { annotationsOf, stringsIn } from "./annotations.js";
import { namesOfProperty } from "./declared-names.js";
import type { Scope } from "./scope.js";
import { innerOf } from "./texts.js";

/**
 * Lowers `@Value("\${atlas.url:https://…}")` of a property or parameter: the setting, else its default. A class with
 * `@ConfigurationProperties("atlas")` gets a setting for each of them.
 */
export function settingOf(node: SyntaxNode, scope: Scope): Expr | undefined {
  const annotation = annotationsOf(node).find(({ name }) => name === "Value" || name === "ConfigProperty");
  const [text] = annotation ? stringsIn(annotation) : [];
  if (!text) return settingOfClass(node, scope);
  const inner = innerOf(text);
  const written = text.text.slice(inner.start - text.start, inner.end - text.start);
  const setting = settingNamed(inner, written);
  if (setting) scope.file.readsSettings = true;
  return setting;
}

function settingOfClass(node: SyntaxNode, scope: Scope): Expr | undefined {
  const owner = node.type === "class_parameter" ? node.parent?.parent?.parent : node.parent?.parent;
  const annotation = owner && annotationsOf(owner).find(({ name }) => name === "ConfigurationProperties");
  const [prefix] = annotation ? stringsIn(annotation) : [];
  const [name] = node.type === "property_declaration" ? namesOfProperty(node) : [node.child("identifier")];
  if (!prefix || !name) return undefined;
  scope.file.readsSettings = true;
  return settingOfField(name, prefix.text.slice(1, -1), name.text);
}

/** Returns a setting that is asked for by its name: `environment.getProperty("atlas.url")`. */
export function askedSetting(
  name: string,
  object: SyntaxNode,
  args: readonly SyntaxNode[],
  scope: Scope,
): Expr | undefined {
  const text = args[0]?.child("string_literal");
  const path = askedPath(name, object.text, text?.text.slice(1, -1));
  if (!text || path === undefined) return undefined;
  scope.file.readsSettings = true;
  return settingAt(text, path);
}
