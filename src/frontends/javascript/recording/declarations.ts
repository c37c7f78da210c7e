import type { Node, Program, TSSignature } from "@oxc-project/types";
import type { FieldFact } from "../../../facts/field.js";
import type { Interest } from "../../interest.js";
import { keyName } from "../evaluation/patterns.js";
import { walk } from "../walk.js";

/** Functions of schema libraries that declare the shape of an object: zod, io-ts, TypeBox, yup, joi, superstruct, effect. */
const SCHEMA_FUNCTIONS = new Set([
  "object",
  "strictObject",
  "looseObject",
  "type",
  "partial",
  "interface",
  "Object",
  "Struct",
  "struct",
  "shape",
  "keys",
  "exact",
  "strict",
]);
const SCHEMA_LIBRARIES = new Set([
  "z",
  "t",
  "zod",
  "Type",
  "yup",
  "Yup",
  "Joi",
  "joi",
  "s",
  "S",
  "Schema",
  "v",
  "io",
]);

/** The name of the schema function that a call declares an object with; nothing for other calls. */
export function schemaCall(node: Node): string | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  const { object, property } = node.callee;
  if (!SCHEMA_FUNCTIONS.has(keyName(property))) return undefined;
  return object.type === "Identifier" && SCHEMA_LIBRARIES.has(object.name) ? keyName(property) : undefined;
}

/** Properties of interest that interfaces, type aliases and classes declare. */
export function declaredFields(program: Program, path: string, interest: Interest): FieldFact[] {
  const fields: FieldFact[] = [];
  const collect = new Collector(path, interest, fields);
  walk(program, (node) => {
    switch (node.type) {
      case "TSInterfaceDeclaration":
        collect.members(node.body.body, node.id.name, []);
        return false;
      case "TSTypeAliasDeclaration":
        collect.type(node.typeAnnotation, node.id.name, []);
        return false;
      case "ClassDeclaration":
      case "ClassExpression":
        collect.classMembers(node.body.body, node.id?.name ?? "class");
        return undefined;
      case "TSTypeLiteral":
        // A literal type in place, such as that of a parameter, has no name of its own.
        collect.members(node.members, "", []);
        return false;
      default:
        return undefined;
    }
  });
  return fields;
}

class Collector {
  constructor(
    private readonly path: string,
    private readonly interest: Interest,
    private readonly fields: FieldFact[],
  ) {}

  members(members: readonly TSSignature[], name: string, above: readonly string[]): void {
    const siblings = members.flatMap((member) =>
      member.type === "TSPropertySignature" ? [keyName(member.key)] : [],
    );
    for (const member of members) {
      if (member.type === "TSIndexSignature") {
        this.type(member.typeAnnotation.typeAnnotation, name, [...above, "{}"]);
      }
      if (member.type !== "TSPropertySignature") continue;
      const key = keyName(member.key);
      this.#add(member.key, member, key, name, [...above, key], siblings);
      if (member.typeAnnotation) this.type(member.typeAnnotation.typeAnnotation, name, [...above, key]);
    }
  }

  classMembers(members: readonly Node[], name: string): void {
    const siblings = members.flatMap((member) =>
      member.type === "PropertyDefinition" ? [keyName(member.key)] : [],
    );
    for (const member of members) {
      if (member.type !== "PropertyDefinition") continue;
      const key = keyName(member.key);
      this.#add(member.key, member, key, name, [key], siblings);
    }
  }

  type(node: Node, name: string, above: readonly string[]): void {
    switch (node.type) {
      case "TSTypeLiteral":
        this.members(node.members, name, above);
        return;
      case "TSArrayType":
        this.type(node.elementType, name, [...above, "[]"]);
        return;
      case "TSTupleType":
        for (const element of node.elementTypes) this.type(element, name, [...above, "[]"]);
        return;
      case "TSUnionType":
      case "TSIntersectionType":
        for (const one of node.types) this.type(one, name, above);
        return;
      case "TSTypeReference":
        this.#reference(node, name, above);
        return;
      case "TSTypeOperator":
        this.type(node.typeAnnotation, name, above);
        return;
      default:
        return;
    }
  }

  #reference(node: Extract<Node, { type: "TSTypeReference" }>, name: string, above: readonly string[]): void {
    const own = node.typeName.type === "Identifier" ? node.typeName.name : "";
    const params = node.typeArguments?.params ?? [];
    if (own === "Array" || own === "ReadonlyArray")
      for (const one of params) this.type(one, name, [...above, "[]"]);
    else if (own === "Record") for (const one of params.slice(1)) this.type(one, name, [...above, "{}"]);
    else for (const one of params) this.type(one, name, above);
  }

  #add(
    key: Node,
    extent: Node & { readonly optional?: boolean | null },
    property: string,
    name: string,
    path: readonly string[],
    siblings: readonly string[],
  ): void {
    if (!this.interest.names.has(property)) return;
    const location = (node: Node) => ({ path: this.path, start: node.start, end: node.end });
    this.fields.push({
      kind: "field",
      name: property,
      place: location(key),
      extent: location(extent),
      access: "declare",
      path,
      owner: { kind: "type", name, siblings },
      trace: [],
      setting: "code",
      ...(extent.optional ? { isOptional: true } : {}),
    });
  }
}
