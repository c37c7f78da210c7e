import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, blocksOf, textOf } from "./pages.js";

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const TOPS = ["src", "rules", "test", "tools", "docs", "fixtures"];
const entries = TOPS.flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true }).map((entry) => ({
    path: posix.relative(ROOT, posix.join(entry.parentPath, entry.name)),
    isFolder: entry.isDirectory(),
  })),
);
const paths = [...TOPS, ...entries.map(({ path }) => path)];
const namesAtTop = readdirSync(ROOT);

/** The code in a page's text, without blocks. */
const codeIn = (text: string): string[] =>
  [...text.replace(/^```[^]*?^```$/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);

/** Checks whether code in a text is the name of a file or a folder of this repository. */
const isPath = (code: string): boolean =>
  /^(?:[\w-]+\/)+[\w.-]*$|^[\w-]+(?:\.test)?\.(?:ts|mjs|json|md)$/.test(code);

/** Paths are named from the root, or by their last parts where these are unique enough for a reader. */
const isThere = (path: string): boolean => {
  const wanted = path.replace(/\/$/, "");
  return (
    namesAtTop.includes(wanted) ||
    existsSync(join(ROOT, wanted)) ||
    paths.some((one) => one.endsWith(`/${wanted}`))
  );
};

/** Files that exist only after they are made: the output of the build, examples, names of other projects. */
const ELSEWHERE = new Set([
  "dist/THIRD-PARTY-NOTICES.txt",
  "rules/no-such-thing.ts",
  "utils.ts",
  "proper-lockfile",
]);

describe.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("%s", (page) => {
  it("names only files and folders that exist", () => {
    const named = codeIn(textOf(page)).filter((code) => isPath(code) && !ELSEWHERE.has(code));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((code) => !isThere(code))).toEqual([]);
  });

  it("names only scripts of package.json", () => {
    const used = [...textOf(page).matchAll(/npm run ([a-z:-]+)/g)].map(([, script]) => script!);
    expect(used.filter((script) => !(script in scripts))).toEqual([]);
  });
});

describe("the map in ARCHITECTURE.md", () => {
  const map = textOf("ARCHITECTURE.md")
    .split("\n## ")
    .find((section) => section.startsWith("The folders"))!;
  const listed = map
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((line) => codeIn(line.split("|")[1]!));

  it("has each folder of src once, and no other", () => {
    const folders = entries.filter(({ path, isFolder }) => isFolder && path.startsWith("src/"));
    const inSource = listed.filter((path) => path.startsWith("src/"));
    expect(inSource.sort()).toEqual(folders.map(({ path }) => path).sort());
  });
});

it("CONTRIBUTING.md explains every script that a contributor runs by hand", () => {
  const text = textOf("CONTRIBUTING.md");
  // `audit` is for users, and npm runs `prepack` itself.
  const own = Object.keys(scripts).filter((script) => !["audit", "prepack", "test"].includes(script));
  expect(own.filter((script) => !text.includes(`npm run ${script}`))).toEqual([]);
});

it("the commands of CONTRIBUTING.md name tests and folders that exist", () => {
  const commands = blocksOf("CONTRIBUTING.md").flatMap(({ language, text }) =>
    language === "sh" ? text.split("\n") : [],
  );
  const named = commands.flatMap((command) => command.match(/test\/[\w./-]+/g) ?? []);
  expect(named).not.toEqual([]);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
