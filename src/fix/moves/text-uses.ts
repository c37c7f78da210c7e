import { addToGroup } from "../../core/group-by.js";
import type { Location } from "../../core/span.js";
import { keepsWhole } from "../../engine/text-cuts.js";
import type { FileContext } from "../../engine/rule.js";
import type { FieldFact } from "../../facts/field.js";

/** A use of the text of a property that may fail with a connection string of the new form. */
export interface TextUse {
  readonly how: "taken-apart" | "concatenated" | "shown";
  readonly place: Location;
}

/** The uses of texts of responses in all files, wherever the text was stored or passed meanwhile. */
export class TextUses {
  readonly #byProperty = new Map<string, TextUse[]>();

  constructor(contexts: readonly FileContext[]) {
    for (const { facts, catalog } of contexts) {
      const schemes = catalog.vocabularies.flatMap(({ connectionStrings }) => connectionStrings.schemes);
      for (const cut of facts.cuts ?? []) if (!keepsWhole(cut, schemes)) this.#add(cut.field, "taken-apart");
      for (const { field, isGlued } of facts.joins ?? [])
        this.#add(field, isGlued ? "concatenated" : "shown");
    }
  }

  /** Returns the uses of a property that is read of a response. */
  of(field: FieldFact): readonly TextUse[] {
    return keysOf(field).flatMap((key) => this.#byProperty.get(key) ?? []);
  }

  #add(field: FieldFact, how: TextUse["how"]): void {
    for (const key of keysOf(field)) addToGroup(this.#byProperty, key, { how, place: field.place });
  }
}

function keysOf({ owner, name }: FieldFact): string[] {
  return owner.kind === "response" ? owner.requests.map((id) => `${id} ${name}`) : [];
}
