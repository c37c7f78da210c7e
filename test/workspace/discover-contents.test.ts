import * as fs from "node:fs";
import { describe, expect, test } from "vitest";
import { discover } from "../../src/workspace/discover.js";
import { ENGINES, findWith, HIT, PATTERNS } from "./support/find.js";
import { writeTree } from "./support/tree.js";

describe.each(ENGINES)("%s: what is found in a file", (engine) => {
  const find = findWith(engine);

  const filler = (bytes: number): string => "0123456789abcdef".repeat(bytes / 16);
  const utf16 = (text: string, order: "le" | "be"): Buffer => {
    const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
    return order === "le" ? bytes : bytes.swap16();
  };

  test.each<[name: string, content: string | Buffer, found: boolean]>([
    ["at the very end, without a line end", `${filler(64)}/api/atlas`, true],
    ["escaped slashes", '"https:\\/\\/x\\/api\\/atlas\\/v1.0"', true],
    ["behind NUL bytes", "a\0b\0\0 api/atlas", true],
    ["behind a NUL byte far down", `${filler(300_000)}\0${filler(300_000)} api/atlas`, true],
    ["over a line end", "api\n/atlas", false],
    ["over a NUL byte", "api\0/atlas", false],
    ["behind a byte-order mark", "\ufeffapi/atlas", true],
    ["in UTF-16, little-endian", utf16(`é日 ${HIT}`, "le"), true],
    ["in UTF-16, big-endian", utf16(`é日 ${HIT}`, "be"), true],
    ["in UTF-16, far down", utf16(`${filler(262_144)}${filler(160_000)}api/atlas`, "be"), true],
    ["in UTF-16 without a mark", Buffer.from("api/atlas", "utf16le"), false],
    ["among bytes that are no UTF-8", Buffer.from("\xff\xfe\xfd api/atlas \xff", "latin1").subarray(1), true],
    ["in other case", "API/Atlas", false],
    ["empty", "", false],
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((shift): [string, string, boolean] => [
      `over the end of a block, ${String(shift)} before`,
      `${filler(320 * 1024)}`.slice(shift) + `api/atlas${filler(1024)}`,
      true,
    ]),
  ])("%s", async (_name, content, found) => {
    const cwd = writeTree({ "file.txt": content });
    expect(await find(cwd)).toMatchObject({ seen: 1, candidates: found ? ["file.txt"] : [], problems: [] });
    expect(await find(cwd, { paths: ["file.txt"] })).toMatchObject({
      seen: 1,
      candidates: found ? ["file.txt"] : [],
    });
  });

  test("a string that is looked for in UTF-16 without a mark", async () => {
    const le = Buffer.from(`x ${HIT}`, "utf16le");
    const cwd = writeTree({
      "be.txt": Buffer.from(le).swap16(),
      "le.txt": le,
      "other.txt": utf16("x", "le"),
    });
    expect((await find(cwd, { encoded: ["api/"] })).candidates).toEqual(["be.txt", "le.txt"]);
    expect((await find(cwd)).candidates).toEqual([]);
  });

  test("large files, of which some are left out by their names", async () => {
    const large = Buffer.concat([Buffer.alloc(20 * 1024 * 1024), Buffer.from(HIT)]);
    const cwd = writeTree({ "a.dump": large, "a.zip": large, "b.dump": Buffer.alloc(20 * 1024 * 1024) });
    expect(await find(cwd)).toMatchObject({
      seen: 2,
      candidates: ["a.dump"],
      leftOut: { binary: 1 },
      problems: [],
    });
  });

  test("a bundle of 50 MB in one line", async () => {
    const cwd = writeTree({
      "bundle.js": Buffer.concat([Buffer.alloc(50 * 1024 * 1024, "x = 1; "), Buffer.from(HIT)]),
    });
    expect((await find(cwd)).candidates).toEqual(["bundle.js"]);
  });

  test("a block does not begin a word", async () => {
    // The block after the first one starts 64 KiB before its end, if lines are not minded.
    const cwd = writeTree({
      "a.txt": `${"a line\n".repeat(40_000).slice(0, 262_143)}xatlas\n${"a line\n".repeat(20_000)}`,
    });
    expect((await find(cwd, { patterns: [{ source: "\\batlas" }] })).candidates).toEqual([]);
    expect((await find(cwd, { patterns: [{ source: "\\Batlas" }] })).candidates).toEqual(["a.txt"]);
  });

  test("a class does not run over line ends, and a later match counts", async () => {
    const patterns = [{ source: 'base[^"]*atlas' }];
    const cwd = writeTree({
      "no.ts": "base\natlas",
      "yes.ts": "base\natlas\nbase = atlas",
      "cr.ts": "base\ratlas",
    });
    expect((await find(cwd, { patterns })).candidates).toEqual(["cr.ts", "yes.ts"]);
  });

  test("of several patterns one is enough", async () => {
    const patterns = [
      { source: "vnd\\.atlas\\." },
      { source: "\\bdbURI\\b" },
      { source: "v(?:1\\.0|2)/x{2,3}" },
    ];
    const cwd = writeTree({
      "1": "vnd.atlas.2023",
      "2": " dbURI ",
      "3": "dbURIs vndXatlas.",
      "4": "v2/xx",
      "5": "v2/x",
    });
    expect((await find(cwd, { patterns })).candidates).toEqual(["1", "2", "4"]);
  });
});

test.each(["utf16le", "latin1"] as const)("a file that is read in odd pieces, in %s", async (encoding) => {
  const mark = encoding === "utf16le" ? "\ufeff" : "";
  const cwd = writeTree({
    "a.txt": Buffer.from(`${mark}${"x".repeat(57_500)}api/atlas${"x".repeat(90_009)}`, encoding),
  });
  const readSync = ((descriptor: number, buffer: Buffer, offset: number, length: number) =>
    fs.readSync(descriptor, buffer, offset, Math.min(length, 99_999), null)) as typeof fs.readSync;
  const options = { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
  const discovery = await discover({ ...options, engine: "in-process" }, { fileSystem: { ...fs, readSync } });
  expect(discovery.candidates).toEqual(["a.txt"]);
});
