import type { Node } from "@oxc-project/types";
import { PlaceIndex } from "../../../core/place-index.js";
import { contains, type Span } from "../../../core/span.js";
import type { Names } from "../../../analysis/evaluation/module-record.js";
import { Usages, type StringNames, type UsedTree } from "../../editing/usages.js";
import { walk } from "../../../analysis/walk.js";
import type { Usage } from "../../editor.js";
import type { CoreProgram } from "../core-tree.js";
import { treeOf } from "../program.js";

/** Methods and functions of the lowered languages; none of these names means something else in another one. */
const NAMES: StringNames = {
  sameText: new Set([
    ...["to_s", "to_str", "strip", "chomp", "dup", "freeze", "presence", "trim", "Trim", "toString"],
    ...["ToString", "unwrap", "AsString", "GetString", "asText", "String"],
  ]),
  takers: new Set(
    [
      "find rfind index rindex lstrip rstrip match? insert each_char",
      "indexOf lastIndexOf matches charAt IndexOf LastIndexOf Insert TrimStart TrimEnd",
    ].flatMap((line) => line.split(" ")),
  ),
  parsers: new RegExp(
    `^(?:${[
      String.raw`parse\w*|Parse\w*|\w*split\w*|Split\w*|\w*parse_uri|urlparse|urlsplit|URI|URL|Uri|UriBuilder`,
      String.raw`ConnectionString|MongoUrl|MongoUrlBuilder|URI\\.create|match|fullmatch|search|sub|findall|finditer`,
      "Match|Matches|IsMatch|Replace|ReplaceAll|ReplaceAllString|FindString|FindStringSubmatch|MatchString",
      "Trim(?:Prefix|Suffix|Left|Right)|Cut|Fields|Index|LastIndex|py:slice|py:at|rb:mutate",
    ].join("|")})$`,
  ),
  joiners: new Set([
    "concat",
    "Concat",
    "join",
    "Join",
    "format",
    "Format",
    "formatted",
    "sprintf",
    "Sprintf",
    "Sprint",
  ]),
  joining: new Set(["%"]),
  searching: new Set(["=~", "!~"]),
  asking: new Set(["nil?", "empty?", "blank?", "present?", "isEmpty", "isBlank"]),
};

/** The core trees of a text, in which uses of values are looked up. */
export class LoweredUsages {
  readonly #trees: readonly KeyedTree[];

  constructor(programs: readonly CoreProgram[]) {
    this.#trees = programs.map(keyedTree);
  }

  /** Returns the use of a value that the text reads at a place; unknown if its core trees do not read it there. */
  of(place: Span): Usage {
    for (const { tree, keys } of this.#trees) {
      const around = keys
        .touching({ ...place, path: "" })
        .filter(({ key }) => contains(key, place))
        .sort((a, b) => b.number - a.number);
      if (around[0]) return usageOfKey(tree, around[0].key);
    }
    return "unknown";
  }
}

/** A tree with the literals and names in it. The ones inside of others have a greater number. */
interface KeyedTree {
  readonly tree: UsedTree;
  readonly keys: PlaceIndex<{ readonly key: Node; readonly number: number }>;
}

function keyedTree(program: CoreProgram): KeyedTree {
  const { program: root, names } = treeOf(program, []) as { program: Node; names: Names };
  const parents = new Map<Node, Node>();
  const keys: KeyedTree["keys"] = new PlaceIndex();
  let number = 0;
  walk(root, (node, parent) => {
    if (parent) parents.set(node, parent);
    if (node.type === "Literal" || node.type === "Identifier")
      keys.add({ path: "", start: node.start, end: node.end }, { key: node, number: number++ });
    return undefined;
  });
  return { tree: { names, isComponent: false, parentOf: (node) => parents.get(node) }, keys };
}

function usageOfKey(tree: UsedTree, key: Node): Usage {
  const usages = new Usages(tree, NAMES, "unknown");
  const parent = tree.parentOf(key);
  switch (parent?.type) {
    case "MemberExpression":
      return parent.property === key ? usages.ofValue(parent) : "unknown";
    // `d.get("a")`
    case "CallExpression":
      return parent.callee === key ? "unknown" : usages.ofValue(parent);
    case "Property":
      return tree.parentOf(parent)?.type === "ObjectPattern" ? usages.ofBinding(parent.value) : "unknown";
    // `"a" in d`
    case "BinaryExpression":
      return "whole";
    default:
      return "unknown";
  }
}
