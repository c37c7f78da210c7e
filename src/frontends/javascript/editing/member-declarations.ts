import type { Node, PropertyDefinition, TSPropertySignature } from "@oxc-project/types";
import type { Edit } from "../../../core/finding.js";
import type { Span } from "../../../core/span.js";
import { keyName } from "../evaluation/patterns.js";
import { groupBy } from "./group-by.js";
import { refuse } from "./refusal.js";
import type { ReadMove } from "./reads.js";
import type { NodeOf, SourceTree } from "./source-tree.js";
import { isIdentifierName, writeString } from "./written-values.js";

type Declared = TSPropertySignature | PropertyDefinition;
type Body = NodeOf<"TSInterfaceBody"> | NodeOf<"TSTypeLiteral"> | NodeOf<"ClassBody">;
type LiteralType = NodeOf<"TSTypeLiteral">;

interface Move {
  readonly member: Declared;
  readonly type: Node;
  readonly path: readonly string[];
}

/**
 * Makes declared properties stand where their values are now: `srvAddress?: string` becomes
 * `connectionStrings?: { standardSrv?: string }`. Those of one type that move into the same object get one declaration,
 * the one that is there if its type is written in place.
 */
export function renameDeclarations(tree: SourceTree, moves: readonly ReadMove[]): readonly Edit[] {
  const edits: Edit[] = [];
  const found = moves.map(({ place, path }) => declarationAt(tree, place, path));
  for (const [body, own] of groupBy(found, ({ member }) => tree.parentOf(member) as Body)) {
    for (const [head, group] of groupBy(own, ({ path }) => path[0]!)) {
      const members: readonly Node[] = body.type === "TSTypeLiteral" ? body.members : body.body;
      const existing = members.filter((member) => "key" in member && keyName(member.key as Node) === head);
      if (existing.length === 0) edits.push(...newDeclaration(tree, group));
      else edits.push(...intoExisting(tree, existing, group));
    }
  }
  return edits;
}

function declarationAt(tree: SourceTree, place: Span, path: readonly string[]): Move {
  if (path.length === 0) refuse("there is no property to declare instead");
  for (const key of tree.nodesAt(place)) {
    const member = tree.parentOf(key);
    if (member?.type !== "TSPropertySignature" && member?.type !== "PropertyDefinition") continue;
    if (member.key !== key) continue;
    if (member.computed) refuse("the name of the declared property is computed");
    if (member.type === "PropertyDefinition") {
      if (member.value) refuse("the property of the class is given a value");
      if (member.static) refuse("the property is one of the class itself");
      if (member.decorators.length > 0) refuse("the property has a decorator");
      if (key.type === "PrivateIdentifier") refuse("the property is private");
    }
    if (!member.typeAnnotation) refuse("the property is declared without a type");
    if (keyName(key) === path[0]) refuse(`\`${path[0]}\` is what is declared already`);
    return { member, type: member.typeAnnotation.typeAnnotation, path };
  }
  return refuse("the place is not the name of a declared property");
}

/** The first of the declarations becomes the one of the object, and takes the others in. */
function newDeclaration(tree: SourceTree, moves: readonly Move[]): Edit[] {
  const [first, ...others] = moves as readonly [Move, ...Move[]];
  const { member, type, path } = first;
  const key = tree.edit(member.key.start, member.key.end, writeName(tree, member, path[0]!));
  if (path.length === 1) {
    if (others.length > 0) refuse("several properties would get the same name");
    return [key];
  }
  if (others.some((other) => other.path.length === 1)) refuse("several properties would get the same name");
  if (new Set(moves.map((move) => move.path.slice(1).join("."))).size < moves.length)
    refuse("several properties would get the same name");
  const inner = path.slice(1).map((name) => opening(tree, member, name));
  const after = others.map((other) => `; ${memberText(tree, other)}`).join("");
  const close = " }".repeat(inner.length);
  // Objects further in are closed before the next declaration.
  const [own, rest] = inner.length > 1 ? [close.slice(2), " }"] : ["", close];
  return [
    key,
    tree.insert(type.start, inner.join("")),
    tree.insert(type.end, own + after + rest),
    ...others.map((other) => removal(tree, other)),
  ];
}

