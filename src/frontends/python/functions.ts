import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, FunctionNode, Name, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expression, isCode, targetPattern } from "./expressions.js";
import { assignedNames, hasYield, outerNames, type Scope } from "./scope.js";
import { block } from "./statements.js";

/** Says if a function is called with its receiver as the first argument. */
export type Binding = "method" | "none";

/** Lowers parameters. Those after `*` are given by name only. */
export function lowerParameters(parameters: SyntaxNode, scope: Scope): Param[] {
  return parameters.named.filter(isCode).flatMap((node): Param[] => {
    const param = lowerParameter(node, scope);
    return param ? [param] : [];
  });
}

function lowerParameter(node: SyntaxNode, scope: Scope): Param | undefined {
  switch (node.type) {
    case "identifier":
      return build.name(node, node.text);
    case "typed_parameter": {
      const inner = node.named[0];
      const param = inner && lowerParameter(inner, scope);
      return param?.type === "Identifier" ? typed(param, node.field("type")) : param;
    }
    case "default_parameter":
    case "typed_default_parameter": {
      const name = node.field("name");
      if (name?.type !== "identifier") return undefined;
      const own = typed(build.name(name, name.text), node.field("type"));
      return build.withDefault(node, own, expression(node.field("value"), scope));
    }
    case "list_splat_pattern":
    case "dictionary_splat_pattern": {
      const inner = node.named[0];
      if (inner?.type !== "identifier") return undefined;
      return build.rest(node, build.name(inner, inner.text), node.type === "dictionary_splat_pattern");
    }
    case "keyword_separator":
      return build.rest(node, build.name(node, "core:rest"));
    case "tuple_pattern": {
      const pattern = targetPattern(node, scope);
      return pattern?.type === "ArrayPattern" ? pattern : undefined;
    }
    default:
      return undefined;
  }
}

/** A name of a type of the program tells what an unknown argument is. */
function typed(name: Name, type: SyntaxNode | undefined): Name {
  const written = type?.text
    .replace(/^(?:Optional|List|list|Sequence|Iterable)\[(.*)\]$/s, "$1")
    .replace(/["']/g, "");
  const [last] = written?.match(/[A-Z]\w*$/) ?? [];
  if (!type || last === undefined || written?.includes("[")) return name;
  const place = build.span(type.start, type.end);
  const typeName = build.name(type, last);
  const typeAnnotation = {
    type: "TSTypeAnnotation",
    ...place,
    typeAnnotation: { type: "TSTypeReference", ...place, typeName },
  };
  return { ...name, typeAnnotation } as Name;
}

/** Lowers a function or method. `binding` says if its first parameter is its receiver. */
export function lowerFunction(
  node: SyntaxNode,
  scope: Scope,
  {
    id,
    binding = "none",
    isDeclaration = true,
  }: {
    readonly id: Name | null;
    readonly binding?: Binding;
    readonly isDeclaration?: boolean;
  },
): FunctionNode {
  const parameters = node.field("parameters");
  const body = node.field("body");
  const inside: Scope = {
    file: scope.file,
    kind: "function",
    outer: body ? outerNames(body) : new Set(),
    ...(scope.kind === "class" || scope.inClass ? { inClass: true } : {}),
  };
  const outside: Scope = scope;
  const params = parameters ? lowerParameters(parameters, outside) : [];
  const start: Stmt[] = [];
  const [first] = params;
  if (binding === "method" && first?.type === "Identifier") {
    params.shift();
    start.push(statements.declare(first, first, build.self(first), "var"));
  }
  if (body) addAll(start, bareDeclarations(body, inside));
  const made = body ? block(body, inside) : statements.block(node, []);
  return statements.functionNode(
    node,
    id,
    params,
    { ...made, body: [...start, ...made.body] },
    {
      isGenerator: body !== undefined && hasYield(body),
      isDeclaration,
    },
  );
}

/** Names that no declaration declares: those of `:=`, and of patterns that have members in them. */
function bareDeclarations(body: SyntaxNode, scope: Scope): Stmt[] {
  const bare: SyntaxNode[] = [];
  const names = assignedNames(body);
  for (const node of names.values()) {
    const isBare =
      node.parent?.type === "named_expression" ||
      node.parent?.type === "augmented_assignment" ||
      node.parent?.type === "pattern_list" ||
      node.parent?.type === "tuple_pattern";
    if (isBare && !scope.outer.has(node.text)) bare.push(node);
  }
  return bare.map((node) => statements.declare(node, build.name(node, node.text), null, "var"));
}

/** Returns the decorators of a definition, with their names. */
export function decoratorNames(node: SyntaxNode): { readonly name: string; readonly node: SyntaxNode }[] {
  return node.all("decorator").flatMap((decorator) => {
    const [inner] = decorator.named.filter(isCode);
    if (!inner) return [];
    const callee = inner.type === "call" ? inner.field("function") : inner;
    return [{ name: callee?.text ?? "", node: inner }];
  });
}

/** Those that give the function itself, or something that is called like it. */
const TRANSPARENT =
  /^(?:(?:functools\.)?(?:wraps|lru_cache|cache)|(?:abc\.)?abstractmethod|(?:typing\.)?(?:overload|override|no_type_check)|staticmethod|classmethod|contextmanager|contextlib\.(?:async)?contextmanager|asynccontextmanager)$/;

/** Calls the decorators of a function on it. Decorators that only change how it is called are left out. */
export function decorated(value: Expr, definition: SyntaxNode, scope: Scope): Expr {
  return decoratorNames(definition).reduceRight<Expr>((inner, { name, node }) => {
    if (TRANSPARENT.test(name)) return inner;
    return build.call(node, build.name(node, "py:decorate"), [expression(node, scope), inner]);
  }, value);
}

export function isDecorated(definition: SyntaxNode): boolean {
  return decoratorNames(definition).some(({ name }) => !TRANSPARENT.test(name));
}
