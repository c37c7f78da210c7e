import { beforeAll, describe, expect, it } from "vitest";
import type { JsonReport } from "../../../src/report/index.js";
import { report } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const RULE = "no-unversioned-base-path";
const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups";
const WORD = `v2ready-disable-next-line ${RULE} -- moves with the next release`;

interface Case {
  readonly name: string;
  readonly path: string;
  readonly lines: readonly string[];
  /** Lines on which the base path is reported all the same. */
  readonly shown?: readonly number[];
}

const CASES: readonly Case[] = [
  { name: "a line comment", path: "line.js", lines: [`// ${WORD}`, `const a = "${URL}";`] },
  {
    name: "only the next line",
    path: "next.js",
    lines: [`// ${WORD}`, `const a = "${URL}";`, `const b = "${URL}";`],
    shown: [3],
  },
  { name: "a block comment", path: "block.ts", lines: ["/*", ` * ${WORD}`, " */", `const a = "${URL}";`] },
  {
    name: "a directive behind code",
    path: "behind.js",
    lines: [`const z = 1; // ${WORD}`, `const a = "${URL}";`],
  },
  {
    name: "comments between the directive and the code",
    path: "between.js",
    lines: [`// ${WORD}`, "// Whatever else there is to say.", "/* And more. */", `const a = "${URL}";`],
  },
  {
    name: "several rules",
    path: "rules.js",
    lines: [`// v2ready-disable-next-line no-gone-endpoint, ${RULE} -- both`, `const a = "${URL}";`],
  },
  {
    name: "no reason",
    path: "reason.js",
    lines: [`// v2ready-disable-next-line ${RULE}`, `const a = "${URL}";`],
  },
  {
    name: "another rule",
    path: "another.js",
    lines: ["// v2ready-disable-next-line no-gone-endpoint -- not this one", `const a = "${URL}";`],
    shown: [2],
  },
  {
    name: "children of an element",
    path: "children.jsx",
    lines: [
      "export const A = () => (",
      "  <p>",
      `    {/* ${WORD} */}`,
      "    {/* what is called */}",
      `    <a href="${URL}">groups</a>`,
      `    <a href="${URL}">groups</a>`,
      "  </p>",
      ");",
    ],
    shown: [6],
  },
  {
    name: "the script of a component",
    path: "component.vue",
    lines: ["<script>", `// ${WORD}`, `const a = "${URL}";`, "</script>"],
  },
  {
    name: "JSON with comments",
    path: "settings.jsonc",
    lines: ["{", `  // ${WORD}`, `  "url": "${URL}"`, "}"],
  },
  {
    name: "YAML",
    path: "config.yaml",
    lines: ["env:", `  # ${WORD}`, `  URL: ${URL}`, `  OLD: ${URL}`],
    shown: [4],
  },
  { name: "Python", path: "client.py", lines: ["def get():", `    # ${WORD}`, `    return "${URL}"`] },
  { name: "Go", path: "client.go", lines: ["package a", "", `// ${WORD}`, `const base = "${URL}"`] },
  { name: "Markdown", path: "notes.md", lines: ["# Notes", "", `<!-- ${WORD} -->`, `See ${URL}.`] },
  { name: "HTML", path: "page.html", lines: ["<p>", `<!-- ${WORD} -->`, `<a href="${URL}">x</a>`, "</p>"] },
  ...(["vue", "svelte", "astro"] as const).map((ending) => ({
    name: `the markup of a component, ${ending}`,
    path: `markup.${ending}`,
    lines: [
      ...(ending === "astro" ? ["---", "const x = 1;", "---"] : ["<script>", "let x = 1;", "</script>"]),
      "<p>",
      `  <!-- ${WORD} -->`,
      `  <a href="${URL}">x</a>`,
      `  <a href="${URL}">y</a>`,
      "</p>",
    ],
    shown: [7],
  })),
  {
    name: "a comment of HTML inside a script",
    path: "inside.svelte",
    lines: ["<script>", `const note = "<!-- ${WORD} -->";`, `const a = "${URL}";`, "</script>"],
    shown: [3],
  },
  ...Object.entries({
    css: [`/* ${WORD} */`],
    "a.bat": [`:: ${WORD}`],
    "b.bat": [`REM ${WORD}`],
    cmd: [`@rem ${WORD}`],
    clj: [`;; ${WORD}`],
    hs: [`-- ${WORD}`],
    "a.hs": [`{- ${WORD} -}`],
    erl: [`%% ${WORD}`],
    vim: [`" ${WORD}`],
    vb: [`' ${WORD}`],
    adoc: [`// ${WORD}`],
    graphql: [`# ${WORD}`],
  }).map(([ending, comment]) => ({
    name: `a comment of ${ending}`,
    path: `comment.${ending}`,
    lines: [...comment, `value ${URL}`, `value ${URL}`],
    shown: [3],
  })),
  {
    name: "a docstring of Python",
    path: "docstring.py",
    lines: ['"""Reads.', "", `# ${WORD}`, `base: ${URL}`, '"""', `# it's`, `# ${WORD}`, `BASE = "${URL}"`],
    shown: [4],
  },
  {
    name: "a string",
    path: "string.js",
    lines: [`const a = "// ${WORD}";`, `const b = "${URL}";`, "const c = `", `// ${WORD}`, `${URL}\`;`],
    shown: [2, 5],
  },
  {
    name: "a string of Python",
    path: "string.py",
    lines: [`note = "# ${WORD}"`, `base = "${URL}"`],
    shown: [2],
  },
  {
    name: "a value of JSON",
    path: "string.json",
    lines: ["{", `  "note": "// ${WORD}",`, `  "url": "${URL}"`, "}"],
    shown: [3],
  },
];

