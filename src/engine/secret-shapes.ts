import type { SecretForm } from "./secret-forms.js";
import { NAME } from "./secret-words.js";

// Texts that are secrets by their own form, whatever their names are.

/** The starts of keys that services give out, as far as a start tells whose key it is. */
const STARTS = [
  // GitHub, GitLab
  "gh[opsur]_|github_pat_|gl(?:pat|dt|rt|ptt|cbt|oas|soat|ft|imt|agent)-",
  // Slack, Google, Azure
  "xox[abeoprs]-|xapp-|xwfp-|AIza|ya29\\.|GOCSPX-",
  // Registries of packages and images
  "npm_|pypi-|rubygems_|dckr_(?:pat|oat)_",
  // Payment, mail, telephone
  "[sr]k_(?:live|test)_|whsec_|shp(?:at|ca|pa|ss)_|sq0[a-z]{3}-|SG\\.|EZ[AT]K",
  // Clouds and what runs in them
  "do[opr]_v1_|hv[bs]\\.|HRKU-|pscale_(?:tkn|pw|oauth)_|sbp_|nfp_|fo1_|bkua_|CCIPAT_|pnu_|dp\\.(?:pt|st|ct|sa)\\.|dapi",
  // Monitoring and tools
  "gl(?:sa|c)_|NRAK-|dt0c01\\.|sntry[su]_|PMA[KT]-|lin_api_|figd_|ntn_|sgp_|CFPAT-|ATATT3|ATCTT3|AKCp",
  // Models
  "sk-(?:proj|ant|or|svcacct)-|hf_|r8_|gsk_|pplx-|xai-|lsv2_(?:pt|sk)_",
  // The service accounts of Atlas
  "mdb_sa_sk_",
].join("|");

const START = new RegExp(STARTS);

/** Longer texts are data. */
const MAX = 4000;
/** A hash that says so is not masked, because users compare it. */
const NO_HASH = String.raw`(?<!\b(?:sha\d{1,3}|md5|h1)[-:=][A-Za-z0-9+/=]{0,120})`;

/** A word that is not a part of a name, an address or a path. */
const SHORT = /(?<![\w+/.$@-])(?<secret>[A-Za-z0-9]{10,19})(?![\w+/(.[-])/g;

/** Forms that a secret of any service may have. */
export const SHAPE_FORMS: readonly SecretForm[] = [
  // The form of the service's private keys.
  {
    hint: /[0-9a-f]{8}-[0-9a-f]{4}-/i,
    pattern: /\b(?<secret>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/gi,
  },
  // The id of a key of AWS, and a JSON web token.
  {
    hint: /A[KS]IA|A[BC][IC]A|eyJ/,
    pattern:
      /(?<![\w-])(?<secret>(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}|eyJ[\w-]{10,2000}\.[\w-]{5,2000}\.[\w-]{5,2000})/g,
  },
  {
    hint: START,
    pattern: new RegExp(`(?<![\\w-])(?<secret>(?:${STARTS})[\\w.-]{9,${MAX}}[\\w-])`, "g"),
    isSecret: (text) => isMixed(text) && !/(?:^|[_-])[a-z]{4,}(?:[_-]|$)/.test(text.replace(START, "")),
  },
  // A whole value of base64, which may have slashes: a secret key of AWS has 40 characters.
  {
    hint: /[\w+/-]{20}/,
    pattern: new RegExp(
      `(?<=^|[\\s"'\x60=:(,])${NO_HASH}(?<secret>[A-Za-z0-9+/]{20,${MAX}}={0,2})(?=["'\x60\\s;,)]|$)`,
      "g",
    ),
    isSecret: (text) => !WORD_OF_PATH.test(text) && isGenerated(text, text.length === 40 ? 3.2 : MOST),
  },
  // A part of a path, or of an address.
  {
    hint: /[\w+/-]{20}/,
    pattern: new RegExp(`(?<![\\w+-])${NO_HASH}(?<secret>[A-Za-z0-9+_-]{20,${MAX}}={0,2})(?![\\w+-])`, "g"),
    isSecret: (text) => isGenerated(text, MOST),
  },
  // A shorter text of its own.
  {
    hint: /["'`][A-Za-z0-9+/]{10,19}={0,2}["'`]/,
    pattern: /["'`](?<secret>[A-Za-z0-9+/]{10,19}={0,2})["'`]/g,
    isSecret: (text) => isGenerated(text, 2),
  },
  // A shorter one beside a word of secrets, whatever is between them, or behind an option.
  {
    hint: NAME,
    pattern: SHORT,
    isSecret: (text) => isGenerated(text, 2.4),
  },
  {
    hint: /\s-/,
    pattern: new RegExp(`(?<=\\s--?[\\w-]{1,30}[\\s=]["'\x60]?)${SHORT.source}`, "g"),
    isSecret: (text) => isGenerated(text, MOST),
  },
  // A key in the form of PEM, on one line or line by line.
  {
    hint: /PRIVATE KEY/,
    pattern: /-----BEGIN[A-Z ]{0,30}PRIVATE KEY-----(?<secret>.{8,8000}?)(?=-----END|$)/g,
  },
  {
    hint: /[A-Za-z0-9+/]{60}/,
    pattern: /^\s{0,200}["'`]?(?<secret>[A-Za-z0-9+/]{60,76}={0,2})\\?n?["'`]?[\s+,;\\]{0,9}$/g,
  },
];

const WORD_OF_PATH = /(?:^|\/)(?:[A-Za-z]?[a-z]{3,}|v\d+)(?:\/|$)/;

/**
 * The greatest mean length of the parts of a text that a generator made. A part is a word, capitals, or digits: 97 of
 * 100 texts of random letters and digits are below it, and names of programs are above it.
 */
const MOST = 2.8;

/**
 * Returns whether a generator made a text, and no person wrote it: capitals, small letters and digits take turns. Hashes
 * and ids of hexadecimal digits are no such texts.
 */
function isGenerated(text: string, most: number): boolean {
  if (/^(?:sha\d{1,3}|md5)-/i.test(text)) return false;
  const parts = text.split(/[-_]/).filter((part) => part.length >= 8 && !/^[0-9a-f]*$/i.test(part));
  const rest = parts.join("");
  if (rest.length < Math.min(text.length, 16)) return false;
  return /\d/.test(rest) && /[A-Z]/.test(rest) && /[a-z]/.test(rest) && lengthOfParts(rest) <= most;
}

function isMixed(text: string): boolean {
  return /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** Returns the mean length of the words, capitals and numbers in a text. */
function lengthOfParts(text: string): number {
  const parts = text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  return parts.join("").length / Math.max(1, parts.length);
}
