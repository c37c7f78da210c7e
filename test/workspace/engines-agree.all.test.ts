import { mkdirSync, realpathSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { discover, discoverNow, type DiscoverOptions } from "../../src/workspace/discover.js";
import { findRipgrep } from "../../src/workspace/ripgrep.js";
import { HIT, MISS, PATTERNS } from "./support/find.js";
import { addToTree, type Tree, writeTree } from "./support/tree.js";
import { THOROUGH } from "../support/thorough.js";

const RIPGREP = findRipgrep()!;

/** The result of ripgrep, where it can express what is asked for, and that of the other engine. */
async function both(options: Omit<DiscoverOptions, "engine">): Promise<[unknown, unknown]> {
  // Without the binary, a small tree would be searched in this process both times.
  const { engine: first, ...one } = await discover({ ...options, engine: "auto" }, { ripgrep: RIPGREP });
  const { engine: second, ...other } = await discover({ ...options, engine: "in-process" });
  expect([first, second]).toContain("in-process");
  // The synchronous search gives the same result as the one with a promise.
  const atOnce = discoverNow(options);
  if (atOnce) expect(atOnce).toEqual({ engine: first, ...one });
  return [one, other];
}

const DIRECTORIES = [
  ...["src", "lib", "dist", "build", "sub", "node_modules", ".github", "x.map", "yarn.lock"],
  ...["a b", "é", "-dash", "[q]", "{z}"],
];
const FILES = [
  ...["a.js", "b.ts", "c.min.js", "d.map", "package-lock.json", "e.log", "f.txt", "a.tmp", ".env"],
  ...["#h", "!bang", "-x.js", "ü.js", "w x.js", "q[1].js", "z{1}.js", "new\nline.js", "b\\s.js", "trail "],
];
const RULES = [
  ...[
    "*.log",
    "dist/",
    "/dist",
    "build",
    "!build/",
    "*.tmp",
    "!a.tmp",
    "src/sub",
    "/src/*",
    "!/src/a.js",
    "**/lib",
  ],
  ...[
    "lib/**",
    "node_modules",
    "sub/*.js",
    "!sub/a.js",
    "#c",
    "",
    "\\#h",
    "\\!bang",
    "a b/",
    "*.js",
    "!*.js",
    "é",
  ],
  ...[
    "ü.js",
    "q\\[1\\].js",
    "[ab].*",
    "?.txt",
    "/*",
    "!/src",
    "!/lib/",
    ".github",
    "**/sub/**/a.js",
    "src/**/b.ts",
  ],
  ...["-dash", "w x.js", "trail\\ ", "*", "!*/", "!a.js"],
];
const IGNORE_PATTERNS = [
  ...[
    "*.log",
    "dist",
    "/src/sub",
    "lib/",
    "**/sub",
    "a.js",
    "src/*.js",
    "é/",
    "{z}",
    "*.{js,ts}",
    "#x",
    "\\!bang",
  ],
  ...["[ab].js", "[q]", "src/**", "!src/a.js"],
];

const directory = fc.array(fc.constantFrom(...DIRECTORIES), { maxLength: 4 }).map((parts) => parts.join("/"));
const content = fc.constantFrom(HIT, MISS, "x\0api/atlas", "api/atl\nas");
const entry = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(directory, fc.constantFrom(...FILES), content) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      directory,
      fc.constant(".gitignore"),
      fc.array(fc.constantFrom(...RULES), { minLength: 1, maxLength: 4 }).map((rules) => rules.join("\n")),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      directory,
      fc.constantFrom("link", "l.js", "lib", "dist"),
      fc.constantFrom(".", "..", "a.js", "src", "nowhere").map((link) => ({ link })),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(directory, fc.constantFrom(".git/HEAD", ".jj/repo"), fc.constant("")) },
);

/**
 * Writes what fits: an entry that stands where a directory is, or below a file, is passed over. Links come last, not
 * below each other, and lead nowhere outside, so that nothing is written or read there.
 */
