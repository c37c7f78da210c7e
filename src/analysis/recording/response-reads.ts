/** Members of a response that show its content type, in Node.js and in clients that depend on content types. */
const OF_RESPONSES: ReadonlySet<string> = new Set([
  ...["statusCode", "statusMessage", "headers", "rawHeaders", "cookies", "bytes", "raw", "url"],
  ...["on", "once", "pipe", "resume", "destroy", "setEncoding", "toString"],
  // Names in Go.
  ...["StatusCode", "Status", "Header", "Cookies()", "Request"],
]);
/** Members of a response that hold what the server has sent. */
const BODIES: ReadonlySet<string> = new Set(["body", "payload", "Body"]);
/** Members of a text or a buffer. */
const OF_TEXTS: ReadonlySet<string> = new Set(["toString", "length", "trim", "Close"]);

/**
 * Returns whether code reads what the server has sent, and not only the state of a response.
 *
 * @param paths the keys that were read of a response, and of what is in it, by the way there
 */
export function readsContent(paths: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return [...(paths.get("") ?? [])].some((name) =>
    BODIES.has(name)
      ? [...(paths.get(name) ?? [])].some((one) => !OF_TEXTS.has(one))
      : !OF_RESPONSES.has(name),
  );
}
