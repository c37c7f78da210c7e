import * as fs from "node:fs";
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isAbsolute, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  JOURNAL_NAME,
  temporaryOf,
  type WritableFileSystem,
  writtenJournal,
} from "../../src/workspace/journal.js";
import { findInterrupted, recover } from "../../src/workspace/recovery.js";
import { makeStateFolder, stateFoldersOf } from "../../src/workspace/state-folder.js";
import { changeFiles, TransactionError, type FileChange } from "../../src/workspace/transaction.js";
import { writeTree } from "./support/tree.js";

const CHANGES: readonly FileChange[] = ["a.txt", "b/b.txt", "b/c.txt"].map((path) => ({
  path,
  before: `old ${path}\n`,
  after: `new ${path}\n`,
}));

function tree(): string {
  return writeTree({ ".git/": "", ...Object.fromEntries(CHANGES.map(({ path, before }) => [path, before])) });
}

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The contents of the files, and whatever else lies about. */
function stateOf(root: string): { contents: string[]; rest: string[] } {
  const all = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const known = CHANGES.map(({ path }) => path);
  return {
    contents: known.map((path) => readFileSync(join(root, path), "utf8")),
    rest: all.filter((path) => !known.includes(path)),
  };
}

const TOKEN = "0123456789abcdef".repeat(2);

const OLD = { contents: CHANGES.map(({ before }) => before), rest: [] };
const NEW = { contents: CHANGES.map(({ after }) => after), rest: [] };

/** Node's file system, of which one call fails from its nth time on, or works again after that. */
function failing(
  call: "writeSync" | "renameSync" | "openSync" | "fsyncSync",
  from: number,
  code: string,
  until = Infinity,
): WritableFileSystem {
  let count = 0;
  const original = fs[call] as (...args: unknown[]) => unknown;
  return {
    ...fs,
    [call]: (...args: unknown[]) => {
      count++;
      if (count >= from && count < until)
        throw Object.assign(new Error(code), { code, errno: code === "ENOSPC" ? -28 : -13 });
      return original(...args);
    },
  };
}

describe("a transaction", () => {
  it("changes all files and leaves nothing beside them", () => {
    const root = tree();
    changeFiles(CHANGES, { cwd: root, root });
    expect(stateOf(root)).toEqual(NEW);
  });

  it("keeps the mode, and writes through a symbolic link, which stays one", () => {
    const root = writeTree({ ".git/": "", "real/a.sh": "old\n", "link.sh": { link: "real/a.sh" } });
    chmodSync(join(root, "real/a.sh"), 0o754);
    changeFiles([{ path: "link.sh", before: "old\n", after: "new\n" }], { cwd: root, root });
    expect(lstatSync(join(root, "link.sh")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, "real/a.sh"), "utf8")).toBe("new\n");
    expect(statSync(join(root, "real/a.sh")).mode & 0o777).toBe(0o754);
  });

  it("refuses all of it where one file has changed since it was read", () => {
    const root = tree();
    writeFileSync(join(root, "b/c.txt"), "mine\n");
    expect(() => changeFiles(CHANGES, { cwd: root, root })).toThrow("b/c.txt has changed since it was read");
    expect(stateOf(root)).toEqual({ contents: [...OLD.contents.slice(0, 2), "mine\n"], rest: [] });
  });

  it("gives its temporary files names that are new in every run, and opens no file that is there", () => {
    const opened = [1, 2].map(() => {
      const root = tree();
      const names: string[] = [];
      const openSync = ((path: string, flags: string, mode: number) => {
        if (path.endsWith(".tmp")) names.push(`${path.slice(root.length)} ${flags}`);
        return fs.openSync(path, flags, mode);
      }) as typeof fs.openSync;
      changeFiles(CHANGES, { cwd: root, root, fileSystem: { ...fs, openSync } });
      expect(stateOf(root)).toEqual(NEW);
      return names;
    });
    const all = opened.flat();
    expect(all).toHaveLength(6);
    expect(new Set(all).size).toBe(6);
    for (const name of all) expect(name).toMatch(/\.v2ready-[0-9a-f]{32}\.tmp wx$/);
  });

  it("refuses what leads out of the root, and what is there under two names", () => {
    const root = writeTree({
      "repository/.git/": "",
      "repository/out": { link: "../outside" },
      "repository/same": { link: "own" },
      "repository/own": "old",
      outside: "old",
    });
    const change = (path: string): FileChange => ({ path, before: "old", after: "new" });
    const place = { cwd: join(root, "repository"), root: join(root, "repository") };
    expect(() => changeFiles([change("out")], place)).toThrow(/out is outside of/);
    expect(() => changeFiles([change("../outside")], place)).toThrow(/outside/);
    expect(() => changeFiles([change("own"), change("same")], place)).toThrow("reached through two names");
    expect([
      readFileSync(join(root, "outside"), "utf8"),
      readFileSync(join(root, "repository/own"), "utf8"),
    ]).toEqual(["old", "old"]);
  });

  // These calls write: first the journal, then a temporary file for each of three.
  it.each([1, 2, 3, 4])("leaves everything as it was where the disk is full at write %i", (from) => {
    const root = tree();
    const fileSystem = failing("writeSync", from, "ENOSPC");
    expect(() => changeFiles(CHANGES, { cwd: root, root, fileSystem })).toThrow(/no space left on device/);
    expect(stateOf(root)).toEqual(OLD);
  });

  it.each([1, 2, 3])("takes back what was renamed where rename %i fails", (from) => {
    const root = tree();
    const fileSystem = failing("renameSync", from, "EACCES", from + 1);
    expect(() => changeFiles(CHANGES, { cwd: root, root, fileSystem })).toThrow(/permission denied/);
    expect(stateOf(root)).toEqual(OLD);
  });

  it("keeps the journal where it can neither go on nor back, so that the next start can", () => {
    const root = tree();
    const fileSystem = failing("renameSync", 2, "EACCES");
    expect(() => changeFiles(CHANGES, { cwd: root, root, fileSystem })).toThrow(
      /a.txt could not be restored/,
    );
    expect(recover(root)).toMatchObject([{ outcome: "finished" }]);
    expect(stateOf(root)).toEqual(NEW);
  });

  it("does nothing in a folder that cannot be written to", () => {
    const root = tree();
    const fileSystem = failing("openSync", 4, "EACCES");
    expect(() => changeFiles(CHANGES, { cwd: root, root, fileSystem })).toThrow(TransactionError);
    expect(stateOf(root).contents).toEqual(OLD.contents);
  });
});

