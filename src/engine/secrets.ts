/**
 * Masks what may be a secret in a line of source or in a message that is to be shown: credentials in URLs and their
 * parameters, keys and passwords that are given as literals, values of Authorization headers, arguments of digest
 * clients. The mask is as long as what it hides, so that positions stay true.
 */
export function maskSecrets(line: string): string {
  let masked = line;
  for (const expression of SECRETS) {
    masked = masked.replace(expression, (whole, ...groups: unknown[]) => {
      const secret = groups.find((group): group is string => typeof group === "string" && group !== "");
      if (secret === undefined || PLACEHOLDER.test(secret)) return whole;
      const at = whole.lastIndexOf(secret);
      return whole.slice(0, at) + "*".repeat(secret.length) + whole.slice(at + secret.length);
    });
  }
  return masked;
}

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
