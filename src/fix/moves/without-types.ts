const UNKNOWN = "without types, v2ready cannot tell";

/** Returns the reason why a name is not changed without TypeScript: one sentence, without a full stop. */
export function withoutTypes(what: string): string {
  return `${UNKNOWN} ${what}`;
}

/** Returns whether a reason is one that TypeScript may settle. */
export function wantsTypes(reason: string): boolean {
  return reason.startsWith(UNKNOWN);
}
