import type { Span } from "../../core/span.js";
import { DefinitionType, type Variable } from "@typescript-eslint/scope-manager";
import { addToGroup } from "../../core/group-by.js";
import { Part, Relevance, join } from "./part.js";
import { SharedVariables } from "./shared-variables.js";

/** A name that a module takes from another one. */
export interface Link {
  readonly specifier: string;
  /** `*` for all of them. */
  readonly name: string;
  readonly part: Part;
  /** True if the part adds something to the value with that name: a method to a type. */
  readonly adds?: true;
  /** The part that uses all variables of the module. */
  readonly variables?: SharedVariables;
}

export const ALL = "*";

/** Before the name of a type: the objects of the classes that extend or implement it. */
const OBJECTS = "objects of ";

/** Returns the name under which a module exports or imports the objects of a type. */
export function objectsOf(type: string): string {
  return OBJECTS + type;
}

/** Returns whether a name is that of the objects of a type. */
export function isOfObjects(name: string): boolean {
  return name.startsWith(OBJECTS);
}

type DeclaringNode = Variable["defs"][number]["node"];

/** Returns what a variable and others of the same thing share: the name of a class has a variable of its own inside it. */
function keyOf(variable: Variable): Variable | DeclaringNode {
  const [only, more] = variable.defs;
  return only?.type === DefinitionType.ClassName && !more ? only.node : variable;
}

/** Names by which modules find something without importing it from each other. */
export interface ProgramNames {
  /** A variable that nothing declares, or a member of the global object. */
  global(name: string): Part;
  /** The text of a path to a file of data. */
  dataFile(path: string): Part;
}

/** The kinds of variables: of what functions of the program share, of a library, or of a function itself. */
export type Sharing = "program" | "library" | "none";

/** The parts of one module, and what it takes from others and gives to them. */
export class ModuleParts {
  /** The part is the file: it is relevant if anything in it is. */
  readonly top = new Part();
  /** Functions and classes by where they start: no two start at the same place. */
  readonly #callables = new Map<number, Part>();
  readonly #variables = new Map<Variable | DeclaringNode, Part>();
  readonly #objects = new Map<Variable | DeclaringNode, Part>();
  /** By what they use, one part for all code that uses it. */
  readonly #together = new Map<Part, Part>();
  /** By a library, code that uses it. */
  readonly #users = new Map<Part, Part[]>();
  /** Libraries of which code changes something for all that use them. */
  readonly #changed = new Set<Part>();
  readonly #exports = new Map<string, Part>();
  /** The members of the objects of classes. */
  readonly #members = new Map<Part, Map<string, Part>>();
  /** The part of `module.exports = …`, any member of which may be imported by name. */
  readonly whole = new Part();
  readonly #anyExport = new Part();
  /** The specifiers of `export * from …`. */
  readonly stars: string[] = [];
  readonly #places: (Span & { readonly part: Part })[] = [];
  readonly #named: Part[] = [];
  /** Variables of a language whose files share them. */
  readonly shared = new SharedVariables();
  /** The types of which the module makes objects that a container gives to others. */
  readonly provided = new Set<string>();
  #isShared = false;
  /** True if a name in it is that of a property and not an everyday word, or if it sets up clients for the program. */
  #hasOwnReason = false;
  /** True if a word or a text in it may be a part of a request or of an answer, whatever it imports. */
  #mentionsItself = false;

