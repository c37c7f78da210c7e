import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, Property } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { declaredTarget, isBodyParameter, type DeclaredTarget } from "../jvm/declared-requests.js";
import { SEND } from "../jvm/names.js";
import { parametersOf, type Parameter } from "./parameters.js";
import { textLiteral } from "./texts.js";

/**
 * Lowers the methods of an interface that Retrofit or Feign sends as requests: `@GET("groups/{id}")`,
 * `@RequestLine("GET /groups/{id}")`, each with `@Headers("Accept: a/b")`.
 * https://square.github.io/retrofit/, https://github.com/OpenFeign/feign
 */
export function declaredRequests(node: SyntaxNode, parts: readonly SyntaxNode[]): ClassMember[] {
  if (node.type !== "interface_declaration") return [];
  const shared = headerLines(node);
  return parts.flatMap((part): ClassMember[] => {
    const name = part.field("name");
    const target = targetOf(part);
    if (part.type !== "method_declaration" || part.field("body") || !name || !target) return [];
    const parameters = parametersOf(part);
    const body = parameters.find((one) =>
      isBodyParameter(annotationsOf(one.node).map(nameOf), target.isFeign),
    );
    const args: Expr[] = [
      target.method,
      target.path,
      build.list(part, [...shared, ...headerLines(part)]),
      build.record(part, parameters.flatMap(headerOf)),
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
}

function targetOf(part: SyntaxNode): DeclaredTarget<SyntaxNode> | undefined {
  for (const place of annotationsOf(part)) {
    const [literal] = literalsIn(place);
    const target = literal && declaredTarget(place, nameOf(place), literal, () => textLiteral(literal));
    if (target) return target;
  }
  return undefined;
}

function headerOf({ node, name }: Parameter): Property[] {
  const [key] = annotationsOf(node)
    .filter((one) => nameOf(one) === "Header")
    .flatMap(literalsIn);
  return key ? [build.property(node, textLiteral(key), build.name(node, name))] : [];
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
