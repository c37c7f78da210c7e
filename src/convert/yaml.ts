import {
  isMap,
  isNode,
  isScalar,
  parseAllDocuments,
  visit,
  type Document,
  type Pair,
  type YAMLMap,
} from "yaml";
import { addAll } from "../core/add-all.js";
import { unfitForYaml } from "../core/yaml-limits.js";
import type { ConvertOptions, Decision } from "../fix/cluster/conversion.js";
import type { Unreadable } from "./json.js";
import { convertClusterValue, type JsonData } from "./value.js";

/** The result of the conversion of a text in YAML. */
type YamlConversion =
  | {
      readonly ok: true;
      /** The whole converted text; the given one if there is nothing to convert. */
      readonly text: string;
      readonly decisions: readonly Decision[];
      readonly doubts: readonly string[];
    }
  | { readonly ok: false; readonly blockers: readonly string[] };

const LOSES_COMMENTS = "Comments in what changes are not kept; copy them.";

/** An alias may be in what stays, and its anchor in what goes. */
const ALIASES = "The document has aliases (*name), which convert does not rewrite: write their values out.";

/**
 * Converts the clusters of a text in YAML, each document by itself. Members that do not change stay as they are written,
 * with their comments.
 */
export function convertClusterYaml(text: string, options: ConvertOptions): YamlConversion | Unreadable {
  const unfit = unfitForYaml(text);
  if (unfit) return { ok: false, message: unfit.message };
  const documents = parseAllDocuments(text, { logLevel: "silent" });
  if ("empty" in documents) return { ok: true, text, decisions: [], doubts: [] };
  const [error] = documents.flatMap(({ errors }) => errors);
  if (error)
    return {
      ok: false,
      message: `is not valid YAML: ${withoutPlace(error.message)}`,
      offset: error.pos[0],
    };
  const decisions: Decision[] = [];
  const doubts = new Set<string>();
  const blockers: string[] = [];
  let isChanged = false;
  for (const document of documents) {
    if (hasAliases(document)) {
      blockers.push(ALIASES);
      continue;
    }
    const value = document.toJS() as JsonData;
    const converted = convertClusterValue(value, options);
    if (!converted.ok) {
      addAll(blockers, converted.blockers);
      continue;
    }
    if (converted.value === value) continue;
    isChanged = true;
    if (replaceContents(document, converted.value)) doubts.add(LOSES_COMMENTS);
    addAll(decisions, converted.decisions);
    for (const doubt of converted.doubts) doubts.add(doubt);
  }
  if (blockers.length > 0) return { ok: false, blockers: [...new Set(blockers)] };
  const written = documents.map((document) => document.toString({ lineWidth: 0 })).join("");
  return { ok: true, text: isChanged ? written : text, decisions, doubts: [...doubts] };
}

/** The first line of a message of the parser, which has the place at its end. */
function withoutPlace(message: string): string {
  return message.split("\n")[0]!.replace(/ at line \d+, column \d+:?$/, "");
}

function hasAliases(document: Document): boolean {
  let isFound = false;
  visit(document, {
    Alias: () => {
      isFound = true;
      return visit.BREAK;
    },
  });
  return isFound;
}

/** Replaces the contents of a document. Returns whether comments are lost. */
function replaceContents(document: Document, value: JsonData): boolean {
  const before = document.contents;
  const made = document.createNode(value);
  if (!isMap(before) || !isMap(made)) {
    document.contents = made;
    return hasComments(before);
  }
  const old = new Map(before.items.map((pair) => [keyOf(pair), pair]));
  const pairs = made.items.map((pair): YAMLMap["items"][number] => {
    const same = old.get(keyOf(pair));
    return same && textOf(same, document) === textOf(pair, document) ? same : pair;
  });
  const kept = new Set(pairs);
  before.items = before.items.filter((pair) => !kept.has(pair));
  const isLoss = hasComments(before);
  before.items = pairs as typeof before.items;
  return isLoss;
}

function keyOf({ key }: Pair): string {
  return String(isScalar(key) ? key.value : key);
}

/** Returns the value of a pair as JSON. */
function textOf({ value }: Pair, document: Document): string | undefined {
  return isNode(value) ? JSON.stringify(value.toJS(document)) : undefined;
}

/** Returns whether there is a comment in a node; one before or behind all of it stays. */
function hasComments(node: Document["contents"]): boolean {
  let isFound = false;
  visit(node, {
    Node: (_key, one) => {
      isFound ||= one !== node && (Boolean(one.comment) || Boolean(one.commentBefore));
    },
  });
  return isFound;
}
