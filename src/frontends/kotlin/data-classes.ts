import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Parameter } from "./parameters.js";

/** Makes the methods that a data class has by itself: the parts for `val (a, b) = x`, and `copy`. */
export function dataMembers(
  node: SyntaxNode,
  owner: SyntaxNode,
  parameters: readonly Parameter[],
): ClassMember[] {
  const isOfData = node
    .child("modifiers")
    ?.all("class_modifier")
    .some(({ text }) => text === "data");
  if (!isOfData) return [];
  const own = ({ at, name }: Parameter) => build.member(at, build.self(at), build.name(at, name));
  const parts = parameters.map((one, index) => {
    const body = statements.block(one.at, [statements.returns(one.at, own(one))]);
    const fn = statements.functionNode(one.at, null, [], body, { isDeclaration: false });
    return statements.method(one.at, build.name(one.at, `component${index + 1}`), fn);
  });
  const params = parameters.map((one) => build.withDefault(one.at, build.name(one.at, one.name), own(one)));
  const made = build.make(
    owner,
    build.name(owner, owner.text),
    parameters.map(({ at, name }) => build.name(at, name)),
  );
  const body = statements.block(owner, [statements.returns(owner, made)]);
  const copy = statements.functionNode(owner, null, params, body, { isDeclaration: false });
  return [...parts, statements.method(owner, build.name(owner, "copy"), copy)];
}
