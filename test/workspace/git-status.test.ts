import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { uncommittedFiles } from "../../src/workspace/git-status.js";
import { git, repository } from "../support/repository.js";

// The limit of time is too long to be reached.
const LONG = 3_600_000;

it.each([
  "config",
  "HEAD",
  "index",
  "packed-refs",
  "refs/heads/main",
  "info/exclude",
  "objects/info/alternates",
])("git is not started where .git/%s is a FIFO or a device", (name) => {
  const root = repository({ "a.js": "" });
  git(root, "symbolic-ref", "HEAD", "refs/heads/main");
  const file = join(root, ".git", name);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  execFileSync("mkfifo", [file]);
  const message = "git cannot tell which files have uncommitted changes: .git/";
  expect(() => uncommittedFiles(root, ["a.js"], undefined, LONG)).toThrow(`${message}${name} is a FIFO`);
  rmSync(file);
  symlinkSync("/dev/zero", file);
  expect(() => uncommittedFiles(root, ["a.js"], undefined, LONG)).toThrow(`${message}${name} is a device`);
});

it("git is not started where a linked work tree shares a FIFO", () => {
  const root = repository({ "a.js": "" });
  git(root, "worktree", "add", "-q", "linked");
  rmSync(join(root, ".git/config"));
  execFileSync("mkfifo", [join(root, ".git/config")]);
  expect(() => uncommittedFiles(join(root, "linked"), ["a.js"], undefined, LONG)).toThrow(
    `${join(root, ".git/config")} is a FIFO`,
  );
});

it("git is not asked for ignored files where it would wait for a .gitignore", () => {
  const root = repository({ "a.js": "", "b/c/d.js": "" });
  writeFileSync(join(root, "b/c/new.js"), "");
  execFileSync("mkfifo", [join(root, "b/.gitignore")]);
  expect(uncommittedFiles(root, ["b/c/d.js"])).toEqual(new Map());
  expect(() => uncommittedFiles(root, ["b/c/new.js"], undefined, LONG)).toThrow("b/.gitignore is a FIFO");
});

it("git is started where a program that watches the files has a socket", async () => {
  const root = repository({ "a.js": "" });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(root, ".git/fsmonitor--daemon.ipc"), resolve));
  expect(uncommittedFiles(root, ["a.js"])).toEqual(new Map());
  server.close();
});

it("git that reads a configuration without an end is given up", () => {
  const root = repository({ "a.js": "" });
  execFileSync("mkfifo", [join(root, "endless")]);
  git(root, "config", "include.path", "../endless");
  expect(() => uncommittedFiles(root, ["a.js"], undefined, 300)).toThrow("it does not answer");
});
