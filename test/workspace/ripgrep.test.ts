import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/core/errors.js";
import { candidatesSync } from "../../src/workspace/discover-sync.js";
import {
  candidatesNow,
  discover,
  type Discovery,
  type DiscoverOptions,
} from "../../src/workspace/discover.js";
import { runRipgrep } from "../../src/workspace/ripgrep-process.js";
import { RipgrepUnusable } from "../../src/workspace/ripgrep-watch.js";
import { HIT, MISS, PATTERNS } from "./support/find.js";
import { fakeRipgrep, realRipgrep } from "./support/ripgrep.js";
import { type Tree, writeTree } from "./support/tree.js";
import { someOf } from "../support/thorough.js";

const TREE: Tree = { "a.ts": HIT, "b.ts": MISS, "c.log": HIT, ".gitignore": "*.log\n" };

const search = (
  cwd: string,
  ripgrep: string | null,
  options: Partial<DiscoverOptions> = {},
): Promise<Discovery> =>
  discover(
    { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false, ...options },
    { ripgrep },
  );

test("the log of the installed ripgrep is what this program reads", async () => {
  const cwd = writeTree({
    ...TREE,
    "node_modules/x/i.js": HIT,
    'qu"ote: Ignore(x).log': HIT,
    "new\nline.log": HIT,
    "link.ts": { link: "a.ts" },
  });
  execFileSync("mkfifo", [join(cwd, "pipe")]);
  const args = [
    "--no-config",
    "--no-require-git",
    "--hidden",
    "--files",
    "--debug",
    "--null",
    "--glob=!node_modules",
    "--",
    "./",
  ];
  const names: string[] = [];
  const { ignored, problems } = await runRipgrep(realRipgrep(), args, cwd, (name) => names.push(name));
  expect(names.sort()).toEqual(["./.gitignore", "./a.ts", "./b.ts"]);
  expect(problems).toEqual([]);
  expect(ignored.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: "./c.log", by: "gitignore" },
    { path: "./link.ts", by: "symlink" },
    { path: "./new\nline.log", by: "gitignore" },
    { path: "./node_modules", by: "glob", glob: "!node_modules" },
    { path: "./pipe", by: "special" },
    { path: './qu"ote: Ignore(x).log', by: "gitignore" },
  ]);
});

test("messages about files are problems, and their absence is a file that has vanished", async () => {
  const cwd = writeTree({ "a.ts": HIT, "b.ts": HIT, "c.ts": HIT, "d: e/": "" });
  const ripgrep = fakeRipgrep(`
    if (listing) process.stdout.write("./a.ts\\0./b.ts\\0./c.ts\\0");
    else {
      process.stdout.write("./a.ts\\0");
      console.error("rg: ./b.ts: No such file or directory (os error 2)");
      console.error("rg: ./c.ts: Input/output error (os error 5)");
      console.error("rg: ./d: e: Permission denied (os error 13)");
      console.error("rg: ./d: e: IO error for operation on ./d: e: Permission denied (os error 13)");
      process.exitCode = 2;
    }
  `);
  expect(await search(cwd, ripgrep)).toEqual({
    seen: 1,
    candidates: ["a.ts"],
    leftOut: {},
    problems: [
      { path: "b.ts", kind: "vanished", message: "was deleted after the files were listed" },
      { path: "c.ts", kind: "unreadable", message: "could not be read: input/output error" },
      { path: "d: e", kind: "unreadable", message: "could not be read: permission denied" },
    ],
    moduleSettings: [],
    engine: "ripgrep",
  });
});

