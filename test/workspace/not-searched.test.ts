import { execFileSync } from "node:child_process";
import { unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "../support/repository.js";
import { ENGINES, findWith, HIT, MISS } from "./support/find.js";
import { addToTree, writeTree } from "./support/tree.js";

const mayHoldCode = (path: string): boolean => /\.(?:js|sh)$/.test(path);

describe.each(ENGINES)("what %s does not search and belongs to the repository", (engine) => {
  const find = findWith(engine);
  const reasons = async (cwd: string, paths = ["."]): Promise<unknown> => {
    const { notSearched, problems } = await find(cwd, { mayHoldCode, paths, ignorePatterns: ["mine"] });
    return [
      ...(notSearched ?? []).map(({ path, reason }) => [path, reason]),
      ...problems.map(({ path, message }) => [path, message]),
    ];
  };

  test("is listed with its reason, whatever rule leaves it out", async () => {
    const root = repository({
      ".hg/a.js": HIT,
      "node_modules/n/a.js": HIT,
      "node_modules/n/b.js": MISS,
      "ignored/a.js": HIT,
      "mine/ignored/a.js": HIT,
      "mine/node_modules/a.js": HIT,
      "a.png": HIT,
      "b.png": `\0${HIT}`,
      "yarn.lock": HIT,
      "a.min.js": HIT,
      "a.min.css": HIT,
      "a.js.map": HIT,
      "gone/node_modules/a.js": HIT,
      ".gitignore": "ignored\n",
      "src/a.js": HIT,
    });
    unlinkSync(join(root, "gone/node_modules/a.js"));
    // Files that git does not track are those of a package manager or of a build.
    addToTree(root, { "node_modules/n/c.js": HIT, "ignored/b.js": HIT, "b.png": `\0${HIT}`, "b.lock": HIT });
    expect(await reasons(root)).toEqual([
      [".hg/a.js", "is tracked by git, but is in a folder of a version control system"],
      ["a.min.js", "is minified"],
      ["a.png", "has the name of a binary file"],
      ["ignored/a.js", "is tracked by git, but a .gitignore file names it"],
      ["node_modules/n/a.js", "is tracked by git, but is in a node_modules folder"],
    ]);
  });

  test("is listed if it is behind a link that leads out of the given paths, and not if it is searched anyway", async () => {
    const root = repository({
      "lib/deep/a.js": HIT,
      "lib/b.js": MISS,
      "src/a.js": HIT,
      "src/inner/a.js": HIT,
      "src/folder": { link: "../lib" },
      "src/file.js": { link: "../lib/deep/a.js" },
      "src/again": { link: "inner" },
      "src/above": { link: ".." },
      "src/broken": { link: "nowhere" },
      "src/outside": { link: "/etc" },
      "src/outside.js": { link: "/etc/hostname" },
      "src/device.js": { link: "/dev/zero" },
      "src/outside.txt": { link: "/etc/hostname" },
    });
    const outside = "is a link that leads out of the repository, and was not read";
    const problems = [
      ["src/device.js", "could not be read: is a device"],
      ["src/outside", outside],
      ["src/outside.js", outside],
    ];
    expect(await reasons(root)).toEqual(problems);
    expect(await reasons(root, ["src"])).toEqual([
      ["src/file.js", "is a link, and links are not followed"],
      ["src/folder/deep/a.js", "is behind the link src/folder, and links are not followed"],
      ...problems,
    ]);
  });

  test("is a problem if it has the name of code and is a FIFO, tracked or not", async () => {
    for (const root of [repository({ "a.js": MISS }), writeTree({ "a.js": MISS })]) {
      execFileSync("mkfifo", [join(root, "x.sh"), join(root, "pipe.txt")]);
      expect(await reasons(root)).toEqual([["x.sh", "could not be read: is a FIFO"]]);
    }
  });
});
