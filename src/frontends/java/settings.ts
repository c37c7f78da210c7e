import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

/** The name under which the settings of the application are imported. */
export const SETTINGS = "java:settings";

/** Lowers `@Value("${mongodb.atlas.url:https://…}")` of a field or parameter: the setting, else its default. */
export function settingOf(node: SyntaxNode, scope: Scope): Expr | undefined {
  const annotation = node
    .child("modifiers")
    ?.all("annotation")
    .find((one) => one.field("name")?.text === "Value");
  const text = [...(annotation?.walk() ?? [])].find(({ type }) => type === "string_literal");
  const match = text && /^"\$\{([\w.-]+)(?::(.*))?\}"$/s.exec(text.text);
  if (!match) return undefined;
  scope.file.readsSettings = true;
  const [, path, otherwise] = match;
  const found = path!
    .split(".")
    .reduce<Expr>(
      (object, key) => build.index(text, object, build.madeText(text, key)),
      build.name(text, SETTINGS),
    );
  const setting = build.call(text, build.name(text, "java:setting"), [found, build.madeText(text, path!)]);
  if (otherwise === undefined) return setting;
  const start = text.end - 2 - otherwise.length;
  return build.either(
    text,
    "??",
    setting,
    build.text(build.span(start, start + otherwise.length), otherwise),
  );
}
