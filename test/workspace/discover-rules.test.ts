import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { discover } from "../../src/workspace/discover.js";
import { ENGINES, findWith, HIT, PATTERNS } from "./support/find.js";
import { type Tree, writeTree } from "./support/tree.js";

const LEFT_OUT: Tree = {
  "src/index.ts": HIT,
  "src/vendor.min.js": HIT,
  "src/site.min.css": HIT,
  "dist/index.js.map": HIT,
  "package-lock.json": HIT,
  "sub/yarn.lock": HIT,
  "sub/go.sum": HIT,
  "assets/logo.png": HIT,
  "build/addon.node": HIT,
  ".wasm": HIT,
  "node_modules/a/index.js": HIT,
  "sub/node_modules/b/index.js": HIT,
  ".git/config": HIT,
  ".hg/store": HIT,
  "old/.svn/entries": HIT,
  "ignored/file.ts": HIT,
  "app.log": HIT,
  ".gitignore": "ignored/\n*.log\n",
};

describe.each(ENGINES)("%s", (engine) => {
  const find = findWith(engine);

  test("leaves out packages, ignored, minified, lock and binary files, and counts where the walk stopped", async () => {
    expect(await find(writeTree(LEFT_OUT))).toMatchObject({
      seen: 2,
      candidates: ["src/index.ts"],
      leftOut: { binary: 3, gitignore: 2, "lock-file": 3, minified: 3, node_modules: 2, vcs: 3 },
    });
  });

  test("with noIgnore reads all of that but the internals of version control", async () => {
    const { candidates, seen, leftOut } = await find(writeTree(LEFT_OUT), { noIgnore: true });
    expect(candidates).toHaveLength(14);
    expect(candidates).toContain("node_modules/a/index.js");
    expect({ seen, leftOut }).toEqual({ seen: 15, leftOut: { vcs: 3 } });
  });

  const VENDORED: Tree = {
    "go/vendor/modules.txt": "# example.com/sdk v1.0.0",
    "go/vendor/example.com/sdk/a.go": HIT,
    "go/vendor/example.com/node_modules/a.js": HIT,
    "go/vendor/example.com/sdk/go.sum": HIT,
    "go/vendor/vendor/modules.txt": HIT,
    "php/vendor/autoload.php": HIT,
    "php/vendor/a/b.php": HIT,
    "ios/Pods/Manifest.lock": HIT,
    "ios/Pods/a/b.m": HIT,
    "web/bower_components/a/b.js": HIT,
    "py/lib/python3.12/site-packages/a.py": HIT,
    "own/vendor/a.go": HIT,
    "own/vendor/modules.txt/a.go": HIT,
    "own/Pods/a.ts": HIT,
  };
  const OWN = ["own/Pods/a.ts", "own/vendor/a.go", "own/vendor/modules.txt/a.go"];

  test("leaves out copies of dependencies, by a name or by a file inside, and counts the folders", async () => {
    const cwd = writeTree(VENDORED);
    const early: string[] = [];
    const found = await find(cwd, { onCandidate: (path) => early.push(path) });
    expect(found).toMatchObject({ seen: 3, candidates: OWN, leftOut: { vendored: 5 } });
    expect(early.filter((path) => !OWN.includes(path))).toEqual([]);
    expect((await find(cwd, { isListed: false })).candidates).toEqual(OWN);
  });

  test("leaves out modules of Go without a list, gems of Bundler and virtual environments of Python", async () => {
    const cwd = writeTree({
      "go/vendor/example.com/sdk/v2/admin/a.go": HIT,
      "go/vendor/other.example/b/b.go": HIT,
      "ruby/vendor/bundle/ruby/3.2.0/gems/sdk-1.0.0/lib/a.rb": HIT,
      "py/.venv/pyvenv.cfg": "home = bin",
      "py/.venv/lib/a.py": HIT,
      "py/env3/pyvenv.cfg": "home = bin",
      "py/env3/src/a.py": HIT,
      "own/go/vendor/example.com/sdk/a.js": HIT,
      "own/mixed/vendor/example.com/sdk/a.go": HIT,
      "own/mixed/vendor/suppliers/a.go": HIT,
      "own/top/vendor/v1.2/a.go": HIT,
      "own/ruby/vendor/bundle/a.rb": HIT,
      "own/ruby/bundle/ruby/3.2.0/gems/a.rb": HIT,
      "own/pyvenv.cfg/a.py": HIT,
    });
    const found = await find(cwd);
    expect(found).toMatchObject({ seen: 7, leftOut: { vendored: 4 } });
    expect(found.candidates.every((path) => path.startsWith("own/"))).toBe(true);
  });

  test("reads copies of dependencies with noIgnore, and where they are named", async () => {
    const cwd = writeTree(VENDORED);
    expect((await find(cwd, { noIgnore: true })).candidates).toHaveLength(13);
    expect(await find(cwd, { paths: ["go/vendor", "php/vendor/a"] })).toMatchObject({
      candidates: ["go/vendor/example.com/sdk/a.go", "php/vendor/a/b.php"],
      leftOut: { "lock-file": 1, node_modules: 1, vendored: 1 },
    });
  });

  test("a folder of dependencies that .gitignore names is counted as ignored", async () => {
    const cwd = writeTree({ ...VENDORED, ".gitignore": "vendor/\n" });
    expect((await find(cwd)).leftOut).toEqual({ gitignore: 3, vendored: 3 });
  });

  test("a directory with the name of a minified or a lock file is not a file", async () => {
    const cwd = writeTree({ "world.map/a.ts": HIT, "yarn.lock/b.ts": HIT });
    expect(await find(cwd)).toMatchObject({ candidates: ["world.map/a.ts", "yarn.lock/b.ts"], leftOut: {} });
  });

  test("other ignore files, of this machine or of other tools, do not count", async () => {
    const cwd = writeTree({
      ".git/info/exclude": "a.ts\n",
      ".ignore": "a.ts\n",
      ".rgignore": "a.ts\n",
      "a.ts": HIT,
    });
    expect((await find(cwd)).candidates).toEqual(["a.ts"]);
  });

  describe("repositories", () => {
    test("rules above a named directory count, up to the root of its repository", async () => {
      const top = writeTree({
        ".gitignore": "*.ts\n",
        "repo/.git/HEAD": "",
        "repo/.gitignore": "/packages/a/dist\n*.log\n",
        "repo/packages/.gitignore": "/a/tmp/\n",
        "repo/packages/a/dist/x.ts": HIT,
        "repo/packages/a/tmp/x.ts": HIT,
        "repo/packages/a/x.log": HIT,
        "repo/packages/a/x.ts": HIT,
        "repo/packages/b/dist/x.ts": HIT,
      });
      const repo = join(top, "repo");
      const expected = { seen: 1, leftOut: { gitignore: 3 } };
      expect(await find(repo, { paths: ["packages/a"] })).toMatchObject({
        ...expected,
        candidates: ["packages/a/x.ts"],
      });
      expect(await find(join(repo, "packages/a"))).toMatchObject({ ...expected, candidates: ["x.ts"] });
      expect(await find(repo, { paths: ["packages/a", "packages/b"] })).toMatchObject({
        seen: 2,
        candidates: ["packages/a/x.ts", "packages/b/dist/x.ts"],
        leftOut: { gitignore: 3 },
      });
    });

    test("outside of a repository every .gitignore counts", async () => {
      const top = writeTree({
        ".gitignore": "*.log\n",
        "a/.gitignore": "x.ts\n",
        "a/x.ts": HIT,
        "a/x.log": HIT,
        "a/y.ts": HIT,
      });
      expect(await find(join(top, "a"))).toMatchObject({ candidates: ["y.ts"], leftOut: { gitignore: 2 } });
    });

    test.each([".git", ".jj"])("rules do not reach into a repository inside, marked by %s", async (mark) => {
      const cwd = writeTree({
        ".git/HEAD": "",
        ".gitignore": "*.log\n",
        "x.log": HIT,
        "sub/x.log": HIT,
        [`modules/m/${mark}/HEAD`]: "",
        "modules/m/x.log": HIT,
      });
      expect((await find(cwd)).candidates).toEqual(["modules/m/x.log"]);
    });

    test("a .gitignore that holds anything but rules", async () => {
      const rules = Buffer.from(`\ufeff*.log\r\n${"x/".repeat(50_000)}*\n\0\0\n[\n\\\n/\n**\\\n*.tmp`);
      const cwd = writeTree({
        ".gitignore": rules,
        "a.ts": HIT,
        "a.log": HIT,
        "a.tmp": HIT,
        "dir/.gitignore/": "",
      });
      expect(await find(cwd)).toMatchObject({
        candidates: ["a.ts"],
        leftOut: { gitignore: 2 },
        problems: [],
      });
    });

    test("upper and lower case differ", async () => {
      const cwd = writeTree({ ".gitignore": "BUILD.ts\n", "BUILD.ts": HIT, "src/build.ts": HIT });
      expect((await find(cwd)).candidates).toEqual(["src/build.ts"]);
    });

    test("a nearer .gitignore takes back what a farther one says", async () => {
      const cwd = writeTree({
        ".gitignore": "generated/\n*.snap\n",
        "a/.gitignore": "!generated/\n",
        "a/generated/deep/x.ts": HIT,
        "a/generated/x.snap": HIT,
        "b/generated/x.ts": HIT,
        "b/.gitignore": "!keep.snap\n",
        "b/keep.snap": HIT,
      });
      expect(await find(cwd)).toMatchObject({
        candidates: ["a/generated/deep/x.ts", "b/keep.snap"],
        leftOut: { gitignore: 2 },
      });
    });
  });

  describe("ignore patterns of the run", () => {
    const tree: Tree = {
      "src/a.ts": HIT,
      "src/legacy/a.ts": HIT,
      "legacy/b.ts": HIT,
      "docs/{x}.md": HIT,
      "docs/x.md": HIT,
      "keep.log": HIT,
      ".gitignore": "*.log\n!keep.log\nlegacy/\n",
    };

    test.each<[patterns: string[], candidates: string[], leftOut: Record<string, number>]>([
      [["*.md"], ["keep.log", "src/a.ts"], { gitignore: 2, "ignore-pattern": 2 }],
      [["/docs"], ["keep.log", "src/a.ts"], { gitignore: 2, "ignore-pattern": 1 }],
      [["/legacy/", "docs/"], ["keep.log", "src/a.ts"], { gitignore: 1, "ignore-pattern": 2 }],
      [["docs/{x}.md"], ["docs/x.md", "keep.log", "src/a.ts"], { gitignore: 2, "ignore-pattern": 1 }],
      [["*.{md,ts}"], ["docs/x.md", "docs/{x}.md", "keep.log", "src/a.ts"], { gitignore: 2 }],
      [["[dk]*"], ["src/a.ts"], { gitignore: 2, "ignore-pattern": 2 }],
      [
        ["keep.log", "", "  ", "#src"],
        ["docs/x.md", "docs/{x}.md", "src/a.ts"],
        { gitignore: 2, "ignore-pattern": 1 },
      ],
    ])("%j", async (ignorePatterns, candidates, leftOut) => {
      expect(await find(writeTree(tree), { ignorePatterns })).toMatchObject({ candidates, leftOut });
    });

    test("do not keep out a directory that is named", async () => {
      const options = { paths: ["legacy", "src/legacy"], ignorePatterns: ["legacy", "b.ts"] };
      expect(await find(writeTree(tree), options)).toMatchObject({
        candidates: ["src/legacy/a.ts"],
        leftOut: { "ignore-pattern": 1 },
      });
    });

    test("count with noIgnore, too", async () => {
      const { candidates, leftOut } = await find(writeTree(tree), {
        ignorePatterns: ["*.ts"],
        noIgnore: true,
      });
      expect({ candidates, leftOut }).toEqual({
        candidates: ["docs/x.md", "docs/{x}.md", "keep.log"],
        leftOut: { "ignore-pattern": 3 },
      });
    });

    test("are relative to the working directory, wherever the path leads", async () => {
      const top = writeTree({ "app/a.ts": HIT, "app/sub/a.ts": HIT, "lib/a.ts": HIT, "lib/sub/b.ts": HIT });
      const cwd = join(top, "app");
      const { candidates } = await find(cwd, { paths: ["sub", "../lib"], ignorePatterns: ["/a.ts", "b.ts"] });
      expect(candidates).toEqual(["../lib/a.ts", "sub/a.ts"]);
    });
  });
});

