import type { Expr } from "../lowered/core-tree.js";
import * as build from "../lowered/build.js";
import { askedPath, settingAt, settingNamed, settingOfField } from "../jvm/settings.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

/**
 * Lowers `@Value("${mongodb.atlas.url:https://…}")` of a field or parameter: the setting, else its default. A class with
 * `@ConfigurationProperties("atlas")` gets a setting for each of them.
 */
export function settingOf(node: SyntaxNode, scope: Scope): Expr | undefined {
  const annotation = node
    .child("modifiers")
    ?.all("annotation")
    .find((one) => /^(?:Value|ConfigProperty)$/.test(one.field("name")?.text ?? ""));
  const text = [...(annotation?.walk() ?? [])].find(({ type }) => type === "string_literal");
  const setting = text
    ? settingNamed(build.span(text.start + 1, text.end - 1), text.text.slice(1, -1))
    : settingOfClass(node);
  if (setting) scope.file.readsSettings = true;
  return setting;
}

function settingOfClass(node: SyntaxNode): Expr | undefined {
  const owner = node.parent?.parent;
  const annotation = owner
    ?.child("modifiers")
    ?.all("annotation")
    .find((one) => one.field("name")?.text === "ConfigurationProperties");
  const prefix = [...(annotation?.walk() ?? [])].find(({ type }) => type === "string_literal");
  const name = node.field("name") ?? node.field("declarator")?.field("name");
  return prefix && name && settingOfField(name, prefix.text.slice(1, -1), name.text);
}

/** Returns a setting that is asked for by its name: `environment.getProperty("atlas.url")`. */
export function askedSetting(
  name: string,
  object: SyntaxNode | undefined,
  [first]: readonly SyntaxNode[],
  scope: Scope,
): Expr | undefined {
  const text = first?.type === "string_literal" ? first : undefined;
  const path = askedPath(name, object?.text, text?.text.slice(1, -1));
  if (!text || path === undefined) return undefined;
  scope.file.readsSettings = true;
  return settingAt(text, path);
}
