import type { Node } from "@oxc-project/types";

/** The reach of a reason to evaluate code. */
export enum Relevance {
  None,
  /** For the file itself. */
  Local,
  /** Also for the files that import it. */
  Shared,
  /** It names the API itself, or is a value that does. */
  Source,
}

/** Stands for making an object of a class that is not known by its name. */
export const NEW = "new";

/** Stands for making an object of a class with a name. */
export function newOf(name: string): string {
  return `new ${name}`;
}

/** Stands for a member with a computed name. */
export const ANY_MEMBER = "*";

/** Returns the name of a member that code uses of its own object. */
export function ofThis(name: string): string {
  return `this.${name}`;
}

/**
 * Members of the objects of a class that have to do with the API. Code that may have such objects is relevant if it uses
 * one of these members.
 */
export class HeldMembers {
  readonly #names = new Set<string>();
  readonly #holders: Part[] = [];
  /** Parts that get the objects, until there is a member that matters. */
  #waiting: Part[] = [];

  /** @param isOpen true if all code that may have such an object is relevant, as the members are not known */
  constructor(readonly isOpen: boolean) {}

  get names(): ReadonlySet<string> {
    return this.#names;
  }

  add(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const part of waiting) part.hold(this);
    for (const holder of this.#holders) if (holder.uses(name)) holder.raise(Relevance.Shared);
  }

