import type { RouteDecorator } from "./declared-routes.js";

/** A node of the tree that languages are lowered to, a part of ESTree. Offsets in the text are in UTF-16 code units. */
export interface At {
  readonly start: number;
  readonly end: number;
  /** The same place, for names and bodies of functions: the search for variables asks for it. */
  readonly range?: readonly [number, number];
}

/** A name. A lowering may make names that no program can have: `sh:curl`. */
export interface Name extends At {
  readonly type: "Identifier";
  readonly name: string;
  /** For a parameter of a constructor: the class whose instance a container injects. */
  readonly typeAnnotation?: At & {
    readonly type: "TSTypeAnnotation";
    readonly typeAnnotation: ClassReference | EitherClass;
  };
}

/** A class that is named as a type, and another one that counts if no object of the first is known. */
export interface EitherClass extends At {
  readonly type: "TSIntersectionType";
  readonly types: readonly [ClassReference, ClassReference];
}

/** A class that is named as a type. */
export interface ClassReference extends At {
  readonly type: "TSTypeReference";
  readonly typeName: Name;
}

/** A string. The characters from `start + 1` to `end - 1` are its text as it is written, whatever its quotes are. */
export interface Text extends At {
  readonly type: "Literal";
  readonly value: string;
  readonly raw: string;
}

export interface Scalar extends At {
  readonly type: "Literal";
  readonly value: number | boolean | null;
  readonly raw: string;
}

/** A regular expression without values in it. `raw` is its form in JavaScript: `/source/flags`. */
export interface RegularExpression extends Scalar {
  readonly regex: { readonly pattern: string; readonly flags: string };
}

/** A text with values in it: f-string, `"${x}"`, here-document. There is one quasi more than there are expressions. */
export interface Template extends At {
  readonly type: "TemplateLiteral";
  readonly quasis: readonly Quasi[];
  readonly expressions: readonly Expr[];
}

/** Text between two values. As in ESTree of JavaScript it has one character before it, and one or two behind it. */
export interface Quasi extends At {
  readonly type: "TemplateElement";
  readonly tail: boolean;
  readonly value: { readonly raw: string; readonly cooked: string };
}

/** A read of a member, however the language writes it: `a.b`, `a["b"]`, `GetProperty("b")`. */
export interface Member extends At {
  readonly type: "MemberExpression";
  readonly object: Expr;
  readonly property: Expr;
  readonly computed: boolean;
  readonly optional: boolean;
}

/** The whole chain is undefined if an optional member in it has no object. */
export interface Chain extends At {
  readonly type: "ChainExpression";
  readonly expression: Expr;
}

export interface Call extends At {
  readonly type: "CallExpression";
  readonly callee: Expr;
  readonly arguments: readonly (Expr | Spread)[];
  readonly optional: false;
}

export interface Make extends At {
  readonly type: "NewExpression";
  readonly callee: Expr;
  readonly arguments: readonly (Expr | Spread)[];
}

/** A dictionary, map, hash, struct or anonymous object. A field with another name on the wire has that as its key. */
export interface Record extends At {
  readonly type: "ObjectExpression";
  readonly properties: readonly (Property | Spread)[];
  /** Set where it holds the named arguments of the call that it is the last argument of. */
  readonly isKeywords?: true;
}

export interface Property extends At {
  readonly type: "Property";
  readonly key: Expr;
  readonly value: Expr;
  readonly computed: boolean;
  readonly kind: "init";
  readonly shorthand: false;
  readonly method: false;
}

/** A list or tuple, or several results of one call. */
export interface List extends At {
  readonly type: "ArrayExpression";
  readonly elements: readonly (Expr | Spread)[];
}

export interface Lambda extends At {
  readonly type: "ArrowFunctionExpression";
  readonly params: readonly Param[];
  readonly body: Expr | Block;
  readonly expression: boolean;
  readonly async: boolean;
  readonly generator: false;
  readonly id: null;
}

export interface Choose extends At {
  readonly type: "ConditionalExpression";
  readonly test: Expr;
  readonly consequent: Expr;
  readonly alternate: Expr;
}

