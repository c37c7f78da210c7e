import { keyOf, type Location } from "../../core/span.js";
import type { EscapeFact, EscapeUse } from "../../facts/file-facts.js";

export type Written = Extract<EscapeFact["what"], { readonly kind: "written" }>;
/** A part of an answer, by the index that its request was recorded under. */
type Answered = Omit<Extract<EscapeFact["what"], { readonly kind: "response" }>, "requests"> & {
  readonly request: number;
};

export type HowAnswered = Pick<Answered, "isListed" | "isUnnamed" | "isKept" | "isInFile">;

/** A value that escapes, before the requests of the run are among the facts. */
export interface Escape {
  readonly to: string;
  readonly calledAs?: string;
  readonly use?: EscapeUse;
  readonly place: Location;
  readonly what: Written | Answered;
}

/** Tells apart what goes to one place. */
export function identityOf(what: Escape["what"]): string {
  if (what.kind === "written") {
    const how = what.isGlobal ? "global" : what.isShown ? "shown" : what.member;
    return how === undefined ? keyOf(what.place) : `${keyOf(what.place)}:${how}`;
  }
  const how = what.isUnnamed ? ":unnamed" : what.isListed ? ":listed" : what.isKept ? ":kept" : "";
  return `${what.request}:${what.path.join(".")}${how}`;
}
