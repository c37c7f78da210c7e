import type { Edit } from "../../../core/finding.js";
import type { Location } from "../../../core/span.js";
import type { EmbeddedJson, PayloadSource } from "../../../facts/payload.js";
import type { NewHeader, NewRead, Refusal, SlotPlace } from "../../editor.js";
import type { CodeTree } from "./code-tree.js";

/** A body, of which `inFile` is the same for all languages. */
export type ReadPayload =
  | { readonly kind: "literal"; readonly source: PayloadSource }
  | { readonly kind: "text"; readonly embedded: EmbeddedJson };

/**
 * How a lowered language writes what fixes change. Functions give edits, or give up with `refuse`. What is left out
 * cannot be edited in this language.
 */
export interface Writing {
  /** Types of nodes whose characters, or those between their children, are text. */
  readonly texts: ReadonlySet<string>;
  addHeaders?(tree: CodeTree, slot: SlotPlace, headers: readonly NewHeader[]): readonly Edit[];
  setHeader?(tree: CodeTree, entry: Location, header: NewHeader): readonly Edit[];
  renameRead?(tree: CodeTree, read: NewRead): readonly Edit[];
  readPayload?(tree: CodeTree, place: Location): ReadPayload | Refusal;
}
