import type { Node, PropertyDefinition, TSPropertySignature } from "@oxc-project/types";
import { addAll } from "../../../core/add-all.js";
import type { Edit } from "../../../core/finding.js";
import type { Absence } from "../../editor.js";
import type { Span } from "../../../core/span.js";
import { keyName } from "../../../analysis/evaluation/patterns.js";
import { groupBy } from "../../../core/group-by.js";
import { isElement } from "../../editing/steps.js";
import { refuse } from "../../editing/refusal.js";
import { decoratorsOf } from "../../../analysis/walk.js";
import type { ReadMove } from "./reads.js";
import type { NodeOf, SourceTree } from "./source-tree.js";
import { isIdentifierName, writeString } from "./written-values.js";

type Declared = TSPropertySignature | PropertyDefinition;
type Body = NodeOf<"TSInterfaceBody"> | NodeOf<"TSTypeLiteral"> | NodeOf<"ClassBody">;
type Members = Pick<NodeOf<"TSTypeLiteral">, "start" | "end" | "members">;

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
      if (existing.length === 0) addAll(edits, newDeclaration(tree, group));
      else addAll(edits, intoExisting(tree, existing, group));
    }
  }
  return edits;
}

/** Returns whether the object that a declared property moves into may be absent, by what the type says afterwards. */
export function isHeadOptional(tree: SourceTree, place: Span, path: readonly string[]): Absence {
  const move = declarationAt(tree, place, path);
  const { member } = move;
  const body = tree.parentOf(member) as Body;
  const members: readonly Node[] = body.type === "TSTypeLiteral" ? body.members : body.body;
  const declared = members.find((one) => "key" in one && keyName(one.key as Node) === path[0]);
  if (declared) return "optional" in declared && declared.optional === true;
  return member.optional || becomesOptional(move) || "asked";
}

/**
 * Returns whether the object that a required property moves into is declared as optional: a type with `null` or
 * `undefined` says that the value may be absent.
 */
function becomesOptional({ member, type }: Move): boolean {
  return !member.optional && !isDefinite(member) && admitsNothing(type);
}

/** Returns whether the class says with `!` that the property is there. */
function isDefinite(member: Declared): boolean {
  return member.type === "PropertyDefinition" && member.definite === true;
}

function admitsNothing(type: Node): boolean {
  switch (type.type) {
    case "TSNullKeyword":
    case "TSUndefinedKeyword":
      return true;
    case "TSParenthesizedType":
      return admitsNothing(type.typeAnnotation);
    case "TSUnionType":
      return type.types.some(admitsNothing);
    default:
      return false;
  }
}

function declarationAt(tree: SourceTree, place: Span, path: readonly string[]): Move {
  if (path.length === 0) refuse("there is no property to declare instead");
  if (path.some(isElement)) refuse("v2ready cannot change the type that declares the property");
  for (const key of tree.nodesAt(place)) {
    const member = tree.parentOf(key);
    if (member?.type !== "TSPropertySignature" && member?.type !== "PropertyDefinition") continue;
    if (member.key !== key) continue;
    if (member.computed) refuse("the name of the declared property is computed");
    if (member.type === "PropertyDefinition") {
      if (member.value) refuse("the property of the class has an initial value");
      if (member.static) refuse("the property is static");
      if (decoratorsOf(member).length > 0) refuse("the property has a decorator");
      if (key.type === "PrivateIdentifier") refuse("the property is private");
    }
    if (!member.typeAnnotation) refuse("the property is declared without a type");
    if (keyName(key) === path[0]) refuse(`\`${path[0]}\` is already declared`);
    return { member, type: member.typeAnnotation.typeAnnotation, path };
  }
  return refuse("the place is not the name of a declared property");
}

