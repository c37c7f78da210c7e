import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { SourceText } from "../../src/core/source-text.js";
import { DEFAULT_READ_LIMITS, readIfWanted, readSource, type ReadResult } from "../../src/workspace/read.js";
import { withoutPrivileges } from "./support/privileges.js";
import { writeTree } from "./support/tree.js";

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

function read(path: string, content: string | Buffer): ReadResult {
  return readSource(writeTree({ [path]: content }), path);
}

describe("text in any encoding", () => {
  const text = "é 日本 😀\r\nsecond";
  const utf16 = (content: string): Buffer => Buffer.from(`\ufeff${content}`, "utf16le");

  test.each<[name: string, content: Buffer, encoding: string, raw: string]>([
    ["UTF-8", bytes(text), "utf-8", text],
    ["UTF-8 with a mark", bytes([0xef, 0xbb, 0xbf], text), "utf-8", `\ufeff${text}`],
    ["UTF-16, little-endian", utf16(text), "utf-16le", `\ufeff${text}`],
    ["UTF-16, big-endian", utf16(text).swap16(), "utf-16be", `\ufeff${text}`],
    ["empty", bytes(), "utf-8", ""],
    ["only a mark", bytes([0xff, 0xfe]), "utf-16le", "\ufeff"],
    ["U+FFFD that was written", bytes("a\ufffdb"), "utf-8", "a\ufffdb"],
  ])("%s", (_name, content, encoding, raw) => {
    expect(read("a.ts", content)).toEqual({ ok: true, raw, encoding, problems: [], bytes: content.length });
  });

  test.each<[name: string, content: Buffer, raw: string, line: number]>([
    ["Latin-1 on line 3", bytes("a\nb\r\n", [0x63, 0xe9], "\nd"), "a\nb\r\nc\ufffd\nd", 3],
    ["a cut sequence at the end", bytes("a\r", [0xe2, 0x82]), "a\r\ufffd", 2],
    ["a surrogate in UTF-8", bytes([0xed, 0xa0, 0x80], "\n", [0xff]), "\ufffd\ufffd\ufffd\n\ufffd", 1],
    ["a lone surrogate in UTF-16", bytes([0xff, 0xfe, 0x0a, 0, 0x00, 0xd8, 0x61, 0]), "\ufeff\n\ufffda", 2],
    ["an odd byte in UTF-16", bytes([0xfe, 0xff, 0, 0x0d, 0, 0x0a, 0, 0x61, 0]), "\ufeff\r\na\ufffd", 2],
  ])("%s is replaced and reported with its line", (_name, content, raw, line) => {
    const result = read("a.ts", content);
    expect(result).toMatchObject({ ok: true, raw, problems: [{ path: "a.ts", line, kind: "encoding" }] });
    // The line is the one that SourceText counts.
    const source = new SourceText("a.ts", raw);
    expect(source.position(source.text.indexOf("\ufffd")).line).toBe(line);
  });
});

describe("a text that may not be wanted", () => {
  const holds =
    (part: string) =>
    (text: string): boolean =>
      text.includes(part);

  test.each<[name: string, content: Buffer]>([
    ["UTF-8", bytes("é anchor")],
    ["UTF-8 with bytes that are not valid", bytes([0xe9], " anchor")],
    ["UTF-16", Buffer.from("\ufeffé anchor", "utf16le")],
    ["UTF-16, big-endian", Buffer.from("\ufeffé anchor", "utf16le").swap16()],
  ])("is read as any other if it is, and not given if it is not: %s", (_name, content) => {
    const cwd = writeTree({ "a.ts": content });
    expect(readIfWanted(cwd, "a.ts", holds("anchor"))).toEqual(readSource(cwd, "a.ts"));
    expect(readIfWanted(cwd, "a.ts", holds("other"))).toBeUndefined();
  });

  test("tells why it cannot be read", () => {
    expect(readIfWanted(writeTree({}), "absent.ts", holds("x"))).toMatchObject({
      ok: false,
      reason: "vanished",
    });
  });
});

describe("NUL bytes", () => {
  test.each(["a.ts", "b.JSON", "deep/c.yml"])(
    "in a text file are reported, and the file is read: %s",
    (path) => {
      expect(read(path, "a\nb\0c")).toMatchObject({
        ok: true,
        raw: "a\nb\0c",
        problems: [{ path, line: 2, kind: "nul-bytes" }],
      });
    },
  );

  test.each(["image.png", "a.out", "Makefile", "dump"])(
    "early in a file of another kind make it binary: %s",
    (path) => {
      expect(read(path, "a\nb\0c")).toEqual({
        ok: false,
        reason: "binary",
        problem: {
          path,
          kind: "binary",
          message: "has NUL bytes at its start, so it is treated as a binary file",
        },
      });
    },
  );

  test("far down they do not", () => {
    expect(read("Makefile", `${"x".repeat(9000)}\0`)).toMatchObject({
      ok: true,
      problems: [{ kind: "nul-bytes" }],
    });
  });
});

