import type { Node } from "@oxc-project/types";
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
  takers: new Set([
    ...[
      "split",
      "rsplit",
      "partition",
      "rpartition",
      "splitlines",
      "replace",
      "removeprefix",
      "removesuffix",
    ],
    ...[
      "find",
      "rfind",
      "index",
      "rindex",
      "lstrip",
      "rstrip",
      "translate",
      "match",
      "match?",
      "scan",
      "slice",
    ],
    ...[
      "gsub",
      "gsub!",
      "sub",
      "sub!",
      "tr",
      "delete_prefix",
      "delete_suffix",
      "byteslice",
      "insert",
      "each_char",
    ],
    ...[
      "substring",
      "subSequence",
      "indexOf",
      "lastIndexOf",
      "replaceAll",
      "replaceFirst",
      "matches",
      "charAt",
    ],
    ...[
      "Split",
      "Substring",
      "Replace",
      "IndexOf",
      "LastIndexOf",
      "Remove",
      "Insert",
      "TrimStart",
      "TrimEnd",
    ],
    ...["substringAfter", "substringBefore", "removePrefix", "removeSuffix", "slice!", "tr!"],
  ]),
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

/** Returns the use of a value that a text reads at a place, by its core trees; unknown if they do not read it there. */
export function loweredUsage(programs: readonly CoreProgram[], place: Span): Usage {
  for (const program of programs) {
    const { program: root, names } = treeOf(program, []) as { program: Node; names: Names };
    const parents = new Map<Node, Node>();
    let key: Node | undefined;
    walk(root, (node, parent) => {
      if (parent) parents.set(node, parent);
      const isKey = (node.type === "Literal" || node.type === "Identifier") && contains(node, place);
      if (isKey) key = node;
      return undefined;
    });
    const tree: UsedTree = { names, isComponent: false, parentOf: (node) => parents.get(node) };
    if (key) return usageOfKey(tree, key);
  }
  return "unknown";
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
