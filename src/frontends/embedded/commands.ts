const CALL = /(?:^|[\s;&|("'`])(?:curl(?:\.exe)?|wget)\s/m;

/** Checks whether shell commands in a text may send requests. */
export function sendsRequests(text: string): boolean {
  return CALL.test(text);
}
