import type { Edit } from "../../../core/finding.js";
import type { Location } from "../../../core/span.js";
import type { EmbeddedJson, PayloadSource } from "../../../facts/payload.js";
import type { NewHeader, NewRead, Refusal, CodeSlot } from "../../editor.js";
import type { ParseText } from "../language.js";
import type { CodeTree } from "./code-tree.js";

/** A body, of which `inFile` is the same for all languages. */
export type ReadPayload =
  | { readonly kind: "literal"; readonly source: PayloadSource }
  | { readonly kind: "text"; readonly embedded: EmbeddedJson };

/**
 * The functions with which a lowered language writes fixes. They return edits, or give up with `refuse`. A missing
 * function means that the language cannot edit this part.
 */
export interface Writing {
  /** Types of nodes whose characters, or those between their children, are text. */
  readonly texts: ReadonlySet<string>;
  /** See `LoweredLanguage.parse`. */
  readonly parse?: ParseText;
  addHeaders?(tree: CodeTree, slot: CodeSlot, headers: readonly NewHeader[]): readonly Edit[];
  setHeader?(tree: CodeTree, entry: Location, header: NewHeader): readonly Edit[];
  renameRead?(tree: CodeTree, read: NewRead): readonly Edit[];
  readPayload?(tree: CodeTree, place: Location): ReadPayload | Refusal;
}
