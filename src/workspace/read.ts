import { constants } from "node:buffer";
import { extname, resolve } from "node:path";
import type { Problem } from "../core/problem.js";
import {
  asciiOfUtf32,
  decode,
  decodeUnmarkedUtf16,
  type DecodedText,
  type Encoding,
  isUtf16,
  lineAt,
} from "./decode.js";
import { failureOf, type FileSystem, nodeFileSystem, openRegularFile } from "./file-system.js";
import { classifyGenerated } from "./generated.js";
import { isBinaryName } from "./left-out.js";

interface ReadLimits {
  /** The largest file that is read. */
  readonly maxBytes: number;
}

export const DEFAULT_READ_LIMITS: ReadLimits = { maxBytes: 64 * 1024 * 1024 };

/** The reason why a file is skipped, as it is counted in the summary. */
type SkipReason = "utf-16" | "binary" | "too-large" | "unreadable" | "vanished";

export type ReadResult =
  | {
      readonly ok: true;
      /** With its byte-order mark, if it has one; `SourceText` takes it off. */
      readonly raw: string;
      /** The encoding that a writer has to use for the text. */
      readonly encoding: Encoding;
      /** Defects of a file that was still read. */
      readonly problems: readonly Problem[];
      /** Size on disk. */
      readonly bytes: number;
      /** Not written by hand, by a comment at its top or by its form. */
      readonly generated?: "minified" | "generated" | "own-report";
    }
  | { readonly ok: false; readonly problem: Problem; readonly reason: SkipReason };

/**
 * Reads a file of any kind: text in UTF-8, or in UTF-16 with a byte-order mark. It neither throws nor waits, whatever
 * is at the path.
 *
 * @param cwd Absolute.
 * @param path Relative to `cwd`; problems name it as it is given.
 */
export function readSource(
  cwd: string,
  path: string,
  limits: ReadLimits = DEFAULT_READ_LIMITS,
  fileSystem: FileSystem = nodeFileSystem,
): ReadResult {
  const file = readBytes(cwd, path, limits, fileSystem);
  return file.ok ? readText(path, file.bytes, decode(file.bytes)) : file;
}

/**
 * Reads a file like `readSource` if its text is wanted; returns `undefined` otherwise.
 *
 * @param isWanted Gets the text, or the bytes of UTF-8 as one character each. Decoding takes longer than reading, and
 *   most files that are searched for ASCII strings are not wanted.
 */
export function readIfWanted(
  cwd: string,
  path: string,
  isWanted: (text: string) => boolean,
  limits: ReadLimits = DEFAULT_READ_LIMITS,
  fileSystem: FileSystem = nodeFileSystem,
): ReadResult | undefined {
  const file = readBytes(cwd, path, limits, fileSystem);
  if (!file.ok) return file;
  const { bytes } = file;
  const utf32 = asciiOfUtf32(bytes);
  if (utf32 !== undefined)
    return isWanted(utf32)
      ? skipping(path)("unreadable", "unreadable", "is in UTF-32, and was not read")
      : undefined;
  const utf16 = isUtf16(bytes) ? decode(bytes) : undefined;
  const unmarked = utf16 ? undefined : decodeUnmarkedUtf16(bytes);
  if (unmarked !== undefined) {
    const message = "is in UTF-16 without a byte-order mark, and was not read";
    return isWanted(unmarked) ? skipping(path)("utf-16", "utf-16", message) : undefined;
  }
  if (!isWanted(utf16?.raw ?? bytes.toString("latin1"))) return undefined;
  return readText(path, bytes, utf16 ?? decode(bytes));
}

/** The largest file of types that is read; those of `lib.dom.d.ts` are 1 MB. */
const MAX_TYPES = 16 * 1024 * 1024;

/** Returns the text of a file for a compiler; `undefined` if it is not a regular file, or is too large. */
export function textForCompiler(file: string): string | undefined {
  const result = readBytes("", file, { maxBytes: MAX_TYPES }, nodeFileSystem);
  return result.ok ? decode(result.bytes).raw.replace(/^\uFEFF/, "") : undefined;
}

type Skipped = Extract<ReadResult, { ok: false }>;

/** Reads the content of a regular file, without waiting for anything. */
export function readBytes(
  cwd: string,
  path: string,
  limits: ReadLimits,
  fileSystem: FileSystem,
): { readonly ok: true; readonly bytes: Buffer } | Skipped {
  const skip = skipping(path);
  const absolute = resolve(cwd, path);
  const file = openRegularFile(fileSystem, absolute);
  if (!file.ok) return skip(file.kind, file.kind, file.message);
  const maxBytes = Math.min(limits.maxBytes, constants.MAX_STRING_LENGTH);
  let bytes: Buffer;
  try {
    const limit = file.size > maxBytes ? 0 : maxBytes + 1;
    bytes = readAtMost(fileSystem, file.descriptor, file.size, limit);
  } catch (error) {
    const { kind, message } = failureOf(error, absolute);
    return skip(kind, kind, message);
  } finally {
    fileSystem.closeSync(file.descriptor);
  }
  if (Math.max(file.size, bytes.length) > maxBytes) {
    return skip("too-large", "too-large", `is larger than ${String(maxBytes)} bytes and was not read`);
  }
  return { ok: true, bytes };
}