  /** Hands the objects to a part, and to all that use it. */
  handTo(part: Part): void {
    if (this.isOpen || this.#names.size > 0) part.hold(this);
    else this.#waiting.push(part);
  }

  heldBy(part: Part): void {
    this.#holders.push(part);
  }

  /** Returns whether code that uses some members uses one of these. */
  isUsedIn(used: ReadonlySet<string> | undefined): boolean {
    if (this.isOpen) return true;
    if (!used) return false;
    if (used.has(ANY_MEMBER) && this.#names.size > 0) return true;
    for (const name of this.#names) if (used.has(name)) return true;
    return false;
  }
}

/** Functions and classes tell what `this` stands for in them; arrow functions are like everything else. */
export type PartKind = "function" | "class" | "other";

/**
 * A piece of code that is relevant, or is not: a function, a class, a variable, an export, the value of an assignment.
 * When it becomes relevant, the parts that use or contain it do so as well.
 */
export class Part {
  relevance = Relevance.None;
  /** The same without what a method only has because of its class, and a class because of its methods. */
  #own = Relevance.None;
  /** Absent where nothing more can be passed on to users. */
  #users: Part[] | undefined;
  /** Methods, for which the class that this part is matters. */
  #methods: Part[] | undefined;
  /** The names of the class that this part is. */
  #classNames: Part[] | undefined;
  /** Actions for the time when this part names the API itself. */
  #makes: (() => void)[] | undefined;
  /** Called when it becomes relevant to others by itself. */
  #onShared: (() => void)[] | undefined;
  /** Members of objects that this part may have, with the number of functions and classes that handed them on. */
  #held: Map<HeldMembers, number> | undefined;
  /** Names of members that the code of this part uses. */
  #used: Set<string> | undefined;

  constructor(
    /** The part that contains it. */
    readonly parent?: Part,
    readonly kind: PartKind = "other",
    /** True for a member of the class that contains it: who uses the class need not use the member. */
    private readonly isMember = false,
  ) {
    if (parent && !isMember) this.usedBy(parent);
  }

  /** Makes a part relevant if this one, which it uses, is relevant. */
  usedBy(user: Part): void {
    if (user === this) return;
    raise([user, this.#passedTo(user, this.relevance), this.#passedTo(user, this.#own)]);
    if (this.#own === Relevance.Source) return;
    for (const [held, hops] of this.#held ?? []) user.hold(held, this.#hopsTo(user, hops));
    if (this.#users) this.#users.push(user);
    else this.#users = [user];
  }

  /** Makes a method relevant if this class is. */
  hasMethod(method: Part): void {
    raise([method, this.#passedTo(method, this.relevance), Relevance.None]);
    if (this.relevance === Relevance.Source) return;
    for (const [held, hops] of this.#held ?? []) method.hold(held, hops);
    if (this.#methods) this.#methods.push(method);
    else this.#methods = [method];
  }

  /** Makes a name of this class relevant if the class is, apart from its members. */
  isNamed(name: Part): void {
    const passed = this.#passedTo(name, this.#own);
    raise([name, passed, passed]);
    for (const [held, hops] of this.#held ?? []) name.hold(held, hops + 1);
    if (this.#classNames) this.#classNames.push(name);
    else this.#classNames = [name];
  }

  /** Calls a function if this part names the API itself, now or later. */
  onSource(act: () => void): void {
    if (this.relevance === Relevance.Source) act();
    else if (this.#makes) this.#makes.push(act);
    else this.#makes = [act];
  }

  /** Calls a function if this part is relevant to others by itself, now or later. */
  onShared(act: () => void): void {
    if (this.#own >= Relevance.Shared) act();
    else if (this.#onShared) this.#onShared.push(act);
    else this.#onShared = [act];
  }

  /** Raises the relevance of this part and of all that use it. */
  raise(relevance: Relevance): void {
    raise([this, relevance, relevance]);
  }

  /** Takes one step of raising: adds those that are to be raised next. */
  raiseTo(raised: Relevance, own: Relevance, open: Raised[]): void {
    const isMore = this.relevance < raised;
    if (!isMore && this.#own >= own) return;
    this.relevance = Math.max(this.relevance, raised);
    this.#own = Math.max(this.#own, own);
    for (const user of this.#users ?? [])
      open.push([user, this.#passedTo(user, raised), this.#passedTo(user, own)]);
    if (this.isMember && this.parent)
      open.push([this.parent, this.#passedTo(this.parent, raised), Relevance.None]);
    for (const name of this.#classNames ?? [])
      open.push([name, this.#passedTo(name, own), this.#passedTo(name, own)]);
    if (isMore)
      for (const method of this.#methods ?? [])
        open.push([method, this.#passedTo(method, raised), Relevance.None]);
    if (this.#own >= Relevance.Shared) {
      for (const act of this.#onShared ?? []) act();
      this.#onShared = undefined;
    }
    if (this.#isUsedWhole) this.#used = this.#held = undefined;
    if (this.relevance === Relevance.Source) {
      for (const act of this.#makes ?? []) act();
      this.#makes = this.#methods = undefined;
    }
    if (this.#own === Relevance.Source) this.#users = undefined;
  }

  /** True if all that use it are relevant to others. */
  get #isUsedWhole(): boolean {
    return (this.kind === "class" ? this.#own : this.relevance) >= Relevance.Shared;
  }

  /** Says that this part, and all that use it, may have objects with some members. */
  hold(held: HeldMembers, hops = 0): void {
    const open: (readonly [Part, number])[] = [[this, hops]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [part, passed] = next;
      if (passed > MAX_HOPS || part.#isUsedWhole || passed >= (part.#held?.get(held) ?? Infinity)) continue;
      if (!part.#held?.has(held)) held.heldBy(part);
      (part.#held ??= new Map<HeldMembers, number>()).set(held, passed);
      for (const user of part.#users ?? []) open.push([user, part.#hopsTo(user, passed)]);
      for (const method of part.#methods ?? []) open.push([method, passed]);
      for (const name of part.#classNames ?? []) open.push([name, passed + 1]);
      if (part.isMember && part.parent) open.push([part.parent, passed]);
      if (held.isUsedIn(part.#used)) part.raise(Relevance.Shared);
    }
  }

  /** Code that names a function or a class may get an object of it. */
  #hopsTo(user: Part, hops: number): number {
    return this.kind === "other" || user === this.parent ? hops : hops + 1;
  }

  /** Says that code of this part uses a member of an object, which may be one that it holds. */
  use(name: string): void {
    if (!this.#isUsedWhole && this.#used?.has(name) !== true) {
      if (this.#used) this.#used.add(name);
      else this.#used = new Set([name]);
      if (this.held.some((held) => held.isUsedIn(this.#used))) this.raise(Relevance.Shared);
    }
    if (!this.isMember) this.parent?.use(name);
  }

  uses(name: string): boolean {
    return this.#used?.has(name) === true || this.#used?.has(ANY_MEMBER) === true;
  }

  /** The members of objects that this part may have; empty for a part that is relevant to others. */
  get held(): readonly HeldMembers[] {
    return this.#held ? [...this.#held.keys()] : [];
  }

  /** Returns whether a function or class that uses this part may pass objects with some members to others. */
  handsOn(held: HeldMembers): boolean {
    return (this.#held?.get(held) ?? MAX_HOPS) < MAX_HOPS;
  }

  /** Code that uses a function or a class does not name the API itself. */
  #passedTo(user: Part, relevance: Relevance): Relevance {
    const isValue = this.kind === "other" || user === this.parent;
    return isValue ? relevance : Math.min(relevance, Relevance.Shared);
  }
}

/** An object is looked for where it is made, and where one function or class hands it on. */
const MAX_HOPS = 1;

type Raised = readonly [part: Part, relevance: Relevance, own: Relevance];

/** Raises parts and all that use them. Not recursive, because chains of uses may be long. */
function raise(first: Raised): void {
  const open: Raised[] = [first];
  for (let next = open.pop(); next; next = open.pop()) next[0].raiseTo(next[1], next[2], open);
}

/** Returns the class that a part of a method is in, if there is one, and the part of the member of it. */
export function classAround(owner: Part): { readonly ofClass: Part; readonly within: Part } | undefined {
  let within = owner;
  for (let at: Part | undefined = owner; at; at = at.parent) {
    if (at.kind === "class") return { ofClass: at, within };
    within = at;
  }
  return undefined;
}

/**
 * Makes a method a user of its class. Functions outside of classes do not belong together where `top`, the part of the
 * file, is given.
 */
export function usesThis(owner: Part, top: Part | undefined): void {
  for (let at = owner; at.parent && at.kind !== "class"; at = at.parent) {
    if (at.parent === top) return;
    at.parent.hasMethod(at);
    if (at.kind === "function") return;
  }
}

/** Returns the kind of the part of a function or class. */
export function kindOf({ type }: Node): PartKind {
  if (type === "ArrowFunctionExpression") return "other";
  return type === "ClassDeclaration" || type === "ClassExpression" ? "class" : "function";
}

/** Makes two parts users of each other. */
export function join(one: Part, other: Part): void {
  one.usedBy(other);
  other.usedBy(one);
}
