import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, Property } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { attributesOf, literalsOf } from "./json-names.js";
import { paramOf, parameterList, parametersOf } from "./parameters.js";
import type { Scope } from "./scope.js";
import { expr } from "./expressions.js";
import { textLiteral } from "./texts.js";

const METHODS: ReadonlySet<string> = new Set(["Get", "Post", "Put", "Patch", "Delete", "Head"]);

/**
 * Lowers the methods of an interface that Refit sends as requests: `[Get("/groups/{id}")]`, `[Headers("Accept: a/b")]`.
 * https://github.com/reactiveui/refit
 */
export function refitMethods(node: SyntaxNode, parts: readonly SyntaxNode[], scope: Scope): ClassMember[] {
  const shared = headerLines(node);
  return parts.flatMap((part): ClassMember[] => {
    const name = part.field("name");
    const sending = attributesOf(part).find((one) => METHODS.has(one.name));
    const [path] = sending ? literalsOf(sending.node) : [];
    if (part.type !== "method_declaration" || !name || !sending || !path) return [];
    const parameters = parametersOf(parameterList(part));
    const lines = [...shared, ...headerLines(part)].map((line) => textLiteral(line));
    const given = parameters.flatMap(({ node: at, name: own }): Property[] => {
      const attribute = attributesOf(at).find((one) => one.name === "Header");
      const [key] = attribute ? literalsOf(attribute.node) : [];
      return key ? [build.property(at, textLiteral(key), build.name(at, own))] : [];
    });
    const body = parameters.find(({ node: at }) => attributesOf(at).some((one) => one.name === "Body"));
    const args: Expr[] = [
      build.madeText(sending.node, sending.name.toUpperCase()),
      textLiteral(path),
      build.list(part, lines),
      build.record(part, given),
      body ? build.name(body.node, body.name) : build.nothing(part),
    ];
    const send = build.member(part, build.self(part), build.name(part, "cs:send"));
    const answer = statements.returns(part, build.call(part, send, args));
    const params = parameters.map((one) => paramOf(one, scope, expr));
    const fn = statements.functionNode(part, null, params, statements.block(part, [answer]), {
      isDeclaration: false,
    });
    return [statements.method(part, build.name(name, name.text), fn)];
  });
}

/** The lines of `[Headers("Accept: a/b", …)]`. */
function headerLines(node: SyntaxNode): SyntaxNode[] {
  return attributesOf(node)
    .filter(({ name }) => name === "Headers")
    .flatMap(({ node: attribute }) => literalsOf(attribute));
}
