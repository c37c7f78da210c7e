import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Vocabulary } from "../catalog/catalog.js";
import type { AuthenticationData } from "../catalog/model.js";
import { apiError } from "../validation/api-error.js";
import { Refusal } from "./api-error.js";

/** The keys of a client. All are secrets: nothing here prints them. */
export interface Credentials {
  readonly publicKey: string;
  readonly privateKey: string;
  /** The token of a service account. Without one, no Bearer token is accepted. */
  readonly token?: string;
  /** The credentials of the discovery endpoint; default: the keys. */
  readonly discovery?: { readonly user: string; readonly password: string };
}

/** Of the built-in services. */
const REALM = "MMS Public API";
/** Nonces that are kept, and requests that one serves: then a client is asked to log in again. */
const MOST_NONCES = 1_000;
const MOST_USES = 10_000;

/**
 * Checks the credentials of an API. Those of the built-in services are HTTP Digest (MD5, qop=auth) or a Bearer token.
 * Another API has those that its vocabulary states, and needs none if it states none; the private key is then also its
 * password, token and API key.
 */
export class Authentication {
  /** The counts that were used with each nonce, oldest nonce first. */
  readonly #nonces = new Map<string, Set<string>>();
  readonly #realm: string;
  readonly #token: string | undefined;
  readonly #way: Pick<AuthenticationData, "schemes" | "keys">;

  constructor(
    private readonly credentials: Credentials,
    { isStandalone, title, authentication }: Vocabulary,
  ) {
    const stated = authentication.find(({ surface }) => surface === "administration");
    this.#way = isStandalone ? (stated ?? { schemes: [] }) : { schemes: ["digest", "bearer"] };
    this.#realm = isStandalone ? title.replace(/[^\w .-]/g, "") : REALM;
    this.#token = isStandalone ? credentials.privateKey : credentials.token;
  }

  /**
   * Checks the credentials of a call.
   *
   * @throws {Refusal} 401 with a challenge
   */
  administration(method: string, target: string, headers: IncomingHttpHeaders): void {
    const { schemes } = this.#way;
    const [, scheme = "", value = ""] = /^(\S+) +(.*)$/.exec(headers.authorization ?? "") ?? [];
    if (schemes.length === 0 || this.#hasKey(target, headers)) return;
    const given = schemes.find((one) => one === scheme.toLowerCase());
    if (given === "basic" && this.#isPair(value)) return;
    if (given === "bearer" && this.#token !== undefined && same(value.trim(), this.#token)) return;
    if (given !== "digest") throw this.#challenge(false);
    const answer = parameters(value);
    const isRight = this.#isRight(method, target, answer);
    if (isRight && this.#isFresh(answer)) return;
    throw this.#challenge(isRight);
  }

  #isPair(value: string): boolean {
    const { publicKey, privateKey } = this.credentials;
    return same(Buffer.from(value.trim(), "base64").toString(), `${publicKey}:${privateKey}`);
  }

  /** Returns whether one of the parameters of the API has the key. A header may have a word before it. */
  #hasKey(target: string, headers: IncomingHttpHeaders): boolean {
    const { privateKey } = this.credentials;
    const query = new URLSearchParams(target.split("?")[1]);
    return (this.#way.keys ?? []).some(({ in: place, name }) => {
      const header = headers[place === "cookie" ? "cookie" : name.toLowerCase()];
      if (place === "query") return same(query.get(name) ?? "", privateKey);
      const words = typeof header === "string" ? header.split(/[ ;]+/) : [];
      return words.some((word) => same(word, place === "cookie" ? `${name}=${privateKey}` : privateKey));
    });
  }

  /**
   * Checks the credentials of a discovery request.
   *
   * @throws {Refusal} 401 with a challenge
   */
  discovery(header: string | undefined): void {
    const { publicKey, privateKey, discovery = { user: publicKey, password: privateKey } } = this.credentials;
    if (header !== undefined && /^basic /i.test(header)) {
      const given = Buffer.from(header.slice("basic ".length).trim(), "base64").toString();
      if (same(given, `${discovery.user}:${discovery.password}`)) return;
    }
    throw new Refusal(UNAUTHORIZED, { "WWW-Authenticate": 'Basic realm="Discovery"' });
  }

  #isRight(method: string, target: string, given: ReadonlyMap<string, string>): boolean {
    const { publicKey, privateKey } = this.credentials;
    const part = (name: string): string => given.get(name) ?? "";
    if (!this.#nonces.has(part("nonce")) || part("realm") !== this.#realm || part("qop") !== "auth")
      return false;
    if (part("uri") !== target || !/^[0-9a-f]{8}$/i.test(part("nc")) || part("cnonce") === "") return false;
    if (!["", "md5"].includes(part("algorithm").toLowerCase())) return false;
    const first = md5(`${publicKey}:${this.#realm}:${privateKey}`);
    const second = md5(`${method}:${target}`);
    const rest = `${part("nonce")}:${part("nc")}:${part("cnonce")}:auth:${second}`;
    return part("username") === publicKey && same(part("response").toLowerCase(), md5(`${first}:${rest}`));
  }

  /**
   * Returns whether this count was not used with its nonce before: who records a request must not send it again (RFC
   * 7616, 3.4).
   */
  #isFresh(given: ReadonlyMap<string, string>): boolean {
    const used = this.#nonces.get(given.get("nonce") ?? "");
    const count = given.get("nc")?.toLowerCase() ?? "";
    if (!used || used.has(count) || used.size >= MOST_USES) return false;
    used.add(count);
    return true;
  }

  /**
   * Makes the response 401 with a challenge.
   *
   * @param isStale the credentials are right, and the client may repeat the request with the new nonce
   */
  #challenge(isStale: boolean): Refusal {
    const { schemes } = this.#way;
    const challenges = [
      ...(schemes.includes("digest") ? [this.#digestChallenge(isStale)] : []),
      ...(schemes.includes("basic") ? [`Basic realm="${this.#realm}"`] : []),
      // The built-in services ask for digest authentication only.
      ...(schemes.includes("bearer") && !schemes.includes("digest") ? ["Bearer"] : []),
    ];
    return new Refusal(
      UNAUTHORIZED,
      challenges.length > 0 ? { "WWW-Authenticate": challenges.join(", ") } : {},
    );
  }

  #digestChallenge(isStale: boolean): string {
    const nonce = randomBytes(24).toString("base64");
    this.#nonces.set(nonce, new Set());
    const [oldest = ""] = this.#nonces.keys();
    if (this.#nonces.size > MOST_NONCES) this.#nonces.delete(oldest);
    return `Digest realm="${this.#realm}", domain="", nonce="${nonce}", algorithm=MD5, qop="auth", stale=${String(isStale)}`;
  }
}

// The code that recorded answers have.
const UNAUTHORIZED = apiError(401, "UNEXPECTED_ERROR", "You are not authorized for this resource.");

/** The parameters of an authorization header; values may be quoted. */
function parameters(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, quoted, bare] of text.matchAll(/([a-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/gi))
    found.set(name!.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? bare!);
  return found;
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

function same(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
