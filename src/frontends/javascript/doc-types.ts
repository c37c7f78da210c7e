import type { Node } from "@oxc-project/types";
import type { AnyFunction } from "../../analysis/evaluation/callable.js";
import { parameterName } from "../../analysis/evaluation/calls.js";
import { keptByRun } from "../../analysis/evaluation/kept-by-run.js";
import type { TypesInComments } from "../../analysis/evaluation/language.js";
import type { ModuleRecord } from "../../analysis/evaluation/module-record.js";
import { walk } from "../../analysis/walk.js";
import { PARAMETERS, docTags, type DocTag, type Piece } from "./doc-tags.js";
import { grammarFor } from "./grammar.js";
import { parse } from "./parse.js";

/** The types that JSDoc states in files without types of their own: https://jsdoc.app/tags-param */
export const typesInComments: TypesInComments = {
  ofParameter(run, node, index, module) {
    const tags = comments(run).of(module).ofFunction.get(node)?.filter(isParameter);
    const parameter = node.params[index];
    if (!tags || !parameter) return undefined;
    const isNamed = parameter.type !== "ObjectPattern" && parameter.type !== "ArrayPattern";
    const named = isNamed
      ? tags.find(({ subject }) => subject?.text === parameterName(parameter))
      : tags[index];
    return named?.type && typeOf(named.type, module);
  },
  alias(run, name, module) {
    const type = comments(run).of(module).aliases.get(name);
    return type && typeOf(type, module);
  },
};

/** `deps.client` is a member of a parameter. */
function isParameter({ name, subject }: DocTag): boolean {
  return PARAMETERS.has(name) && subject?.text.includes(".") !== true;
}

interface Described {
  readonly ofFunction: ReadonlyMap<Node, readonly DocTag[]>;
  /** `@typedef {import("./client").Client} Client` */
  readonly aliases: ReadonlyMap<string, Piece>;
}

const NOTHING: Described = { ofFunction: new Map(), aliases: new Map() };

const comments = keptByRun(() => {
  const all = new Map<ModuleRecord, Described>();
  return {
    of(module: ModuleRecord): Described {
      let known = all.get(module);
      if (!known) all.set(module, (known = module.grammar.leavesOutTypes ? NOTHING : describe(module)));
      return known;
    },
  };
});

function describe({ comments: all, program, source }: ModuleRecord): Described {
  const tagsByEnd = new Map<number, readonly DocTag[]>();
  const aliases = new Map<string, Piece>();
  for (const { type, value, start, end } of all) {
    if (type !== "Block" || !value.startsWith("*") || !value.includes("{")) continue;
    const tags = docTags(value, start + 2);
    tagsByEnd.set(end, tags);
    for (const { name, type: stated, subject } of tags)
      if (name === "typedef" && stated && subject) aliases.set(subject.text, stated);
  }
  if (tagsByEnd.size === 0) return NOTHING;
  const ofFunction = new Map<Node, readonly DocTag[]>();
  const starts = new Map<Node, number>();
  walk(program, (node) => {
    const start = starts.get(node) ?? node.start;
    for (const part of describedWith(node)) starts.set(part, start);
    if (!isFunctionNode(node)) return undefined;
    const tags = tagsByEnd.get(endBefore(source.text, start));
    if (tags) ofFunction.set(node, tags);
    return undefined;
  });
  return { ofFunction, aliases };
}

/** Returns the parts of a node that a comment in front of it describes as well. */
function describedWith(node: Node): readonly Node[] {
  switch (node.type) {
    case "ExportNamedDeclaration":
    case "ExportDefaultDeclaration":
      return node.declaration ? [node.declaration] : [];
    case "VariableDeclaration":
      return node.declarations.slice(0, 1);
    case "VariableDeclarator":
      return node.init ? [node.init] : [];
    case "ExpressionStatement":
      return [node.expression];
    case "AssignmentExpression":
      return [node.right];
    case "MethodDefinition":
    case "PropertyDefinition":
    case "Property":
      return node.value ? [node.value] : [];
    default:
      return [];
  }
}

function isFunctionNode(node: Node): node is AnyFunction {
  return (
    node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression"
  );
}

/** Returns the end of the text before an offset, without blanks. */
function endBefore(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

/** Parses a type in braces as TypeScript, and binds its names to the variables of the file. */
function typeOf({ text, start }: Piece, module: ModuleRecord): Node | undefined {
  const before = "type T = ";
  // `?Client`, `!Client` and `Client=` say whether there may be none.
  const plain = text.trim().replace(/^[?!]/, "").replace(/=$/, "");
  const parsed = parse(module.path, before + plain, grammarFor("type.ts")!);
  const [alias] = parsed.ok ? parsed.program.body : [];
  if (alias?.type !== "TSTypeAliasDeclaration") return undefined;
  const { typeAnnotation } = alias;
  const variables = module.names.variablesIn(module.program);
  walk(typeAnnotation, (node) => {
    Object.assign(node, { start, end: start + text.length });
    const variable =
      node.type === "Identifier" ? variables.find(({ name }) => name === node.name) : undefined;
    if (variable) module.names.describe(node, variable);
    return undefined;
  });
  return typeAnnotation;
}
