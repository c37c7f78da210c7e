import { type FileSystem, nodeFileSystem } from "./file-system.js";
import { gitFolder } from "./git-folder.js";
import { readBytes } from "./read.js";

/** In bytes: a repository of a million files has an index of about 100 MB. */
const LARGEST_INDEX = 256 * 1024 * 1024;

/** The entries of an index; their paths are relative to the root of the repository. */
export interface TrackedEntries {
  /** Regular files. */
  readonly files: readonly string[];
  /** Symbolic links. */
  readonly links: readonly string[];
}

/**
 * Returns what git tracks, without submodules. Undefined if there is no index, or its format is unknown. It is read
 * without git, which may be missing, and which refuses repositories of other users.
 *
 * @param root of the repository, absolute
 */
export function trackedEntries(
  root: string,
  fileSystem: FileSystem = nodeFileSystem,
): TrackedEntries | undefined {
  const index = readBytes(gitFolder(root, fileSystem), "index", { maxBytes: LARGEST_INDEX }, fileSystem);
  if (!index.ok) return undefined;
  return entriesIn(index.bytes, SHA_1) ?? entriesIn(index.bytes, SHA_256);
}

/** Lengths of the names of objects, in bytes. */
const SHA_1 = 20;
const SHA_256 = 32;

const HEADER = 12;
/** Times, numbers and sizes of a file, before the name of its object. */
const STATS = 40;
const MODE = 24;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const LINK = 0o120000;
const HAS_MORE_FLAGS = 0x4000;

/** Reads an index: https://git-scm.com/docs/index-format. Undefined if the bytes have another format. */
function entriesIn(bytes: Buffer, hash: number): TrackedEntries | undefined {
  if (bytes.length < HEADER + hash || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return undefined;
  const end = bytes.length - hash;
  const files = new Set<string>();
  const links = new Set<string>();
  let at = HEADER;
  let before: Buffer = Buffer.alloc(0);
  for (let index = 0; index < count; index++) {
    const start = at;
    if (start + STATS + hash + 4 > end) return undefined;
    const mode = bytes.readUInt32BE(start + MODE);
    const flags = bytes.readUInt16BE(start + STATS + hash);
    at = start + STATS + hash + (version > 2 && (flags & HAS_MORE_FLAGS) !== 0 ? 4 : 2);
    let kept = 0;
    if (version === 4) {
      // The name goes on from the one before, without some bytes of its end.
      let byte = bytes[at++]!;
      let dropped = byte & 127;
      while ((byte & 128) !== 0 && at < end) {
        byte = bytes[at++]!;
        dropped = (dropped + 1) * 128 + (byte & 127);
      }
      if (dropped > before.length) return undefined;
      kept = before.length - dropped;
    }
    const close = bytes.indexOf(0, at);
    if (close < 0 || close >= end) return undefined;
    const rest = bytes.subarray(at, close);
    const name = version === 4 ? Buffer.concat([before.subarray(0, kept), rest]) : rest;
    if (version === 4) before = name;
    // Entries of the other versions are padded with one to eight NULs to a multiple of eight bytes.
    at = version === 4 ? close + 1 : start + (((close - start) >> 3) + 1) * 8;
    const type = mode & FILE_TYPE;
    if (type === REGULAR) files.add(name.toString("utf8"));
    else if (type === LINK) links.add(name.toString("utf8"));
  }
  return isExtensionOrEnd(bytes, at, end) ? { files: [...files], links: [...links] } : undefined;
}

/** A split index lists a part of the files, and the rest elsewhere. */
function isExtensionOrEnd(bytes: Buffer, at: number, end: number): boolean {
  for (let start = at; start < end;) {
    const signature = bytes.toString("latin1", start, start + 4);
    if (start + 8 > end || !/^[A-Za-z]{4}$/.test(signature) || signature === "link") return false;
    start += 8 + bytes.readUInt32BE(start + 4);
  }
  return at <= end;
}
