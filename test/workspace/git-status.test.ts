import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { uncommittedFiles } from "../../src/workspace/git-status.js";
import { git, repository } from "../support/repository.js";

it.each(["config", "HEAD", "index", "packed-refs", "objects/info/alternates"])(
  "git that waits for .git/%s, a FIFO, is given up",
  (name) => {
    const root = repository({ "a.js": "" });
    rmSync(join(root, ".git", name), { force: true });
    execFileSync("mkfifo", [join(root, ".git", name)]);
    expect(() => uncommittedFiles(root, ["a.js"], undefined, 300)).toThrow("it does not answer");
  },
);

it("git that reads a configuration without an end is given up", () => {
  const root = repository({ "a.js": "" });
  execFileSync("mkfifo", [join(root, "endless")]);
  git(root, "config", "include.path", "../endless");
  expect(() => uncommittedFiles(root, ["a.js"], undefined, 300)).toThrow("it does not answer");
});
