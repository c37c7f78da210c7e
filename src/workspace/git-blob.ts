import { createHash } from "node:crypto";

/**
 * The name of the object that holds some bytes.
 * https://git-scm.com/book/en/v2/Git-Internals-Git-Objects#_object_storage
 *
 * @param length of names in the repository: 40 digits of SHA-1 or 64 of SHA-256
 */
function blobName(bytes: Uint8Array, length: number): string {
  return createHash(length === 64 ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");
}

/**
 * Returns whether a blob holds the bytes of a file, as they are or with the line ends that git turns into LF on the way
 * in (https://git-scm.com/docs/gitattributes#_text). Other filters are programs, and not run: what they change counts
 * as changed.
 */
export function isHeldByBlob(bytes: Buffer, name: string): boolean {
  if (blobName(bytes, name.length) === name) return true;
  if (!bytes.includes("\r\n")) return false;
  const withLf = Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return blobName(withLf, name.length) === name;
}