describe("the next run that changes files", () => {
  const entries = CHANGES.map(({ path, before, after }) => ({ path, before, after }));
  const journalOf = (root: string, files = entries): string =>
    writtenJournal({ version: 3, root, token: TOKEN, files });
  const put = (root: string, text = journalOf(root)): string => {
    const path = join(makeStateFolder(root, fs), JOURNAL_NAME);
    writeFileSync(path, text);
    return path;
  };

  it.each([1, 2, 3])("finishes a change of which %i files were written", (written) => {
    const root = tree();
    put(root);
    for (const { path, after } of CHANGES.slice(0, written)) writeFileSync(join(root, path), after);
    writeFileSync(join(root, temporaryOf(entries[2]!, { token: TOKEN })), "new b/");
    expect(recover(join(root, "b"))).toMatchObject([
      { outcome: "finished", files: ["a.txt", "b/b.txt", "b/c.txt"] },
    ]);
    expect(stateOf(root)).toEqual(NEW);
    expect(recover(root)).toEqual([]);
  });

  it("drops a change that had not begun: the tree may be a fresh checkout at the same path", () => {
    const root = tree();
    put(root);
    writeFileSync(join(root, temporaryOf(entries[0]!, { token: TOKEN })), "new");
    expect(recover(root)).toMatchObject([{ outcome: "undone", reasons: [] }]);
    expect(stateOf(root)).toEqual(OLD);
  });

  it("takes a change back if one of its files was changed since, and leaves that one alone", () => {
    const root = tree();
    put(root);
    writeFileSync(join(root, "a.txt"), CHANGES[0]!.after);
    writeFileSync(join(root, "b/c.txt"), "mine\n");
    expect(recover(root)).toMatchObject([
      { outcome: "undone", reasons: ["b/c.txt was changed by another program or person"] },
    ]);
    expect(stateOf(root)).toEqual({ contents: [OLD.contents[0], OLD.contents[1], "mine\n"], rest: [] });
  });

  it("takes it back where the disk is still full", () => {
    const root = tree();
    put(root);
    writeFileSync(join(root, "a.txt"), CHANGES[0]!.after);
    expect(recover(root, failing("writeSync", 1, "ENOSPC", 2))).toMatchObject([{ outcome: "undone" }]);
    expect(stateOf(root)).toEqual(OLD);
  });

  it("says so where it can do neither, and keeps the journal", () => {
    const root = tree();
    const path = put(root);
    writeFileSync(join(root, "a.txt"), CHANGES[0]!.after);
    const [found] = recover(root, failing("writeSync", 1, "ENOSPC"));
    expect(found).toMatchObject({ outcome: "stuck", journal: path });
    expect(found!.reasons.join()).toContain("no space left on device");
    expect(existsSync(path)).toBe(true);
  });

  it.each([0, 1, 40, -2])("forgets a journal that was not written to its end (%i characters)", (length) => {
    const root = tree();
    put(root, journalOf(root).slice(0, length));
    expect(recover(root)).toMatchObject([{ outcome: "undone", files: [] }]);
    expect(stateOf(root)).toEqual(OLD);
  });

  it("finds the journal of a folder without git from below", () => {
    const root = writeTree({ "a.txt": "new", "b.txt": "old", "below/": "" });
    const files = ["a.txt", "b.txt"].map((path) => ({ path, before: "old", after: "new" }));
    put(root, journalOf(root, files));
    expect(recover(join(root, "below"))).toMatchObject([{ outcome: "finished" }]);
    expect(readFileSync(join(root, "b.txt"), "utf8")).toBe("new");
  });
});

