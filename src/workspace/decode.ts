import { isUtf8 } from "node:buffer";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** The text of a file, as it can be cut by offsets. */
export interface DecodedText {
  /** With its byte-order mark, if it has one, as U+FEFF. What was not valid is U+FFFD. */
  readonly raw: string;
  readonly encoding: Encoding;
  /** The first line, from 1, with bytes that are not valid in the encoding; absent where all are. */
  readonly invalidLine?: number;
}

/** Returns whether a byte-order mark says that the bytes are UTF-16. */
export function isUtf16(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** Bytes at the start of a file that tell UTF-32, and UTF-16 without a byte-order mark. */
const SAMPLE = 1024;

/**
 * Decodes UTF-16 without a byte-order mark. Undefined for other bytes. In text that is mostly ASCII, such as programs,
 * every second byte is NUL.
 */
export function decodeUnmarkedUtf16(bytes: Buffer): string | undefined {
  const place = placeOfAscii(bytes, 2);
  return place === undefined ? undefined : decodeUtf16(bytes, place === 0 ? "utf-16le" : "utf-16be").raw;
}

/**
 * Decodes the ASCII characters of UTF-32, with or without a byte-order mark. Other characters become arbitrary ones.
 * Undefined for other bytes.
 */
export function asciiOfUtf32(bytes: Buffer): string | undefined {
  const place = placeOfAscii(bytes, 4);
  if (place === undefined) return undefined;
  const low = Buffer.allocUnsafe((bytes.length - place + 3) >> 2);
  for (let unit = 0; unit < low.length; unit++) low[unit] = bytes[unit * 4 + place]!;
  return low.toString("latin1");
}

/** The byte of each unit of so many bytes that holds its ASCII, first or last: the others are nearly all NUL. */
function placeOfAscii(bytes: Buffer, width: number): number | undefined {
  const units = Math.floor(Math.min(SAMPLE, bytes.length) / width);
  const sample = bytes.subarray(0, units * width);
  if (sample.length < 8 || !sample.includes(0)) return undefined;
  const zeros = Array.from({ length: width }, () => 0);
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % width]!++;
  return [0, width - 1].find((place) =>
    zeros.every((count, index) => (index === place ? count < units * 0.05 : count > units * 0.8)),
  );
}

/** Decodes UTF-16 where a byte-order mark says so, and UTF-8 in all other cases. */
export function decode(bytes: Buffer): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, "utf-16be");
  const raw = bytes.toString("utf8");
  return isUtf8(bytes)
    ? { raw, encoding: "utf-8" }
    : { raw, encoding: "utf-8", invalidLine: firstInvalidUtf8(bytes) };
}

function decodeUtf16(bytes: Buffer, encoding: "utf-16le" | "utf-16be"): DecodedText {
  // A Node.js without its own ICU knows no utf-16be, so the bytes are swapped, in a copy of even length.
  const even = bytes.subarray(0, bytes.length & ~1);
  const text = (encoding === "utf-16be" ? Buffer.from(even).swap16() : even).toString("utf16le");
  const cut = bytes.length !== even.length ? "\ufffd" : "";
  const { wellFormed, firstInvalid } = replaceLoneSurrogates(text);
  const raw = wellFormed + cut;
  if (firstInvalid < 0 && cut === "") return { raw, encoding };
  return { raw, encoding, invalidLine: lineAt(raw, firstInvalid < 0 ? text.length : firstInvalid) };
}

/** Half of a surrogate pair alone is the only thing that is not valid in UTF-16. `firstInvalid` is -1 for none. */
function replaceLoneSurrogates(text: string): { wellFormed: string; firstInvalid: number } {
  let firstInvalid = -1;
  const wellFormed = text.replace(/\p{Surrogate}/gu, (_lone, offset: number) => {
    if (firstInvalid < 0) firstInvalid = offset;
    return "\ufffd";
  });
  return { wellFormed, firstInvalid };
}

/** Returns the line of an offset, counted from 1. Line ends are LF, CR LF and CR, as in `SourceText`. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let index = 0; index < offset; index++) {
    const code = text.charCodeAt(index);
    if (code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)) line++;
  }
  return line;
}

/** The first line with a byte that is not UTF-8. No byte of a longer sequence is a line end, so lines stand alone. */
function firstInvalidUtf8(bytes: Buffer): number {
  let line = 1;
  let start = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte !== 10 && !(byte === 13 && bytes[index + 1] !== 10)) continue;
    if (!isUtf8(bytes.subarray(start, index))) break;
    start = index + 1;
    line++;
  }
  return line;
}
