import type { Edit } from "../core/finding.js";
import type { Location, Span } from "../core/span.js";
import type { EmbeddedJson, PayloadSource } from "../facts/payload.js";
import type { CommandSlot, HeaderSlot } from "../facts/request.js";
import type { Replacement } from "./shapes.js";

/** The reason why an edit is not made: one sentence for people, without a full stop. */
export interface Refusal {
  readonly refused: string;
}

/** Edits of one file that belong together, or why there are none. Offsets are those of the text as it was. */
export type EditResult = readonly Edit[] | Refusal;

export function isRefusal(result: EditResult | DeclaredText | PayloadText): result is Refusal {
  return "refused" in result;
}

export interface NewHeader {
  readonly name: string;
  readonly value: string;
  /** The constant that holds the value, where there is one. */
  readonly constant?: string;
  /** True if the name is written as it is, whatever its neighbours are: it meets the same name from elsewhere. */
  readonly keepsCase?: boolean;
  /** True if the name has to be in lower case, also where it is set already. */
  readonly isLower?: boolean;
}

/** A constant that edits declare, under a name that the file did not have. */
export interface DeclaredText {
  readonly name: string;
  readonly edits: readonly Edit[];
}

/** The place of a read of a property, and the new read: keys from the same object on. */
export interface NewRead {
  readonly place: Location;
  /** Names, and `0` for the first element of a list. */
  readonly path: readonly string[];
  /** Objects on the way may be absent where this is not stated. */
  readonly optional?: Absence;
}

/**
 * True if objects on the way to a value may be absent, so that `?.` and `= {}` are needed. With `asked`, `?.` is needed
 * only where the code asks if the value is there, as in `a ?? b`.
 */
export type Absence = boolean | "asked";

/**
 * The use of a string that the code reads: it is passed on unchanged, concatenated, split, or used in an unknown way.
 * Of several uses, the one that depends most on the form of the string.
 */
export type Usage = "whole" | "unknown" | "concatenated" | "taken-apart";

/** One place of a `HeaderSlot`. */
export type SlotPlace = Exclude<HeaderSlot, { places: unknown }> | LiteralSlot;

/** One that is code, and not in a text. */
export type CodeSlot = Exclude<SlotPlace, CommandSlot>;

type LiteralSlot =
  | { readonly kind: "headers"; readonly place: Location; readonly isList: boolean }
  | (Omit<Extract<HeaderSlot, { kind: "options" }>, "places"> & { readonly place: Location });

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
   * A constant at the top of the file, for all of the places; absent for languages without any.
   *
   * @param wanted its name, unless that is taken
   */
  declareText?(wanted: string, value: string, places: readonly Location[]): DeclaredText | Refusal;
  /** Renames the reads at the places, all of this file together. */
  renameReads(reads: readonly NewRead[]): EditResult;
  /** Declares properties of types where `renameReads` reads them, all of this file together. */
  renameDeclarations(moves: readonly NewRead[]): EditResult;
  /** Returns whether a moved declaration says that objects on the way may be absent; `undefined` if it cannot move. */
  isDeclaredOptional?(move: NewRead): Absence | undefined;
  /** Writes members of object literals where `renameReads` reads them, all of this file together. */
  renameKeys(moves: readonly NewRead[]): EditResult;
  /**
   * The types of the program's own that the code states for the literals around some places, each once; those that take
   * any name are left out.
   */
  ownTypesAt?(places: readonly Span[]): readonly string[];
  /** Returns how the value that is read at the place is used. */
  usageOf(place: Location): Usage;
  /** The body that is written at a place; absent for languages that are read in another way for it. */
  readPayload?(place: Location): PayloadText | Refusal;
  /**
   * Returns whether the code takes only properties of the first element of the list that is read at the place, and none
   * of some names.
   */
  takesOfFirst?(place: Location, except: ReadonlySet<string>): boolean;
}

/** A body as it is written, ready to be rewritten. */
export type PayloadText = (
  | { readonly kind: "literal"; readonly source: PayloadSource }
  | { readonly kind: "text"; readonly embedded: EmbeddedJson }
) & {
  /** Edits of the text of the payload as those of the file. */
  inFile(edits: readonly Replacement[]): EditResult;
};

/** Returns the editor of a file. Undefined for languages that cannot be edited. */
export type Editors = (path: string) => SourceEditor | undefined;

/** Returns a refusal to change a header with the name of that header: editors only say "the header". */
export function aboutHeader(result: EditResult | undefined, name: string): EditResult | undefined {
  if (!result || !isRefusal(result)) return result;
  return { ...result, refused: result.refused.replace(/\bthe header\b/, `the header ${name}`) };
}
