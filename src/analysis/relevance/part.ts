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

/** Functions and classes tell what `this` stands for in them; arrow functions are like everything else. */
export type PartKind = "function" | "class" | "other";

/**
 * A piece of code that is relevant, or is not: a function, a class, a variable, an export, the value of an assignment.
 * When it becomes relevant, the parts that use or contain it do so as well.
 */
export class Part {
  relevance = Relevance.None;
  /** Absent where nothing more can be passed on to users. */
  #users: Part[] | undefined;
  /** Users of what this part makes. */
  #makes: Part[] | undefined;

  constructor(
    /** The part that contains it. */
    readonly parent?: Part,
    readonly kind: PartKind = "other",
  ) {
    if (parent) this.usedBy(parent);
  }

  /** Makes a part relevant if this one, which it uses, is relevant. */
  usedBy(user: Part): void {
    if (user === this) return;
    user.raise(this.#passedTo(user, this.relevance));
    if (this.relevance === Relevance.Source) return;
    if (this.#users) this.#users.push(user);
    else this.#users = [user];
  }

  /** Makes a part relevant if this one names the API itself. */
  makes(made: Part): void {
    if (this.relevance === Relevance.Source) made.raise(Relevance.Shared);
    else if (this.#makes) this.#makes.push(made);
    else this.#makes = [made];
  }

  /** Raises the relevance of this part and of all that use it. Not recursive, because chains of uses may be long. */
  raise(relevance: Relevance): void {
    const open: (readonly [Part, Relevance])[] = [[this, relevance]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [part, raised] = next;
      if (part.relevance >= raised) continue;
      part.relevance = raised;
      for (const user of part.#users ?? []) open.push([user, part.#passedTo(user, raised)]);
      if (raised < Relevance.Source) continue;
      for (const made of part.#makes ?? []) open.push([made, Relevance.Shared]);
      part.#users = part.#makes = undefined;
    }
  }

  /** Code that uses a function or a class does not name the API itself. */
  #passedTo(user: Part, relevance: Relevance): Relevance {
    const isValue = this.kind === "other" || user === this.parent;
    return isValue ? relevance : Math.min(relevance, Relevance.Shared);
  }
}

/**
 * Makes a method a user of its class. Functions outside of classes do not belong together where `top`, the part of the
 * file, is given.
 */
export function usesThis(owner: Part, top: Part | undefined): void {
  for (let at = owner; at.parent && at.kind !== "class"; at = at.parent) {
    if (at.parent === top) return;
    at.parent.usedBy(at);
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
