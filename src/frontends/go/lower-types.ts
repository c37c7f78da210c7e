import * as build from "../lowered/build.js";
import * as made from "../lowered/build-statements.js";
import type { Expr, Property, Signature, Stmt, TypeNode } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { native, type Lowering } from "./lowering.js";
import { embeddedIn, typeParameters } from "./syntax.js";

/** Lowers a type to a value that makes zero values, and knows the JSON names of its fields. */
export function typeExpression(lowering: Lowering, node: SyntaxNode | undefined): Expr {
  if (!node) return build.madeText(build.span(0, 0), "any");
  switch (node.type) {
    case "identifier":
    case "type_identifier":
      return lowering.name(node);
    case "qualified_type":
    case "selector_expression": {
      const [left, right] = [
        node.field("package") ?? node.field("operand"),
        node.field("name") ?? node.field("field"),
      ];
      const imported = lowering.packageOf(left);
      return imported && right ? lowering.ofPackage(node, imported, right) : build.madeText(node, "any");
    }
    case "pointer_type":
      return native(node, "pointer", [typeExpression(lowering, node.named[0])]);
    case "unary_expression":
      return native(node, "pointer", [typeExpression(lowering, node.field("operand"))]);
    case "parenthesized_type":
    case "parenthesized_expression":
    case "type_elem":
      return typeExpression(lowering, node.named[0]);
    case "generic_type":
      return withTypes(lowering, node, typeExpression(lowering, node.field("type")), typesIn(node));
    case "index_expression":
      return withTypes(lowering, node, typeExpression(lowering, node.field("operand")), [
        node.field("index")!,
      ]);
    case "slice_type":
    case "array_type":
    case "implicit_length_array_type":
      return native(node, "list", [typeExpression(lowering, node.field("element"))]);
    case "map_type":
      return native(node, "map", [typeExpression(lowering, node.field("value"))]);
    case "struct_type":
      return native(node, "struct", [structFields(lowering, node)]);
    case "interface_type":
      return native(node, "interface", [firstResults(lowering, node)]);
    case "function_type":
      return build.madeText(node, "func");
    default:
      return build.madeText(node, "any");
  }
}

/** Returns the types in the brackets behind a type or a function. */
export function typesIn(node: SyntaxNode): readonly SyntaxNode[] {
  return (node.field("type_arguments")?.named ?? []).filter(({ type }) => type !== "comment");
}

/** Gives a type or a function with parameters its types: `Page[Cluster]`, `get[Cluster]`. */
export function withTypes(
  lowering: Lowering,
  node: SyntaxNode,
  of: Expr,
  types: readonly SyntaxNode[],
): Expr {
  return native(node, "instantiate", [of, ...types.map((one) => typeExpression(lowering, one))]);
}

/** The fields of a struct by their names, each with the key that it has in JSON; looked at when they are asked for. */
function structFields(lowering: Lowering, node: SyntaxNode): Expr {
  const properties = fieldsOf(node).flatMap(
    ({ declaration, names, type, key, options, demands }): Property[] => {
      const isEmbedded = declaration.fields("name").length === 0;
      return names.map((name) => {
        const described = native(declaration, "field", [
          key ? build.madeText(key, key.value) : build.nothing(name),
          typeExpression(lowering, type),
          build.scalar(declaration, isEmbedded),
          build.madeText(declaration, options),
          build.madeText(declaration, demands),
        ]);
        return build.property(declaration, build.madeText(name, name.text), described);
      });
    },
  );
  return build.lambda(node, [], build.record(node, properties));
}

/**
 * The methods of an interface, each with the type of its first result, and the interfaces that it embeds, by number;
 * looked at when they are asked for.
 */
function firstResults(lowering: Lowering, node: SyntaxNode): Expr {
  const embedded = node
    .all("type_elem")
    .map((one, index) =>
      build.property(one, build.madeText(one, String(index)), typeExpression(lowering, one)),
    );
  const methods = node.all("method_elem", "method_spec").flatMap((method): Property[] => {
    const name = method.field("name");
    const result = method.field("result");
    const first = result?.type === "parameter_list" ? result.named[0]?.field("type") : result;
    if (!name || !first) return [];
    return [build.property(method, build.madeText(name, name.text), typeExpression(lowering, first))];
  });
  return build.lambda(node, [], build.record(node, [...embedded, ...methods]));
}

interface Field {
  readonly declaration: SyntaxNode;
  readonly names: readonly SyntaxNode[];
  readonly type: SyntaxNode | undefined;
  /** The name in the tag: `json:"providerSettings,omitempty"`. */
  readonly key: Key | undefined;
  /** The options behind the name in the tag: `omitempty`. */
  readonly options: string;
  /** The demands in the tag of a validator: `required`. */
  readonly demands: string;
}

interface Key extends build.Place {
  readonly value: string;
}