/** `{ readonly standardSrv?: `. */
function opening(tree: SourceTree, member: Declared, name: string): string {
  const readonly = member.readonly ? "readonly " : "";
  return `{ ${readonly}${writeName(tree, member, name)}${member.optional ? "?" : ""}: `;
}

/** The declaration as a member of the object that it moves to, without a separator. */
function memberText(tree: SourceTree, { member, type, path }: Move): string {
  const inner = path.slice(1).map((name) => opening(tree, member, name));
  return inner.join("").slice(2) + tree.slice(type) + " }".repeat(inner.length - 1);
}

function intoExisting(tree: SourceTree, existing: readonly Node[], moves: readonly Move[]): Edit[] {
  const [declared] = existing;
  const name = moves[0]!.path[0]!;
  const isProperty = declared?.type === "TSPropertySignature" || declared?.type === "PropertyDefinition";
  const type = isProperty ? declared.typeAnnotation?.typeAnnotation : undefined;
  if (existing.length > 1 || type?.type !== "TSTypeLiteral")
    return refuse(`\`${name}\` is declared already, and its type is not written in place`);
  const known = new Set(type.members.map((member) => ("key" in member ? keyName(member.key) : "")));
  const added: string[] = [];
  for (const move of moves) {
    if (move.path.length !== 2) refuse(`\`${name}\` is declared already`);
    if (known.has(move.path[1]!)) continue;
    known.add(move.path[1]!);
    added.push(memberText(tree, move));
  }
  return [...addToLiteral(tree, type, added), ...moves.map((move) => removal(tree, move))];
}

/** Adds members behind the last of a literal type, with its separators. */
function addToLiteral(tree: SourceTree, type: LiteralType, added: readonly string[]): Edit[] {
  if (added.length === 0) return [];
  const last = type.members.at(-1);
  if (!last) {
    const inside = tree.text.slice(type.start + 1, type.end - 1);
    if (inside.trim() !== "") refuse("the type that the property moves to holds only a comment");
    return [tree.edit(type.start, type.end, `{ ${added.join("; ")} }`)];
  }
  const ending = tree.text[last.end - 1]!;
  const isEnded = ending === ";" || ending === ",";
  const separator = ending === "," ? "," : ";";
  const ownLine = tree.isFirstOnLine(last.start);
  const { end, endsLine } = tree.commentsOnLine(last.end, type.end);
  if (!ownLine) {
    if (endsLine) refuse("a comment ends the line that the property moves to");
    const text = added.map((member) => `${isEnded ? " " : `${separator} `}${member}`);
    return [tree.insert(last.end, text.join(isEnded ? separator : "") + (isEnded ? separator : ""))];
  }
  const line = tree.style.lineEnding + tree.indentAt(last.start);
  const tail = isEnded ? separator : "";
  const lines = tree.insert(end, added.map((member) => line + member + tail).join(""));
  // Members on lines of their own need no separator.
  return [lines];
}

/** Takes a declaration away with its line; its comments would be lost, so it has to have none. */
function removal(tree: SourceTree, { member, type }: Move): Edit {
  const before = tree.skipBack(member.start);
  const { end } = tree.commentsOnLine(member.end, tree.lineEnd(member.end));
  const isCommented =
    end > member.end ||
    ownComment(tree, before, member.start) ||
    tree.commentsBetween(member.start, type.start).length > 0 ||
    tree.commentsBetween(type.end, member.end).length > 0;
  if (isCommented) refuse("the declaration has a comment, which would be lost");
  if (
    tree.isFirstOnLine(member.start) &&
    tree.text.slice(member.end, tree.lineEnd(member.end)).trim() === ""
  ) {
    const next = tree.text.indexOf("\n", member.end);
    return tree.edit(tree.lineStart(member.start), next < 0 ? member.end : next + 1, "");
  }
  return tree.edit(Math.max(before, tree.lineStart(member.start)), member.end, "");
}

/** Whether a comment stands before a member and not behind the one before. */
function ownComment(tree: SourceTree, before: number, start: number): boolean {
  return tree.commentsBetween(tree.commentsOnLine(before, start).end, start).length > 0;
}

/** A name with quotes where the old one has them or the new one needs them. */
function writeName(tree: SourceTree, { key }: Declared, name: string): string {
  if (key.type === "Literal") return writeString(name, tree.text[key.start] === "'" ? "'" : '"');
  return isIdentifierName(name) ? name : writeString(name, tree.style.quote);
}
