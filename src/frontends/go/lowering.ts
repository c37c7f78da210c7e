import * as build from "../lowered/build.js";
import type { Expr, Import, Name } from "../lowered/core-tree.js";
import { importFrom } from "../lowered/build-statements.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { specifierOf } from "./modules.js";
import { BASIC_TYPES, BUILT_IN, Scopes } from "./names.js";
import type { ImportedPackage } from "./syntax.js";

/** The state of lowering one file: its names, and the names that it uses of others. */
export class Lowering {
  readonly scopes = new Scopes();
  /** Variables of the present function that hold structs by value. */
  values = new Set<string>();
  /** The results of the present function that have names. */
  results: readonly string[] = [];
  /** Those that a deferred function may give another value. */
  laterResults: ReadonlySet<string> = new Set();
  /** Variables of the present function that hold pointers → the variables that they may point to. */
  pointedBy = new Map<string, readonly string[]>();
  /** True in a block that runs only after an error. */
  isAfterError = false;
  /** Declarations and statements that hold something that does not parse. */
  readonly broken = new Set<SyntaxNode>();
  /** The nodes that were left out because they do not parse. */
  readonly leftOut: SyntaxNode[] = [];
  readonly #packages: ReadonlyMap<string, ImportedPackage>;
  readonly #used = new Map<
    string,
    { readonly place: build.Place; readonly path: string; readonly name: string }
  >();
  readonly #whole = new Map<string, ImportedPackage>();
  #made = 0;

  constructor(
    packages: readonly ImportedPackage[],
    /** The names that the file declares for its package. */
    private readonly declared: ReadonlySet<string>,
    /** Checks whether a model of the package exists. */
    private readonly isModelled: (path: string) => boolean,
    errors: readonly SyntaxNode[],
  ) {
    this.#packages = new Map(packages.map((one) => [one.name, one]));
    for (const error of errors)
      for (let at: SyntaxNode | undefined = error; at; at = at.parent) this.broken.add(at);
  }

  /** Returns a new name that no program can have. */
  fresh(what: string): string {
    return `${what}#${++this.#made}`;
  }

  /** Lowers a name that is read. */
  name(node: SyntaxNode): Expr {
    const { text } = node;
    if (this.scopes.has(text)) return build.name(node, this.scopes.of(text));
    if (this.declared.has(text)) return build.name(node, text);
    if (text === "nil") return build.scalar(node, null);
    if (text === "true" || text === "false") return build.scalar(node, text === "true");
    if (BASIC_TYPES.has(text)) return build.madeText(node, text);
    if (BUILT_IN.has(text)) return build.name(node, `go:${text}`);
    return this.#use(node, "", text);
  }

  /** Returns the package that a name refers to. Undefined if it is a variable. */
  packageOf(node: SyntaxNode | undefined): ImportedPackage | undefined {
    if (node?.type !== "identifier" && node?.type !== "package_identifier") return undefined;
    return this.scopes.has(node.text) ? undefined : this.#packages.get(node.text);
  }

  /** Lowers a member of a package: `http.NewRequest`. */
  ofPackage(place: SyntaxNode, { name, path }: ImportedPackage, member: SyntaxNode): Expr {
    if (!this.isModelled(path)) return this.#use(member, path, member.text, name);
    this.#whole.set(path, this.#packages.get(name)!);
    return build.member(place, build.name(place, packageName(path)), build.name(member, member.text));
  }

  /** Checks whether a name is predeclared by the language and not declared by the program. */
  isOfLanguage(name: string): boolean {
    return !this.scopes.has(name) && !this.declared.has(name);
  }

  #use(place: SyntaxNode, path: string, name: string, packageName?: string): Name {
    const local = packageName === undefined ? name : `${packageName}.${name}`;
    if (!this.#used.has(local)) this.#used.set(local, { place, path, name });
    return build.name(place, local);
  }

  /** Returns the imports of all used names. Call it after the rest of the file is lowered. */
  imports(): Import[] {
    const whole = [...this.#whole.values()].map(({ node, path }) =>
      importFrom(node, build.madeText(node, path), { all: build.name(node, packageName(path)) }),
    );
    const named = [...this.#used].map(([local, { place, path, name }]) =>
      importFrom(place, build.madeText(place, specifierOf(path, name)), {
        names: [{ local: build.name(place, local), imported: build.name(place, name) }],
      }),
    );
    return [...whole, ...named];
  }

  /** The specifiers of `imports`. */
  get specifiers(): string[] {
    return [...this.#used.values()].map(({ path, name }) => specifierOf(path, name));
  }
}

function packageName(path: string): string {
  return `package ${path}`;
}

/** Makes a call of a native function of the language. */
export function native(place: build.Place, name: string, args: readonly Expr[]): Expr {
  return build.call(place, build.name(place, `go:${name}`), args);
}