function write(entries: readonly [string, string, Tree[string]][], repository: boolean): string {
  const top = writeTree({});
  if (repository) mkdirSync(join(top, ".git"));
  const isLink = (value: Tree[string]): boolean => typeof value === "object" && "link" in value;
  const mayHoldLinks = (path: string): boolean =>
    path !== top && isDirectory(path) && realpathSync(path) === path;
  for (const [parent, name, value] of [
    ...entries.filter(([, , value]) => !isLink(value)),
    ...entries.filter(([, , value]) => isLink(value)),
  ]) {
    const directory = join(top, parent);
    if (isLink(value) && !mayHoldLinks(directory)) continue;
    try {
      addToTree(directory, { [name]: value });
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toMatch(/^(?:EEXIST|EISDIR|ENOTDIR|ENOENT)$/);
    }
  }
  return top;
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
const isDirectory = (path: string): boolean => exists(path) && statSync(path).isDirectory();

test("on generated trees", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 5, maxLength: 40 }),
      fc.boolean(),
      directory,
      fc.array(fc.tuple(directory, fc.option(fc.constantFrom(...FILES)), fc.boolean()), { maxLength: 3 }),
      fc.array(fc.constantFrom(...IGNORE_PATTERNS), { maxLength: 2 }),
      fc.integer({ min: 0, max: 9 }),
      async (entries, repository, start, named, ignorePatterns, dice) => {
        const top = write(entries, repository);
        let cwd = join(top, start);
        while (!isDirectory(cwd)) cwd = join(cwd, "..");
        const paths = named
          .map(([parent, name, absolute]) => ({ path: join(top, parent, name ?? ""), absolute }))
          .filter(({ path }) => exists(path))
          .map(({ path, absolute }) => (absolute ? path : relative(cwd, path) || "."));
        const options = { cwd, paths: paths.length > 0 ? paths : ["."], patterns: PATTERNS, ignorePatterns };
        const [one, other] = await both({ ...options, noIgnore: dice === 0 });
        expect(one).toEqual(other);
      },
    ),
    { numRuns: THOROUGH ? 250 : 50, seed: 42 },
  );
}, 120_000);

test("on a tree of 5,000 files", async () => {
  const tree: Record<string, string> = {
    ".git/HEAD": "",
    ".gitignore": "coverage/\n*.log\n/packages/p7/src/d3/\n",
  };
  for (let index = 0; index < 5000; index++) {
    const [name, depth] = [`packages/p${String(index % 50)}/src/d${String(index % 7)}`, index % 11];
    const extension = [".ts", ".js", ".json", ".md", ".min.js", ".log"][index % 6]!;
    tree[`${name}/${"deep/".repeat(depth % 4)}f${String(index)}${extension}`] = index % 13 === 0 ? HIT : MISS;
  }
  for (let index = 0; index < 50; index++) {
    tree[`packages/p${String(index)}/node_modules/dependency/index.js`] = HIT;
    tree[`packages/p${String(index)}/coverage/report.js`] = HIT;
  }
  const cwd = writeTree(tree);
  const options = {
    cwd,
    paths: ["."],
    patterns: PATTERNS,
    ignorePatterns: ["/packages/p9/"],
    noIgnore: false,
  };
  const [one, other] = await both(options);
  expect(one).toEqual(other);

  const isLeftOut = (path: string): boolean =>
    /\.log$|\.min\.js$|\/coverage\/|\/node_modules\/|^\.git\/|^packages\/(?:p7\/src\/d3|p9)\//.test(path);
  const expected = Object.keys(tree).filter((path) => !isLeftOut(path));
  expect(one).toMatchObject({
    seen: expected.length,
    candidates: expected.filter((path) => tree[path] === HIT).sort(),
    leftOut: { "ignore-pattern": 1, node_modules: 49, vcs: 1 },
  });
  expect(expected.length).toBeGreaterThan(3000);
}, 60_000);

test("on what a pattern means", async () => {
  const pieces = [
    "api",
    "/",
    "\\/",
    "\\\\/",
    "atlas",
    "v1.0",
    "v2",
    " ",
    "\t",
    '"',
    "\n",
    "\r\n",
    "é",
    "\0",
    "_",
    "x",
  ];
  const texts = fc.sample(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), { numRuns: 600, seed: 7 });
  const cwd = writeTree(
    Object.fromEntries(texts.map((parts, index) => [`f${String(index)}`, parts.join("")])),
  );
  const sources = [
    ...[
      "api\\\\{0,2}/atlas",
      "\\bv2\\b",
      'api[^"/]*atlas',
      "api.{0,3}v1\\.0",
      "[\\/]+v",
      "(?:api|v2)[ \\t]+x",
      "\\Wx",
    ],
    ...["a[pt][^a-h]", "v\\d", "\\x61pi", "\\Bi", "_+x?v", "[\"'_-]v", "[^\\w]atlas", "\\D{4}v"],
  ];
  let found = 0;
  for (const source of sources) {
    const options = { cwd, paths: ["."], patterns: [{ source }], ignorePatterns: [], noIgnore: false };
    const [one, other] = await both(options);
    expect(one, source).toEqual(other);
    found += (one as { candidates: string[] }).candidates.length;
  }
  expect(found).toBeGreaterThan(500);
}, 60_000);
