import type { Location } from "../core/span.js";
import { holesOf, type Hole, type Text } from "./text.js";

/**
 * A snapshot of a value at one moment: a body when it is sent, the options of a call. It does not depend on the
 * language.
 */
export type Tree = TextLeaf | ScalarLeaf | ObjectTree | ListTree | HoleLeaf | ChoiceTree;

interface TextLeaf {
  readonly kind: "text";
  readonly text: Text;
}

interface ScalarLeaf {
  readonly kind: "scalar";
  readonly value: number | boolean | null;
  readonly place?: Location;
}

export interface ObjectTree {
  readonly kind: "object";
  readonly members: readonly Member[];
  /** The literal that created the object. */
  readonly place?: Location;
  /** Unknown parts that may add members: spreads of unknown objects, computed keys. */
  readonly open: readonly Hole[];
  /** True if the value is unknown, and only its type tells the members. */
  readonly isDeclared?: true;
}

export interface ListTree {
  readonly kind: "list";
  readonly items: readonly Tree[];
  /** The number of elements is unknown; each of `items` may occur any number of times. */
  readonly isOfUnknownLength?: boolean;
  readonly place?: Location;
  readonly open: readonly Hole[];
}

interface HoleLeaf {
  readonly kind: "hole";
  readonly hole: Hole;
}

/** One of several values, each possible. */
interface ChoiceTree {
  readonly kind: "choice";
  readonly of: readonly Tree[];
}

export interface Member {
  readonly key: string;
  /** The key, or the member expression of an assignment. */
  readonly keyPlace?: Location;
  readonly value: Tree;
  /** True if the member exists in every branch that leads here and nothing unknown may have replaced it. */
  readonly certain: boolean;
}

/** Returns the first unknown part of a value that is unknown, or a text with unknown parts, which may be any JSON. */
export function unknownPart(tree: Tree): Hole | undefined {
  if (tree.kind === "hole") return tree.hole;
  if (tree.kind === "object" && tree.isDeclared) return tree.open[0];
  return tree.kind === "text" ? holesOf(tree.text)[0] : undefined;
}
