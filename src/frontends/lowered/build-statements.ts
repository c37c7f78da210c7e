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
import { span, undecorated, type Place } from "./build.js";

export function block({ start, end }: Place, body: readonly Stmt[]): Block {
  return { type: "BlockStatement", start, end, body, range: [start, end] };
}

export function statement(expression: Expr): Stmt {
  return { type: "ExpressionStatement", start: expression.start, end: expression.end, expression };
}

export function declare(
  { start, end }: Place,
  id: Pattern,
  init: Expr | null,
  kind: Declaration["kind"],
): Declaration {
  return {
    type: "VariableDeclaration",
    start,
    end,
    kind,
    declarations: [{ type: "VariableDeclarator", start, end, id, init }],
  };
}

export function functionNode(
  { start, end }: Place,
  id: Name | null,
  params: readonly Param[],
  body: Block,
  { isAsync = false, isGenerator = false, isDeclaration = true } = {},
): FunctionNode {
  return {
    type: isDeclaration ? "FunctionDeclaration" : "FunctionExpression",
    start,
    end,
    id,
    params: params.map(undecorated),
    body,
    async: isAsync,
    generator: isGenerator,
  };
}

export function classNode(
  { start, end }: Place,
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
  const body = { type: "ClassBody" as const, start, end, body: members };
  return {
    type: "ClassDeclaration",
    start,
    end,
    id,
    superClass,
    implements: parents.map((expression) => ({
      type: "TSClassImplements",
      start: expression.start,
      end: expression.end,
      expression,
      typeArguments: null,
    })),
    abstract,
    body,
    decorators: routes,
  };
}

export function method(
  { start, end }: Place,
  key: Expr,
  value: FunctionNode,
  kind: "constructor" | "method" | "get" | "set" = "method",
  isStatic = false,
): ClassMember {
  const computed = key.type !== "Identifier" && key.type !== "Literal";
  return {
    type: "MethodDefinition",
    start,
    end,
    key,
    value,
    kind,
    static: isStatic,
    computed,
    decorators: [],
  };
}

export function classField(
  { start, end }: Place,
  key: Expr,
  value: Expr | null,
  isStatic: boolean,
): ClassMember {
  const computed = key.type !== "Identifier" && key.type !== "Literal";
  return { type: "PropertyDefinition", start, end, key, value, static: isStatic, computed, decorators: [] };
}

export function typeDeclaration(
  { start, end }: Place,
  id: Name,
  fields: readonly Signature[],
): TypeDeclaration {
  const body = { type: "TSInterfaceBody" as const, start, end, body: fields };
  return { type: "TSInterfaceDeclaration", start, end, id, extends: [], body };
}

export function signature({ start, end }: Place, key: Expr, isOptional = false): Signature {
  return {
    type: "TSPropertySignature",
    start,
    end,
    key,
    computed: false,
    optional: isOptional,
    readonly: false,
    static: false,
  };
}

/** Makes an import. `all` binds the whole module, each of `names` one export of it. */
export function importFrom(
  { start, end }: Place,
  source: Text,
  { all, names = [] }: { readonly all?: Name; readonly names?: readonly { local: Name; imported: Name }[] },
): Import {
  return {
    type: "ImportDeclaration",
    start,
    end,
    source,
    specifiers: [
      ...(all
        ? [{ type: "ImportNamespaceSpecifier" as const, start: all.start, end: all.end, local: all }]
        : []),
      ...names.map((one) => ({
        type: "ImportSpecifier" as const,
        start: one.local.start,
        end: one.local.end,
        ...one,
      })),
    ],
    attributes: [],
  };
}

export function exported(declaration: Stmt): Export {
  return {
    type: "ExportNamedDeclaration",
    start: declaration.start,
    end: declaration.end,
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
    start: local.start,
    end: local.end,
    declaration: null,
    specifiers: [
      {
        type: "ExportSpecifier",
        start: local.start,
        end: local.end,
        local,
        exported: as,
        exportKind: "value",
      },
    ],
    source: null,
    exportKind: "value",
    attributes: [],
  };
}

export function exportAll({ start, end }: Place, source: Text): ExportAll {
  return { type: "ExportAllDeclaration", start, end, source, exported: null, attributes: [] };
}

export function ifElse(
  { start, end }: Place,
  test: Expr,
  consequent: Stmt,
  alternate: Stmt | null = null,
): Stmt {
  return { type: "IfStatement", start, end, test, consequent, alternate };
}

export function forOf({ start, end }: Place, left: Declaration | Pattern, right: Expr, body: Stmt): Stmt {
  return { type: "ForOfStatement", start, end, left, right, body, await: false };
}

export function whileLoop({ start, end }: Place, test: Expr, body: Stmt): Stmt {
  return { type: "WhileStatement", start, end, test, body };
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
    start: place.start,
    end: place.end,
    discriminant,
    cases: cases.flatMap(({ place: own, tests, body, fallsThrough = false }) => {
      const all = tests.length > 0 ? tests : [null];
      const end = fallsThrough ? [] : [leave(span(own.end, own.end), "BreakStatement")];
      return all.map((test, position) => ({
        type: "SwitchCase" as const,
        start: own.start,
        end: own.end,
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
    start: place.start,
    end: place.end,
    block: body,
    handler: handler && {
      type: "CatchClause",
      start: handler.place.start,
      end: handler.place.end,
      param: handler.param,
      body: handler.body,
    },
    finalizer,
  };
}

export function returns({ start, end }: Place, argument: Expr | null): Stmt {
  return { type: "ReturnStatement", start, end, argument };
}

export function throws({ start, end }: Place, argument: Expr): Stmt {
  return { type: "ThrowStatement", start, end, argument };
}

/** Makes `break` or `continue`. @param label of the loop that it leaves; the innermost one without it */
export function leave(
  { start, end }: Place,
  type: "BreakStatement" | "ContinueStatement",
  label: Name | null = null,
): Stmt {
  return { type, start, end, label };
}

export function labeled({ start, end }: Place, label: Name, body: Stmt): Stmt {
  return { type: "LabeledStatement", start, end, label, body };
}

export function program({ start, end }: Place, body: readonly Stmt[]): CoreProgram {
  return { type: "Program", start, end, sourceType: "module", body };
}