/** The first of the declarations becomes the one of the object, and takes the others in. */
function newDeclaration(tree: SourceTree, moves: readonly Move[]): Edit[] {
  const [first, ...others] = moves as readonly [Move, ...Move[]];
  const { member, type, path } = first;
  const mark = moves.some(becomesOptional) && !member.optional && !isDefinite(member) ? "?" : "";
  const key = tree.edit(member.key.start, member.key.end, writeName(tree, member, path[0]!) + mark);
  if (others.length > 0 && moves.some((move) => move.path.length !== 2))
    refuse("several properties would get the same name");
  const inner = path.slice(1).map((name) => opening(tree, member, name));
  const known = new Map([[path[1]!, first]]);
  const added = others.filter((other) => isNew(tree, known, other));
  const removals = removalsOf(tree, others);
  if (added.every((move) => !hasComment(tree, move))) {
    const after = added.map((move) => `; ${memberText(tree, move)}`).join("");
    return [
      key,
      ...(inner.length > 0 ? [tree.insert(type.start, inner.join(""))] : []),
      ...(inner.length > 0 ? [tree.insert(type.end, after + " }".repeat(inner.length))] : []),
      ...removals,
    ];
  }
  // Documentation needs lines of its own.
  if (!tree.isFirstOnLine(member.start)) refuse("the declarations are on one line and have comments");
  const outer = tree.style.lineEnding + tree.indentAt(member.start);
  const line = outer + tree.style.unit;
  const end = endingOf(tree, member);
  const rest = added.map((move) => line + commentedText(tree, move, line, end)).join("");
  return [
    key,
    tree.insert(type.start, `{${line}${inner[0]!.slice(2)}`),
    tree.insert(type.end, `${end}${rest}${outer}}`),
    ...removals,
  ];
}

/** Returns whether a move brings a name that is not there; a second one of the same type adds nothing. */
function isNew(tree: SourceTree, known: Map<string, Move>, move: Move): boolean {
  const name = move.path[1]!;
  const before = known.get(name);
  known.set(name, before ?? move);
  if (!before) return true;
  if (memberText(tree, before) !== memberText(tree, move) || hasComment(tree, move))
    refuse("several properties would get the same name");
  return false;
}

/** `{ readonly standardSrv?: `. */
function opening(tree: SourceTree, member: Declared, name: string): string {
  const readonly = member.readonly ? "readonly " : "";
  return `{ ${readonly}${writeName(tree, member, name)}${member.optional ? "?" : ""}: `;
}

/** The declaration as a member of the object that it moves to, without a separator. */
function memberText(tree: SourceTree, { member, type, path }: Move): string {
  return opening(tree, member, path[1]!).slice(2) + tree.slice(type);
}

/** The same with its comments, for a line that starts with `line`. */
function commentedText(tree: SourceTree, move: Move, line: string, ending: string): string {
  const { member } = move;
  const { start, end } = extentOf(tree, member);
  const old = tree.style.lineEnding + tree.indentAt(member.start);
  const before = tree.text.slice(start, member.start).replaceAll(old, line);
  return before + memberText(tree, move) + ending + tree.text.slice(member.end, end);
}

function endingOf(tree: SourceTree, { end }: Span): "" | ";" | "," {
  const last = tree.text[end - 1];
  return last === ";" || last === "," ? last : "";
}

function intoExisting(tree: SourceTree, existing: readonly Node[], moves: readonly Move[]): Edit[] {
  const [declared] = existing;
  const name = moves[0]!.path[0]!;
  const isProperty = declared?.type === "TSPropertySignature" || declared?.type === "PropertyDefinition";
  const stated = isProperty ? declared.typeAnnotation?.typeAnnotation : undefined;
  const type = stated && membersOf(tree, stated);
  if (existing.length > 1 || !type)
    return refuse(`\`${name}\` is declared already, and its type is not written in this file`);
  if (moves.some(({ path }) => path.length !== 2)) refuse(`\`${name}\` is declared already`);
  const declaredNames = new Set(type.members.map((member) => ("key" in member ? keyName(member.key) : "")));
  const known = new Map<string, Move>();
  const added = moves.filter((move) => {
    if (!declaredNames.has(move.path[1]!)) return isNew(tree, known, move);
    if (hasComment(tree, move)) refuse("the declaration has a comment, which would be lost");
    return false;
  });
  return [...addToLiteral(tree, type, added), ...removalsOf(tree, moves)];
}