describe("without a ripgrep that works, files are searched in this process", () => {
  const expected = {
    seen: 3,
    candidates: ["a.ts"],
    moduleSettings: [],
    leftOut: { gitignore: 1 },
    engine: "in-process",
  };

  test("none installed: nothing to mention", async () => {
    const cwd = writeTree(TREE);
    expect(await search(cwd, null)).toEqual({ ...expected, problems: [] });
    await expect(search(cwd, null, { engine: "ripgrep" })).rejects.toThrow(UsageError);
  });

  test.each<[name: string, script: string, reason: string]>([
    [
      "complains",
      `console.error("rg: unrecognized flag --binary"); process.exit(2)`,
      "unrecognized flag --binary",
    ],
    [
      "has its own idea of a log",
      `console.error("rg: DEBUG|ignore::walk|x.rs:1: ignoring ./a.ts")`,
      "ignoring ./a.ts",
    ],
    ["is killed", `process.kill(process.pid, "SIGKILL")`, "exited with SIGKILL"],
    ["ends oddly", `process.exit(101)`, "exited with 101"],
  ])("it %s: a problem says so", async (_name, script, reason) => {
    const cwd = writeTree(TREE);
    const ripgrep = fakeRipgrep(script);
    const discovery = await search(cwd, ripgrep);
    expect(discovery).toMatchObject(expected);
    expect(discovery.problems).toEqual([
      { path: "", kind: "search", message: expect.stringContaining(reason) },
    ]);
    await expect(search(cwd, ripgrep, { engine: "ripgrep" })).rejects.toThrow(UsageError);
  });

  test("it does not start: a problem says so", async () => {
    const cwd = writeTree(TREE);
    const binary = join(writeTree({}), "rg");
    writeFileSync(binary, "not executable", { mode: 0o644 });
    const { problems, ...rest } = await search(cwd, binary);
    expect(rest).toEqual(expected);
    expect(problems).toEqual([
      { path: "", kind: "search", message: expect.stringContaining("does not start") },
    ]);
    await expect(runRipgrep(join(cwd, "none"), [], cwd, () => undefined)).rejects.toThrow(RipgrepUnusable);
  });
});

test("more ignore patterns than fit on a command line", async () => {
  const cwd = writeTree(TREE);
  const ignorePatterns = Array.from(
    { length: 60 },
    (_, index) => `${"long/".repeat(20_000)}${String(index)}`,
  );
  const { problems, ...rest } = await search(cwd, realRipgrep(), { ignorePatterns });
  expect(rest).toEqual({
    seen: 3,
    candidates: ["a.ts"],
    moduleSettings: [],
    leftOut: { gitignore: 1 },
    engine: "in-process",
  });
  expect(problems).toEqual([{ path: "", kind: "search", message: expect.stringContaining("E2BIG") }]);
});

test("ripgrep takes no settings from the environment", async () => {
  const cwd = writeTree({ ...TREE, ripgreprc: "--glob=!a.ts\n" });
  process.env["RIPGREP_CONFIG_PATH"] = join(cwd, "ripgreprc");
  try {
    expect(await search(cwd, realRipgrep())).toMatchObject({ candidates: ["a.ts"], engine: "ripgrep" });
  } finally {
    delete process.env["RIPGREP_CONFIG_PATH"];
  }
});

test("candidates are reported while the search still runs, with their final paths", async () => {
  const cwd = writeTree({ "src/ä b.ts": HIT, "src/c.ts": MISS });
  // The search waits for the answer to its first name, which comes in two pieces that split a character.
  const ripgrep = fakeRipgrep(`
    if (listing) process.stdout.write("./src/ä b.ts\\0./src/c.ts\\0");
    else {
      const { existsSync } = require("node:fs");
      const name = Buffer.from("./src/ä b.ts\\0");
      process.stdout.write(name.subarray(0, 7));
      setTimeout(() => process.stdout.write(name.subarray(7)), 50);
      const timer = setInterval(() => existsSync("answer") && clearInterval(timer), 10);
    }
  `);
  const told: string[] = [];
  const onCandidate = (path: string): void => {
    told.push(path);
    writeFileSync(join(cwd, "answer"), "");
  };
  let waits = 0;
  const { candidates, seen } = await search(cwd, ripgrep, {
    paths: ["src"],
    onCandidate,
    onWait: () => waits++,
  });
  expect({ told, candidates, seen, waits }).toEqual({
    told: ["src/ä b.ts"],
    candidates: ["src/ä b.ts"],
    seen: 2,
    waits: 1,
  });
});

