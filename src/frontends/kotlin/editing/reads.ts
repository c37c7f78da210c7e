import type { Edit } from "../../../core/finding.js";
import type { NewRead } from "../../editor.js";
import { isElement } from "../../editing/steps.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { importsIn, methodCall, quoted } from "./calls.js";

const STRINGS: ReadonlySet<string> = new Set(["string_literal"]);

/** The way a JSON library reads an object in another one. */
interface Library {
  readonly name: RegExp;
  /** The method that leads to an object, for a method that reads a value there; both fail where there is none. */
  stepOf(method: string): string | undefined;
}

const LIBRARIES: readonly Library[] = [
  { name: /\bjackson\./, stepOf: (method) => (/^(?:path|required)$/.test(method) ? method : undefined) },
  {
    name: /\borg\.json\./,
    stepOf: (method) =>
      /^get(?:String|Int|Long|Double|Boolean)?$/.test(method) ? "getJSONObject" : undefined,
  },
];

/** Reads a key from elsewhere in the same object: `node.path("a")`, `json.getString("a")`. */
export function renameRead(tree: CodeTree, { place, path }: NewRead): readonly Edit[] {
  const key = tree.holderOf(place, STRINGS);
  const list = key?.parent?.type === "value_argument" ? key.parent.parent : undefined;
  const call = list?.parent && methodCall(list.parent);
  const isElementRead = key?.parent?.type === "index_expression";
  if (!key || /[$\\]/.test(key.text) || !(isElementRead || (call && call.args.length === 1)))
    return refuse("v2ready cannot change how the code reads it");
  if (path.some(isElement)) refuse("v2ready cannot read an element of a list instead in this language");
  const last = tree.edit(key, quoted(path.at(-1)!));
  if (path.length === 1) return [last];
  if (!call) return refuse("v2ready cannot tell which library reads the JSON");
  const imports = tree.once(importsIn);
  const used = LIBRARIES.filter(({ name }) => imports.some((one) => name.test(one)));
  if (used.length !== 1) return refuse("v2ready cannot tell which library reads the JSON");
  const step = used[0]!.stepOf(call.method.text) ?? refuse("the code goes on where there is no value");
  const steps = path.slice(0, -1).map((one) => `.${step}(${quoted(one)})`);
  return [tree.insert(call.receiver.end, steps.join("")), last];
}
