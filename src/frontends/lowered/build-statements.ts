import type {
  Block,
  ClassMember,
  ClassNode,
  CoreProgram,
  Declaration,
  Export,
  ExportAll,
  Expr,
  FunctionNode,
  Import,
  Name,
  Param,
  Pattern,
  Signature,
  Stmt,
  Text,
  TypeDeclaration,
} from "./core-tree.js";
import type { RouteDecorator } from "./declared-routes.js";
import { at, span, undecorated, type Place } from "./build.js";

export function block(place: Place, body: readonly Stmt[]): Block {
  return { type: "BlockStatement", ...at(place), body };
}

export function statement(expression: Expr): Stmt {
  return { type: "ExpressionStatement", ...at(expression), expression };
}

export function declare(
  place: Place,
  id: Pattern,
  init: Expr | null,
  kind: Declaration["kind"],
): Declaration {
  return {
    type: "VariableDeclaration",
    ...at(place),
    kind,
    declarations: [{ type: "VariableDeclarator", ...at(place), id, init }],
  };
}

export function functionNode(
  place: Place,
  id: Name | null,
  params: readonly Param[],
  body: Block,
  { isAsync = false, isGenerator = false, isDeclaration = true } = {},
): FunctionNode {
  return {
    type: isDeclaration ? "FunctionDeclaration" : "FunctionExpression",
    ...at(place),
    id,
    params: params.map(undecorated),
    body,
    async: isAsync,
    generator: isGenerator,
  };
}

export function classNode(
  place: Place,
  id: Name,
  superClass: Expr | null,
  members: readonly ClassMember[],
  {
    abstract = false,
    parents = [],
    routes = [],
  }: {
    readonly abstract?: boolean;
    readonly parents?: readonly Name[];
    readonly routes?: readonly RouteDecorator[];
  } = {},
): ClassNode {
  const body = { type: "ClassBody" as const, ...at(place), body: members };
  return {
    type: "ClassDeclaration",
    ...at(place),
    id,
    superClass,
    implements: parents.map((expression) => ({
      type: "TSClassImplements",
      ...at(expression),
      expression,
      typeArguments: null,
    })),
    abstract,
    body,
    decorators: routes,
  };
}

export function method(
  place: Place,
  key: Expr,
  value: FunctionNode,
  kind: "constructor" | "method" | "get" | "set" = "method",
  isStatic = false,
): ClassMember {
  const computed = key.type !== "Identifier" && key.type !== "Literal";
  return {
    type: "MethodDefinition",
    ...at(place),
    key,
    value,
    kind,
    static: isStatic,
    computed,
    decorators: [],
  };
}

export function classField(place: Place, key: Expr, value: Expr | null, isStatic: boolean): ClassMember {
  const computed = key.type !== "Identifier" && key.type !== "Literal";
  return { type: "PropertyDefinition", ...at(place), key, value, static: isStatic, computed, decorators: [] };
}

export function typeDeclaration(place: Place, id: Name, fields: readonly Signature[]): TypeDeclaration {
  const body = { type: "TSInterfaceBody" as const, ...at(place), body: fields };
  return { type: "TSInterfaceDeclaration", ...at(place), id, extends: [], body };
}

export function signature(place: Place, key: Expr, isOptional = false): Signature {
  return {
    type: "TSPropertySignature",
    ...at(place),
    key,
    computed: false,
    optional: isOptional,
    readonly: false,
    static: false,
  };
}

/** Makes an import. `all` binds the whole module, each of `names` one export of it. */
export function importFrom(
  place: Place,
  source: Text,
  { all, names = [] }: { readonly all?: Name; readonly names?: readonly { local: Name; imported: Name }[] },
): Import {
  return {
    type: "ImportDeclaration",
    ...at(place),
    source,
    specifiers: [
      ...(all ? [{ type: "ImportNamespaceSpecifier" as const, ...at(all), local: all }] : []),
      ...names.map((one) => ({ type: "ImportSpecifier" as const, ...at(one.local), ...one })),
    ],
    attributes: [],
  };
}

export function exported(declaration: Stmt): Export {
  return {
    type: "ExportNamedDeclaration",
    ...at(declaration),
    declaration,
    specifiers: [],
    source: null,
    exportKind: "value",
    attributes: [],
  };
}

/** Exports a local name under the same or another name, also if it is imported. */
export function exportedName(local: Name, as = local): Export {
  return {
    type: "ExportNamedDeclaration",
    ...at(local),
    declaration: null,
    specifiers: [{ type: "ExportSpecifier", ...at(local), local, exported: as, exportKind: "value" }],
    source: null,
    exportKind: "value",
    attributes: [],
  };
}

export function exportAll(place: Place, source: Text): ExportAll {
  return { type: "ExportAllDeclaration", ...at(place), source, exported: null, attributes: [] };
}

export function ifElse(place: Place, test: Expr, consequent: Stmt, alternate: Stmt | null = null): Stmt {
  return { type: "IfStatement", ...at(place), test, consequent, alternate };
}

export function forOf(place: Place, left: Declaration | Pattern, right: Expr, body: Stmt): Stmt {
  return { type: "ForOfStatement", ...at(place), left, right, body, await: false };
}

export function whileLoop(place: Place, test: Expr, body: Stmt): Stmt {
  return { type: "WhileStatement", ...at(place), test, body };
}

/** Makes a `switch`. Each case gets a `break` at its end. A case without a test is the default. */
export function switchCases(
  place: Place,
  discriminant: Expr,
  cases: readonly {
    readonly place: Place;
    readonly tests: readonly Expr[];
    readonly body: readonly Stmt[];
    /** True if the next case runs after this one. */
    readonly fallsThrough?: boolean;
  }[],
): Stmt {
  return {
    type: "SwitchStatement",
    ...at(place),
    discriminant,
    cases: cases.flatMap(({ place: own, tests, body, fallsThrough = false }) => {
      const all = tests.length > 0 ? tests : [null];
      const end = fallsThrough ? [] : [leave(span(own.end, own.end), "BreakStatement")];
      return all.map((test, position) => ({
        type: "SwitchCase" as const,
        ...at(own),
        test,
        consequent: position === all.length - 1 ? [...body, ...end] : [],
      }));
    }),
  };
}

export function tryCatch(
  place: Place,
  body: Block,
  handler: { readonly place: Place; readonly param: Name | null; readonly body: Block } | null,
  finalizer: Block | null = null,
): Stmt {
  return {
    type: "TryStatement",
    ...at(place),
    block: body,
    handler: handler && {
      type: "CatchClause",
      ...at(handler.place),
      param: handler.param,
      body: handler.body,
    },
    finalizer,
  };
}

export function returns(place: Place, argument: Expr | null): Stmt {
  return { type: "ReturnStatement", ...at(place), argument };
}

export function throws(place: Place, argument: Expr): Stmt {
  return { type: "ThrowStatement", ...at(place), argument };
}

/** Makes `break` or `continue`. @param label of the loop that it leaves; the innermost one without it */
export function leave(
  place: Place,
  type: "BreakStatement" | "ContinueStatement",
  label: Name | null = null,
): Stmt {
  return { type, ...at(place), label };
}

export function labeled(place: Place, label: Name, body: Stmt): Stmt {
  return { type: "LabeledStatement", ...at(place), label, body };
}

export function program(place: Place, body: readonly Stmt[]): CoreProgram {
  return { type: "Program", ...at(place), sourceType: "module", body };
}
