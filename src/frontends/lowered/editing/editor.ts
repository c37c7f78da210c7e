import type { Parser } from "web-tree-sitter";
import { addAll } from "../../../core/add-all.js";
import type { Edit } from "../../../core/finding.js";
import type { SourceText } from "../../../core/source-text.js";
import type { Location } from "../../../core/span.js";
import type {
  EditResult,
  NewHeader,
  NewRead,
  PayloadText,
  Refusal,
  SlotPlace,
  SourceEditor,
  Usage,
} from "../../editor.js";
import { withHeaderOptions } from "../../editing/header-options.js";
import { orRefusal, refuse } from "../../editing/refusal.js";
import { parseText } from "../../tree-sitter/parse.js";
import type { CoreProgram } from "../core-tree.js";
import { CodeTree } from "./code-tree.js";
import { replaceText } from "./replace-text.js";
import { LoweredUsages } from "./usage.js";
import type { Writing } from "./writing.js";

interface Opening {
  /** See `CodeTree`. */
  readonly mayBreak?: boolean;
  /** The core trees of the text, which tell how values are used. */
  readonly lower?: () => readonly CoreProgram[];
}

/** Opens a text for edits. Undefined if it does not parse. Statements with errors are not edited. */
export function openLowered(
  parser: Parser,
  { path, text }: Pick<SourceText, "path" | "text">,
  writing: Writing,
  { mayBreak = true, lower }: Opening = {},
): SourceEditor | undefined {
  const parsed = (writing.parse ?? parseText)(parser, text);
  if (!parsed.ok) return undefined;
  return new LoweredEditor(new CodeTree(path, text, parsed.root, mayBreak), writing, lower);
}

class LoweredEditor implements SourceEditor {
  #usages: LoweredUsages | undefined;

  constructor(
    private readonly tree: CodeTree,
    private readonly writing: Writing,
    private readonly lower: (() => readonly CoreProgram[]) | undefined,
  ) {}

  replaceText(place: Location, text: string): EditResult {
    return this.#edit(place, () => replaceText(this.tree, this.writing.texts, place, text));
  }

  addHeaders(slot: SlotPlace, headers: readonly NewHeader[]): EditResult {
    if (slot.kind === "command") return this.replaceText(slot.call, withHeaderOptions(slot, headers));
    const place = "place" in slot ? slot.place : slot.call;
    return this.#edit(place, () => {
      const add = this.writing.addHeaders ?? refuse("v2ready cannot add headers in this language");
      return add(this.tree, slot, headers);
    });
  }

  setHeader(entry: Location, header: NewHeader): EditResult {
    return this.#edit(entry, () => {
      const set = this.writing.setHeader ?? refuse("v2ready cannot change headers in this language");
      return set(this.tree, entry, header);
    });
  }

  renameReads(reads: readonly NewRead[]): EditResult {
    return orRefusal(() => {
      const rename = this.writing.renameRead ?? refuse("v2ready cannot change what is read in this language");
      const edits: Edit[] = [];
      for (const read of reads) {
        this.#refuseBroken(read.place);
        addAll(edits, rename(this.tree, read));
      }
      return edits;
    });
  }

  renameDeclarations(): EditResult {
    return { refused: "a type declares it, and v2ready cannot change types in this language" };
  }

  renameKeys(): EditResult {
    return { refused: "an object states it, and v2ready cannot move members of objects in this language" };
  }

  readPayload(place: Location): PayloadText | Refusal {
    const { path } = this.tree;
    return orRefusal((): PayloadText | Refusal => {
      this.#refuseBroken(place);
      const read = this.writing.readPayload ?? refuse("v2ready cannot change bodies in this language");
      const payload = read(this.tree, place);
      if ("refused" in payload) return payload;
      return { ...payload, inFile: (edits) => edits.map((edit) => ({ path, ...edit })) };
    });
  }

  usageOf(place: Location): Usage {
    this.#usages ??= new LoweredUsages(this.lower?.() ?? []);
    return this.#usages.of(place);
  }

  #edit(place: Location, make: () => readonly Edit[]): EditResult {
    return orRefusal(() => {
      if (place.path !== this.tree.path) refuse("the place is in another file");
      this.#refuseBroken(place);
      return make();
    });
  }

  /** Refuses edits inside a syntax error, because such text may mean anything. */
  #refuseBroken(place: Location): void {
    for (let node = this.tree.innermost(place); node.parent; node = node.parent)
      if (node.isError) refuse("the code around it has a syntax error");
  }
}