function fieldsOf(node: SyntaxNode): Field[] {
  const list = node.child("field_declaration_list");
  return (list?.all("field_declaration") ?? []).map((declaration) => {
    const type = declaration.field("type");
    const named = declaration.fields("name");
    const embedded = type && lastNameOf(type);
    return {
      declaration,
      names: named.length > 0 ? named : embedded ? [embedded] : [],
      type,
      ...partsOf(declaration.field("tag")),
    };
  });
}

/** An embedded field is named as its type is. */
function lastNameOf(type: SyntaxNode): SyntaxNode | undefined {
  if (type.type === "type_identifier") return type;
  if (type.type === "qualified_type") return type.field("name");
  if (type.type === "pointer_type" || type.type === "generic_type") return lastNameOf(type.named[0]!);
  return undefined;
}

/** The part of a tag that the packages for JSON read; those that read others give the same names, as a rule. */
function partsOf(tag: SyntaxNode | undefined): Pick<Field, "key" | "options" | "demands"> {
  const text = tag?.text ?? "";
  const match = /(?:^|[\s`"])json:\\?"([^",\\]*),?([^"\\]*)/.exec(text);
  const [whole = "", value = "", options = ""] = match ?? [];
  const start = (tag?.start ?? 0) + (match?.index ?? 0) + whole.indexOf('"') + 1;
  const demands = /(?:^|[\s`"])valid(?:ate)?:\\?"([^"\\]*)/.exec(text)?.[1] ?? "";
  return { key: value === "" ? undefined : { start, end: start + value.length, value }, options, demands };
}

/** Lowers `type T struct {…}`: the type as a value, and a declaration of its fields. */
export function typeDeclarations(lowering: Lowering, node: SyntaxNode): Stmt[] {
  return node.all("type_spec", "type_alias").flatMap((spec): Stmt[] => {
    const [name, type] = [spec.field("name"), spec.field("type")];
    if (!name || !type) return [];
    const own = build.name(name, lowering.scopes.of(name.text));
    const parameters = typeParameters(spec);
    const described = lowering.scopes.inside(() => {
      const own = parameters.map((one) => build.name(one, lowering.scopes.declare(one.text)));
      return build.lambda(type, own, typeExpression(lowering, type));
    });
    const isAlias = spec.type === "type_alias" || spec.children.some((child) => child.type === "=");
    const kind = isAlias ? "alias" : parameters.length > 0 ? "genericType" : "type";
    const value = native(spec, kind, [build.madeText(name, name.text), described]);
    const declared = made.declare(spec, own, value, "const");
    const isOfFile = node.parent?.type === "source_file";
    return [
      isOfFile ? made.exported(declared) : declared,
      ...(type.type === "struct_type" ? [declaredFields(name, type)] : []),
    ];
  });
}

/** Declares the fields of a struct type, so that rules see which API properties a program declares. */
function declaredFields(name: SyntaxNode, node: SyntaxNode): Stmt {
  return made.typeDeclaration(node, build.name(name, name.text), signatures(node));
}

function signatures(node: SyntaxNode): Signature[] {
  return fieldsOf(node).flatMap(({ declaration, key, type }): Signature[] => {
    if (!key || key.value === "-") return [];
    return [{ ...made.signature(declaration, build.name(key, key.value)), ...annotation(type) }];
  });
}

function annotation(type: SyntaxNode | undefined): Pick<Signature, "typeAnnotation"> {
  const node = type && typeNode(type);
  return node && type
    ? { typeAnnotation: { type: "TSTypeAnnotation", start: type.start, end: type.end, typeAnnotation: node } }
    : {};
}

/** Only what holds structs that are written in place. */
function typeNode(type: SyntaxNode): TypeNode | undefined {
  if (type.type === "pointer_type" || type.type === "parenthesized_type") return typeNode(type.named[0]!);
  if (type.type === "struct_type")
    return { type: "TSTypeLiteral", start: type.start, end: type.end, members: signatures(type) };
  const element =
    type.type === "slice_type" || type.type === "array_type" ? type.field("element") : undefined;
  const inner = element && typeNode(element);
  return inner && { type: "TSArrayType", start: type.start, end: type.end, elementType: inner };
}

/** Lowers the value of a variable without an initializer: the content of an embedded file, or that of its type. */
export function initialValue(lowering: Lowering, spec: SyntaxNode, isKnown: boolean): Expr {
  const embedded = embeddedIn(spec);
  return embedded === undefined
    ? zeroValue(lowering, spec.field("type"), isKnown)
    : native(spec, "embed", [build.madeText(spec, embedded)]);
}

/** Lowers the value that a variable of a type has before it is assigned. */
export function zeroValue(lowering: Lowering, type: SyntaxNode | undefined, isKnown: boolean): Expr {
  if (!type) return build.nothing(build.span(0, 0));
  return native(type, "zero", [typeExpression(lowering, type), build.scalar(type, isKnown)]);
}