/** `or`, `and`, and a default for what is missing: `${X:-d}`, `getOrDefault`. */
export interface Either extends At {
  readonly type: "LogicalExpression";
  readonly operator: "||" | "&&" | "??";
  readonly left: Expr;
  readonly right: Expr;
}

export interface Operation extends At {
  readonly type: "BinaryExpression";
  readonly operator: string;
  readonly left: Expr;
  readonly right: Expr;
}

export interface Unary extends At {
  readonly type: "UnaryExpression";
  readonly operator: "!" | "-" | "delete" | "typeof";
  readonly argument: Expr;
  readonly prefix: true;
}

export interface Assign extends At {
  readonly type: "AssignmentExpression";
  readonly operator: "=" | "+=" | "??=" | "||=";
  readonly left: Pattern;
  readonly right: Expr;
}

export interface Spread extends At {
  readonly type: "SpreadElement";
  readonly argument: Expr;
}

export interface Await extends At {
  readonly type: "AwaitExpression";
  readonly argument: Expr;
}

/** Yields a value of the generator around it; with `delegate` each value of another one. */
export interface Yield extends At {
  readonly type: "YieldExpression";
  readonly argument: Expr | null;
  readonly delegate: boolean;
}

export interface Self extends At {
  readonly type: "ThisExpression" | "Super";
}

export type Expr =
  | Text
  | Template
  | Scalar
  | Name
  | Member
  | Call
  | Chain
  | Make
  | Record
  | List
  | Lambda
  | Choose
  | Either
  | Operation
  | Unary
  | Assign
  | Await
  | Yield
  | FunctionNode
  | Self;

/** The target of an assignment: a name, a member, or several of them. */
export type Pattern = Name | Member | ListPattern | WithDefault | Rest;

export interface ListPattern extends At {
  readonly type: "ArrayPattern";
  readonly elements: readonly (Pattern | null)[];
}

export interface WithDefault extends At {
  readonly type: "AssignmentPattern";
  readonly left: Pattern;
  readonly right: Expr;
}

/** The rest of the arguments: those by position, or with `isKeywords` those by name. */
export interface Rest extends At {
  readonly type: "RestElement";
  readonly argument: Pattern;
  readonly isKeywords?: true;
}

export type Param = (Name | WithDefault | Rest | ListPattern) & { readonly decorators?: readonly never[] };

export interface Block extends At {
  readonly type: "BlockStatement";
  readonly body: readonly Stmt[];
}

/** `const` for a name that is written once, `var` for others: the evaluator does not know blocks of other languages. */
export interface Declaration extends At {
  readonly type: "VariableDeclaration";
  readonly kind: "const" | "var" | "let";
  readonly declarations: readonly (At & {
    readonly type: "VariableDeclarator";
    readonly id: Pattern;
    readonly init: Expr | null;
  })[];
}

export interface FunctionNode extends At {
  readonly type: "FunctionDeclaration" | "FunctionExpression";
  readonly id: Name | null;
  readonly params: readonly Param[];
  readonly body: Block;
  readonly async: boolean;
  readonly generator: boolean;
}

export interface ClassNode extends At {
  readonly type: "ClassDeclaration";
  readonly id: Name;
  readonly superClass: Expr | null;
  readonly implements: readonly (At & {
    readonly type: "TSClassImplements";
    readonly expression: Name;
    readonly typeArguments: null;
  })[];
  /** True if only classes that extend or implement it are created. */
  readonly abstract: boolean;
  readonly body: At & { readonly type: "ClassBody"; readonly body: readonly ClassMember[] };
  readonly decorators: readonly RouteDecorator[];
}

export type ClassMember =
  | (At & {
      readonly type: "MethodDefinition";
      readonly key: Expr;
      readonly value: FunctionNode;
      readonly kind: "constructor" | "method" | "get" | "set";
      readonly static: boolean;
      readonly computed: boolean;
      readonly decorators: readonly never[];
    })
  | (At & {
      readonly type: "PropertyDefinition";
      readonly key: Expr;
      readonly value: Expr | null;
      readonly static: boolean;
      readonly computed: boolean;
      readonly decorators: readonly never[];
    });

