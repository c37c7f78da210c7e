import type { Node, Program, TSSignature } from "@oxc-project/types";
import type { FieldFact } from "../../facts/field.js";
import type { Interest } from "../../frontends/interest.js";
import { keyName } from "../evaluation/patterns.js";
import { walk } from "../walk.js";
import { literalNames } from "./type-names.js";
import { writtenName } from "./written-names.js";

/** Returns the properties of interest that interfaces, type aliases and classes declare. */
export function declaredFields(program: Program, path: string, interest: Interest): FieldFact[] {
  const fields: FieldFact[] = [];
  const collect = new DeclarationCollector(path, interest, fields);
  walk(program, (node, parent) => {
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
        collect.members(node.members, nameOfCast(parent), []);
        return false;
      default:
        return undefined;
    }
  });
  return fields;
}

/** Returns the name of the value that `as` gives a literal type: `api.getFlexCluster.mock.calls`. */
function nameOfCast(parent: Node | undefined): string {
  return parent?.type === "TSAsExpression" || parent?.type === "TSSatisfiesExpression"
    ? writtenName(parent.expression)
    : "";
}

/** Reads what types declare. */
export class DeclarationCollector {
  /** @param shift what lies between a node and its place in the file, where its text is a piece of it */
  constructor(
    private readonly path: string,
    private readonly interest: Interest,
    private readonly fields: FieldFact[],
    private readonly shift = 0,
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
    const declared = members.flatMap((member) => {
      if (member.type === "PropertyDefinition") return [{ key: member.key, extent: member }];
      return member.type === "MethodDefinition" && member.kind === "constructor"
        ? parameterProperties(member.value.params)
        : [];
    });
    const siblings = declared.map(({ key }) => keyName(key));
    for (const { key, extent } of declared)
      this.#add(key, extent, keyName(key), name, [keyName(key)], siblings);
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
      case "TSMappedType":
        this.#keys(node.constraint, name, above);
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
    else if (own === "Record") {
      if (params[0]) this.#keys(params[0], name, above);
      for (const one of params.slice(1)) this.type(one, name, [...above, "{}"]);
    } else for (const one of params) this.type(one, name, above);
  }

  /**
   * Adds the keys of `Record<"srvAddress" | "mongoURI", string>` and `{ [name in "srvAddress" | "mongoURI"]: string }`.
   */
  #keys(constraint: Node, name: string, above: readonly string[]): void {
    const keys = literalNames(constraint);
    const siblings = keys.map((key) => key.value);
    for (const key of keys) this.#add(key, key, key.value, name, [...above, key.value], siblings);
  }

  #add(
    key: Node,
    extent: Node & { readonly optional?: unknown },
    property: string,
    name: string,
    path: readonly string[],
    siblings: readonly string[],
  ): void {
    if (!this.interest.names.has(property)) return;
    const location = ({ start, end }: Node) => ({
      path: this.path,
      start: start + this.shift,
      end: end + this.shift,
    });
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
      ...(extent.optional === true ? { isOptional: true } : {}),
    });
  }
}

/** `constructor(readonly srvAddress: string)` declares a member of the class. */
function parameterProperties(params: readonly Node[]): { key: Node; extent: Node }[] {
  return params.flatMap((param) => {
    if (param.type !== "TSParameterProperty") return [];
    const { parameter } = param;
    const key = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
    return key.type === "Identifier" ? [{ key, extent: param }] : [];
  });
}
