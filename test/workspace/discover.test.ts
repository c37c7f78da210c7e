import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { InputError } from "../../src/core/errors.js";
import { discover, type Discovery } from "../../src/workspace/discover.js";
import { ENGINES, findWith, HIT, MISS, PATTERNS } from "./support/find.js";
import { withoutPrivileges } from "./support/privileges.js";
import { publicRipgrep } from "./support/ripgrep.js";
import { type Tree, writeTree } from "./support/tree.js";

describe.each(ENGINES)("%s", (engine) => {
  const find = findWith(engine);

  test("lists what matches, sorted, and counts what it has searched", async () => {
    const cwd = writeTree({
      "b.ts": HIT,
      "a/z.ts": HIT,
      "a/c.ts": MISS,
      "a-b.ts": HIT,
      ".github/ci.yml": HIT,
    });
    expect(await find(cwd)).toEqual({
      seen: 5,
      candidates: [".github/ci.yml", "a-b.ts", "a/z.ts", "b.ts"],
      moduleSettings: [],
      leftOut: {},
      problems: [],
      engine,
    });
  });

  test("names the files that say where specifiers lead", async () => {
    const settings = ["a/tsconfig.build.json", "jsconfig.json", "package.json", "pnpm-workspace.yaml"];
    const others = ["a/package.json.ts", "other-package.json", "node_modules/a/package.json", "tsconfig.ts"];
    const cwd = writeTree(Object.fromEntries([...settings, ...others].map((path) => [path, MISS])));
    expect([...(await find(cwd)).moduleSettings].sort()).toEqual(settings);
  });

  test("without a pattern there is no candidate, and files are counted all the same", async () => {
    const cwd = writeTree({ "a.ts": HIT, "b.ts": MISS });
    expect(await find(cwd, { patterns: [] })).toMatchObject({ seen: 2, candidates: [] });
    expect(await find(cwd, { patterns: [], paths: ["a.ts"] })).toMatchObject({ seen: 1, candidates: [] });
  });

  test("nothing to scan is nothing seen", async () => {
    const cwd = writeTree({ "empty/": "" });
    expect(await find(cwd)).toMatchObject({ seen: 0, candidates: [], leftOut: {} });
    expect(await find(cwd, { paths: [] })).toMatchObject({ seen: 0, candidates: [] });
  });

  describe("named paths", () => {
    test("a file that is named is scanned, whatever speaks against it", async () => {
      const cwd = writeTree({
        "app.log": HIT,
        "src/vendor.min.js": HIT,
        "package-lock.json": HIT,
        "ignored/file.ts": HIT,
        "fixtures/a.ts": HIT,
        ".gitignore": "ignored/\n*.log\n",
      });
      const paths = ["app.log", "src/vendor.min.js", "package-lock.json", "ignored/file.ts", "fixtures/a.ts"];
      const { seen, candidates } = await find(cwd, { paths, ignorePatterns: ["fixtures"] });
      expect({ seen, candidates }).toEqual({ seen: 5, candidates: [...paths].sort() });
    });

    test("a directory that is named is scanned, and rules apply again inside", async () => {
      const cwd = writeTree({
        ".gitignore": "dist/\n*.log\n",
        "dist/a.js": HIT,
        "dist/a.log": HIT,
        "node_modules/p/index.js": HIT,
        "node_modules/p/node_modules/q/index.js": HIT,
      });
      expect(await find(cwd, { paths: ["dist", "node_modules/p"] })).toMatchObject({
        seen: 2,
        candidates: ["dist/a.js", "node_modules/p/index.js"],
        leftOut: { gitignore: 1, node_modules: 1 },
      });
    });

    test("a directory with a name that reads like a pattern is admitted as well", async () => {
      const cwd = writeTree({
        ".gitignore": "\\[a b\\]*!#/\n",
        "[a b]*!#/x.ts": HIT,
        "[a b]*!#/[a b]*!#/y.ts": HIT,
      });
      expect(await find(cwd)).toMatchObject({ candidates: [], leftOut: { gitignore: 1 } });
      expect(await find(cwd, { paths: ["[a b]*!#"] })).toMatchObject({
        candidates: ["[a b]*!#/x.ts"],
        leftOut: { gitignore: 1 },
      });
    });

    test("names with blanks, dashes, brackets, line breaks and letters of any script", async () => {
      const names = [
        "-rf.ts",
        "--files",
        "a b.ts",
        "ü/日本.ts",
        "[id].ts",
        "{x}.ts",
        "!a.ts",
        "#a.ts",
        "n\nl.ts",
        "-",
      ];
      const cwd = writeTree(Object.fromEntries(names.map((name) => [name, HIT])));
      const sorted = [...names].sort();
      expect((await find(cwd)).candidates).toEqual(sorted);
      expect((await find(cwd, { paths: names })).candidates).toEqual(sorted);
    });

    test("paths outside of the working directory start with ../, those above it lead back into it", async () => {
      const top = writeTree({ "app/src/a.ts": HIT, "lib/b.ts": HIT, "c.ts": HIT });
      const cwd = join(top, "app");
      expect((await find(cwd, { paths: ["../lib"] })).candidates).toEqual(["../lib/b.ts"]);
      expect((await find(cwd, { paths: [join(top, "lib", "b.ts")] })).candidates).toEqual(["../lib/b.ts"]);
      expect((await find(cwd, { paths: [".."] })).candidates).toEqual(["../c.ts", "../lib/b.ts", "src/a.ts"]);
    });

    test("what is reached twice is counted once, under the first name", async () => {
      const cwd = writeTree({
        "src/a.ts": HIT,
        "src/deep/b.ts": HIT,
        "src/x.min.js": HIT,
        same: { link: "src" },
        "one.ts": { link: "src/a.ts" },
      });
      const paths = ["src/deep", "same", "src", "src/a.ts", "one.ts", "./src/deep/"];
      expect(await find(cwd, { paths })).toMatchObject({
        seen: 2,
        candidates: ["same/a.ts", "src/deep/b.ts"],
        leftOut: { minified: 1 },
      });
    });

    test("a path that does not exist is an error that names it", async () => {
      const cwd = writeTree({ "a.ts": HIT, broken: { link: "nowhere" } });
      const attempt = (paths: string[]): Promise<Discovery> => find(cwd, { paths });
      await expect(attempt(["a.ts", "srcc"])).rejects.toThrow('path "srcc" does not exist');
      await expect(attempt(["x", "a.ts/y", ""])).rejects.toThrow('paths "x", "a.ts/y", "" do not exist');
      await expect(attempt(["broken"])).rejects.toThrow(InputError);
    });
  });

  describe("links and special files", () => {
    test("links inside are not followed, and loops end", async () => {
      const cwd = writeTree({
        "a.ts": HIT,
        "dir/b.ts": HIT,
        "dir/up": { link: ".." },
        "dir/self": { link: "self" },
        "file.ts": { link: "a.ts" },
        "broken.ts": { link: "nowhere" },
      });
      expect(await find(cwd)).toMatchObject({
        seen: 2,
        candidates: ["a.ts", "dir/b.ts"],
        leftOut: { symlink: 3 },
      });
    });

    test("a link that is named is followed", async () => {
      const cwd = writeTree({ "real/a.ts": HIT, dir: { link: "real" }, "file.ts": { link: "real/a.ts" } });
      expect(await find(cwd, { paths: ["dir"] })).toMatchObject({ seen: 1, candidates: ["dir/a.ts"] });
      expect(await find(cwd, { paths: ["file.ts"] })).toMatchObject({ seen: 1, candidates: ["file.ts"] });
    });

    test("a link to itself that is named is a problem", async () => {
      const cwd = writeTree({ loop: { link: "loop" }, "a.ts": HIT });
      const { seen, problems } = await find(cwd, { paths: ["loop", "a.ts"] });
      expect(seen).toBe(1);
      expect(problems).toEqual([
        {
          path: "loop",
          kind: "unreadable",
          message: "could not be read: too many symbolic links encountered",
        },
      ]);
    });

    test("FIFOs and sockets are counted, never opened; named, they are problems", async () => {
      const cwd = writeTree({ "a.ts": HIT });
      execFileSync("mkfifo", [join(cwd, "pipe")]);
      const server = createServer().listen(join(cwd, "socket"));
      onTestFinished(() => {
        server.close();
      });
      await new Promise((resolve) => server.once("listening", resolve));
      expect(await find(cwd)).toMatchObject({ seen: 1, leftOut: { special: 2 }, problems: [] });
      expect((await find(cwd, { paths: ["pipe", "socket"] })).problems).toEqual([
        { path: "pipe", kind: "unreadable", message: "could not be read: is a FIFO" },
        { path: "socket", kind: "unreadable", message: "could not be read: is a socket" },
      ]);
    });
  });

  describe("what cannot be read", () => {
    test("directories and files without permission are problems, and the rest is searched", async () => {
      const cwd = writeTree({ "a.ts": HIT, "b.ts": HIT, "dir: x/c.ts": HIT, "dir/d.ts": HIT });
      fs.chmodSync(cwd, 0o755);
      for (const path of ["b.ts", "dir: x"]) fs.chmodSync(join(cwd, path), 0);
      const ripgrep = publicRipgrep();
      const options = [{}, { paths: [".", "b.ts"] }];
      for (const option of options) {
        expect(await withoutPrivileges(() => find(cwd, option, { ripgrep }))).toMatchObject({
          seen: 2,
          candidates: ["a.ts", "dir/d.ts"],
          problems: [
            { path: "b.ts", kind: "unreadable", message: "could not be read: permission denied" },
            { path: "dir: x", kind: "unreadable", message: "could not be read: permission denied" },
          ],
        });
      }
    });

    test("a directory that can be listed, but not entered", async () => {
      const cwd = writeTree({ "a.ts": HIT, "dir/b.ts": HIT, "dir/deep/c.ts": HIT });
      fs.chmodSync(cwd, 0o755);
      fs.chmodSync(join(cwd, "dir"), 0o444);
      const ripgrep = publicRipgrep();
      expect(await withoutPrivileges(() => find(cwd, {}, { ripgrep }))).toMatchObject({
        seen: 1,
        candidates: ["a.ts"],
        problems: [
          { path: "dir/b.ts", kind: "unreadable", message: "could not be read: permission denied" },
          { path: "dir/deep", kind: "unreadable", message: "could not be read: permission denied" },
        ],
      });
    });

    test("a name that is not UTF-8 is a problem", async () => {
      const cwd = writeTree({ "a.ts": HIT });
      const name = Buffer.concat([Buffer.from(join(cwd, "b")), Buffer.from([0xff]), Buffer.from(".ts")]);
      fs.writeFileSync(name, HIT);
      const { seen, candidates, problems } = await find(cwd);
      expect({ seen, candidates }).toEqual({ seen: 1, candidates: ["a.ts"] });
      expect(problems).toEqual([
        { path: "b\ufffd.ts", kind: "unreadable", message: "could not be read: its name is not valid UTF-8" },
      ]);
    });
  });
});