describe("size", () => {
  const limits = { maxBytes: 100_000 };

  test.each([0, 1, 65_536, 99_999, 100_000])("%i bytes are read", (size) => {
    const cwd = writeTree({ "a.txt": "x".repeat(size) });
    expect(readSource(cwd, "a.txt", limits)).toMatchObject({ ok: true, bytes: size, raw: "x".repeat(size) });
  });

  test("one more is too large", () => {
    const cwd = writeTree({ "a.txt": "x".repeat(100_001) });
    expect(readSource(cwd, "a.txt", limits)).toEqual({
      ok: false,
      reason: "too-large",
      problem: { path: "a.txt", kind: "too-large", message: "is larger than 100000 bytes and was not read" },
    });
  });

  test("the default is 64 MiB, and such a file is not even read", () => {
    const cwd = writeTree({ "a.ts": "" });
    fs.truncateSync(join(cwd, "a.ts"), DEFAULT_READ_LIMITS.maxBytes + 1);
    const readSync = (): never => {
      throw new Error("must not be called");
    };
    expect(readSource(cwd, "a.ts", undefined, { ...fs, readSync })).toMatchObject({
      ok: false,
      reason: "too-large",
    });
  });

  test("a file that says it is empty may have content, or too much of it", () => {
    const fstatSync = ((descriptor: number) =>
      Object.assign(fs.fstatSync(descriptor), { size: 0 })) as typeof fs.fstatSync;
    const cwd = writeTree({ "a.txt": "x".repeat(99_000), "b.txt": "x".repeat(200_000) });
    const fileSystem = { ...fs, fstatSync };
    expect(readSource(cwd, "a.txt", limits, fileSystem)).toMatchObject({ ok: true, bytes: 99_000 });
    expect(readSource(cwd, "b.txt", limits, fileSystem)).toMatchObject({ ok: false, reason: "too-large" });
  });
});

describe("what cannot be read", () => {
  const reasonFor = (result: ReadResult): unknown =>
    result.ok ? "read" : [result.reason, result.problem.message];

  test("a file that has gone", () => {
    const cwd = writeTree({ "a.ts": "" });
    const gone = ["vanished", "was deleted after the files were listed"];
    expect(reasonFor(readSource(cwd, "b.ts"))).toEqual(gone);
    expect(reasonFor(readSource(cwd, "a.ts/b.ts"))).toEqual(gone);
  });

  test("a file without permission", async () => {
    const cwd = writeTree({ "a.ts": "", "dir/b.ts": "" });
    fs.chmodSync(cwd, 0o755);
    fs.chmodSync(join(cwd, "a.ts"), 0);
    fs.chmodSync(join(cwd, "dir"), 0);
    const denied = ["unreadable", "could not be read: permission denied"];
    expect(reasonFor(await withoutPrivileges(() => readSource(cwd, "a.ts")))).toEqual(denied);
    expect(reasonFor(await withoutPrivileges(() => readSource(cwd, "dir/b.ts")))).toEqual(denied);
  });

  test("what is not a regular file, without waiting for it", async () => {
    const cwd = writeTree({ "dir/": "", loop: { link: "loop" } });
    execFileSync("mkfifo", [join(cwd, "fifo")]);
    const server = createServer().listen(join(cwd, "socket"));
    onTestFinished(() => {
      server.close();
    });
    await new Promise((resolve) => server.once("listening", resolve));
    const failures = ["dir", "fifo", "socket", "loop", "/dev/null"].map((path) =>
      reasonFor(readSource(cwd, path)),
    );
    expect(failures).toEqual([
      ["unreadable", "could not be read: is a directory"],
      ["unreadable", "could not be read: is a FIFO"],
      ["unreadable", expect.stringMatching(/^could not be read: /)],
      ["unreadable", "could not be read: too many symbolic links encountered"],
      ["unreadable", "could not be read: is a device"],
    ]);
  });

  test("a file whose reading breaks off, and it is closed", () => {
    const cwd = writeTree({ "a.ts": "x" });
    const closed: number[] = [];
    const result = readSource(cwd, "a.ts", undefined, {
      ...fs,
      closeSync: (descriptor) => {
        closed.push(descriptor);
        fs.closeSync(descriptor);
      },
      readSync: () => {
        throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO", errno: -5 });
      },
    });
    expect(reasonFor(result)).toEqual(["unreadable", "could not be read: i/o error"]);
    expect(closed).toHaveLength(1);
  });
});

test("a link to a file is read through, outside of the working directory, too", () => {
  const top = writeTree({ "app/": "", "lib/a.ts": "text", "app/b.ts": { link: "../lib/a.ts" } });
  expect(readSource(join(top, "app"), "b.ts")).toMatchObject({ ok: true, raw: "text" });
  expect(readSource(join(top, "app"), "../lib/a.ts")).toMatchObject({ ok: true, raw: "text" });
});

test("generated files say so", () => {
  expect(read("a.ts", "// @generated\n")).toMatchObject({ ok: true, generated: "generated" });
  expect(read("a.ts", "// written\n")).not.toHaveProperty("generated");
});
