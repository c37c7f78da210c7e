// The names beside which secrets are, the texts that may be secrets, and the checks of these texts. Patterns are bounded,
// as a line may have a million characters.

/** A part of every name and every word of secrets. */
export const NAME = /key|priv|prv|secret|pass|pw|token|credential|auth|bearer|cookie/i;

/** Names whose value is a secret whatever it looks like. */
export const SURE =
  "(?:(?:private|secret|api|access|auth|account|master|signing|encryption)[-_. ]?key|secret|passwo?r?d|passwd|passphrase|pwd|getpass|token|credentials?)(?![\\w.-]{0,20}(?:name|index|type|ref|version|length|field|kind|path|file|ur[il]))";
/** Names with `key` as a word of its own: `KEY`, `publicKey`, `ATLAS_PUB_KEY`, not `keyboard` or `monkey`. */
export const KEY = "(?:(?<![A-Za-z])[Kk]ey|(?<=[a-z\\d_-])Key|(?<![A-Z])KEY)(?![a-z])";
/** Shorter names, as a word of their own: `pass_1`, `dbPass`, `AUTH`, not `author` or `passing`. */
export const WORD = `(?:${["pass", "pw", "auth", "bearer", "authorization", "cookie"].map(asWordPart).join("|")})(?![\\w.-]{0,20}(?:[Nn]ame|[Tt]ype|[Mm]ech|[Ss]ource|[Mm]ethod|[Ss]cheme|[Mm]ode|[Pp]ath|[Ff]ile|[Uu]r[il]|URL|[Dd]atabase|DB|Db))`;
/** Headers whose value is a secret, with or without a scheme before it. */
export const HEADER = "(?:(?:proxy-)?authorization|(?:set-)?cookie)";
export const SCHEME = String.raw`(?:(?:basic|bearer|token|apikey)\s{1,9})?`;

function asWordPart(word: string): string {
  const [first, rest] = [word[0]!, word.slice(1)];
  const capital = first.toUpperCase();
  return `(?:(?<![A-Za-z])[${first}${capital}]|(?<=[a-z\\d_-])${capital})${rest}(?![a-z])|(?<![A-Z])${word.toUpperCase()}(?![A-Za-z])`;
}

export const LITERAL = String.raw`[rbfuRBFU@$]{0,2}["'\x60]{1,3}(?<secret>[^"'\x60\n]{3,500})["'\x60]`;
/** A value without quotes, as in shells, settings and YAML. */
export const BARE = String.raw`(?<secret>[^\s"'\x60$(){}<>;,&|]{6,500})(?=["'\x60]?(?:\s|$|[;&|]))`;

/** Returns whether a text has letters and digits: then a name alone need not tell. */
export function looksRandom(text: string): boolean {
  if (/\s/.test(text) || /^[\w.-]*\/|:\/\//.test(text)) return false;
  return text.length >= 8 && /\d/.test(text) && /[A-Za-z]/.test(text);
}

const TYPES = "string|number|boolean|object|unknown|undefined|integer|bytes";
const TYPE = new RegExp(`^(?:${TYPES})$`, "i");

/** Returns whether a text is not a type, and not code that reads a secret from elsewhere: `settings.token`. */
export function isNoExpression(text: string): boolean {
  return !TYPE.test(text) && !/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(text);
}

/** Words that stand for no secret: those of lists of settings, kinds of authentication, types. */
const NO_SECRET = new RegExp(
  `^\\s*(?:value|type|enabled|disabled|default|description|key|name|digest|basic|bearer|apikey|token|none|optional|required|true|false|null|username|user|password|get|post|put|patch|delete|head|utf-?8|hex|base64|ascii|${TYPES})\\s*$`,
  "i",
);

/** Returns whether a text is not a word that settings have there, a part that a program puts in, or an address. */
export function isValue(text: string): boolean {
  return !NO_SECRET.test(text) && !/^Digest\s|\$\{|:\/\/|^\/\//i.test(text);
}

/** Returns whether a text without quotes is a value and not the name of a variable. */
export function isBareValue(text: string): boolean {
  if (!isValue(text) || !isNoExpression(text)) return false;
  const isName = /^[A-Za-z_$][\w$]*$/.test(text);
  return (
    !isName || (/\d/.test(text) && text.length >= 6 && !/pass|pw|secret|token|key|auth|cred/i.test(text))
  );
}