/**
 * Returns why a file is not text, if its start or its name shows it; `undefined` for text, and for what is not a
 * regular file. Neither its size nor its other content counts.
 */
export function binaryAt(
  cwd: string,
  path: string,
  fileSystem: FileSystem = nodeFileSystem,
): Problem | undefined {
  const file = openRegularFile(fileSystem, resolve(cwd, path));
  if (!file.ok) return undefined;
  try {
    const head = readAtMost(fileSystem, file.descriptor, file.size, BINARY_HEAD);
    const isText =
      !isBinaryName(path) &&
      (!head.includes(0) ||
        TEXT_EXTENSIONS.has(extensionOf(path)) ||
        isUtf16(head) ||
        asciiOfUtf32(head) !== undefined ||
        decodeUnmarkedUtf16(head) !== undefined);
    return isText ? undefined : { path, kind: "binary", message: IS_BINARY };
  } catch {
    return undefined;
  } finally {
    fileSystem.closeSync(file.descriptor);
  }
}

/** Returns whether a regular file has NUL bytes at its start. */
export function startsAsBinary(absolute: string, fileSystem: FileSystem): boolean {
  const file = openRegularFile(fileSystem, absolute);
  if (!file.ok) return false;
  try {
    return readAtMost(fileSystem, file.descriptor, file.size, BINARY_HEAD).includes(0);
  } catch {
    return false;
  } finally {
    fileSystem.closeSync(file.descriptor);
  }
}

const IS_BINARY = "is a binary file, and was not read";

function extensionOf(path: string): string {
  return extname(path).slice(1).toLowerCase();
}

function skipping(path: string): (reason: SkipReason, kind: Problem["kind"], message: string) => Skipped {
  return (reason, kind, message) => ({ ok: false, problem: { path, kind, message }, reason });
}

function readText(path: string, bytes: Buffer, { raw, encoding, invalidLine }: DecodedText): ReadResult {
  const nul = raw.indexOf("\0");
  if (nul >= 0 && nul < BINARY_HEAD && !TEXT_EXTENSIONS.has(extensionOf(path))) {
    return skipping(path)(
      "binary",
      "binary",
      "has NUL bytes at its start, so it is treated as a binary file",
    );
  }
  const problems: Problem[] = [];
  if (invalidLine !== undefined) {
    const message = `has bytes that are not valid ${encoding.toUpperCase()}; they were read as U+FFFD`;
    problems.push({ path, line: invalidLine, kind: "encoding", message });
  }
  if (nul >= 0) {
    problems.push({
      path,
      line: lineAt(raw, nul),
      kind: "nul-bytes",
      message: "has NUL bytes, and was read",
    });
  }
  const generated = classifyGenerated(path, raw);
  return { ok: true, raw, encoding, problems, bytes: bytes.length, ...(generated && { generated }) };
}

/** The content of a file, or its first `limit` bytes. A size of 0 is not believed: procfs says so of every file. */
function readAtMost(fileSystem: FileSystem, descriptor: number, size: number, limit: number): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const expected = size > total ? size - total : UNKNOWN_SIZE_CHUNK;
    const chunk = Buffer.allocUnsafe(Math.min(expected, limit - total));
    const count = chunk.length === 0 ? 0 : fileSystem.readSync(descriptor, chunk, 0, chunk.length, null);
    if (count === 0) return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
    total += count;
  }
}

const UNKNOWN_SIZE_CHUNK = 64 * 1024;

/** git, too, takes a file for binary that has a NUL among its first 8,000 bytes (`buffer_is_binary`). */
const BINARY_HEAD = 8000;

/** Extensions of files that are text even if they contain a NUL byte. */
const TEXT_EXTENSIONS: ReadonlySet<string> = new Set(
  (
    "astro bash bat c cc cfg cjs clj cmd conf config cpp cs css csv cts cxx dart env erl ex exs fish fs go gql gradle " +
    "graphql groovy h har hbs hcl hpp hs htm html http ini ipynb java jl js json json5 jsonc jsonl jsx kt kts less log " +
    "lua m markdown md mdx mjs ml mts mustache ndjson nix njk php pl pm properties proto ps1 psm1 py r rb rest rs rst " +
    "sass scala scss sh sql svelte swift tf tfvars toml ts tsv tsx txt vb vue xml yaml yml zsh"
  ).split(" "),
);
