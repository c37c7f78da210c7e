import type { Edit } from "../core/finding.js";
import type { Location } from "../core/span.js";
import type { HeaderSlot } from "../facts/request.js";

/** Why an edit cannot be made, one sentence. */
export interface Refusal {
  readonly refused: string;
}

export type EditResult = readonly Edit[] | Refusal;

export function isRefusal(result: EditResult): result is Refusal {
  return "refused" in result;
}

export interface NewHeader {
  readonly name: string;
  readonly value: string;
}

/** How the code uses a value that it reads. */
export type Usage =
  /** Handed on as it is. */
  | "whole"
  /** A part of another string. */
  | "concatenated"
  /** Split, matched, cut. */
  | "taken-apart"
  | "unknown";

/** One place of a `HeaderSlot`. */
export type SlotPlace = Exclude<HeaderSlot, { places: unknown }> | LiteralSlot;

type LiteralSlot =
  | { readonly kind: "headers"; readonly place: Location; readonly isList: boolean }
  | { readonly kind: "options"; readonly place: Location; readonly key: string; readonly isList: boolean };

/**
 * Changes the text of one file in the style of that file. Knows its language and nothing of the API; whatever it does
 * not understand it refuses. All places are those of facts about the same text.
 */
export interface SourceEditor {
  /** Other characters for those at a place inside of a string, escaped as the string needs it. */
  replaceText(place: Location, text: string): EditResult;
  /** Headers that the request does not have yet. */
  addHeaders(slot: SlotPlace, headers: readonly NewHeader[]): EditResult;
  /** Another value for a header, by the place of its `HeaderEntry`. */
  setHeader(entry: Location, header: NewHeader): EditResult;
  /**
   * Reads another property in place of the one whose name stands at the place.
   *
   * @param path from the object that the property is read from
   */
  renameRead(place: Location, path: readonly string[]): EditResult;
  /** What becomes of the value that is read at the place. */
  usageOf(place: Location): Usage;
}

/** Gives the editor of a file; nothing for languages that cannot be edited. */
export type Editors = (path: string) => SourceEditor | undefined;
