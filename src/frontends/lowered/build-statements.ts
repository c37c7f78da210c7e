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

export function block(place: Place, body: readonly Stmt[]): Block {
  return {
    type: "BlockStatement",
    start: place.start,
    end: place.end,
    body,
    range: [place.start, place.end],
  };
}

export function statement(expression: Expr): Stmt {
  return { type: "ExpressionStatement", start: expression.start, end: expression.end, expression };
}

export function declare(
  place: Place,
  id: Pattern,
  init: Expr | null,
  kind: Declaration["kind"],
): Declaration {
  return {
    type: "VariableDeclaration",
    start: place.start,
    end: place.end,
    kind,
    declarations: [{ type: "VariableDeclarator", start: place.start, end: place.end, id, init }],
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
    start: place.start,
    end: place.end,
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
  const body = { type: "ClassBody" as const, start: place.start, end: place.end, body: members };
  return {
    type: "ClassDeclaration",
    start: place.start,
    end: place.end,
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
  place: Place,
  key: Expr,
  value: FunctionNode,
  kind: "constructor" | "method" | "get" | "set" = "method",
  isStatic = false,
): ClassMember {
  const computed = key.type !== "Identifier" && key.type !== "Literal";
  return {
    type: "MethodDefinition",
    start: place.start,
    end: place.end,
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
  return {
    type: "PropertyDefinition",
    start: place.start,
    end: place.end,
    key,
    value,
    static: isStatic,
    computed,
    decorators: [],
  };
}

export function typeDeclaration(place: Place, id: Name, fields: readonly Signature[]): TypeDeclaration {
  const body = { type: "TSInterfaceBody" as const, start: place.start, end: place.end, body: fields };
  return { type: "TSInterfaceDeclaration", start: place.start, end: place.end, id, extends: [], body };
}

export function signature(place: Place, key: Expr, isOptional = false): Signature {
  return {
    type: "TSPropertySignature",
    start: place.start,
    end: place.end,
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
    start: place.start,
    end: place.end,
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

export function exportAll(place: Place, source: Text): ExportAll {
  return {
    type: "ExportAllDeclaration",
    start: place.start,
    end: place.end,
    source,
    exported: null,
    attributes: [],
  };
}

export function ifElse(place: Place, test: Expr, consequent: Stmt, alternate: Stmt | null = null): Stmt {
  return { type: "IfStatement", start: place.start, end: place.end, test, consequent, alternate };
}

export function forOf(place: Place, left: Declaration | Pattern, right: Expr, body: Stmt): Stmt {
  return { type: "ForOfStatement", start: place.start, end: place.end, left, right, body, await: false };
}

export function whileLoop(place: Place, test: Expr, body: Stmt): Stmt {
  return { type: "WhileStatement", start: place.start, end: place.end, test, body };
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

export function returns(place: Place, argument: Expr | null): Stmt {
  return { type: "ReturnStatement", start: place.start, end: place.end, argument };
}

export function throws(place: Place, argument: Expr): Stmt {
  return { type: "ThrowStatement", start: place.start, end: place.end, argument };
}

/** Makes `break` or `continue`. @param label of the loop that it leaves; the innermost one without it */
export function leave(
  place: Place,
  type: "BreakStatement" | "ContinueStatement",
  label: Name | null = null,
): Stmt {
  return { type, start: place.start, end: place.end, label };
}

export function labeled(place: Place, label: Name, body: Stmt): Stmt {
  return { type: "LabeledStatement", start: place.start, end: place.end, label, body };
}

export function program(place: Place, body: readonly Stmt[]): CoreProgram {
  return { type: "Program", start: place.start, end: place.end, sourceType: "module", body };
}
