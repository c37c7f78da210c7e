import {
  declaredClient,
  declaredTarget,
  isBodyParameter,
  mappedTarget,
  type DeclaredTarget,
  type NoteArgument,
} from "../jvm/declared-requests.js";
import { settingIn } from "../jvm/settings.js";
import { SEND } from "../jvm/names.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, Property } from "../lowered/core-tree.js";
import { parsedAs } from "../lowered/data-fields.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { annotationsOf, stringsIn, type Annotation } from "./annotations.js";
import { resultType } from "./functions.js";
import { paramOf, parametersOf, type Parameter } from "./parameters.js";
import type { Scope } from "./scope.js";
import { innerOf, textLiteral } from "./texts.js";
import { dataType } from "./types.js";

/**
 * Lowers the methods of an interface that Retrofit or Feign sends as requests: `@GET("groups/{id}")`,
 * `@RequestLine("GET /groups/{id}")`, each with `@Headers("Accept: a/b")`.
 * https://square.github.io/retrofit/, https://github.com/OpenFeign/feign
 */
export function declaredRequests(parts: readonly SyntaxNode[], scope: Scope): ClassMember[] {
  const [first] = parts;
  const owner = first?.parent?.parent;
  const shared = owner ? headerLines(owner, scope) : [];
  const [client] = (owner ? annotationsOf(owner) : []).flatMap(
    (one) => declaredClient(one.node, one.name, textsIn(one, scope)) ?? [],
  );
  const methods = parts.flatMap((part): ClassMember[] => {
    const name = part.type === "function_declaration" ? part.field("name") : undefined;
    const target = name && targetOf(part, client !== undefined, scope);
    if (!name || part.child("function_body") || !target) return [];
    const parameters = parametersOf(part);
    const body = parameters.find(({ node }) =>
      isBodyParameter(
        annotationsOf(node).map((one) => one.name),
        target.isFeign,
      ),
    );
    const args: Expr[] = [
      target.method,
      target.path,
      build.list(part, [...shared, ...headerLines(part, scope)]),
      build.record(part, [...(target.headers ?? []), ...parameters.flatMap((one) => headerOf(one, scope))]),
      body ? build.name(body.at, body.name) : build.nothing(part),
    ];
    const send = build.member(part, build.self(part), build.name(part, SEND));
    const sent = build.call(target.place, send, args);
    const type = resultType(part);
    const answer = type ? parsedAs(part, dataType(type, scope), sent) : sent;
    const params = parameters.map((one) => paramOf(one, scope));
    const code = statements.block(part, [statements.returns(part, answer)]);
    const fn = statements.functionNode(part, null, params, code, { isDeclaration: false });
    return [statements.method(part, build.name(name, name.text), fn)];
  });
  return client ? [client, ...methods] : methods;
}

function targetOf(part: SyntaxNode, isMapped: boolean, scope: Scope): DeclaredTarget<SyntaxNode> | undefined {
  for (const annotation of annotationsOf(part)) {
    const { node, name } = annotation;
    const mapped = isMapped ? mappedTarget(node, name, textsIn(annotation, scope)) : undefined;
    if (mapped) return mapped;
    const [literal] = stringsIn(annotation);
    const target =
      literal && declaredTarget(annotation.node, annotation.name, literal, () => textLiteral(literal, scope));
    if (target) return target;
  }
  return undefined;
}

function headerOf({ at, node, name }: Parameter, scope: Scope): Property[] {
  const [key] = annotationsOf(node)
    .filter((one) => /^(?:Request)?Header$/.test(one.name))
    .flatMap(stringsIn);
  return key ? [build.property(at, textLiteral(key, scope), build.name(at, name))] : [];
}

/** Returns the arguments of an annotation that are texts. */
function textsIn({ args }: Annotation, scope: Scope): NoteArgument[] {
  return args.map(({ name, value }) => {
    const texts = [...value.walk()].filter(({ type }) => type === "string_literal");
    return { name, values: texts.map((one) => textOrSetting(one, scope)) };
  });
}

function textOrSetting(literal: SyntaxNode, scope: Scope): NoteArgument["values"][number] {
  const inner = innerOf(literal);
  const written = literal.text.slice(inner.start - literal.start, inner.end - literal.start);
  const setting = settingIn(inner, written);
  if (setting) scope.file.readsSettings = true;
  const { start, end, text } = literal;
  return { start, end, value: setting ?? textLiteral(literal, scope), written: text };
}

function headerLines(node: SyntaxNode, scope: Scope): Expr[] {
  return annotationsOf(node)
    .filter((one) => one.name === "Headers")
    .flatMap(stringsIn)
    .map((one) => textLiteral(one, scope));
}
