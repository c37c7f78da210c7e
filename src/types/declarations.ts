import { relative, resolve, sep } from "node:path";
import type ts from "typescript";
import type { PropertyDeclaration } from "../engine/type-oracle.js";

/** A compiler and its program, both of one version, because the numbers of syntax kinds differ between versions. */
export interface AskedProgram {
  readonly compiler: typeof ts;
  readonly checker: ts.TypeChecker;
}

/** The folders that paths are relative to; both absolute, without symbolic links. */
interface Surroundings {
  /** Paths of places are relative to it, with `/`. */
  readonly base: string;
  /** Files outside it are external. */
  readonly top: string;
}

/** Returns where the property at an offset is declared; `undefined` if its type is unknown. */
export function declarationAt(
  asked: AskedProgram,
  file: ts.SourceFile,
  start: number,
  surroundings: Surroundings,
): PropertyDeclaration | undefined {
  const name = nodeAt(asked, file, start);
  const [declaration] = name ? declarationsOf(asked, name) : [];
  return declaration && describe(asked, declaration, surroundings);
}

/** Returns the name or string that begins at an offset. */
export function nodeAt(
  { compiler }: Pick<AskedProgram, "compiler">,
  file: ts.SourceFile,
  start: number,
): ts.Node | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > start || start >= node.end) return;
    found = node;
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return found && (compiler.isIdentifier(found) || compiler.isStringLiteralLike(found)) ? found : undefined;
}

/** Returns the declarations of the property at a name: read, destructured, or given in an object literal. */
function declarationsOf(asked: AskedProgram, name: ts.Node): readonly ts.Declaration[] {
  const { compiler, checker } = asked;
  const { parent } = name;
  if (compiler.isLiteralTypeNode(parent)) {
    const holder = holderOfKey(compiler, parent);
    return holder ? declaredIn(asked, checker.getTypeFromTypeNode(holder), name) : [];
  }
  if (compiler.isBindingElement(parent))
    return declaredIn(asked, checker.getTypeAtLocation(parent.parent), name);
  if (compiler.isPropertyAssignment(parent) || compiler.isShorthandPropertyAssignment(parent)) {
    const literal = parent.parent;
    const type = compiler.isObjectLiteralExpression(literal) ? checker.getContextualType(literal) : undefined;
    return type ? declaredIn(asked, type, name) : [];
  }
  return checker.getSymbolAtLocation(name)?.declarations ?? [];
}

/**
 * Returns the type of which a string names a member: `Cluster` in `Cluster["name"]` and `Pick<Cluster, "id" | "name">`.
 */
function holderOfKey(compiler: typeof ts, key: ts.LiteralTypeNode): ts.TypeNode | undefined {
  let at: ts.Node = key;
  while (compiler.isUnionTypeNode(at.parent)) at = at.parent;
  const { parent } = at;
  if (compiler.isIndexedAccessTypeNode(parent))
    return parent.indexType === at ? parent.objectType : undefined;
  if (!compiler.isTypeReferenceNode(parent)) return undefined;
  const [holder, keys] = parent.typeArguments ?? [];
  return keys === at ? holder : undefined;
}

function declaredIn(
  { compiler, checker }: AskedProgram,
  type: ts.Type,
  name: ts.Node,
): readonly ts.Declaration[] {
  const text = compiler.isStringLiteralLike(name) ? name.text : name.getText();
  return checker.getPropertyOfType(checker.getNonNullableType(type), text)?.declarations ?? [];
}

type Member = ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration | ts.JSDocPropertyTag;

function describe(
  { compiler }: AskedProgram,
  declaration: ts.Declaration,
  { base, top }: Surroundings,
): PropertyDeclaration | undefined {
  const isMember =
    compiler.isPropertySignature(declaration) ||
    compiler.isPropertyDeclaration(declaration) ||
    compiler.isParameter(declaration) ||
    compiler.isJSDocPropertyTag(declaration);
  if (!isMember) return undefined;
  const member: Member = declaration;
  const file = resolve(member.getSourceFile().fileName);
  const isExternal = isOutside(file, top);
  const { path, typeName } = wayTo(compiler, member);
  const { name } = member;
  return {
    typeName,
    path,
    siblings: namesIn(compiler, member.parent),
    isExternal,
    ...(isExternal
      ? {}
      : {
          place: {
            path: pathFrom(base, file),
            start: name.getStart(),
            end: name.getEnd(),
          },
        }),
  };
}

export function isOutside(file: string, top: string): boolean {
  return !file.startsWith(top + sep) || file.includes(`${sep}node_modules${sep}`);
}

export function pathFrom(base: string, file: string): string {
  return relative(base, file).split(sep).join("/");
}

function namesIn(compiler: typeof ts, owner: ts.Node): string[] {
  const hasMembers =
    compiler.isInterfaceDeclaration(owner) ||
    compiler.isTypeLiteralNode(owner) ||
    compiler.isClassLike(owner);
  if (!hasMembers) return [];
  const members: readonly ts.Node[] = owner.members;
  return members.flatMap((one) =>
    compiler.isPropertySignature(one) || compiler.isPropertyDeclaration(one) ? [one.name.getText()] : [],
  );
}

/** Returns the path from the named type to a member. */
function wayTo(compiler: typeof ts, member: ts.Node): { path: string[]; typeName: string } {
  const path: string[] = [];
  for (let at: ts.Node | undefined = member; at as ts.Node | undefined; at = at.parent) {
    if (
      compiler.isPropertySignature(at) ||
      compiler.isPropertyDeclaration(at) ||
      compiler.isJSDocPropertyTag(at)
    )
      path.unshift(at.name.getText());
    else if (compiler.isArrayTypeNode(at)) path.unshift("[]");
    else if (
      compiler.isInterfaceDeclaration(at) ||
      compiler.isTypeAliasDeclaration(at) ||
      compiler.isClassDeclaration(at)
    )
      return { path, typeName: at.name?.text ?? "" };
    else if (compiler.isStatement(at)) break;
  }
  return { path, typeName: "" };
}
