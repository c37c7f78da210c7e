import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FORMAT_NAMES, type JsonReport } from "../../../src/report/index.js";
import { JOURNAL_NAME, writtenJournal } from "../../../src/workspace/journal.js";
import { uncommittedFiles } from "../../../src/workspace/git-status.js";
import { makeStateFolder } from "../../../src/workspace/state-folder.js";
import { writeOutput } from "../../../src/workspace/write-output.js";
import { COMMAND, v2ready } from "../../support/command.js";
import { commit, discoveryCall, fixed, git, repository } from "../../support/repository.js";
import { sharedTree } from "../../support/tree.js";
import { someOf } from "../../support/thorough.js";

// A stranger may have written the files of a repository: CI runs on pull requests from forks.

describe("a run that was interrupted", () => {
  /** A tree of which one file is changed and another one is not, and a journal of ours about both. */
  function halfDone(): string {
    const root = repository({ "a.js": discoveryCall(), "b.js": discoveryCall() });
    const files = ["a.js", "b.js"].map((path) => ({
      path,
      before: discoveryCall(),
      after: fixed(discoveryCall()),
    }));
    const journal = writtenJournal({ version: 3, root, token: "0".repeat(32), files });
    writeFileSync(join(makeStateFolder(root, fs), JOURNAL_NAME), journal);
    writeFileSync(join(root, "a.js"), fixed(discoveryCall()));
    return root;
  }

  it.each([[["check"]], [["why", "a.js:1"]], [["fix", "--diff"]]])(
    "is only told by %j, which changes nothing",
    async (args) => {
      const root = halfDone();
      const { stderr } = await v2ready(args, { cwd: root });
      expect(stderr).toContain("an earlier run was interrupted while it changed files in");
      expect(readFileSync(join(root, "b.js"), "utf8")).toBe(discoveryCall());
    },
  );

  it("is finished by fix", async () => {
    const root = halfDone();
    const { stderr, status } = await v2ready(["fix", "--allow-dirty"], { cwd: root });
    expect(stderr).toContain("an interrupted change of 2 files (a.js, b.js) was finished");
    expect(readFileSync(join(root, "b.js"), "utf8")).toBe(fixed(discoveryCall()));
    expect(status).toBe(0);
  });
});

describe("an output", () => {
  const BROKEN = { "a.js": discoveryCall() };

  /** A repository in which a link leads to a file of the user, outside of it. */
  function withLink(name: string): { root: string; victim: string } {
    const root = repository({ ...BROKEN, "reports/.keep": "" });
    const victim = join(sharedTree({ "keys.txt": "mine\n" }), "keys.txt");
    symlinkSync(name.includes("/") ? victim : join(victim, ".."), join(root, name));
    commit(root);
    return { root, victim };
  }

  it.each([
    [["check", "-o", "reports/out.json"], "reports/out.json"],
    [["check", "-f", "sarif=reports/out.sarif"], "reports/out.sarif"],
    [["fix", "--report", "reports/fix.json"], "reports/fix.json"],
    [["convert", "payload.json", "-o", "reports/new.json"], "reports/new.json"],
    [["check", "-o", "out/keys.txt"], "out"],
    [["check", "--fix", "-o", "reports/out.json"], "reports/out.json"],
  ])("is not written through a link: %j", async (args, link) => {
    const { root, victim } = withLink(link);
    writeFileSync(join(root, "payload.json"), '{ "name": "a" }\n');
    const { stderr, status } = await v2ready(args, { cwd: root });
    expect(stderr).toContain(`${join(root, link)} is a symbolic link`);
    expect(status).toBe(2);
    expect(readFileSync(victim, "utf8")).toBe("mine\n");
    expect(readFileSync(join(root, "a.js"), "utf8")).toBe(BROKEN["a.js"]);
  });

  it("replaces a file as a whole, and keeps its mode", () => {
    const root = sharedTree({ "out.txt": "old" });
    chmodSync(join(root, "out.txt"), 0o640);
    const before = lstatSync(join(root, "out.txt")).ino;
    writeOutput("out.txt", "new", root);
    const after = lstatSync(join(root, "out.txt"));
    expect([readFileSync(join(root, "out.txt"), "utf8"), after.mode & 0o777]).toEqual(["new", 0o640]);
    expect(after.ino).not.toBe(before);
  });

  it("leaves the old file where the disk is full", () => {
    const root = sharedTree({ "out.txt": "old" });
    const full = {
      ...fs,
      writeSync: (): number => {
        throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC", errno: -28 });
      },
    };
    expect(() => writeOutput("out.txt", "new", root, full)).toThrow(
      "out.txt cannot be written: no space left on device",
    );
    expect(readdirSync(root)).toEqual(["out.txt"]);
    expect(readFileSync(join(root, "out.txt"), "utf8")).toBe("old");
  });

  it("goes to what the system provides as a file", () => {
    const root = repository(BROKEN);
    const command = `"${process.execPath}" "${COMMAND}" check -o /dev/stdout | cat`;
    const { stdout } = spawnSync("sh", ["-c", command], { cwd: root, encoding: "utf8" });
    expect(stdout).toContain("a.js");
  });

  it("is refused where a folder of that name stands", () => {
    const root = sharedTree({ "out/a.txt": "" });
    expect(() => writeOutput("out", "new", root)).toThrow("out cannot be written: is a directory");
  });
});

