/**
 * Returns the address if the text is an absolute `http` or `https` one. Undefined otherwise, because the page of a rule
 * may be a path inside the package. Characters that are not allowed in an address are percent-encoded.
 */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}
