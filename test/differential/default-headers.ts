/** Headers that clients always send by themselves. */
const ALWAYS = new Set(["host", "connection", "content-length", "transfer-encoding", "keep-alive"]);

/** Headers with the values that clients give them where the program does not. */
const DEFAULTS: Readonly<Record<string, RegExp>> = {
  accept: /^(\*\/\*|application\/json, text\/plain, \*\/\*|application\/json)$/,
  "accept-language": /^\*$/,
  "accept-encoding": /^(gzip|deflate|br|zstd|compress|, )+$/,
  "sec-fetch-mode": /^cors$/,
  "user-agent": /^(node|undici|axios\/|got |node-urllib\/|node-superagent)/,
  "content-type":
    /^(text\/plain;charset=UTF-8|application\/json|application\/json;charset=utf-8|application\/x-www-form-urlencoded(;charset=(UTF|utf)-8)?)$/,
};

/**
 * Checks whether the client itself sets a header with this value.
 *
 * @param name lower case
 */
export function isDefaultHeader(name: string, value: string): boolean {
  return ALWAYS.has(name) || (DEFAULTS[name]?.test(value) ?? false);
}