/** The members of a type that is written in place, or has a name and one declaration in the same file. */
function membersOf(tree: SourceTree, type: Node): Members | undefined {
  if (type.type === "TSTypeLiteral") return type;
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier" || type.typeArguments)
    return undefined;
  const { name } = type.typeName;
  const found = tree.program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    return declaration &&
      "id" in declaration &&
      declaration.id?.type === "Identifier" &&
      declaration.id.name === name
      ? [declaration]
      : [];
  });
  const [only] = found;
  if (found.length !== 1) return undefined;
  if (only?.type === "TSInterfaceDeclaration") {
    const { start, end, body: members } = only.body;
    return { start, end, members };
  }
  return only?.type === "TSTypeAliasDeclaration" && only.typeAnnotation.type === "TSTypeLiteral"
    ? only.typeAnnotation
    : undefined;
}

/** Adds members behind the last of a literal type, with its separators. */
function addToLiteral(tree: SourceTree, type: Members, added: readonly Move[]): Edit[] {
  if (added.length === 0) return [];
  const last = type.members.at(-1);
  const isPlain = added.every((move) => !hasComment(tree, move));
  const texts = added.map((move) => memberText(tree, move));
  if (!last) {
    const isBlank = tree.text.slice(type.start + 1, type.end - 1).trim() === "";
    if (!isBlank || !isPlain) refuse("a comment is in the way of the declaration");
    return [tree.edit(type.start, type.end, `{ ${texts.join("; ")} }`)];
  }
  const ending = endingOf(tree, last);
  const { end, endsLine } = tree.commentsOnLine(last.end, type.end);
  if (tree.isFirstOnLine(last.start)) {
    const line = tree.style.lineEnding + tree.indentAt(last.start);
    return [tree.insert(end, added.map((move) => line + commentedText(tree, move, line, ending)).join(""))];
  }
  if (endsLine || !isPlain) refuse("a comment is in the way of the declaration");
  const separator = ending === "" ? ";" : ending;
  if (ending === "") {
    // The separator becomes a part of the last member, so its end is edited and not only what is behind it.
    const added = texts.map((text) => `${separator} ${text}`).join("");
    return [tree.edit(last.end - 1, last.end, tree.text[last.end - 1]! + added)];
  }
  return [tree.insert(last.end, texts.map((text) => ` ${text}${separator}`).join(""))];
}

/** Takes declarations away with their comments, which the caller has put elsewhere. */
function removalsOf(tree: SourceTree, moves: readonly Move[]): Edit[] {
  return moves.map(({ member, type }) => {
    const isCommented =
      tree.commentsBetween(member.start, type.start).length > 0 ||
      tree.commentsBetween(type.end, member.end).length > 0;
    if (isCommented) refuse("a comment stands inside of the declaration");
    const { start, end } = extentOf(tree, member);
    const isAlone = tree.isFirstOnLine(start) && tree.text.slice(end, tree.lineEnd(end)).trim() === "";
    const next = tree.text.indexOf("\n", end);
    if (isAlone && next >= 0) return tree.edit(tree.lineStart(start), next + 1, "");
    const space = tree.text.slice(tree.lineStart(start), start);
    return tree.edit(start - (space.length - space.trimEnd().length), end, "");
  });
}

/** A declaration with the comments before it and behind it on its line. */
function extentOf(tree: SourceTree, { start, end }: Span): Span {
  return {
    start: tree.startWithComments(start),
    end: tree.commentsOnLine(end, tree.lineEnd(end)).end,
  };
}

function hasComment(tree: SourceTree, { member }: Move): boolean {
  const { start, end } = extentOf(tree, member);
  return start < member.start || end > member.end;
}

/** A name with quotes where the old one has them or the new one needs them. */
function writeName(tree: SourceTree, { key }: Declared, name: string): string {
  if (key.type === "Literal") return writeString(name, tree.text[key.start] === "'" ? "'" : '"');
  return isIdentifierName(name) ? name : writeString(name, tree.style.quote);
}
