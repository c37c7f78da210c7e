import type { FieldFact } from "../facts/field.js";
import type { Tree } from "../facts/tree.js";
import type { FileContext } from "./rule.js";

const known = new WeakMap<FileContext, Map<string, ReadonlySet<string>>>();

/**
 * Returns the keys beside a field: in bodies that its requests send, in reads of their responses, or in responses in
 * tests. An unknown object has the keys of those with the same name in the file.
 */
export function siblingsIn(context: FileContext, field: FieldFact): string[] {
  const groups = known.get(context) ?? group(context);
  known.set(context, groups);
  return [...new Set(keysOf(field).flatMap((key) => [...(groups.get(key) ?? [])]))];
}

function group(context: FileContext): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  const add = (key: string, name: string): void => {
    const names = groups.get(key);
    if (names) names.add(name);
    else groups.set(key, new Set([name]));
  };
  for (const field of context.facts.fields) for (const key of keysOf(field)) add(key, field.name);
  for (const { fact } of context.requests) {
    if (fact.body) visit(fact.body, [], (path, name) => add(keyOf("request", fact.id, path), name));
    for (const answer of fact.answers ?? [])
      visit(answer, [], (path, name) => add(keyOf("response", fact.id, path), name));
  }
  return groups;
}

/** One key for each request: the same place of its body or response. An unknown object has one key. */
function keysOf({ owner, path }: FieldFact): string[] {
  if (owner.kind === "named") return [`named ${[owner.name, ...path.slice(0, -1)].join(".")}`];
  if (!("requests" in owner)) return [];
  return owner.requests.map((id) => keyOf(owner.kind, id, path.slice(0, -1)));
}

function keyOf(kind: "request" | "response", id: string, path: readonly string[]): string {
  return `${kind} ${id} ${path.join(".")}`;
}

function visit(
  tree: Tree,
  path: readonly string[],
  found: (path: readonly string[], name: string) => void,
): void {
  if (tree.kind === "choice") for (const one of tree.of) visit(one, path, found);
  else if (tree.kind === "list") for (const item of tree.items) visit(item, [...path, "[]"], found);
  else if (tree.kind === "object") {
    for (const { key, value } of tree.members) {
      found(path, key);
      visit(value, [...path, key], found);
    }
  }
}