describe("patterns that ripgrep cannot express are left to the other engine", () => {
  const options = { patterns: PATTERNS, noIgnore: false };

  test("a pattern that takes another one back", async () => {
    const cwd = writeTree({
      "fixtures/a.ts": HIT,
      "fixtures/keep.ts": HIT,
      "x.ts": HIT,
      "y.log": HIT,
      ".gitignore": "*.log",
    });
    const ignorePatterns = ["fixtures/*", "!fixtures/keep.ts", "!*.log"];
    expect(await discover({ ...options, cwd, paths: ["."], ignorePatterns })).toEqual({
      seen: 3,
      candidates: ["fixtures/keep.ts", "x.ts"],
      leftOut: { gitignore: 1, "ignore-pattern": 1 },
      problems: [],
      moduleSettings: [],
      engine: "in-process",
    });
  });

  test("any pattern, where a path lies above the working directory", async () => {
    const top = writeTree({ "app/a.ts": HIT, "app/sub/a.ts": HIT, "a.ts": HIT });
    const discovery = await discover({
      ...options,
      cwd: join(top, "app"),
      paths: [".."],
      ignorePatterns: ["/a.ts"],
    });
    expect(discovery).toMatchObject({ candidates: ["../a.ts", "sub/a.ts"], engine: "in-process" });
  });
});