describe("a journal is not believed", () => {
  const entry = { before: "old", after: "new" };
  const journal = (root: string, path: string): string =>
    writtenJournal({ version: 3, root, token: TOKEN, files: [{ ...entry, path }] });

  it.each([".git/", ".jj/"])("in the tree itself (%s)", (mark) => {
    const root = writeTree({ [mark]: "", "a.txt": "old", "b.txt": "old" });
    for (const name of [".v2ready-journal-1.json", `${mark}v2ready-journal-1.json`, `${mark}${JOURNAL_NAME}`])
      writeFileSync(join(root, name), journal(root, "a.txt"));
    expect(findInterrupted(root)).toEqual([]);
    expect(recover(root)).toEqual([]);
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("old");
  });

  it("in a state folder inside of the tree", () => {
    const root = writeTree({ ".git/": "", "state/": "", "a.txt": "old" });
    vi.stubEnv("XDG_STATE_HOME", join(root, "state"));
    expect(stateFoldersOf(root).every((folder) => !folder.startsWith(root))).toBe(true);
  });

  it("in a state folder that a link leads into the tree", () => {
    const top = writeTree({ "r/.git/": "", "r/state/": "", home: { link: "r/state" } });
    vi.stubEnv("XDG_STATE_HOME", join(top, "home"));
    const folders = stateFoldersOf(join(top, "r"));
    expect(folders.every((folder) => !folder.startsWith(top))).toBe(true);
  });

  it.each([
    ["HOME", ""],
    ["HOME", "."],
    ["TMPDIR", "."],
  ])("in the tree where %s is %j", (name, value) => {
    vi.stubEnv("XDG_STATE_HOME", "state");
    vi.stubEnv(name, value);
    const folders = stateFoldersOf(writeTree({ ".git/": "" }));
    expect(folders.length).toBeGreaterThan(0);
    expect(folders.every(isAbsolute)).toBe(true);
  });

  it("in a state folder that others can write to", () => {
    const root = writeTree({ ".git/": "", "a.txt": "new", "b.txt": "old" });
    const folder = makeStateFolder(root, fs);
    writeFileSync(join(folder, JOURNAL_NAME), journal(root, "a.txt"));
    chmodSync(folder, 0o777);
    expect(findInterrupted(root)).toEqual([]);
  });

  it.each(["../outside", "link/outside", "/etc/passwd", "./a.txt", ".git/config"])(
    "where it names %s",
    (path) => {
      const top = writeTree({
        "r/.git/config": "new",
        "r/a.txt": "new",
        outside: "new",
        "r/link": { link: ".." },
      });
      const root = join(top, "r");
      writeFileSync(join(makeStateFolder(root, fs), JOURNAL_NAME), journal(root, path));
      expect(recover(root)).toMatchObject([{ outcome: "undone" }]);
      expect(
        ["outside", "r/a.txt", "r/.git/config"].map((one) => readFileSync(join(top, one), "utf8")),
      ).toEqual(["new", "new", "new"]);
    },
  );

  it("where it is about another tree", () => {
    const root = writeTree({ ".git/": "", "a.txt": "new", "b.txt": "old" });
    writeFileSync(join(makeStateFolder(root, fs), JOURNAL_NAME), journal("/elsewhere", "a.txt"));
    expect(recover(root)).toMatchObject([{ outcome: "undone", files: [] }]);
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("new");
  });
});
