import { HEADER, isValue, KEY, looksRandom, SURE, WORD } from "./secret-words.js";

const SURE_NAME = new RegExp(SURE, "i");
const HEADER_NAME = new RegExp(`\\b${HEADER}\\b`, "i");
const KEY_NAME = new RegExp(KEY);
/** Half of a pair of keys: `PRIVATE = "…"`. */
const PRIVATE_NAME = /(?:(?:^|[\s_])(?:private|priv|prv|PRIVATE|PRIV|PRV)|[a-z](?:Private|Priv|Prv))$/;
const WORD_NAME = new RegExp(WORD);
const LOGIN_NAME = /digest|auth(?!or)|credential|basic|login|userpwd|^newTransport$/i;
const USER_NAME = /user(?![a-z]*(?:agent|id))|digest|auth(?!or)|cred|basic|login|account|userpwd/i;
/** Functions that are given the name or the place of a secret. */
const READER =
  /^(?:is|has|get|read|load|fetch|find|require|prompt|ask|input|lookup|validate|verify|assert|delete)|env|prop/i;
/** Functions that only make an object of the class before them. */
const MAKER = /^(?:new|of|from|create|build|make|init)$/i;

/** Returns the last name of a chain, and the one before if the last one makes an object of it. */
function lastOf(callee: string): string {
  const parts = callee.split(".");
  const last = parts.at(-1)!;
  return MAKER.test(last) && parts.length > 1 ? parts.at(-2)! : last;
}

/** Returns whether a function is given the name of a secret and not the secret. */
export function isReader(callee: string): boolean {
  return callee !== "" && READER.test(lastOf(callee));
}

/** Returns whether the second argument of a function, or the second element of a list, may be a secret. */
export function takesLogin(name: string): boolean {
  if (name === "" || isReader(name)) return false;
  return LOGIN_NAME.test(lastOf(name)) || /digest|credential|hmac|\bjwt\b/i.test(name);
}

/** Returns whether the last argument of a function is a secret. */
export function takesSecret(callee: string, text: string): boolean {
  if (callee === "" || isReader(callee) || !isPlain(text) || isPath(text)) return false;
  const last = lastOf(callee);
  if (/SecureString|passw(?:or)?d|bearer|(?:set|with|use)_?(?:key|pass|pw|auth|cookie)/i.test(last))
    return true;
  if (/^(?:secret|token|passphrase|(?:api|private)_?key)$/i.test(last)) return !/\s/.test(text);
  return SURE_NAME.test(last) && (/set|with|use|add/i.test(last) || looksRandom(text));
}

/**
 * Returns whether a text is a secret by the names of its value.
 *
 * @param how "sure": by the name alone, if it tells; "header": only by names of secrets and headers; "random": if the
 *   name may tell, and the text looks like one, too
 */
export function isNamedSecret(names: string, text: string, how: "sure" | "header" | "random"): boolean {
  if (names === "" || !isPlain(text)) return false;
  const name = names
    .split(" ")
    .map((one) => one.split(".").at(-1)!)
    .join(" ");
  if (how === "random")
    return (SURE_NAME.test(name) || /auth(?!or)|cred|login/i.test(name)) && looksRandom(text);
  if (SURE_NAME.test(name) || HEADER_NAME.test(name)) return true;
  if (how === "sure" && WORD_NAME.test(name)) return true;
  // X-Auth and other headers of one service
  if (/^x-/i.test(name) && (WORD_NAME.test(name) || KEY_NAME.test(name))) return true;
  return (KEY_NAME.test(name) || PRIVATE_NAME.test(name)) && looksRandom(text);
}

/** Returns the secret of `user:secret`, if the names around it tell that it is one. */
export function secretInPair(text: string, names: string): { start: number; end: number } | undefined {
  if (!USER_NAME.test(names)) return undefined;
  const user = /^(?:[^\s:/@${}]|\$?\{[^{}]*\}|\$\w+){0,200}:(?![/$])/.exec(text)?.[0];
  const secret = user === undefined ? "" : text.slice(user.length);
  if (
    user === undefined ||
    /^(?:arn|urn):$/i.test(user) ||
    secret.length < 3 ||
    /[\s{}"'`]|^\d{1,5}$|^[$%]/.test(secret)
  )
    return undefined;
  return { start: user.length, end: text.length };
}

function isPath(text: string): boolean {
  return /^\w+\/(?:[${]|\w+\/)/.test(text);
}

/** Returns whether a text is not a word of settings, an address, a path, an option, or a form for other texts. */
function isPlain(text: string): boolean {
  const isOther = /^(?:\/[a-z{$][\w{}$.:-]*)+\/?$|^--|%[sdvq]/i.test(text);
  return text.length >= 3 && isValue(text) && !isOther;
}
