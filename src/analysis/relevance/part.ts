import type { Node } from "@oxc-project/types";
import { addAll } from "../../core/add-all.js";

/** The reach of a reason to evaluate code. */
export enum Relevance {
  None,
  /** For the file itself. */
  Local,
  /** Also for the files that import it. */
  Shared,
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
    user.raise(this.relevance);
    if (this.relevance === Relevance.Shared) return;
    if (this.#users) this.#users.push(user);
    else this.#users = [user];
  }

  /** Raises the relevance of this part and of all that use it. Not recursive, because chains of uses may be long. */
  raise(relevance: Relevance): void {
    const open: Part[] = [this];
    for (let part = open.pop(); part; part = open.pop()) {
      if (part.relevance >= relevance) continue;
      part.relevance = relevance;
      if (part.#users) addAll(open, part.#users);
      if (relevance === Relevance.Shared) part.#users = undefined;
    }
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
