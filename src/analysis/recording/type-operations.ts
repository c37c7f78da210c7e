import type { Node, Program } from "@oxc-project/types";
import type { FieldFact } from "../../facts/field.js";
import type { Interest } from "../../frontends/interest.js";
import { walk } from "../walk.js";
import { literalNames, typeNameOf } from "./type-names.js";

/** Type operators whose argument names members of another type. */
const BY_NAME = new Set(["Pick", "Omit"]);

/**
 * Returns properties of interest that types name as members of others: `Pick<Cluster, "srvAddress">`,
 * `Cluster["srvAddress"]`.
 *
 * @param declared the declarations of the same file, which show the other members of its types
 */
export function namedMembers(
  program: Program,
  path: string,
  interest: Interest,
  declared: readonly FieldFact[],
): FieldFact[] {
  const fields: FieldFact[] = [];
  walk(program, (node) => {
    const operation = operationOf(node);
    const name = operation && typeNameOf(operation.of);
    if (!operation || name === undefined) return undefined;
    const keys = literalNames(operation.keys);
    const siblings = [...new Set([...keys.map(({ value }) => value), ...membersOf(name, declared)])];
    for (const { value, start, end } of keys) {
      if (!interest.names.has(value)) continue;
      const place = { path, start, end };
      fields.push({
        kind: "field",
        name: value,
        place,
        extent: place,
        access: "declare",
        path: [value],
        owner: { kind: "type", name, siblings, isElsewhere: true },
        trace: [],
        setting: "code",
      });
    }
    return undefined;
  });
  return fields;
}

function operationOf(node: Node): { readonly of: Node; readonly keys: Node } | undefined {
  if (node.type === "TSIndexedAccessType") return { of: node.objectType, keys: node.indexType };
  if (node.type !== "TSTypeReference" || node.typeName.type !== "Identifier") return undefined;
  const [of, keys] = node.typeArguments?.params ?? [];
  return of && keys && BY_NAME.has(node.typeName.name) ? { of, keys } : undefined;
}

function membersOf(name: string, declared: readonly FieldFact[]): readonly string[] {
  const own = declared.find(({ owner, path }) => "name" in owner && owner.name === name && path.length === 1);
  return own && "siblings" in own.owner ? own.owner.siblings : [];
}
