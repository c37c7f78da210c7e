const BEGINNING = "the type ";

/**
 * Returns the reason why a literal with a declared type is not safe to change without a compiler: one sentence, without
 * a full stop.
 */
export function typeDoubt(name: string): string {
  return `${BEGINNING}${name} must allow the new properties too`;
}

/** Returns the same reason for a literal with headers. */
export function headerDoubt(name: string, header: string): string {
  return `${BEGINNING}${name} must allow the new ${header} too`;
}

/** Returns the same reason for a text. */
export function textDoubt(name: string | undefined, path: string, text: string): string {
  const type = name === undefined ? "a type" : `${BEGINNING}${name}`;
  return `${type} in ${path} only allows ${text}, which changes`;
}

/** Returns whether a reason is one of these: the code does not compile, while other reasons ask for a review. */
export function isTypeDoubt(reason: string): boolean {
  return reason.startsWith(BEGINNING);
}
