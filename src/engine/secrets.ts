/**
 * Masks what may be a secret in a line of source or in a message that is to be shown: credentials in URLs and their
 * parameters, keys and passwords that are given as literals, values of Authorization headers, arguments of digest
 * clients. The mask is as wide for every secret, so that nothing of it is told.
 */
export function maskSecrets(line: string): string {
  return maskLine(line, []).text;
}

/** The same, with offsets in the line and where they are in the masked one; in a secret, they are behind its mask. */
export function maskLine(line: string, offsets: readonly number[]): { text: string; offsets: number[] } {
  let text = line;
  let moved = [...offsets];
  for (const expression of SECRETS) {
    const before = moved;
    let grown = 0;
    text = text.replace(expression, (whole, ...rest: unknown[]) => {
      // Behind the groups come the offset of the match and the whole text.
      const groups = rest.slice(0, -2);
      const secret = groups.find((group): group is string => typeof group === "string" && group !== "");
      if (secret === undefined || PLACEHOLDER.test(secret)) return whole;
      const at = whole.lastIndexOf(secret);
      const start = (rest.at(-2) as number) + at;
      const end = start + secret.length;
      const shift = grown;
      moved = moved.map((offset, index) => {
        const from = before[index]!;
        if (from <= start) return offset;
        return from >= end ? offset + MASK.length - secret.length : start + shift + MASK.length;
      });
      grown += MASK.length - secret.length;
      return whole.slice(0, at) + MASK + whole.slice(at + secret.length);
    });
  }
  return { text, offsets: moved };
}

const MASK = "********";

/** What stands for a secret and is none: `${password}`, `{password}`, `<password>`, `%s`. */
const PLACEHOLDER = /^(?:\$?\{[^{}"'`]*\}|<[^<>]*>|%s)$/;

const SECRETS: readonly RegExp[] = [
  // scheme://user:password@host; the password ends at the last @ of the word.
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,29}:\/\/[^\s/"'`:@]{1,200}:([^\s"'`]{1,500})@/gi,
  // ?access_token=…&apiKey=…
  /[?&][\w.-]*(?:key|password|passwd|pwd|secret|token|signature)=([^&#\s"'`$(){}<>]+)/gi,
  // Authorization: Basic …, Bearer …
  /\b(?:basic|bearer)\s+((?=\S*[\d=+/])[A-Za-z0-9+/_=.~-]{8,})/gi,
  // curl -u user:key
  /(?:\s-u|\s--user)[\s=]+["']?[^\s:"']+:([^\s"']+)/g,
  // privateKey: "…", 'password': '…'
  /(?:(?:private|secret|api|access|public)[-_]?key|password|passwd|pwd|secret|token)["'`\]]*\s*[:=]>?\s*["'`]([^"'`$]{4,})["'`]/gi,
  // pass: "…" of request and of urllib, digestAuth: "user:key"
  /\b(?:pass|digestAuth|digest_auth|basicAuth|credentials)["'`]?\s*[:=]\s*["'`]([^"'`$]{3,})["'`]/gi,
  // new DigestFetch("user", "key"), HTTPDigestAuth("user", "key"), .auth("user", "key")
  /(?:digest\w*|auth)\s*\(\s*["'`][^"'`]{0,100}["'`]\s*,\s*["'`]([^"'`$]{3,})["'`]/gi,
  // PRIVATE_KEY=… in a file of settings
  /^\s*(?:export\s+|set\s+|-\s+)?[\w.-]*(?:key|password|passwd|pwd|secret|token)[\w.-]*\s*[:=]\s*([^\s"'`$(){}<>;,]{6,})\s*$/gi,
  // The form of the service's private keys.
  /\b([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/gi,
];