test("a file that goes between listing and searching is a problem", async () => {
  const cwd = writeTree({ "a.ts": HIT, "b.ts": HIT, "c.ts": HIT });
  const openSync: typeof fs.openSync = (path, ...rest) => {
    if (path === join(cwd, "b.ts")) fs.unlinkSync(path);
    return fs.openSync(path, ...rest);
  };
  const options = { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
  const discovery = await discover({ ...options, engine: "in-process" }, { fileSystem: { ...fs, openSync } });
  expect(discovery).toMatchObject({
    seen: 2,
    candidates: ["a.ts", "c.ts"],
    problems: [{ path: "b.ts", kind: "vanished", message: "was deleted after the files were listed" }],
  });
});

test("a file whose reading breaks off is a problem, and is closed", async () => {
  const cwd = writeTree({ "a.ts": HIT });
  const open = new Set<number>();
  const fileSystem = {
    ...fs,
    openSync: (...args: Parameters<typeof fs.openSync>): number => {
      const descriptor = fs.openSync(...args);
      open.add(descriptor);
      return descriptor;
    },
    closeSync: (descriptor: number): void => {
      open.delete(descriptor);
      fs.closeSync(descriptor);
    },
    readSync: (): number => {
      throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO", errno: -5 });
    },
  };
  const options = { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
  const discovery = await discover({ ...options, engine: "in-process" }, { fileSystem });
  expect(discovery).toMatchObject({
    seen: 0,
    problems: [{ path: "a.ts", kind: "unreadable", message: "could not be read: i/o error" }],
  });
  expect(open.size).toBe(0);
});

describe("without a word about the engine", () => {
  const engineFor = async (tree: Tree): Promise<string> => {
    const options = {
      cwd: writeTree(tree),
      paths: ["."],
      patterns: PATTERNS,
      ignorePatterns: [],
      noIgnore: false,
    };
    return (await discover(options)).engine;
  };
  const files = (count: number): Tree =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${String(index)}.ts`, HIT]));

  test("a small tree is searched in this process", async () => {
    expect(await engineFor(files(100))).toBe("in-process");
    // A file that is not searched does not count.
    expect(await engineFor({ "a.ts": HIT, "node_modules/b.js": "x".repeat(1024 * 1024 + 1) })).toBe(
      "in-process",
    );
  });

  test("many or large files are searched by ripgrep", async () => {
    expect(await engineFor(files(101))).toBe("ripgrep");
    expect(await engineFor({ "a.ts": HIT, "b/c.ts": "x".repeat(1024 * 1024 + 1) })).toBe("ripgrep");
  });
});
