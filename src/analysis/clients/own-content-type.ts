import type { OwnContentType } from "../../facts/request.js";
import { nullishness, alternatives, type Single, type Value } from "../evaluation/value.js";

export const FORM = "application/x-www-form-urlencoded";
export const MULTIPART = "multipart/form-data";

/** Returns the Content-Type of a body if an option of the client asks for a form; `undefined` otherwise. */
export function formType(form: Value, type = FORM): { ownContentType?: OwnContentType } {
  return nullishness(form) === false ? { ownContentType: { type, isText: false } } : {};
}

/**
 * Returns the type that a client gives a body by default: `URLSearchParams` and `FormData` have one of their own, in
 * `fetch` (https://fetch.spec.whatwg.org/#concept-bodyinit-extract) and in all clients that imitate it.
 *
 * @param ofText the type for a text; without it the type of a text is unknown
 */
export function ownContentType(body: Value, ofText?: string): { ownContentType?: OwnContentType } {
  const types = new Set(alternatives(body).map((single) => typeOf(single, ofText)));
  const [type] = types;
  if (types.size !== 1 || type === undefined) return {};
  return { ownContentType: { type, isText: alternatives(body).every(isText) } };
}

function typeOf(single: Single, ofText: string | undefined): string | undefined {
  if (isText(single)) return ofText;
  if (single.kind !== "object") return undefined;
  if (single.object.className === "URLSearchParams") return FORM;
  return single.object.className === "FormData" ? MULTIPART : undefined;
}

/** Texts, and what `JSON.stringify` and other printers make. */
function isText(single: Single): boolean {
  if (single.kind === "text") return true;
  return single.kind === "object" && (single.isPrinted ?? single.object.className === "JSON text");
}

/**
 * Returns the type that clients set which print objects: JSON for an object, and another type for a text.
 *
 * @param ofText the type for a text
 */
export function printedContentType(
  body: Value,
  ofText: string,
): { ownContentType?: OwnContentType; setsContentType?: boolean } {
  const isObject = alternatives(body).every((single) => single.kind === "object" && !isText(single));
  return isObject ? { setsContentType: true } : ownContentType(body, ofText);
}