const MISTAKES = [
  {
    name: "no rule",
    path: "none.js",
    text: `// v2ready-disable-next-line\nconst a = "${URL}";\n`,
    says: "v2ready-disable-next-line needs the id of a rule",
  },
  {
    name: "a reason alone",
    path: "reason-alone.js",
    text: `// v2ready-disable-next-line -- because\nconst a = "${URL}";\n`,
    says: "v2ready-disable-next-line needs the id of a rule",
  },
  {
    name: "an unknown rule",
    path: "unknown.py",
    text: `# v2ready-disable-next-line no-base-path -- gone\nA = "${URL}"\n`,
    says: "v2ready-disable-next-line names no-base-path, which is not a rule",
  },
  {
    name: "another form",
    path: "form.yaml",
    text: `# v2ready-disable-line ${RULE}\nurl: ${URL}\n`,
    says: "not a directive of v2ready; write v2ready-disable-next-line RULE -- reason",
  },
] as const;

const cwd = sharedTree({
  ...Object.fromEntries(CASES.map(({ path, lines }) => [path, `${lines.join("\n")}\n`])),
  ...Object.fromEntries(MISTAKES.map(({ path, text }) => [path, text])),
});
let found: JsonReport;

beforeAll(async () => {
  found = await report(["--only", `${RULE},no-gone-endpoint`], { cwd });
});

const linesOf = (path: string): number[] =>
  found.findings.filter((finding) => finding.path === path).map(({ line }) => line);

describe("v2ready-disable-next-line in", () => {
  it.each(CASES)("$name", ({ path, shown = [] }) => {
    expect(linesOf(path)).toEqual(shown);
    expect(found.problems.filter((problem) => problem.path === path)).toEqual([]);
  });

  it("what is silenced is counted", () => {
    const silenced = CASES.filter(({ lines, shown = [] }) => {
      return lines.filter((line) => line.includes(URL)).length > shown.length;
    });
    expect(found.summary.findings.hidden).toEqual({ directive: silenced.length });
  });
});

describe("a directive with", () => {
  it.each(MISTAKES)("$name is a problem and silences nothing", ({ path, says }) => {
    expect(linesOf(path)).toEqual([2]);
    expect(found.problems.filter((problem) => problem.path === path)).toEqual([
      { path, line: 1, kind: "directive", message: says },
    ]);
  });
});

it("a rule that does not run is not an error", async () => {
  const { problems } = await report(["line.js", "--only", "no-gone-endpoint"], { cwd });
  expect(problems.filter(({ kind }) => kind === "directive")).toEqual([]);
});
