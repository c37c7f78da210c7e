import type { Node, ObjectExpression, Program } from "@oxc-project/types";
import { keyName } from "../evaluation/patterns.js";
import { walk } from "../walk.js";

/** Libraries that describe data by values: what they export may be used under any name. */
const MODULES = new Set([
  "zod",
  "zod/v3",
  "zod/v4",
  "zod/mini",
  "zod/v4-mini",
  "@hono/zod-openapi",
  "io-ts",
  "typebox",
  "@sinclair/typebox",
  "yup",
  "joi",
  "@hapi/joi",
  "superstruct",
  "valibot",
  "effect",
  "effect/Schema",
  "@effect/schema",
  "@effect/schema/Schema",
  "arktype",
  "runtypes",
  "prop-types",
]);

/** Names that they are known by, where a file has them from a module of its own. */
const CUSTOMARY = new Set([
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
  "PropTypes",
]);

/** Their functions that take an object with a description for each property. */
const OF_OBJECTS = new Set([
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
  "Partial",
  "Record",
]);

/** The names of the types of single properties in schema libraries, in lower case. */
const TYPES = new Set([
  "string",
  "number",
  "boolean",
  "bool",
  "int",
  "integer",
  "bigint",
  "date",
  "any",
  "unknown",
  "array",
  "arrayof",
  "object",
  "enum",
  "enums",
  "picklist",
  "literal",
  "optional",
  "nullable",
  "nullish",
  "union",
  "intersection",
  "intersect",
  "record",
  "type",
  "partial",
  "struct",
  "shape",
  "null",
  "undefined",
  "unsafe",
  "oneof",
  "alternatives",
  "ref",
]);

/** Methods of schemas of which the argument says which properties they are about: `schema.pick({ name: true })`. */
const MASKS = new Set(["pick", "omit", "partial", "required", "deepPartial"]);

/** Tells the object literals of a file that describe data from those that are data. */
export class Schemas {
  readonly #imported = new Set<string>();

  constructor(program: Program) {
    for (const statement of program.body) this.#statement(statement);
  }

  /** Returns the name of the function that declares the shape in a literal. Undefined for other literals. */
  of(literal: ObjectExpression, parent: Node | undefined): string | undefined {
    const called = parent ? this.#called(parent) : undefined;
    if (called !== undefined && OF_OBJECTS.has(called)) return called;
    if (isJsonSchema(parent, literal)) return "properties";
    const values = literal.properties.flatMap((one) => (one.type === "Property" ? [one.value] : []));
    const described = values.filter((value) => this.#isType(value));
    if (described.length > 0 && described.length * 2 >= values.length) return called ?? "object";
    return isMask(literal, parent) && this.#imported.size > 0 ? "object" : undefined;
  }

  /** Returns the name of the schema of which a mask picks properties. */
  nameOf(literal: ObjectExpression, parent: Node | undefined): string | undefined {
    return parent?.type === "CallExpression" && isMask(literal, parent) ? rootOf(parent.callee) : undefined;
  }

  #statement(statement: Node): void {
    if (statement.type === "ImportDeclaration" && MODULES.has(statement.source.value))
      for (const { local } of statement.specifiers) this.#imported.add(local.name);
    if (statement.type !== "VariableDeclaration") return;
    for (const { id, init } of statement.declarations) {
      const [module] =
        init?.type === "CallExpression" && nameOf(init.callee) === "require" ? init.arguments : [];
      if (module?.type !== "Literal" || !MODULES.has(String(module.value))) continue;
      walk(id, (node) => {
        if (node.type === "Identifier") this.#imported.add(node.name);
        return undefined;
      });
    }
  }

  /** Returns the name of the schema library's function that a call calls, directly or as a member of the library. */
  #called(node: Node): string | undefined {
    if (node.type !== "CallExpression" && node.type !== "NewExpression") return undefined;
    const { callee } = node;
    if (callee.type === "Identifier") return this.#imported.has(callee.name) ? callee.name : undefined;
    if (callee.type !== "MemberExpression") return undefined;
    const root = rootOf(callee);
    const isLibrary = root !== undefined && (this.#imported.has(root) || CUSTOMARY.has(root));
    return isLibrary ? keyName(callee.property) : undefined;
  }

  /** Checks whether an expression declares the type of a property: `z.string().optional()`, `t.string`, `string()`. */
  #isType(value: Node): boolean {
    const chain: string[] = [];
    let at = value;
    for (;;) {
      if (at.type === "CallExpression") at = at.callee;
      else if (at.type === "MemberExpression") {
        chain.push(keyName(at.property));
        at = at.object;
      } else break;
    }
    if (at.type !== "Identifier") return false;
    if (this.#imported.has(at.name)) return true;
    return CUSTOMARY.has(at.name) && TYPES.has(chain.at(-1)?.toLowerCase() ?? "");
  }
}

/** The name that a chain of calls and members begins with. */
function rootOf(node: Node): string | undefined {
  let at = node;
  for (;;) {
    if (at.type === "CallExpression") at = at.callee;
    else if (at.type === "MemberExpression") at = at.object;
    else return nameOf(at);
  }
}

function nameOf(node: Node): string | undefined {
  return node.type === "Identifier" ? node.name : undefined;
}

/** Words that JSON Schema has for the type of a value. */
const JSON_TYPES = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);
/** Keys that only the schema of a property has, where it states no type. */
const JSON_MARKS = new Set(["$ref", "allOf", "anyOf", "oneOf", "enum", "items"]);

/** `properties: { name: { type: "string" } }`: all values under the names are schemas. */
function isJsonSchema(parent: Node | undefined, literal: ObjectExpression): boolean {
  if (parent?.type !== "Property" || parent.computed || keyName(parent.key) !== "properties") return false;
  const schemas = literal.properties.flatMap((one) =>
    one.type === "Property" && one.value.type === "ObjectExpression" ? [one.value] : [],
  );
  return schemas.length > 0 && schemas.every((schema) => schema.properties.some(isMark));
}

function isMark(member: Node): boolean {
  if (member.type !== "Property" || member.computed) return false;
  const key = keyName(member.key);
  if (key !== "type") return JSON_MARKS.has(key);
  const { value } = member;
  return value.type === "Literal" ? JSON_TYPES.has(String(value.value)) : value.type === "ArrayExpression";
}

/** `schema.pick({ srvAddress: true })` */
function isMask(literal: ObjectExpression, parent: Node | undefined): boolean {
  if (parent?.type !== "CallExpression" || parent.callee.type !== "MemberExpression") return false;
  if (!MASKS.has(keyName(parent.callee.property))) return false;
  return (
    literal.properties.length > 0 &&
    literal.properties.every(
      (one) => one.type === "Property" && one.value.type === "Literal" && one.value.value === true,
    )
  );
}
