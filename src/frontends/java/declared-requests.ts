import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, Property } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import {
  declaredClient,
  declaredTarget,
  isBodyParameter,
  isDeclaredClient,
  mappedTarget,
  type DeclaredTarget,
  type NoteArgument,
} from "../jvm/declared-requests.js";
import { settingIn } from "../jvm/settings.js";
import { SEND } from "../jvm/names.js";
import { parametersOf, type Parameter } from "./parameters.js";
import type { Scope } from "./scope.js";
import { textLiteral } from "./texts.js";

/**
 * Lowers the methods of an interface that Retrofit or Feign sends as requests: `@GET("groups/{id}")`,
 * `@RequestLine("GET /groups/{id}")`, each with `@Headers("Accept: a/b")`.
 * https://square.github.io/retrofit/, https://github.com/OpenFeign/feign
 */
export function declaredRequests(
  node: SyntaxNode,
  parts: readonly SyntaxNode[],
  scope: Scope,
): ClassMember[] {
  if (node.type !== "interface_declaration") return [];
  const shared = headerLines(node);
  const [client] = annotationsOf(node).flatMap(
    (one) => declaredClient(one, nameOf(one), argumentsOf(one, scope)) ?? [],
  );
  const methods = parts.flatMap((part): ClassMember[] => {
    const name = part.field("name");
    const target = targetOf(part, client !== undefined, scope);
    if (part.type !== "method_declaration" || part.field("body") || !name || !target) return [];
    const parameters = parametersOf(part);
    const body = parameters.find((one) =>
      isBodyParameter(annotationsOf(one.node).map(nameOf), target.isFeign),
    );
    const args: Expr[] = [
      target.method,
      target.path,
      build.list(part, [...shared, ...headerLines(part)]),
      build.record(part, [...(target.headers ?? []), ...parameters.flatMap(headerOf)]),
      body ? build.name(body.node, body.name) : build.nothing(part),
    ];
    const send = build.member(part, build.self(part), build.name(part, SEND));
    const answer = statements.returns(part, build.call(target.place, send, args));
    const params = parameters.map(({ param }) => param);
    const fn = statements.functionNode(part, null, params, statements.block(part, [answer]), {
      isDeclaration: false,
    });
    return [statements.method(part, build.name(name, name.text), fn)];
  });
  return client ? [client, ...methods] : methods;
}

/** Returns whether a framework makes a client of an interface. */
export function isClientOfFramework(node: SyntaxNode): boolean {
  return annotationsOf(node).some((one) => isDeclaredClient(nameOf(one)));
}

function targetOf(part: SyntaxNode, isMapped: boolean, scope: Scope): DeclaredTarget<SyntaxNode> | undefined {
  for (const place of annotationsOf(part)) {
    const mapped = isMapped ? mappedTarget(place, nameOf(place), argumentsOf(place, scope)) : undefined;
    if (mapped) return mapped;
    const [literal] = literalsIn(place);
    const target = literal && declaredTarget(place, nameOf(place), literal, () => textLiteral(literal));
    if (target) return target;
  }
  return undefined;
}

function headerOf({ node, name }: Parameter): Property[] {
  const [key] = annotationsOf(node)
    .filter((one) => /^(?:Request)?Header$/.test(nameOf(one)))
    .flatMap(literalsIn);
  return key ? [build.property(node, textLiteral(key), build.name(node, name))] : [];
}

/** Returns the arguments of an annotation that are texts. */
function argumentsOf(annotation: SyntaxNode, scope: Scope): NoteArgument[] {
  return (annotation.field("arguments")?.named ?? []).map((one) => {
    const isNamed = one.type === "element_value_pair";
    const value = isNamed ? (one.field("value") ?? one) : one;
    const texts = [...value.walk()].filter(({ type }) => type === "string_literal");
    return {
      name: isNamed ? one.field("key")?.text : undefined,
      values: texts.map((one) => textOrSetting(one, scope)),
    };
  });
}

function textOrSetting(literal: SyntaxNode, scope: Scope): NoteArgument["values"][number] {
  const { start, end } = literal;
  const setting = settingIn(build.span(start + 1, end - 1), literal.text.slice(1, -1));
  if (setting) scope.file.readsSettings = true;
  return { start, end, value: setting ?? textLiteral(literal), written: literal.text };
}

function headerLines(node: SyntaxNode): Expr[] {
  return annotationsOf(node)
    .filter((one) => nameOf(one) === "Headers")
    .flatMap(literalsIn)
    .map(textLiteral);
}

function annotationsOf(node: SyntaxNode): SyntaxNode[] {
  return node.child("modifiers")?.all("annotation", "marker_annotation") ?? [];
}

function nameOf(annotation: SyntaxNode): string {
  return annotation.field("name")?.text.replace(/^.*\./, "") ?? "";
}

function literalsIn(annotation: SyntaxNode): SyntaxNode[] {
  return [...annotation.walk()].filter(({ type }) => type === "string_literal");
}
