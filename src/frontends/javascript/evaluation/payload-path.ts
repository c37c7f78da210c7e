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
  "content",
  "payload",
  "then()",
  "getContentText()",
  "responseText",
  "responseJSON",
  // Of Go.
  "Body",
  "Body()",
  "String()",
  "Bytes()",
  "Result()",
]);

/** The path inside the body that a response brought. */
export function payloadPath(path: readonly string[]): string[] {
  let start = 0;
  while (start < path.length && TRANSPORT.has(path[start]!)) start++;
  return path.slice(start);
}
