/**
 * The address where the text is an absolute `http` or `https` one, else nothing; the page of a rule may be a path
 * inside the package. Characters that do not belong in an address come out percent-encoded.
 */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}
