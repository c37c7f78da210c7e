import type { Node, StringLiteral } from "@oxc-project/types";

/** Types that stand for what they hold: `Promise<Cluster>` is awaited, `Partial<Cluster>` is read like a `Cluster`. */
export const TRANSPARENT: ReadonlySet<string> = new Set([
  "Promise",
  "PromiseLike",
  "Awaited",
  "Partial",
  "Required",
  "Readonly",
  "NonNullable",
  "DeepPartial",
  "Pick",
  "Omit",
]);
/** Types of lists of what they are written with. */
export const LISTS: ReadonlySet<string> = new Set([
  "Array",
  "ReadonlyArray",
  "Set",
  "Iterable",
  "AsyncIterable",
]);

/** Returns the name of an annotated type, `Cluster[]` for a list. Undefined for types without a name. */
export function typeNameOf(annotation: Node): string | undefined {
  switch (annotation.type) {
    case "TSTypeAnnotation":
      return typeNameOf(annotation.typeAnnotation);
    case "TSArrayType":
      return listOf(typeNameOf(annotation.elementType));
    case "TSTypeOperator":
      return typeNameOf(annotation.typeAnnotation);
    case "TSUnionType": {
      const names = annotation.types.map(typeNameOf).filter((name) => name !== undefined);
      return names.length === 1 ? names[0] : undefined;
    }
    case "TSIntersectionType":
      return annotation.types.map(typeNameOf).find((name) => name !== undefined);
    case "TSTypeReference":
      return referenceName(annotation);
    case "TSTypeQuery":
      return annotation.exprName.type === "TSImportType" ? undefined : entityName(annotation.exprName);
    case "TSIndexedAccessType":
      return memberName(annotation);
    case "TSTypeLiteral":
      return tableOf(annotation.members);
    default:
      return undefined;
  }
}

function referenceName(reference: Extract<Node, { type: "TSTypeReference" }>): string | undefined {
  const name = entityName(reference.typeName);
  const argument = reference.typeArguments?.params[0];
  if (argument && LISTS.has(name)) return listOf(typeNameOf(argument));
  if (argument && TRANSPARENT.has(name)) return typeNameOf(argument);
  const value =
    name === "Record" ? PRIMITIVES.get(reference.typeArguments?.params[1]?.type ?? "") : undefined;
  if (value !== undefined) return tableWith(value);
  // `z.infer<typeof Cluster>`, `Static<typeof Cluster>`: what a schema lets through.
  if (argument?.type === "TSTypeQuery") return typeNameOf(argument);
  return name;
}

const PRIMITIVES: ReadonlyMap<string, string> = new Map([
  ["TSStringKeyword", "string"],
  ["TSNumberKeyword", "number"],
  ["TSBooleanKeyword", "boolean"],
]);

/** Returns the name for `{ [name: string]: string }`. Undefined if the type has other members. */
function tableOf(members: Extract<Node, { type: "TSTypeLiteral" }>["members"]): string | undefined {
  const [member] = members;
  if (member?.type !== "TSIndexSignature" || members.length > 1) return undefined;
  const value = PRIMITIVES.get(member.typeAnnotation.typeAnnotation.type);
  return value === undefined ? undefined : tableWith(value);
}

/** The name of a type whose keys are any texts, each with a value of the same simple type. */
function tableWith(value: string): string {
  return `${TABLE}${value}>`;
}

const TABLE = "Record<";

/** Returns whether whatever is written into an object of a type is a member of it. */
export function takesAnyName(typeName: string | undefined): boolean {
  return typeName === "Record" || (typeName !== undefined && isTable(typeName));
}

/** Returns whether a type has no members of its own: a table with a text or number for each key. */
export function isTable(typeName: string): boolean {
  return typeName.startsWith(TABLE);
}

/** `components["schemas"]["ClusterDescription"]`, as generators name the types of an API; `Clusters[number]` is an element. */
function memberName({
  objectType,
  indexType,
}: Extract<Node, { type: "TSIndexedAccessType" }>): string | undefined {
  const of = typeNameOf(objectType);
  if (of === undefined) return undefined;
  if (indexType.type === "TSNumberKeyword") return of.endsWith("[]") ? of.slice(0, -2) : of;
  const [key, ...others] = literalNames(indexType);
  return key && others.length === 0 ? `${of}.${key.value}` : undefined;
}

/** Returns the strings of a union type: `"a" | "b"`. */
export function literalNames(type: Node): (StringLiteral & { readonly value: string })[] {
  if (type.type === "TSUnionType") return type.types.flatMap(literalNames);
  const literal = type.type === "TSLiteralType" ? type.literal : undefined;
  return literal?.type === "Literal" && typeof literal.value === "string" ? [literal as StringLiteral] : [];
}

function entityName(node: Node): string {
  if (node.type === "Identifier") return node.name;
  if (node.type === "TSQualifiedName") return `${entityName(node.left)}.${node.right.name}`;
  return "this";
}

function listOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${name}[]`;
}

/** Returns the name of the type of a parameter or variable. */
export function annotationName(pattern: Node): string | undefined {
  const target = pattern.type === "AssignmentPattern" ? pattern.left : pattern;
  const { typeAnnotation } = target as { typeAnnotation?: Node | null };
  return typeAnnotation ? typeNameOf(typeAnnotation) : undefined;
}
