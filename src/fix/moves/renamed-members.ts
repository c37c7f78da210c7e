import { stepsOf } from "../../catalog/matchers/properties.js";
import type { PropertyData } from "../../catalog/model.js";
import { addAll } from "../../core/add-all.js";
import type { Edit } from "../../core/finding.js";
import type { Tree } from "../../facts/tree.js";
import { isRefusal, type Editors } from "../../frontends/editor.js";
import { newNameOf } from "./cluster-fields.js";
import { NO_EDITOR } from "./doubts.js";

type Renamed =
  | { readonly ok: true; readonly edits: readonly Edit[]; readonly doubts: readonly string[] }
  | { readonly ok: false; readonly blockers: readonly string[] };

/** Renames the members of a body that only have another name now. Returns all edits, or why a person must decide. */
export function renameMembers(body: Tree, changes: readonly PropertyData[], editors: Editors): Renamed {
  const byPath = new Map(changes.map((property) => [stepsOf(property.path).join("."), property]));
  const edits: Edit[] = [];
  const blockers: string[] = [];
  visit(body, []);
  return blockers.length > 0 ? { ok: false, blockers } : { ok: true, edits, doubts: [] };

  function visit(tree: Tree, path: readonly string[]): void {
    if (tree.kind === "list") for (const item of tree.items) visit(item, [...path, "[]"]);
    if (tree.kind !== "object") return;
    for (const { key, keyPlace, value } of tree.members) {
      const own = [...path, key];
      const property = byPath.get(own.join("."));
      if (!property) {
        visit(value, own);
        continue;
      }
      const name = newNameOf(property);
      const result =
        keyPlace && name !== undefined
          ? (editors(keyPlace.path)?.renameKeys([{ place: keyPlace, path: [name] }]) ?? {
              refused: NO_EDITOR,
            })
          : { refused: `the request body has ${property.path}, and no single property replaces it` };
      if (isRefusal(result)) blockers.push(result.refused);
      else addAll(edits, result);
    }
  }
}