describe("a ripgrep that does not come to an end", () => {
  test.each([
    ["never answers", "setInterval(() => {}, 1000)"],
    ["searches for ever", "if (listing) process.stdout.write('./a.ts\\0'); else setInterval(() => {}, 1000)"],
    ["lists for ever", "if (listing) setInterval(() => {}, 1000)"],
  ])("is given up where it %s, and the result is that of the search in process", async (_, script) => {
    const cwd = writeTree(TREE);
    const options = { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
    const expected = await discover(options, { ripgrep: null });
    const found = await discover(options, { ripgrep: fakeRipgrep(script), patience: 700 });
    const message =
      "ripgrep did not answer and was given up; the files were searched without it, which takes longer";
    expect(found).toEqual({ ...expected, problems: [{ path: "", kind: "search", message }] });
    // Nobody waits for it a second time.
    const again = await discover(options, { ripgrep: fakeRipgrep(script) });
    expect(again.engine).toBe("in-process");
  });

  test("is given up also where another process holds its output open", async () => {
    const cwd = writeTree(TREE);
    const options = { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
    const ripgrep = fakeRipgrep(
      `const { pid } = require("child_process").spawn("sleep", ["120"], { stdio: "inherit" });
      require("fs").writeFileSync(__dirname + "/pid" + pid, "");
      setInterval(() => {}, 1000);`,
    );
    const endHolders = (): number => {
      const pids = readdirSync(dirname(ripgrep)).flatMap((name) => /^pid(\d+)$/.exec(name)?.[1] ?? []);
      return pids.filter((pid) => process.kill(Number(pid))).length;
    };
    expect((await discover(options, { ripgrep, patience: 700 })).engine).toBe("in-process");
    expect(endHolders()).toBeGreaterThan(0);
  }, 30_000);

  test("is given up by those who cannot wait for a promise", () => {
    const cwd = writeTree(TREE);
    const options = { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
    const ripgrep = fakeRipgrep("setInterval(() => {}, 1000)");
    expect(candidatesNow(options, { ripgrep, patience: 700 })).toBeUndefined();
    expect(candidatesSync(options, { ripgrep })).toEqual(["a.ts"]);
  });

  describe.each([
    ["is a FIFO", "mkfifo .gitignore"],
    ["is a device", "ln -s /dev/zero .gitignore"],
    ["is larger than 131072 bytes", "truncate -s 3G .gitignore"],
    ["has more than 2000 rules", "seq 2001 > .gitignore"],
  ])("because of a .gitignore that %s", (reason, make) => {
    const options = { paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
    const made = (folder: string): string => {
      const cwd = writeTree({ "a.ts": HIT, "b/c/d.ts": HIT, ".git/HEAD": "" });
      execFileSync("sh", ["-c", make], { cwd: join(cwd, folder) });
      return cwd;
    };
    // The limit of time is too long to be reached: the test ends only if the cause is searched for.
    const environment = { ripgrep: realRipgrep(), patience: 3_600_000 };

    test.each(["", "b/c"])("in the folder %j is not asked, and a problem says so", async (folder) => {
      const found = await discover({ ...options, cwd: made(folder) }, environment);
      expect([found.engine, found.candidates]).toEqual(["in-process", ["a.ts", "b/c/d.ts"]]);
      const message = `${reason}, and its rules were not read`;
      // The file of 3 GB is not searched either.
      expect(found.problems.filter(({ kind }) => kind !== "too-large")).toEqual([
        { path: join(folder, ".gitignore"), kind: "unreadable", message },
      ]);
      // A search without ripgrep says the same.
      const other = await discover({ ...options, cwd: made(folder) }, { ripgrep: null });
      expect(other).toEqual(found);
    });

    test("above the folder is not asked either, nor by those who cannot wait for a promise", async () => {
      const cwd = join(made(""), "b");
      const { engine, problems } = await discover({ ...options, cwd }, environment);
      expect([engine, problems.map(({ path }) => path)]).toEqual(["in-process", ["../.gitignore"]]);
      const other = join(made(""), "b");
      expect(candidatesNow({ ...options, cwd: other }, environment)).toBeUndefined();
      expect(candidatesSync({ ...options, cwd: other })).toEqual(["c/d.ts"]);
    });

    test("counts for nothing where ignored files are searched as well", async () => {
      const found = await discover({ ...options, cwd: made("b"), noIgnore: true }, environment);
      expect([found.engine, found.candidates]).toEqual(["ripgrep", ["a.ts", "b/c/d.ts"]]);
    });
  });

  test("for those who cannot wait for a promise is watched in a thread", () => {
    const cwd = writeTree({ "a.ts": HIT, "b/d.ts": HIT, ".git/HEAD": "" });
    execFileSync("mkfifo", [join(cwd, "b/.gitignore")]);
    const options = { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
    expect(candidatesSync(options, { ripgrep: realRipgrep(), patience: 500 })).toEqual(["a.ts", "b/d.ts"]);
  });

  test("for those who cannot wait for a promise is given up soon", () => {
    const cwd = writeTree({
      "a.ts": HIT,
      "b/d.ts": HIT,
      "b/.gitignore": { link: "/dev/zero" },
      ".git/HEAD": "",
    });
    const options = { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
    const start = performance.now();
    expect(candidatesSync(options)).toEqual(["a.ts", "b/d.ts"]);
    expect(performance.now() - start).toBeLessThan(4000);
  });

  test.each(["node_modules", "ignored"])(
    "because of a .gitignore in the folder %j, whose rules count for nothing, causes no problem",
    async (folder) => {
      const cwd = writeTree({ "a.ts": HIT, ".gitignore": "ignored/\n", [`${folder}/`]: "", ".git/HEAD": "" });
      execFileSync("mkfifo", [join(cwd, folder, ".gitignore")]);
      const options = { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
      const { candidates, problems } = await discover(options, {
        ripgrep: realRipgrep(),
        patience: 3_600_000,
      });
      expect([candidates, problems]).toEqual([["a.ts"], []]);
    },
  );

  test("has small rules of 5 MB, which it reads in no time: it does not depend on the machine who searches", async () => {
    const cwd = writeTree({ "a.ts": HIT, "b/c.ts": HIT, "b/.gitignore": "# ".padEnd(5_000_000, "x") });
    const options = { cwd, paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
    const { engine, candidates } = await discover(options, { ripgrep: realRipgrep() });
    expect([engine, candidates]).toEqual(["in-process", ["a.ts", "b/c.ts"]]);
  });
});

// One that is read is 100 kB. The limits are used up from the top, and in the order of names.
describe("of files of rules that are too much together", () => {
  const rules = `${"#".padEnd(100_000, "x")}\n*.log\n`;
  const options = { paths: ["."], patterns: PATTERNS, ignorePatterns: [], noIgnore: false };
  const files = Array.from({ length: 30 }, (_, index) => `m${String(index).padStart(2, "0")}/.gitignore`);

  const TOO_MANY: readonly (readonly [
    which: string,
    text: string,
    paths: readonly string[],
    count: number,
  ])[] = [
    ["of the folders above it", rules, ["a/.gitignore", "a/b/.gitignore", "a/b/c/.gitignore"], 2],
    ["of other folders", rules, files, 22],
    ["of other folders", "a*b\n".repeat(1250), files, 20],
  ];

  test.each(someOf(TOO_MANY, [0, 1]))(
    "the last are not read: too many rules %s, %#",
    async (which, text, paths, count) => {
      const cwd = writeTree({ "a.ts": HIT, ...Object.fromEntries(paths.map((path) => [path, text])) });
      const found = await discover({ ...options, cwd }, { ripgrep: realRipgrep() });
      const message = `adds to too many rules ${which}, and its rules were not read`;
      const problems = paths.slice(count).map((path) => ({ path, kind: "unreadable", message }));
      expect([found.engine, found.problems]).toEqual(["in-process", problems]);
      expect(await discover({ ...options, cwd }, { ripgrep: null })).toEqual(found);
    },
  );

  test("ripgrep may read many small ones", async () => {
    const cwd = writeTree({
      "a.ts": HIT,
      ...Object.fromEntries(files.map((path) => [path, "#".padEnd(8_000, "x")])),
    });
    const { engine, problems } = await discover({ ...options, cwd }, { ripgrep: realRipgrep() });
    expect([engine, problems]).toEqual(["ripgrep", []]);
  });
});
