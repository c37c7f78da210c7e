const CALL = /(?:^|[\s;&|("'`])(?:curl(?:\.exe)?|wget)\s/m;

/** Whether commands of the shell in a text may send requests. */
export function sendsRequests(text: string): boolean {
  return CALL.test(text);
}
