import { mapAlternatives, wholeOf, type Single, type Value } from "../evaluation/value.js";

/** Returns whether something is one of the pieces that a response comes in. */
export function isPiece(single: Single): boolean {
  return (
    single.kind === "unknown" &&
    single.source.reason === "response" &&
    single.path.every((step) => step === "[]")
  );
}

/** Joins the pieces of a response to the response. */
export function joinedPieces(piece: Value): Value {
  return mapAlternatives(piece, (single) => (single.kind === "unknown" ? wholeOf(single) : single));
}
