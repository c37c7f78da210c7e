import { createHash } from "node:crypto";
import type { ServiceDouble } from "../../src/service-double/index.js";

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON text; a string as it is. */
  readonly body?: unknown;
  readonly user?: string;
  readonly password?: string;
  /** Gets the header that the login is sent with. */
  readonly onAuthorization?: (header: string) => void;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed; `undefined` if the response is not JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- an answer has any shape, and a test says which
  readonly body: any;
  readonly bytes: Buffer;
}

/** Sends a request with digest authentication: once for the challenge, once with its answer. */
export async function withDigest(double: ServiceDouble, path: string, sent: Sent = {}): Promise<Received> {
  const { method = "GET", user = "public", password = "private" } = sent;
  const challenge = await plain(double, path, { ...sent, headers: {} });
  const text = challenge.headers.get("www-authenticate") ?? "";
  const part = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(text)?.[1] ?? "";
  const [realm, nonce] = [part("realm"), part("nonce")];
  const [nc, cnonce] = ["00000001", "0a4f113b"];
  const md5 = (words: readonly string[]): string => createHash("md5").update(words.join(":")).digest("hex");
  const response = md5([md5([user, realm, password]), nonce, nc, cnonce, "auth", md5([method, path])]);
  const authorization =
    `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${path}", ` +
    `qop=auth, nc=${nc}, cnonce="${cnonce}", response="${response}", algorithm=MD5`;
  sent.onAuthorization?.(authorization);
  return plain(double, path, { ...sent, headers: { ...sent.headers, authorization } });
}

/** Sends a request as it is. A method with a body gets `Content-Type: application/json` unless it states another. */
export async function plain(double: ServiceDouble, path: string, sent: Sent = {}): Promise<Received> {
  const { method = "GET", body } = sent;
  const response = await fetch(`${double.url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...sent.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  return { status: response.status, headers: response.headers, text, body: parsed, bytes };
}
