import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { Refusal, apiError } from "./api-error.js";

/** The keys of a client. All are secrets: nothing here prints them. */
export interface Credentials {
  readonly publicKey: string;
  readonly privateKey: string;
  /** The token of a service account. Without one, no Bearer token is accepted. */
  readonly token?: string;
  /** The credentials of the discovery endpoint; default: the keys. */
  readonly discovery?: { readonly user: string; readonly password: string };
}

const REALM = "MMS Public API";
/** Nonces that are kept, and requests that one serves: then a client is asked to log in again. */
const MOST_NONCES = 1_000;
const MOST_USES = 10_000;

/** Checks the `Authorization` header of the administration API: HTTP Digest (MD5, qop=auth) or a Bearer token. */
export class Authentication {
  /** The counts that were used with each nonce, oldest nonce first. */
  readonly #nonces = new Map<string, Set<string>>();

  constructor(private readonly credentials: Credentials) {}

  /**
   * Checks the credentials of a call.
   *
   * @throws {Refusal} 401 with a challenge
   */
  administration(method: string, target: string, header: string | undefined): void {
    const { token } = this.credentials;
    if (token !== undefined && header !== undefined && /^bearer /i.test(header)) {
      if (same(header.slice("bearer ".length).trim(), token)) return;
    } else if (header !== undefined && /^digest /i.test(header)) {
      const given = parameters(header.slice("digest ".length));
      const isRight = this.#isRight(method, target, given);
      if (isRight && this.#isFresh(given)) return;
      throw this.#challenge(isRight);
    }
    throw this.#challenge(false);
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
    if (!this.#nonces.has(part("nonce")) || part("realm") !== REALM || part("qop") !== "auth") return false;
    if (part("uri") !== target || !/^[0-9a-f]{8}$/i.test(part("nc")) || part("cnonce") === "") return false;
    if (!["", "md5"].includes(part("algorithm").toLowerCase())) return false;
    const first = md5(`${publicKey}:${REALM}:${privateKey}`);
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
    const nonce = randomBytes(24).toString("base64");
    this.#nonces.set(nonce, new Set());
    const [oldest = ""] = this.#nonces.keys();
    if (this.#nonces.size > MOST_NONCES) this.#nonces.delete(oldest);
    return new Refusal(UNAUTHORIZED, {
      "WWW-Authenticate": `Digest realm="${REALM}", domain="", nonce="${nonce}", algorithm=MD5, qop="auth", stale=${String(isStale)}`,
    });
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
