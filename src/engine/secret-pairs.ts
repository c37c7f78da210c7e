import type { SecretForm } from "./secret-forms.js";
import { HEADER, isNoExpression, isValue, KEY, LITERAL, NAME, SURE, WORD } from "./secret-words.js";

const DIGEST = /digest/i;

/** A member that says which setting or header an object is about, and the one with its value. */
const NAMED = `\\b(?:key|name|header|field|id)["']?\\s{0,9}[:=]\\s{0,9}["'][\\w.-]{0,40}(?:${SURE}|${HEADER}|\\b(?:pass|pw|auth|bearer)\\b)[\\w.-]{0,40}["']`;
export const VALUE_OF = String.raw`["']?\b(?:value|default|val)["']?\s{0,9}`;
const VALUE = `${VALUE_OF}[:=]\\s{0,9}`;
/** Digest username="…", realm="…", nonce="…", nc=00000001 */
const DIGEST_HEADER = /\bdigest[\s"'`+.\\]{1,40}[a-z]{1,20}\*?=[^]{0,1500}/gi;
const DIGEST_PART = String.raw`(?<![\w.])(?:username\*?|realm|c?nonce|opaque|response|nc|userhash)=`;

/** Forms of secrets that may go over several lines. */
export const PAIR_FORMS: readonly SecretForm[] = [
  {
    hint: DIGEST,
    pattern: DIGEST_HEADER,
    parts: new RegExp(`${DIGEST_PART}\\\\{0,3}["'](?!%)(?<secret>[^"'\x60\\n\\\\\${}<>]{1,500})`, "gi"),
    isSecret: (text) => text.trim() !== "",
  },
  {
    hint: DIGEST,
    pattern: DIGEST_HEADER,
    parts: new RegExp(`${DIGEST_PART}(?!%)(?<secret>[^\\s"'\x60\\\\\${}()<>,;]{1,500})`, "gi"),
  },
  // {"key": "password", "value": "…"}
  { hint: NAME, pattern: new RegExp(`${NAMED}[^{}]{0,200}?${VALUE}${LITERAL}`, "gi"), isSecret: isValue },
  { hint: NAME, pattern: new RegExp(`${VALUE}${LITERAL}(?=[^{}]{0,200}?${NAMED})`, "gi"), isSecret: isValue },
  // - name: PRIVATE_KEY, and the line with its value, in YAML
  {
    hint: NAME,
    pattern: new RegExp(
      `\\bname:\\s{0,9}["']?[\\w.-]{0,40}(?:${SURE}|${KEY})[\\w.-]{0,40}["']?\\s{0,9}\\n\\s{0,200}value:\\s{0,9}["']?(?<secret>[^\\s"'\x60{}$]{3,500})`,
      "gi",
    ),
    isSecret: isValue,
  },
  // @Value("${a:…}") String secret: what a setting has by default, for a variable with the name of a secret
  {
    hint: NAME,
    pattern: new RegExp(
      `\\$\\{[\\w.-]{1,60}:(?<secret>[^\\s"'\x60{}$]{3,500})\\}["'\x60]\\s{0,9}\\)\\s{1,200}(?:[\\w<>@]{1,40}\\s{1,9}){1,4}\\w{0,40}(?:${SURE}|${KEY}|${WORD})`,
      "g",
    ),
    isSecret: isNoExpression,
  },
  // variable "private_key" { default = "…" } in Terraform
  {
    hint: NAME,
    pattern: new RegExp(
      `\\bvariable\\s{1,9}"[\\w.-]{0,40}${SURE}[\\w.-]{0,40}"\\s{0,9}\\{[^{}]{0,1000}?\\bdefault\\s{0,9}=\\s{0,9}${LITERAL}`,
      "gi",
    ),
    isSecret: isValue,
  },
];