/** Fields of a declared type, for what a language declares: struct, dataclass, TypedDict, data class. */
export interface TypeDeclaration extends At {
  readonly type: "TSInterfaceDeclaration";
  readonly id: Name;
  readonly extends: readonly never[];
  readonly body: At & { readonly type: "TSInterfaceBody"; readonly body: readonly Signature[] };
}

export interface Signature extends At {
  readonly type: "TSPropertySignature";
  readonly key: Expr;
  readonly computed: boolean;
  readonly optional: boolean;
  readonly readonly: boolean;
  readonly static: false;
  readonly typeAnnotation?: At & { readonly type: "TSTypeAnnotation"; readonly typeAnnotation: TypeNode };
}

/** A type that is written in place and has fields. */
export type TypeNode =
  | (At & { readonly type: "TSTypeLiteral"; readonly members: readonly Signature[] })
  | (At & { readonly type: "TSArrayType"; readonly elementType: TypeNode });

export interface Import extends At {
  readonly type: "ImportDeclaration";
  /** The specifier in the form of the language's own resolver: `py:config`, `go:net/http`, `sh:../env`. */
  readonly source: Text;
  readonly specifiers: readonly (
    | (At & { readonly type: "ImportSpecifier"; readonly local: Name; readonly imported: Name })
    | (At & { readonly type: "ImportNamespaceSpecifier"; readonly local: Name })
  )[];
  readonly attributes: readonly never[];
}

/** Other files may name what it declares. */
export interface Export extends At {
  readonly type: "ExportNamedDeclaration";
  readonly declaration: Stmt | null;
  /** Names that the file has from elsewhere. */
  readonly specifiers: readonly (At & {
    readonly type: "ExportSpecifier";
    readonly local: Name;
    readonly exported: Name;
    readonly exportKind: "value";
  })[];
  readonly source: null;
  readonly exportKind: "value";
  readonly attributes: readonly never[];
}

/** Re-exports what another file exports: `from x import *` of a package. */
export interface ExportAll extends At {
  readonly type: "ExportAllDeclaration";
  readonly source: Text;
  readonly exported: null;
  readonly attributes: readonly never[];
}

export type Stmt =
  | Block
  | Declaration
  | FunctionNode
  | ClassNode
  | TypeDeclaration
  | Import
  | Export
  | ExportAll
  | (At & { readonly type: "ExpressionStatement"; readonly expression: Expr })
  | (At & {
      readonly type: "IfStatement";
      readonly test: Expr;
      readonly consequent: Stmt;
      readonly alternate: Stmt | null;
    })
  | (At & {
      readonly type: "ForOfStatement";
      readonly left: Declaration | Pattern;
      readonly right: Expr;
      readonly body: Stmt;
      readonly await: boolean;
    })
  | (At & { readonly type: "WhileStatement"; readonly test: Expr; readonly body: Stmt })
  | (At & {
      readonly type: "SwitchStatement";
      readonly discriminant: Expr;
      readonly cases: readonly (At & {
        readonly type: "SwitchCase";
        readonly test: Expr | null;
        readonly consequent: readonly Stmt[];
      })[];
    })
  | (At & {
      readonly type: "TryStatement";
      readonly block: Block;
      readonly handler:
        | (At & { readonly type: "CatchClause"; readonly param: Name | null; readonly body: Block })
        | null;
      readonly finalizer: Block | null;
    })
  | (At & { readonly type: "ReturnStatement"; readonly argument: Expr | null })
  | (At & { readonly type: "ThrowStatement"; readonly argument: Expr })
  | (At & { readonly type: "BreakStatement" | "ContinueStatement"; readonly label: Name | null })
  | (At & { readonly type: "LabeledStatement"; readonly label: Name; readonly body: Stmt });

/** The statements of a file, or of a piece of code in one. */
export interface CoreProgram extends At {
  readonly type: "Program";
  readonly sourceType: "module";
  readonly body: readonly Stmt[];
}