  /** @param program what the modules of the program have in common */
  constructor(
    readonly program: ProgramNames,
    private readonly onLink: (link: Link) => void,
    /** True if the file does not mention the service: a version or a path in it is probably one of another API. */
    private readonly isOther: boolean,
    /** True if the file is only there because others lead to it. */
    private readonly isFollowed: boolean,
    /** Returns whether an import leads to a file of the program. */
    readonly leadsIn: (specifier: string) => boolean,
  ) {
    this.whole.usedBy(this.#anyExport);
    this.#anyExport.usedBy(this.top);
  }

  /** Marks a module without `import` and `export`: importing its default gives all its exports. */
  isCommonJs(): void {
    this.#anyExport.usedBy(this.export("default"));
  }

  callable(start: number): Part | undefined {
    return this.#callables.get(start);
  }

  addCallable(start: number, part: Part): void {
    this.#callables.set(start, part);
  }

  place({ start, end }: Span, part: Part): void {
    this.#places.push({ start, end, part });
  }

  get callables(): Iterable<Part> {
    return this.#callables.values();
  }

  /** The number of functions and classes that are relevant, and one more if anything at the top is. */
  get relevantCount(): number {
    let count = 0;
    for (const { relevance } of [this.top, ...this.callables]) if (relevance !== Relevance.None) count++;
    return count;
  }

  variable(variable: Variable): Part {
    const key = keyOf(variable);
    let part = this.#variables.get(key);
    if (!part) this.#variables.set(key, (part = new Part()));
    return part;
  }

  /**
   * Records that code uses something. Where code that names the API uses what functions share, the others are evaluated
   * as well: a fix that changes it changes it for all of them.
   */
  uses(used: Part | undefined, user: Part, sharing: Sharing): void {
    used?.usedBy(user);
    if (!used || sharing === "none" || user === this.top) return;
    if (sharing === "library" && !this.#changed.has(used)) {
      addToGroup(this.#users, used, user);
      return;
    }
    let together = this.#together.get(used);
    if (!together) this.#together.set(used, (together = new Part()));
    together.usedBy(user);
    user.onSource(() => together.raise(Relevance.Local));
  }

  /** Records that a value changes what a variable stands for, such as the defaults of a library, for all that use it. */
  changes(used: Part, value: Part): void {
    value.usedBy(used);
    this.#changed.add(used);
    for (const user of this.#users.get(used) ?? []) this.uses(used, user, "program");
    this.#users.delete(used);
  }

  /** Returns the part of the objects of a type that the module declares or imports. */
  objects(type: Variable): Part {
    const key = keyOf(type);
    let part = this.#objects.get(key);
    if (!part) this.#objects.set(key, (part = new Part()));
    return part;
  }

  /** Returns the part of a member of the objects of a class. */
  member(ofClass: Part, name: string): Part {
    let members = this.#members.get(ofClass);
    if (!members) this.#members.set(ofClass, (members = new Map<string, Part>()));
    let part = members.get(name);
    if (!part) members.set(name, (part = new Part()));
    return part;
  }

  /** Returns the members of the objects of a class that were met. */
  membersOf(ofClass: Part): Iterable<readonly [string, Part]> {
    return this.#members.get(ofClass) ?? [];
  }

  /** Says that all code of the module has its part: its tree is not kept in memory for more. */
  end(): void {
    this.#variables.clear();
    this.#objects.clear();
    this.#together.clear();
    this.#users.clear();
    this.#changed.clear();
    this.#members.clear();
  }

  link(specifier: string, name: string, part: Part): void {
    this.onLink({ specifier, name, part });
  }

  /** Adds a part to an export of another module. */
  addTo(specifier: string, name: string, part: Part): void {
    this.onLink({ specifier, name, part, adds: true });
  }

  /** Shares the variables of this module with another one. */
  shareVariables(specifier: string): void {
    this.onLink({ specifier, name: ALL, part: this.top, variables: this.shared });
  }

  /** Connects another module with an export of this one. */
  take({ name, part, adds, variables }: Link): void {
    if (variables) this.shared.sharedWith(variables);
    else if (adds) part.usedBy(this.export(name));
    else if (isOfObjects(name)) join(part, this.export(name));
    else this.export(name).usedBy(part);
  }

  /** Returns the part of an imported name; `export *` may bring it from other modules. */
  export(name: string): Part {
    if (name === ALL) return this.#anyExport;
    let part = this.#exports.get(name);
    if (!part) {
      this.#exports.set(name, (part = new Part()));
      this.whole.usedBy(part);
      part.usedBy(this.#anyExport);
      if (name !== "default") for (const specifier of this.stars) this.link(specifier, name, part);
    }
    return part;
  }

  addStar(specifier: string): void {
    this.stars.push(specifier);
    this.link(specifier, ALL, this.#anyExport);
    for (const [name, part] of this.#exports) if (name !== "default") this.link(specifier, name, part);
  }

  /** The names under which something is exported that concerns those who import it. */
  get sharedNames(): string[] {
    return [...this.#exports].flatMap(([name, part]) =>
      part.relevance >= Relevance.Shared ? [isOfObjects(name) ? name.slice(OBJECTS.length) : name] : [],
    );
  }

  /**
   * The exports that may be, or lead to, objects with some members that concern those who import them. Those from below
   * are the objects of a type that a class extends or implements.
   */
  get heldNames(): { readonly name: string; readonly part: Part; readonly isFromBelow: boolean }[] {
    const all = [...this.#exports, ["", this.whole] as const].filter(([, { held }]) => held.length > 0);
    return all.map(([key, part]) => {
      const isFromBelow = isOfObjects(key);
      // An import of the default or the whole need not write the name.
      const name = isFromBelow ? key.slice(OBJECTS.length) : key === "default" ? "" : key;
      return { name, part, isFromBelow };
    });
  }

  /** Records that the part contains a property name that others use as well. */
  addName(part: Part, isDistinctive: boolean): void {
    this.#named.push(part);
    if (isDistinctive) this.#hasOwnReason = true;
    this.raise(part, this.#isShared ? Relevance.Shared : Relevance.Local);
  }

  /** Records that the part itself mentions the API. */
  raise(part: Part, relevance: Relevance): void {
    if (relevance !== Relevance.None) this.#mentionsItself = true;
    part.raise(this.isOther ? Math.min(relevance, Relevance.Local) : relevance);
  }

  /** Records that it contains a path, which may be that of a request. */
  addPath(): void {
    this.#mentionsItself = true;
  }

  /** Records that the part sets up clients that other code gets from elsewhere. */
  addRegistration(part: Part): void {
    this.#hasOwnReason = true;
    part.raise(Relevance.Local);
  }

  /** True if it is relevant by what it takes from others, or by itself. */
  get isConcerned(): boolean {
    return this.top.relevance >= this.#least;
  }

  /** The least relevance by which a file that others lead to matters. */
  get #least(): Relevance {
    return this.isOther && !this.#hasOwnReason ? Relevance.Shared : Relevance.Local;
  }

  /** Returns whether a function or class is evaluated without a caller. */
  isEntry(part: Part): boolean {
    return part.relevance >= (this.isFollowed ? this.#least : Relevance.Local);
  }

  get mentionsItself(): boolean {
    return this.#mentionsItself;
  }

  /** Marks the module as one whose names concern other modules as well. */
  share(): void {
    this.#isShared = true;
    for (const part of this.#named) part.raise(Relevance.Shared);
  }

  /** Marks everything in the module as relevant to others. */
  shareAll(): void {
    this.share();
    for (const { part } of this.#places) part.raise(Relevance.Shared);
    for (const part of this.#exports.values()) part.raise(Relevance.Shared);
    this.whole.raise(Relevance.Shared);
  }

  /** Returns the innermost part at an offset. */
  at(offset: number): Part {
    // Parts are found from the outside in.
    const around = this.#places.findLast(({ start, end }) => start <= offset && offset <= end);
    return around?.part ?? this.top;
  }
}