describe("standard error", () => {
  it.each([
    ["an option", ["--\u001b[31m\n::error::x"]],
    ["an argument", ["completion", "\u001b[31m\n::error::x\n##vso[task]y"]],
    ["a path", ["check", "\u001b[31m\n::error::x"]],
  ])("holds neither control characters nor commands of build systems from %s", async (_, args) => {
    const { stderr, status } = await v2ready(args, { cwd: repository({ "a.js": "" }) });
    expect(status).toBe(2);
    expect(stderr).toContain("error");
    expect(stderr).not.toContain("\u001b");
    expect(stderr).not.toMatch(/^::|##vso\[/m);
  });

  it("holds no warning of a parser, which would quote a file as it is", async () => {
    const root = repository({
      "a.js": 'import { b } from "b";\nfetch("https://cloud.mongodb.com/api/atlas/v1.0/groups" + b);\n',
      "package.json": '{ "name": "a" }',
      "pnpm-workspace.yaml": "&&:\n  ##vso[task]x\u001b[31m: 1\n*/:\n",
    });
    const { stderr } = await v2ready(["check"], { cwd: root, asProcess: true });
    expect(stderr).toBe("");
  });

  it("escapes names of files among the steps of --stats", async () => {
    const root = repository({ "##vso[task]y.js": discoveryCall(), "##[add-mask]x.js": discoveryCall() });
    const { stderr } = await v2ready(["check", "--stats"], { cwd: root });
    expect(stderr).toContain("y.js");
    expect(stderr).not.toMatch(/##(?:vso)?\[/);
  });
});

describe("git runs no program that a repository names", () => {
  it.each([
    ["a filter", { "filter.x.clean": "PROGRAM", "filter.x.process": "PROGRAM" }],
    ["a file system monitor", { "core.fsmonitor": "PROGRAM" }],
    ["hooks", { "core.hooksPath": "hooks" }],
    ["a pager and a diff", { "core.pager": "PROGRAM", "diff.external": "PROGRAM" }],
    [
      "a helper for what a partial clone lacks",
      {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": "ext::PROGRAM",
        "protocol.ext.allow": "always",
      },
    ],
  ])("%s", async (_, settings) => {
    const root = repository({ "a.js": discoveryCall(), ".gitattributes": "*.js filter=x diff=x\n" });
    const ran = join(sharedTree({}), "ran");
    const program = join(root, "hooks/post-index-change");
    mkdirSync(join(root, "hooks"));
    writeFileSync(program, `#!/bin/sh\necho ran >> ${ran}\ncat\n`);
    chmodSync(program, 0o755);
    // A clean state with other times than in the index, so that git has to look at the content.
    fs.utimesSync(join(root, "a.js"), 1, 1);
    if ("extensions.partialClone" in settings) {
      const blob = git(root, "rev-parse", "HEAD^{tree}").trim();
      fs.rmSync(join(root, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
    }
    for (const [name, value] of Object.entries(settings))
      git(root, "config", name, value.replace("PROGRAM", program));
    const { stdout, stderr } = await v2ready(["fix"], { cwd: root });
    expect(existsSync(ran)).toBe(false);
    // Either the tree was clean, and the file is fixed, or git failed, which is reported.
    const isFixed = readFileSync(join(root, "a.js"), "utf8") === fixed(discoveryCall());
    expect(isFixed || stderr.includes("git cannot tell")).toBe(true);
    expect(stdout + stderr).not.toContain("internal error");
  });

  it("and still tells what is not committed", () => {
    const tree = { "same.js": discoveryCall(), "crlf.js": discoveryCall(), "staged.js": "", "edited.js": "" };
    const root = repository({ ...tree, ".gitattributes": "* text=auto\n", ".gitignore": "ignored.js\n" });
    const write = (name: string, text: string): void => writeFileSync(join(root, name), text);
    write("crlf.js", discoveryCall().replaceAll("\n", "\r\n"));
    for (const name of ["staged.js", "edited.js", "new.js", "ignored.js"]) write(name, discoveryCall());
    git(root, "add", "staged.js");
    const names = [...Object.keys(tree), "new.js", "ignored.js"];
    expect(Object.fromEntries(uncommittedFiles(root, names))).toEqual({
      "staged.js": "has uncommitted changes",
      "edited.js": "has uncommitted changes",
      "new.js": "is not in git",
      "ignored.js": "is ignored by git",
    });
  });
});

describe("two runs that change files of one tree", () => {
  it("take their turns, and what the second one reports is so", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `f${index}.js`);
    const root = repository(Object.fromEntries(names.map((name) => [name, discoveryCall()])));
    const runs = await Promise.all(
      [1, 2, 3].map(() => v2ready(["fix", "--allow-dirty"], { cwd: root, asProcess: true })),
    );
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(runs.filter(({ stderr }) => stderr.includes("waiting for another run")).length).toBeGreaterThan(0);
    // One of them did it all, and the others found nothing to do.
    expect(runs.filter(({ stdout }) => stdout.includes(`in ${names.length} files`))).toHaveLength(1);
    for (const name of names) expect(readFileSync(join(root, name), "utf8")).toBe(fixed(discoveryCall()));
  });
});

describe("a named link that leads out of the repository", () => {
  const tree = (): string => {
    const top = sharedTree({
      "out/good.js": discoveryCall(),
      "repo/.git/HEAD": "",
      "repo/a.js": discoveryCall(),
    });
    symlinkSync("../out", join(top, "repo/ld"));
    symlinkSync("../out/good.js", join(top, "repo/l.js"));
    symlinkSync("a.js", join(top, "repo/own.js"));
    return top;
  };

  it.each([[["l.js"]], [["ld/good.js"]], [["ld"]], [["l.js", "ld/good.js", "a.js"]]])(
    "is refused by fix: %j",
    async (paths) => {
      const top = tree();
      const cwd = join(top, "repo");
      for (const command of [
        ["fix", "--allow-dirty"],
        ["fix", "--diff"],
        ["check", "--fix"],
      ]) {
        const { status, stderr } = await v2ready([...command, ...paths], { cwd });
        expect(status).toBe(2);
        expect(stderr).toMatch(/(?:is a link that leads|are links that lead) out of the repository/);
      }
      for (const name of ["out/good.js", "repo/a.js"])
        expect(readFileSync(join(top, name), "utf8")).toBe(discoveryCall());
    },
  );

  it("is read by check, and every format says whose file it is", async () => {
    const top = tree();
    for (const format of FORMAT_NAMES) {
      const { stdout, status } = await v2ready(["check", "--format", format, "l.js"], {
        cwd: join(top, "repo"),
        env: { COLUMNS: "500" },
      });
      expect(status).toBe(1);
      expect(stdout).toContain(
        `l.js is a link that leads out of the repository, to ${join(top, "out/good.js")}`,
      );
      expect(stdout).not.toContain("own.js");
    }
  });

  it("is another case than a link that stays in it, and a file of another folder", async () => {
    const top = tree();
    const cwd = join(top, "repo");
    expect((await v2ready(["fix", "--allow-dirty", "own.js", "../out/good.js"], { cwd })).status).toBe(0);
    for (const name of ["out/good.js", "repo/a.js"])
      expect(readFileSync(join(top, name), "utf8")).toBe(fixed(discoveryCall()));
  });
});

describe("a .gitignore that is not read", () => {
  // ESLint and the search for readers of a file look for themselves.
  const LARGE = Object.fromEntries(
    Array.from({ length: 110 }, (_, index) => [`src/f${String(index)}.js`, ""]),
  );

  it.each([
    ["a small tree", {}, "ln -s /dev/zero .gitignore"],
    ["a large tree", LARGE, "ln -s /dev/zero .gitignore"],
    ["a large tree", LARGE, "mkfifo .gitignore"],
    ["a large tree", LARGE, "seq -f 'a%g*b' 100000 > .gitignore"],
  ])("is named in every format, and the run ends: %s, %#", async (_, files, make) => {
    const cwd = sharedTree({ ".git/HEAD": "", "src/a.js": discoveryCall(), ...files });
    spawnSync("sh", ["-c", make], { cwd: join(cwd, "src") });
    for (const format of FORMAT_NAMES) {
      const { stdout, status } = await v2ready(["check", "--format", format], {
        cwd,
        env: { COLUMNS: "500" },
      });
      expect(status).toBe(1);
      expect(stdout).toContain("src/.gitignore");
      expect(stdout).toContain("and its rules were not read");
      expect(stdout).toContain("src/a.js");
    }
  });
});

describe("the state folder", () => {
  it("is never in the repository, also where HOME is empty", async () => {
    const root = repository({ "a.js": discoveryCall() });
    const { status } = await v2ready(["fix"], { cwd: root, asProcess: true, env: { HOME: "" } });
    expect(status).toBe(0);
    expect(readdirSync(root).sort()).toEqual([".git", "a.js"]);
    expect(readFileSync(join(root, "a.js"), "utf8")).toBe(fixed(discoveryCall()));
  });

  it.skipIf(process.platform !== "linux")("that cannot be made ends the run", () => {
    const root = repository({ "a.js": discoveryCall() });
    const run = spawnSync(process.execPath, [COMMAND, "fix"], {
      cwd: root,
      encoding: "utf8",
      timeout: 20_000,
      env: { PATH: process.env["PATH"], XDG_STATE_HOME: "/proc/self" },
    });
    expect(run.status).toBe(2);
    expect(run.stderr).toContain("the lock of");
    expect(run.stderr).toContain("Set XDG_STATE_HOME to a folder that you can write to.");
    expect(readFileSync(join(root, "a.js"), "utf8")).toBe(discoveryCall());
    expect(() => {
      writeOutput("/proc/self/folder/file", "", root);
    }).toThrow("cannot be written");
  });
});

describe("files that say how a repository is built", () => {
  /** A call whose host comes out of a file that code reads. */
  const CODE = [
    'import { readFileSync } from "node:fs";',
    'import { base } from "./base";',
    'const own = JSON.parse(readFileSync(new URL("./own.json", import.meta.url), "utf8"));',
    'fetch(base + own.path + "/api/atlas/v1.0/groups");',
    "",
  ].join("\n");
  const TREE = {
    ".git/HEAD": "",
    "src/a.ts": CODE,
    "src/base.ts": "export const base = 'https://cloud.mongodb.com';\n",
    "src/own.json": '{ "path": "" }',
  };

  const PLACES: readonly (readonly [
    what: string,
    name: string,
    target: string | undefined,
    message: string,
  ])[] = [
    ["a device", "package.json", "/dev/zero", "is a device"],
    ["a terminal", "src/package.json", "/dev/tty", ""],
    ["a FIFO", "pnpm-workspace.yaml", undefined, ""],
    ["a FIFO", "tsconfig.json", undefined, "is a FIFO"],
    ["a FIFO", "src/.env", undefined, ""],
    ["a FIFO", "src/own.json", undefined, ""],
    ["a FIFO", "src/base.ts", undefined, ""],
  ];

  it.each(someOf(PLACES, [0, 3, 6]))("are not read where one is %s: %s", async (_, name, target, message) => {
    const root = sharedTree(TREE);
    fs.rmSync(join(root, name), { force: true });
    if (target === undefined) spawnSync("mkfifo", [join(root, name)]);
    else symlinkSync(target, join(root, name));
    // A run that waits or fills the memory is ended by its process.
    const run = spawnSync(
      "sh",
      ["-c", 'ulimit -v 8000000; exec "$0" "$@"', process.execPath, COMMAND, "-f", "json"],
      {
        cwd: root,
        encoding: "utf8",
        timeout: 20_000,
      },
    );
    expect(run.status).toBe(1);
    const { problems, findings } = JSON.parse(run.stdout) as JsonReport;
    expect(findings.map(({ path }) => path)).toContain("src/a.ts");
    if (message !== "")
      expect(problems).toContainEqual(
        expect.objectContaining({ path: name, message: expect.stringContaining(message) as string }),
      );
  });

  it("are not read through links that lead out of the repository", async () => {
    const outside = sharedTree({
      "own.json": '{ "path": "/secret-of-mine" }',
      ".env": "BASE=https://secret-of-mine.example\n",
    });
    const root = sharedTree({
      ...TREE,
      "package.json": '{ "dependencies": { "dotenv": "^16" } }',
      "src/b.js": 'require("dotenv").config();\nfetch(process.env.BASE + "/api/atlas/v1.0/groups");\n',
    });
    fs.rmSync(join(root, "src/own.json"));
    symlinkSync(join(outside, "own.json"), join(root, "src/own.json"));
    symlinkSync(join(outside, ".env"), join(root, ".env"));
    const { stdout, stderr } = await v2ready(["check", "-f", "json"], { cwd: root });
    expect(stdout + stderr).not.toContain("secret-of-mine");
    expect((JSON.parse(stdout) as JsonReport).problems).toContainEqual(
      expect.objectContaining({ path: ".env", message: expect.stringContaining("leads out") as string }),
    );
  });
});
