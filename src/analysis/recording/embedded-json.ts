import type { Node } from "@oxc-project/types";
import type { FieldFact } from "../../facts/field.js";
import { knownText, type Text } from "../../facts/text.js";
import type { Member, Tree } from "../../facts/tree.js";
import type { Interest } from "../../frontends/interest.js";
import type { ModuleRecord } from "../evaluation/module-record.js";
import { walk } from "../walk.js";
import type { FieldList } from "./fields.js";
import { treeOfJson } from "./json-text.js";

/** Returns properties in JSON inside strings without a known use: samples, templates, payloads of tests. */
export function embeddedFields(module: ModuleRecord, known: FieldList, interest: Interest): FieldFact[] {
  const fields: FieldFact[] = [];
  walk(module.program, (node, parent) => {
    const text = textOf(node, module.path);
    const tree =
      text && /^\s*[[{]/.test(text.parts[0]!.kind === "segment" ? text.parts[0]!.text : "")
        ? treeOfJson(text, true)
        : undefined;
    if (tree) collect(tree, [], nameFor(parent), interest, known, fields);
    return undefined;
  });
  return fields;
}

/** A string or a template without expressions in the source. */
function textOf(node: Node, path: string): Text | undefined {
  if (node.type === "TemplateLiteral") {
    const [quasi, ...others] = node.quasis;
    if (!quasi || others.length > 0 || quasi.value.cooked !== quasi.value.raw) return undefined;
    // The quotes of a template may be longer than one character.
    return written(quasi.value.raw, { path, start: quasi.start + 1, end: quasi.end - 1 });
  }
  if (node.type !== "Literal" || typeof node.value !== "string") return undefined;
  if (node.end - node.start !== node.value.length + 2) return undefined;
  return written(node.value, { path, start: node.start + 1, end: node.end - 1 });
}

function written(text: string, place: { path: string; start: number; end: number }): Text | undefined {
  if (text.length < MIN_LENGTH) return undefined;
  return {
    kind: "text",
    parts: [{ kind: "segment", text, written: { ...place, exact: true }, hops: undefined }],
  };
}

/** `{"numShards":1}` */
const MIN_LENGTH = 15;

function nameFor(parent: Node | undefined): string | undefined {
  if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") return parent.id.name;
  if (parent?.type === "Property" && parent.key.type === "Identifier") return parent.key.name;
  return undefined;
}

function collect(
  tree: Tree,
  path: readonly string[],
  name: string | undefined,
  interest: Interest,
  known: FieldList,
  fields: FieldFact[],
): void {
  if (tree.kind === "list")
    for (const item of tree.items)
      collect(item, path.length > 0 ? [...path, "[]"] : [], name, interest, known, fields);
  if (tree.kind !== "object") return;
  const siblings = tree.members.map(({ key }) => key);
  for (const { key, keyPlace, value } of tree.members) {
    const own = [...path, key];
    if (keyPlace && interest.names.has(key) && !known.has(keyPlace)) {
      fields.push({
        kind: "field",
        name: key,
        place: keyPlace,
        extent: keyPlace,
        access: "write",
        path: own,
        owner: { kind: "object", siblings, ...(name === undefined ? {} : { name }) },
        trace: [],
        setting: "data",
        ...(value.kind === "text" ? { values: [value.text] } : {}),
        ...(value.kind === "object" ? { contents: contentsOf(value.members) } : {}),
      });
    }
    collect(value, own, name, interest, known, fields);
  }
}

function contentsOf(members: readonly Member[]): Record<string, string | undefined> {
  return Object.fromEntries(
    members.map(({ key, value }) => [key, value.kind === "text" ? knownText(value.text) : undefined]),
  );
}
