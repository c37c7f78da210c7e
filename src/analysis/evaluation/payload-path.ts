/** Steps from a response to the data of the server: the properties by which clients pass on and code unwraps a body. */
const TRANSPORT = new Set([
  "json()",
  "text()",
  "parse()",
  "buffer()",
  "blob()",
  "toString()",
  "string()",
  "toJSON()",
  "clone()",
  "promise()",
  "auth()",
  "text",
  "content",
  "data",
  "body",
  "response",
  "res",
  "_data",
  "rawBody",
  "raw_body",
  "payload",
  "then()",
  "getContentText()",
  "responseText",
  "responseJSON",
  // Names in Go.
  "Body",
  "Body()",
  "String()",
  "Bytes()",
  "Result()",
]);

/** Returns the part of a path that is inside the body of a response. */
export function payloadPath(path: readonly string[]): string[] {
  let start = 0;
  while (start < path.length && TRANSPORT.has(path[start]!)) start++;
  return path.slice(start);
}

/** Returns whether a path leads to a member of the body, and not only to the body or a part of its text. */
export function isInPayload(path: readonly string[]): boolean {
  return payloadPath(path).some((step) => step !== "[]" && !step.endsWith("()"));
}
