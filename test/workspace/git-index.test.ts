import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { trackedEntries } from "../../src/workspace/git-index.js";
import { git, repository } from "../support/repository.js";
import { sharedTree } from "../support/tree.js";

const NAMES = [
  "a.js",
  "a b/ü.txt",
  "a/1",
  "a/12345678",
  "a/123456789",
  `deep/${"x".repeat(100)}/${"y".repeat(130)}.js`,
  ...Array.from({ length: 40 }, (_, index) => `src/file-${"0".repeat(index % 9)}${index}.ts`),
];
const TREE = Object.fromEntries(NAMES.map((name) => [name, name]));

const trackedFiles = (root: string): string[] | undefined =>
  trackedEntries(root)?.files as string[] | undefined;
const listed = (root: string): string[] => git(root, "ls-files", "-z").split("\0").slice(0, -1).sort();

describe("the files that git tracks are those of git ls-files", () => {
  test.each(["2", "3", "4"])("in an index of version %s", (version) => {
    const root = repository(TREE);
    if (version === "3") {
      writeFileSync(join(root, "later.js"), "");
      git(root, "add", "--intent-to-add", "later.js");
    }
    git(root, "update-index", "--index-version", version === "4" ? "4" : "2");
    expect(readFileSync(join(root, ".git/index")).readUInt32BE(4)).toBe(Number(version));
    const names = listed(root);
    expect(names).toHaveLength(NAMES.length + (version === "3" ? 1 : 0));
    expect(trackedFiles(root)!.sort()).toEqual(names);
  });

  test("with links and executable files", () => {
    const root = repository({ "a.js": "", link: { link: "a.js" } });
    execFileSync("chmod", ["+x", join(root, "a.js")]);
    git(root, "add", "-A");
    expect(trackedEntries(root)).toEqual({ files: ["a.js"], links: ["link"] });
  });

  test("in a repository with SHA-256", () => {
    const root = sharedTree(TREE);
    git(root, "init", "-q", "--object-format=sha256");
    git(root, "add", "-A");
    expect(trackedFiles(root)!.sort()).toEqual(listed(root));
  });

  test("in a linked work tree", () => {
    const root = repository(TREE);
    const linked = `${root}-linked`;
    git(root, "worktree", "add", "-q", "--detach", linked);
    expect(trackedFiles(linked)!.sort()).toEqual(listed(root));
    execFileSync("rm", ["-rf", linked]);
  });
});

describe("no result", () => {
  test("of a folder without an index", () => {
    expect(trackedFiles(sharedTree({ "a.js": "" }))).toBeUndefined();
  });

  test("of a split index, which lists a part", () => {
    const root = repository(TREE);
    git(root, "update-index", "--split-index");
    expect(trackedFiles(root)).toBeUndefined();
  });

  test("of an index that is cut off or changed at any place", () => {
    const root = repository({ "a.js": "", "b/c.js": "" });
    const whole = readFileSync(join(root, ".git/index"));
    const broken = sharedTree({ ".git/": "" });
    cpSync(join(root, ".git/index"), join(broken, ".git/index"));
    expect(trackedFiles(broken)).toEqual(["a.js", "b/c.js"]);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(join(broken, ".git/index"), whole.subarray(0, length));
      expect(["a.js", "b/c.js"]).toEqual(expect.arrayContaining(trackedFiles(broken) ?? []));
    }
    for (const value of [0xff, 0x00, 0x80])
      for (let at = 0; at < whole.length; at++) {
        const changed = Buffer.from(whole);
        changed[at] = value;
        writeFileSync(join(broken, ".git/index"), changed);
        // It ends, and throws nothing.
        trackedFiles(broken);
      }
  });
});
