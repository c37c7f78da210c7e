import { stepsOf } from "../../catalog/matchers/properties.js";
import type { PropertyData } from "../../catalog/model.js";
import type { Tree } from "../../facts/tree.js";
import type { MemberMoves } from "../payload/move-members.js";

type Found =
  | { readonly ok: true; readonly moves: MemberMoves }
  /** One clause for each property that a person must decide about. */
  | { readonly ok: false; readonly blockers: readonly string[] };

/** Returns the new paths of the members of a body that only have another path now, or what a person must decide. */
export function memberMovesOf(body: Tree, changes: readonly PropertyData[]): Found {
  const byPath = new Map(changes.map((property) => [stepsOf(property.path).join("."), property]));
  const moves: Record<string, string> = {};
  const blockers = new Set<string>();
  visit(body, []);
  return blockers.size > 0 ? { ok: false, blockers: [...blockers] } : { ok: true, moves };

  function visit(tree: Tree, path: readonly string[]): void {
    if (tree.kind === "list") for (const item of tree.items) visit(item, [...path, "[]"]);
    if (tree.kind !== "object") return;
    for (const { key, value } of tree.members) {
      const own = [...path, key];
      const property = byPath.get(own.join("."));
      const { replacement: [to, ...others] = [], sameValue } = property ?? {};
      if (!property) visit(value, own);
      else if (path.length === 0 && sameValue && to !== undefined && others.length === 0) moves[key] = to;
      else blockers.add(`the request body has ${property.path}, and no single property replaces it`);
    }
  }
}
