import { addAll } from "../../core/add-all.js";
import type { Direction } from "../model.js";
import { ANY, type Member, type Members } from "./members.js";

/** A change of a property between two versions of a body. */
export interface Change {
  readonly path: string;
  readonly direction: Direction;
  readonly kind: "removed" | "added" | "read-only" | "retyped" | "required";
  /** The property before; after the change, if it is added. */
  readonly member: Member;
  /** Of `retyped`: the new type. */
  readonly type?: string;
}

export interface Comparison {
  readonly changes: readonly Change[];
  readonly clauses: readonly Clause[];
}

/** A change that no removed property shows: a value that is no longer taken, a new requirement. */
export interface Clause {
  readonly path: string;
  readonly kind: "values" | "required";
  readonly text: string;
}

/** Compares a body of two versions. Of what is removed or added as a whole only the outermost property is listed. */
export function compare(before: Members, after: Members, direction: Direction): Comparison {
  const changes: Change[] = [];
  const clauses: Clause[] = [];
  const isRequest = direction === "request";
  const gone = new Set<string>();
  for (const [path, member] of before) {
    if (isRequest && member.isReadOnly) continue;
    const now = after.get(path);
    if (!now) {
      gone.add(path);
      if (!isInside(path, gone)) changes.push({ path, direction, kind: "removed", member });
    } else if (isRequest && now.isReadOnly) {
      changes.push({ path, direction, kind: "read-only", member });
    } else {
      if (isOtherType(member.type, now.type))
        changes.push({ path, direction, kind: "retyped", member, type: now.type });
      if (!isRequest) continue;
      addAll(clauses, clausesOf(member, now));
      if (now.isRequired && !member.isRequired) changes.push({ path, direction, kind: "required", member });
    }
  }
  const added = new Set<string>();
  for (const [path, member] of after) {
    if (before.has(path) || (isRequest && member.isReadOnly)) continue;
    added.add(path);
    if (isInside(path, added)) continue;
    changes.push({ path, direction, kind: "added", member });
    if (!isRequest || !member.isRequired) continue;
    clauses.push(requirement(path));
    changes.push({ path, direction, kind: "required", member });
  }
  return { changes, clauses };
}

/** Returns what a request may no longer state, or must state. */
function clausesOf({ path, values, isRequired }: Member, now: Member): Clause[] {
  const missing = values.filter((value) => now.values.length > 0 && !now.values.includes(value));
  return [
    ...(missing.length === 0
      ? []
      : [{ path, kind: "values", text: `${path} does not take ${missing.join(", ")}` } as const]),
    ...(now.isRequired && !isRequired ? [requirement(path)] : []),
  ];
}

function requirement(path: string): Clause {
  return { path, kind: "required", text: `requests must have ${path}` };
}

/** Returns whether a path stands inside one of others. */
function isInside(path: string, others: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf("."); end > 0; end = path.lastIndexOf(".", end - 1))
    if (others.has(path.slice(0, end).replace(/(?:\[\])+$/, ""))) return true;
  return false;
}

/** An unknown type counts as the same type, and a number may be an integer. */
function isOtherType(one: string, other: string): boolean {
  if (one.includes(ANY) || other.includes(ANY)) return false;
  const plain = (type: string): string =>
    [...new Set(type.replaceAll("integer", "number").split(" or "))].sort().join(" or ");
  return plain(one) !== plain(other);
}
