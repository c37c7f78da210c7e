import type { ObjectExpression } from "@oxc-project/types";
import { addAll } from "../../../core/add-all.js";
import type { Edit } from "../../../core/finding.js";
import type { Span } from "../../../core/span.js";
import { keyName } from "../../../analysis/evaluation/patterns.js";
import { groupBy } from "../../../core/group-by.js";
import { insertItems, listIn, removeItems } from "./comma-lists.js";
import { isElement } from "../../editing/steps.js";
import type { ReadMove } from "./reads.js";
import { refuse } from "../../editing/refusal.js";
import type { NodeOf, SourceTree } from "./source-tree.js";
import { isIdentifierName, writeString } from "./written-values.js";

interface Move {
  readonly property: NodeOf<"Property">;
  readonly object: ObjectExpression;
  readonly path: readonly string[];
}

/**
 * Makes members of object literals stand where such values are now: `{ srvAddress: x }` becomes
 * `{ connectionStrings: { standardSrv: x } }`. What the object states at the new place already stays as it is.
 */
export function renameKeys(tree: SourceTree, moves: readonly ReadMove[]): readonly Edit[] {
  const edits: Edit[] = [];
  const found = moves.map(({ place, path }) => memberAt(tree, place, path));
  for (const [object, own] of groupBy(found, (move) => move.object)) {
    const removed = new Set<Move>();
    for (const [head, group] of groupBy(own, ({ path }) => path[0]!)) {
      const there = object.properties.find(
        (property) => property.type === "Property" && !property.computed && keyName(property.key) === head,
      );
      const { kept, changes } = there ? intoExisting(tree, there, group) : intoFirst(tree, group);
      addAll(edits, changes);
      for (const move of group) if (move !== kept) removed.add(move);
    }
    addAll(edits, removalsOf(tree, object, removed));
  }
  return edits;
}

function memberAt(tree: SourceTree, place: Span, path: readonly string[]): Move {
  if (path.length === 0) refuse("there is no member to write instead");
  if (path.some(isElement)) refuse("the value belongs into the elements of a list");
  for (const key of tree.nodesAt(place)) {
    const property = tree.parentOf(key);
    if (property?.type !== "Property" || property.key !== key) continue;
    const object = tree.parentOf(property);
    if (object?.type !== "ObjectExpression") continue;
    if (property.computed) refuse("the name of the member is computed");
    if (property.kind !== "init" || property.method) refuse("the member is a function of the object");
    if (object.properties.some(({ type }) => type === "SpreadElement"))
      refuse("the object spreads another one");
    if (keyName(key) === path[0]) refuse(`\`${path[0]}\` is already written there`);
    return { property, object, path };
  }
  return refuse("the place is not the name of a member of an object literal");
}

interface Changes {
  /** The member that stays, under its new name. */
  readonly kept?: Move;
  readonly changes: readonly Edit[];
}

/** The first of the members becomes the object, and takes the others in. */
function intoFirst(tree: SourceTree, moves: readonly Move[]): Changes {
  const [first, ...others] = moves as readonly [Move, ...Move[]];
  const { property, path } = first;
  if (others.length > 0 && moves.some((move) => move.path.length !== 2))
    refuse("several members would get the same name");
  const names = new Set(moves.map((move) => move.path[1]));
  if (others.length > 0 && names.size < moves.length) refuse("several members would get the same name");
  const [head, ...tail] = path.map((name) => writeName(tree, property, name));
  const opening = tail.map((name) => `{ ${name}: `).join("");
  const closing = others.map((move) => `, ${innerMember(tree, move)}`).join("") + " }".repeat(tail.length);
  const { key, value } = property;
  const start = property.shorthand
    ? [tree.insert(property.start, `${head!}: ${opening}`)]
    : [
        tree.edit(key.start, key.end, head!),
        ...insertion(tree, tree.withParentheses(value, property).start, opening),
      ];
  return { kept: first, changes: [...start, ...insertion(tree, property.end, closing)] };
}

function insertion(tree: SourceTree, offset: number, text: string): Edit[] {
  return text === "" ? [] : [tree.insert(offset, text)];
}

function intoExisting(tree: SourceTree, there: Span, moves: readonly Move[]): Changes {
  const { value } = there as NodeOf<"Property">;
  const name = moves[0]!.path[0]!;
  if (value.type !== "ObjectExpression" || value.properties.some(({ type }) => type === "SpreadElement"))
    return refuse(`\`${name}\` is there already, and its value is written elsewhere`);
  if (moves.some(({ path }) => path.length !== 2)) refuse(`\`${name}\` is there already`);
  const known = new Set(value.properties.map((one) => (one.type === "Property" ? keyName(one.key) : "")));
  const added = moves.filter(({ path }) => !known.has(path[1]!));
  if (new Set(added.map(({ path }) => path[1])).size < added.length)
    refuse("several members would get the same name");
  if (added.length === 0) return { changes: [] };
  const list = listIn(tree, value, value.properties, tree.style.bracePadding);
  const changes = insertItems(tree, list, list.items.length, () =>
    added.map((move) => innerMember(tree, move)),
  );
  return { changes };
}

/** The member as one of the object that it moves to. */
function innerMember(tree: SourceTree, { property, path }: Move): string {
  const name = path[1]!;
  const { key, value } = property;
  if (property.shorthand) return keyName(key) === name ? name : `${name}: ${tree.slice(value)}`;
  if (tree.commentsBetween(property.start, property.end).length > 0)
    refuse("there is a comment inside the member");
  const start = tree.skipForward(tree.skipForward(key.end) + 1);
  return `${writeName(tree, property, name)}: ${tree.text.slice(start, property.end)}`;
}

function removalsOf(tree: SourceTree, object: ObjectExpression, removed: ReadonlySet<Move>): Edit[] {
  if (removed.size === 0) return [];
  const list = listIn(tree, object, object.properties, tree.style.bracePadding);
  const properties = new Set<unknown>([...removed].map(({ property }) => property));
  const indexes = object.properties.flatMap((property, index) => (properties.has(property) ? [index] : []));
  return removeItems(tree, list, new Set(indexes)) ?? refuse("there is a comment beside the member");
}

/** A name with quotes where the old one has them or the new one needs them. */
function writeName(tree: SourceTree, { key }: NodeOf<"Property">, name: string): string {
  if (key.type === "Literal") return writeString(name, tree.text[key.start] === "'" ? "'" : '"');
  return isIdentifierName(name) ? name : writeString(name, tree.style.quote);
}
