import type { Problem } from "../core/problem.js";
import { type FileSystem, failureOf, openRegularFile } from "./file-system.js";
import type { Matcher } from "./search-pattern.js";

const CHUNK = 256 * 1024;
/** The largest file that is searched: it takes some seconds. None of this size can be analysed. */
const MAX_SEARCHED = 512 * 1024 * 1024;
/** The length of an unfinished line that is searched again together with the text after it. */
const OVERLAP = 64 * 1024;
/** The time that searches may block the event loop, in milliseconds. */
const TURN = 50;
let turnStart = 0;

/** A file to search: where it is, and how it is called in results. */
interface FileToSearch {
  readonly absolute: string;
  readonly path: string;
}

interface SearchedFiles {
  /** The paths that were searched to their end or to a match. */
  readonly searched: string[];
  readonly candidates: string[];
  readonly problems: Problem[];
}

/**
 * Searches files in this process, one after the other through one buffer, so that the memory needed does not depend on
 * their number or size. Bytes are matched as they are, UTF-16 with a byte-order mark after decoding, as ripgrep does.
 * A match longer than 64 KiB may be missed.
 */
export async function searchFiles(
  files: readonly FileToSearch[],
  matches: Matcher,
  fileSystem: FileSystem,
): Promise<SearchedFiles> {
  const result: SearchedFiles = { searched: [], candidates: [], problems: [] };
  for (const { absolute, path } of files) {
    if (performance.now() - turnStart > TURN) {
      await new Promise((resolve) => setImmediate(resolve));
      turnStart = performance.now();
    }
    const file = openRegularFile(fileSystem, absolute);
    if (!file.ok) {
      result.problems.push({ path, kind: file.kind, message: file.message });
      continue;
    }
    try {
      if (file.size > MAX_SEARCHED) {
        const message = `is larger than ${String(MAX_SEARCHED)} bytes and was not searched`;
        result.problems.push({ path, kind: "too-large", message });
        continue;
      }
      const found = searchDescriptor(fileSystem, file.descriptor, file.size, matches);
      result.searched.push(path);
      if (found) result.candidates.push(path);
    } catch (error) {
      result.problems.push({ path, ...failureOf(error, absolute) });
    } finally {
      fileSystem.closeSync(file.descriptor);
    }
  }
  return result;
}

/** One for all searches: a file is searched to its end before anything else can run. */
let buffer: Buffer | undefined;

function searchDescriptor(
  fileSystem: FileSystem,
  descriptor: number,
  size: number,
  matches: Matcher,
): boolean {
  buffer ??= Buffer.allocUnsafe(OVERLAP + CHUNK);
  let decode: Decoder | undefined;
  let kept = 0;
  let total = 0;
  for (;;) {
    const count = fileSystem.readSync(descriptor, buffer, kept, buffer.length - kept, null);
    if (count === 0) return false;
    decode ??= decoderFor(buffer.subarray(0, count));
    total += count;
    const filled = kept + count;
    if (matches(decode(buffer, filled))) return true;
    // Saves the call that would only answer 0; files that grow meanwhile are read as they were.
    if (total === size) return false;
    kept = keepEnd(buffer, filled, decode === decodeBytes);
  }
}

/**
 * Moves the end of the searched text to the front of the buffer, as much as may contain the start of a match. That is
 * the unfinished line, if bytes are characters, and never more than `OVERLAP`. The dropped part has an even length, so
 * that the two bytes of a UTF-16 character stay together.
 */
function keepEnd(buffer: Buffer, filled: number, bytesAreCharacters: boolean): number {
  const lineStart = bytesAreCharacters ? buffer.lastIndexOf(0x0a, filled - 1) + 1 : 0;
  const start = Math.max(lineStart, filled - OVERLAP) & ~1;
  buffer.copyWithin(0, start, filled);
  return filled - start;
}

/** Turns the first `length` bytes of the buffer into text. */
type Decoder = (buffer: Buffer, length: number) => string;

const decodeBytes: Decoder = (buffer, length) => buffer.toString("latin1", 0, length);
const decodeLittleEndian: Decoder = (buffer, length) => buffer.toString("utf16le", 0, length);
const decodeBigEndian: Decoder = (buffer, length) =>
  Buffer.from(buffer.subarray(0, length & ~1))
    .swap16()
    .toString("utf16le");

function decoderFor(head: Buffer): Decoder {
  if (head[0] === 0xff && head[1] === 0xfe) return decodeLittleEndian;
  if (head[0] === 0xfe && head[1] === 0xff) return decodeBigEndian;
  return decodeBytes;
}
