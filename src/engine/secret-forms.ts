import { PAIR_FORMS, VALUE_OF } from "./secret-pairs.js";
import { SHAPE_FORMS } from "./secret-shapes.js";
import {
  BARE,
  HEADER,
  isBareValue,
  isNoExpression,
  isValue,
  KEY,
  LITERAL,
  looksRandom,
  NAME,
  SCHEME,
  SURE,
  WORD,
} from "./secret-words.js";

/** A form of secrets in source text. The group `secret` of each match is masked. */
export interface SecretForm {
  readonly pattern: RegExp;
  /** Matches in each text that `pattern` matches in. It is tried first, because it takes much less time. */
  readonly hint: RegExp;
  /** Matches each secret of a text in which there are several; `pattern` matches the text. */
  readonly parts?: RegExp;
  /** Returns whether the text really is one, where the form alone does not tell. */
  readonly isSecret?: (text: string) => boolean;
}

// Patterns are bounded, as a line may have a million characters.

const AT = /@/;
const OPTION = /(?:^|[\s"'`,[(])-/;
const VALUE_NAME = /\b(?:value|default|val)["']?\s{0,9}:/i;

/** The start of a comment. */
const COMMENT = String.raw`(?:(?<!:)//|#|/\*|^\s{0,200}\*|<!--|--\s)`;

/** {url: …, privateKey: …} in YAML */
const FLOW = new RegExp(
  `[{,]\\s{0,9}["']?[\\w.-]{0,40}(?:${SURE}|${HEADER}|\\b(?:pass|pw|auth|bearer))[\\w-]{0,40}["']?\\s{0,9}:\\s{0,9}(?<secret>[^\\s"'\x60$(){}<>\\[\\],;&|]{3,500})(?=\\s{0,9}[,}])`,
  "gi",
);

/** Forms of secrets in prose, which in code may be the name of a variable. */
export const PROSE_FORMS: readonly SecretForm[] = [
  // Use the private key `…`
  {
    hint: NAME,
    pattern: new RegExp(
      `${SURE}[\\w.-]{0,40}["'*_]{0,3}\\s{1,9}(?:\\w{1,10}\\s){0,2}\x60(?<secret>[^\x60\\s$(){}<>]{6,500})\x60`,
      "gi",
    ),
    isSecret: looksRandom,
  },
  // Use password: … at …, **token** = `…`, | API key | … |
  {
    hint: NAME,
    pattern: new RegExp(
      `${SURE}[\\w.-]{0,40}["'\x60*_]{0,3}\\s{0,9}[:=|]\\s{0,9}["'\x60*_]{0,3}(?<secret>[^\\s"'\x60*$(){}<>,;|&]{6,500})`,
      "gi",
    ),
    isSecret: (text) => looksRandom(text) && isNoExpression(text),
  },
];

/** Forms of secrets in YAML, which in code may be the name of a variable. */
export const YAML_FORMS: readonly SecretForm[] = [
  { hint: NAME, pattern: FLOW, isSecret: isValue },
  // api.token: letters.and1
  {
    hint: NAME,
    pattern: new RegExp(
      `^\\s{0,200}(?:-\\s+)?["']?[\\w.-]{0,40}${SURE}[\\w.-]{0,40}["']?\\s{0,9}:\\s{1,9}${BARE}`,
      "gi",
    ),
    isSecret: (text) => isValue(text) && looksRandom(text),
  },
];

export const SECRET_FORMS: readonly SecretForm[] = [
  // scheme://user:password@host; the password ends at the last @ of the word.
  {
    hint: AT,
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,29}:\/\/[^\s/"'`:@]{0,200}:(?<secret>[^\s"'`]{1,500})@/gi,
  },
  // scheme://token@host
  {
    hint: AT,
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,29}:\/\/(?<secret>[^\s/"'`:@]{12,500})@/gi,
    isSecret: looksRandom,
  },
  // https://hooks.slack.com/services/T000/B000/…, https://discord.com/api/webhooks/1/…
  {
    hint: /hook/i,
    pattern:
      /\b(?:hooks\.slack\.com\/(?:services|workflows)|discord(?:app)?\.com\/api\/webhooks)\/(?:\w{1,40}\/){1,3}(?<secret>[\w-]{8,200})/gi,
  },
  // ?access_token=…&apiKey=…
  {
    hint: /[?&][\w.-]{0,40}=/,
    pattern:
      /[?&][\w.-]{0,40}(?:key|password|passwd|pwd|secret|token|signature|sig)=(?<secret>[^&#\s"'`$(){}<>]{1,500})/gi,
  },
  // Authorization: Basic user:key
  {
    hint: /basic/i,
    pattern: /\bbasic\s{1,9}[^\s:"'`${}]{1,200}:(?<secret>[^\s"'`${}]{3,500})/gi,
    isSecret: (text) => !text.startsWith("//"),
  },
  // ::add-mask::… in a workflow
  { hint: /::add-mask::/, pattern: /::add-mask::(?<secret>[^\s"'`${}]{3,500})/g },
  // Authorization: Basic …, Bearer …, ApiKey …
  {
    hint: /basic|bearer|apikey|token/i,
    pattern: /\b(?:basic|bearer|apikey|token)\s+(?<secret>(?=\S*[\d=+/])[A-Za-z0-9+/_=.~-]{8,2000})/gi,
  },
  // nonce="…", response="…" of a digest header that is put together
  {
    hint: /response|nonce|opaque/,
    pattern: /\b(?:response|nonce|cnonce|opaque)\\?=\\?["']?(?<secret>[A-Za-z0-9+/=_-]{8,500})/g,
  },
  // X-Api-Key: …
  {
    hint: NAME,
    pattern:
      /\b(?:x-)?(?:api|auth|access|private)[-_](?:key|token)\s{0,9}:\s{0,9}(?<secret>[^\s"'`$(){}<>,;]{6,500})/gi,
    isSecret: isNoExpression,
  },
  // curl -u user:key, -su "$USER":key, http -a user:key, --user=user:key, -uuser:key
  {
    hint: OPTION,
    pattern:
      /(?<=\s|["'`,[(])(?:-[sSkLvifgGlN]{0,9}[uU]|-a|--user|--auth|--proxy-user|--userpwd)(?:["'`]?,\s*|[\s=]+)?\\?["'`]?(?:\$env:|(?!\$env:))[^\s:"'`-][^\s:"'`]{0,200}["'`]?:["'`]?(?<secret>[^\s"'`\\]{1,500})/gi,
  },
  // wget --password=…, curl --pass …, --oauth2-bearer …, ["--token", "…"]
  {
    hint: NAME,
    pattern:
      /(?<=^|\s|["'`,[(])--?(?:[\w-]{0,20}(?:password|passwd|passphrase|token|secret|key)|(?:[\w-]{0,20}-)?(?:pass|pwd|pw|bearer))(?:["'`]\s{0,9},\s{0,9}(?=\\?["'`])|=|\s+)\\?["'`]?(?<secret>[^\s"'`$(\\-][^\s"'`$\\]{2,500})/gi,
    isSecret: (text) => !/^[./]|^\w{1,40}(?:\.\w{1,40}){0,5}[([]|:\/\//.test(text) && isNoExpression(text),
  },
  // mysql -p…, sshpass -p …, mongosh -u user -p …, curl -p …
  {
    hint: OPTION,
    pattern:
      /\b(?:mongo\w{0,20}|mysql\w{0,20}|mariadb\w{0,20}|sshpass|login|curl|https?|wget)\s(?:[^|;&\n]{0,300}?\s)?-p(?:=|\s*)["'`]?(?<secret>[^\s"'`$=:-][^\s"'`$:/.]{4,500})(?=["'`\s]|$)/g,
    isSecret: isNoExpression,
  },
  // openssl -k …
  {
    hint: OPTION,
    pattern: /(?<=\s)-[kK](?:=|\s+)["'`]?(?<secret>[^\s"'`$:/.-][^\s"'`$:/]{4,500})(?=["'`\s]|$)/g,
    isSecret: (text) => looksRandom(text) && isNoExpression(text),
  },
  // curl -b "sid=…", --cookie sid=…; without an equals sign it is the name of a file
  {
    hint: OPTION,
    pattern: /(?<=\s)(?:-b|--cookie)(?:=|\s+)["'`](?<secret>[^"'`\n]{3,500})["'`]/g,
    isSecret: (text) => text.includes("="),
  },
  {
    hint: OPTION,
    pattern: /(?<=\s)(?:-b|--cookie)(?:=|\s+)(?<secret>[^\s"'`;&|<>]{1,200}=[^\s"'`;&|<>]{1,500})/g,
  },
  // cookies={"sid": "…"}
  {
    hint: NAME,
    pattern: new RegExp(
      `(?<=\\bcookies["'\x60]?\\s{0,9}(?:=>|[:=])\\s{0,9}(?:\\w{1,20}\\()?\\{[^{}\\n]{0,300}["'\x60]?[\\w.-]{1,60}["'\x60]?\\s{0,9}(?:=>|:)\\s{0,9})${LITERAL}`,
      "gi",
    ),
    isSecret: isValue,
  },
  // "Authorization: …" as one text
  {
    hint: NAME,
    pattern: new RegExp(
      `["'\x60]${HEADER}\\s{0,9}:\\s{0,9}${SCHEME}(?<secret>[^"'\x60\n{}<>]{3,500})["'\x60]`,
      "gi",
    ),
    isSecret: isValue,
  },
  // Cookie: … in a file of requests
  {
    hint: NAME,
    pattern: new RegExp(
      `^\\s{0,200}${HEADER}\\s{0,9}:\\s{0,9}${SCHEME}(?<secret>[^"'\x60\n{}<>()]{3,500})$`,
      "gi",
    ),
    isSecret: isBareValue,
  },
  // btoa("user:…"), Buffer.from("user:…")
  {
    hint: /btoa|Buffer|b64|base64/i,
    pattern:
      /\b(?:btoa|Buffer\.from|\w{0,20}(?:b64|base64)[\w.]{0,20})\(\s{0,9}[rbfu]?["'`][^\s:"'`]{0,200}:(?<secret>[^\s"'`]{3,500})["'`]/gi,
    isSecret: isValue,
  },
  // "X-Auth-Token: …" as one text
  {
    hint: NAME,
    pattern: new RegExp(
      `["'\x60][\\w-]{0,40}${SURE}[\\w-]{0,40}\\s{0,9}:\\s{0,9}(?<secret>[^\\s"'\x60\\n{}<>$]{3,500})["'\x60]`,
      "gi",
    ),
    isSecret: isValue,
  },
  // ${PRIVATE_KEY:-…} in shells, ${private.key:…} in settings: a value that stands for one that is not set
  {
    hint: NAME,
    pattern: new RegExp(
      `\\$\\{[\\w.-]{0,40}(?:${SURE}|key|pass|pw|auth)[\\w.-]{0,40}:[-=]?(?<secret>[^\\s"'\x60{}$]{3,500})\\}`,
      "gi",
    ),
    isSecret: isNoExpression,
  },
  // user = name:… in a file of settings for curl
  {
    hint: /\buser\b/,
    pattern:
      /(?<![\w-])user\s{0,9}=\s{0,9}["'`]?[^\s:/"'`{}]{1,200}:(?!\d{1,5}\b)(?<secret>[^\s"'`/{}$]{3,500})/gi,
  },
  // Server=…;User Id=…;Password=…; of a database
  {
    hint: NAME,
    pattern:
      /;\s{0,9}(?:password|pwd|\w{0,20}key)\s{0,9}=\s{0,9}(?<secret>[^\s;"'`${}]{3,500})(?=[;"'`\s]|$)/gi,
    isSecret: isValue,
  },
  // machine … login … password … in .netrc
  { hint: NAME, pattern: /\blogin\s{1,9}\S{1,200}\s{1,9}password\s{1,9}(?<secret>\S{3,500})/gi },
  ...PAIR_FORMS,
  // Such a value in a line of its own.
  {
    hint: VALUE_NAME,
    pattern: new RegExp(`^\\s{0,200}${VALUE_OF}:\\s{0,9}${LITERAL}`, "gi"),
    isSecret: looksRandom,
  },
  { hint: NAME, pattern: FLOW, isSecret: isBareValue },
  // password: … in a comment
  {
    hint: NAME,
    pattern: new RegExp(
      `${COMMENT}\\s{0,9}(?:[\\w.-]{1,30}\\s){0,2}[\\w.-]{0,40}(?:${SURE}|${HEADER}|\\b(?:pass|pw|auth|bearer))[\\w-]{0,40}\\s{0,9}[:=]\\s{0,9}(?<secret>[^\\s"'\x60$(){}<>,;]{3,500})(?=\\s{0,9}(?:\\*/|-->)?\\s{0,9}$)`,
      "gi",
    ),
    isSecret: (text) => isValue(text) && isNoExpression(text),
  },
  {
    hint: NAME,
    pattern: new RegExp(
      `${COMMENT}\\s{0,9}(?:[\\w.-]{1,30}\\s){0,2}[\\w.-]{0,40}(?:${SURE}|${HEADER}|\\b(?:pass|pw|auth|bearer))[\\w-]{0,40}\\s{0,9}[:=]\\s{0,9}${BARE}`,
      "gi",
    ),
    isSecret: looksRandom,
  },
  // password … in a comment
  {
    hint: NAME,
    pattern: new RegExp(
      `${COMMENT}\\s{0,9}(?:[\\w.-]{1,30}\\s){0,2}[\\w.-]{0,40}(?:${SURE}|\\b(?:pass|pw))\\s{1,9}${BARE}`,
      "gi",
    ),
    isSecret: (text) => looksRandom(text) && isBareValue(text),
  },
  // Authorization: Digest user key, in a file of requests
  {
    hint: NAME,
    pattern:
      /^\s{0,200}(?:proxy-)?authorization\s{0,9}:\s{0,9}(?:basic|digest)\s{1,9}[^\s=]{1,200}\s{1,9}(?<secret>[^\s=${}]{3,500})\s{0,9}$/gi,
  },
  // curl -d "user=a&password=…", -F "token=…"
  {
    hint: NAME,
    pattern: new RegExp(
      `(?<=["'\x60&])[\\w.-]{0,40}${SURE}[\\w-]{0,40}=(?<secret>[^\\s"'\x60$(){}<>;,&|@]{3,500})(?=["'\x60&])`,
      "gi",
    ),
    isSecret: isNoExpression,
  },
  // curl --cert file:…
  {
    hint: OPTION,
    pattern: /(?<=\s)(?:--(?:proxy-)?cert|-E)(?:=|\s+)["'`]?[^\s:"'`]{2,300}:(?<secret>[^\s"'`\\/$]{3,500})/g,
  },
  // atlas config set private_api_key …
  {
    hint: NAME,
    pattern: new RegExp(
      `\\bset\\s+[\\w.-]{0,40}${SURE}[\\w-]{0,40}\\s+["']?(?<secret>[^\\s"'\x60$(){}<>;,&|]{6,500})`,
      "gi",
    ),
    isSecret: looksRandom,
  },
  // <password>…</password>
  { hint: NAME, pattern: new RegExp(`<[\\w.:-]{0,40}${SURE}[\\w.-]{0,40}>(?<secret>[^<>]{3,500})</`, "gi") },
  // PRIVATE_KEY=… before a command or in a file of settings, password: … in YAML, ENV TOKEN …
  { hint: NAME, pattern: new RegExp(`${SURE}[\\w-]{0,40}=${BARE}`, "gi"), isSecret: isNoExpression },
  { hint: NAME, pattern: new RegExp(`${KEY}[\\w-]{0,40}=${BARE}`, "g"), isSecret: looksRandom },
  {
    hint: NAME,
    pattern: new RegExp(
      `^\\s{0,200}(?:(?:export|set|-)\\s+|@{1,2})?["']?[\\w.-]{0,40}${SURE}[\\w.-]{0,40}["']?\\s{0,9}[:=]\\s{0,9}${BARE}`,
      "gi",
    ),
    isSecret: isNoExpression,
  },
  {
    hint: NAME,
    pattern: new RegExp(
      `^\\s{0,200}(?:(?:export|set|setx|ENV|ARG|-)\\s+|@{1,2})?["']?[\\w.-]{0,40}${KEY}[\\w.-]{0,40}["']?\\s{0,9}[:=]\\s{0,9}${BARE}`,
      "g",
    ),
    isSecret: looksRandom,
  },
  {
    hint: NAME,
    pattern: new RegExp(
      `^\\s{0,200}(?:(?:export|set|ENV|ARG|-)\\s+|@{1,2})?["']?[\\w.-]{0,40}${WORD}[\\w.-]{0,40}["']?\\s{0,9}[:=]\\s{0,9}${BARE}`,
      "g",
    ),
    isSecret: (text) => looksRandom(text) && isBareValue(text),
  },
  // ATLAS_PRIVATE=…, one of a pair of keys
  {
    hint: /priv|prv/i,
    pattern: new RegExp(
      `^\\s{0,200}(?:(?:export|set|ENV|ARG|-)\\s+|@{1,2})?["']?(?:[\\w.-]{0,40}[_.-])?(?:private|priv|prv)["']?\\s{0,9}[:=]\\s{0,9}${BARE}`,
      "gi",
    ),
    isSecret: (text) => looksRandom(text) && isBareValue(text),
  },
  // echo … | docker login --password-stdin
  {
    hint: /-stdin/,
    pattern:
      /\b(?:echo|printf)\s{1,9}(?:-n\s{1,9})?["'`]?(?<secret>[^\s"'`$|]{3,500})["'`]?\s{0,9}\|[^|\n]{0,200}?--?\w{0,20}(?:password|token|key)-stdin/g,
  },
  {
    hint: NAME,
    pattern: new RegExp(
      `^\\s{0,200}(?:ENV|ARG|setx)\\s+[\\w-]{0,40}${SURE}[\\w-]{0,40}\\s+["']?${BARE}`,
      "gi",
    ),
  },
  // The private key is …, in prose
  {
    hint: NAME,
    pattern: new RegExp(
      `${SURE}[\\w.-]{0,40}["'\x60*_]{0,3}\\s{1,9}(?:is|was)\\s{0,9}:?\\s{1,9}["'\x60*_]{0,3}(?<secret>[^\\s"'\x60*$(){}<>,;|&]{6,500})`,
      "gi",
    ),
    isSecret: looksRandom,
  },
  ...SHAPE_FORMS,
];

/** Matches in each line of a file that has a secret, in whatever form. */
export const HINT_OF_ALL = new RegExp(
  [
    ...new Set([...SECRET_FORMS, ...YAML_FORMS, ...PROSE_FORMS].map(({ hint }) => hint.source)),
    // Other lines may show that a value, or a part of a digest header, is a secret.
    String.raw`\b(?:value|default|val)["']?\s{0,9}[:=]`,
    String.raw`(?:username|realm|nonce|opaque|response|nc|userhash)\*?=`,
  ].join("|"),
  "i",
);
