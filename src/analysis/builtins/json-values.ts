import type { Hole } from "../../facts/text.js";
import { addToGroup } from "../../core/group-by.js";
import { keyOf } from "../../core/span.js";
import type { Member, ObjectTree, Tree } from "../../facts/tree.js";
import { setMember, setSomeMember } from "../evaluation/heap.js";
import { makeList } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import {
  choice,
  heldBy,
  objectValue,
  opaque,
  scalar,
  textOf,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";

/** Makes the value that JSON in a text stands for. Its keys keep their places in the text. */
export function valueOfTree(run: Run, tree: Tree): Value {
  switch (tree.kind) {
    case "text":
      return textOf(tree.text.parts);
    case "scalar":
      return scalar(tree.value, tree.place);
    case "hole":
      return valueOfHole(tree.hole);
    case "choice":
      return choice(tree.of.map((one) => valueOfTree(run, one)));
    case "list": {
      const items = tree.items.map((item) => valueOfTree(run, item));
      if (tree.open.length === 0 && !tree.isOfUnknownLength) return makeList(run, items);
      const list = run.make("Array", tree.place);
      for (const item of [...items, ...tree.open.map(valueOfHole)]) setSomeMember(run.store, list, item);
      return objectValue(list);
    }
    case "object": {
      const object = run.make("Object", tree.place);
      for (const { key, keyPlace, value, certain } of tree.members)
        setMember(run.store, object, key, {
          value: valueOfTree(run, value),
          maybeAbsent: !certain,
          ...(keyPlace ? { keyPlace } : {}),
        });
      const added = tree.open.map(valueOfHole);
      const open = added.filter((value) => value.kind === "unknown");
      for (const value of added) if (value.kind !== "unknown") setSomeMember(run.store, object, value);
      if (open.length > 0) run.store.write(object, { ...run.store.read(object), epoch: -1, open });
      return objectValue(object);
    }
  }
}

function valueOfHole(hole: Hole): UnknownValue | ObjectValue {
  return heldBy(hole) ?? opaque(hole.reason, hole.name, hole.place);
}

/** Joins the objects that are written at one place, and what is in them. Other trees stay as they are. */
export function joinedTrees(trees: readonly Tree[]): readonly Tree[] {
  const groups = new Map<string, ObjectTree[]>();
  const others: Tree[] = [];
  for (const tree of trees.flatMap((one) => (one.kind === "choice" ? one.of : [one]))) {
    if (tree.kind !== "object" || !tree.place) others.push(tree);
    else addToGroup(groups, keyOf(tree.place), tree);
  }
  return [...[...groups.values()].map(joinedObjects), ...others];
}

function joinedObjects(objects: readonly ObjectTree[]): Tree {
  const [first, ...others] = objects;
  if (others.length === 0) return first!;
  const keys = new Set(objects.flatMap(({ members }) => members.map(({ key }) => key)));
  const members = [...keys].map((key): Member => {
    const found = objects.flatMap((one) => one.members.findLast((member) => member.key === key) ?? []);
    const values = joinedTrees(found.map(({ value }) => value));
    return {
      ...found[0]!,
      value: values.length === 1 ? values[0]! : { kind: "choice", of: values },
      certain: found.length === objects.length && found.every(({ certain }) => certain),
    };
  });
  return { ...first!, members, open: objects.flatMap(({ open }) => open) };
}
