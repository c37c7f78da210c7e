import { describe, expect, it } from "vitest";
import { check, report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";
import { expectFewSteps, runHostile } from "./run-hostile.js";

const HOST = "https://cloud.mongodb.com/api/atlas/v1.0";

const GO = `package main

import (
	"encoding/json"
	"net/http"
)

const base = "${HOST}"

`;
const PYTHON = `import requests

BASE = "${HOST}"
`;
const levels = (count: number, line: (level: number) => string): string =>
  Array.from({ length: count }, (_, level) => line(level)).join("");

/** A program of Go that sends a value of one of its types. */
const marshalled = (type: string, types: string): string => `${GO}import "bytes"

type T0 struct { A string \`json:"srvAddress"\` }
${types}
func f() {
	var t ${type}
	text, _ := json.Marshal(t)
	http.Post(base + "/groups/1/clusters", "application/json", bytes.NewReader(text))
}
`;

/** Each ran for minutes, or was called a fault of v2ready. */
const PROGRAMS: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "structs that embed two structs each, 40 levels deep": [
    "main.go",
    `${GO}${levels(
      40,
      (at) =>
        `type T${at} struct { T${at + 1}; *U${at + 1} }\ntype U${at} struct { T${at + 1}; *U${at + 1} }\n`,
    )}type T40 struct { Z int }
type U40 struct { Y int }

func f() {
	var t T0
	json.Unmarshal(nil, &t)
	t.Foo.Bar()
	http.Get(base + "/groups")
}
`,
  ],
  "a chain of 60 embedded structs with a method at its end": [
    "main.go",
    `${GO}${levels(60, (at) => `type T${at} struct { T${at + 1} }\n`)}type T60 struct { Z int }

func (t T60) Get() { http.Get(base + "/groups") }

func f() {
	var t T0
	t.Get()
}
`,
  ],
  "60 structs that embed each other": [
    "main.go",
    `${GO}${levels(60, (at) => `type T${at} struct { ${levels(60, (other) => `*T${other}; `)} }\n`)}
func f() {
	var t T0
	json.Unmarshal(nil, &t)
	http.Get(base + "/groups" + t.Foo.Bar)
}
`,
  ],
  "40 structs that hold and embed the one before, marshalled": [
    "main.go",
    marshalled(
      "T39",
      levels(
        39,
        (at) =>
          `type T${at + 1} struct { T${at}; B T${at} \`json:"b"\`; C *T${at + 1} \`json:"c"\`; D []T${at} \`json:"d"\` }\n`,
      ),
    ),
  ],
  "60 structs that embed each other and hold another, marshalled": [
    "main.go",
    marshalled(
      "T1",
      levels(
        60,
        (at) =>
          `type T${at + 1} struct { ${levels(60, (other) => `*T${other + 1}; `)}A${at} T${((at + 1) % 60) + 1} }\n`,
      ),
    ),
  ],
  "30 replacements that lengthen a text": [
    "main.sh",
    `a=${HOST}\n${levels(30, () => `a=\${a//a/${"a".repeat(38)}}\n`)}curl $a\n`,
  ],
  "60 paths of an URL, each joined with itself": [
    "main.go",
    `package main\n\nimport (\n\t"net/http"\n\t"path"\n)\n\nfunc f() {\n\tp := "${HOST}"\n${levels(
      60,
      () => "\tp = path.Join(p, p)\n",
    )}\thttp.Get(p)\n}\n`,
  ],
  "30 templates filled with themselves": [
    "main.sh",
    `X=${HOST}\n${levels(30, () => "X=$(echo '$X$X$X' | envsubst)\n")}curl $X\n`,
  ],
  "20,000 nested type arguments behind commas": [
    "main.ts",
    `fetch("${HOST}/groups");\ntype T = ${"Map<a, ".repeat(20_000)}`,
  ],
  "3,000 nested type arguments of a small file": [
    "main.ts",
    `fetch("${HOST}/groups");\n${"A<".repeat(3000)}`,
  ],
  "20,000 continued lines": ["main.py", `${PYTHON}x = 1 ${"\\\n".repeat(20_000)}\n`],
  "8,000 branches of one condition": [
    "main.py",
    `${PYTHON}if a:\n x = BASE\n${levels(8000, (at) => `elif b${at}:\n x = BASE + "${at}"\n`)}requests.get(x)\n`,
  ],
};

describe("hostile programs of other languages", () => {
  it.each([
    [20, 0],
    [1500, 1500],
  ])(
    "of %i commands in a page that is read again for each edit, %i are not edited",
    async (count, refused) => {
      const text = `\`\`\`sh\n${levels(count, (at) => `$ curl ${HOST}/groups/${at}\n${"a".repeat(100)}\n`)}\`\`\`\n`;
      const { findings } = await report([], { cwd: sharedTree({ ".git/HEAD": "", "a.md": text }) });
      const calls = findings.filter(({ ruleId }) => ruleId === "require-version-media-type");
      expect(calls).toHaveLength(count);
      const isRefused = (finding: object): boolean =>
        JSON.stringify(finding).includes("a.md is too large for so many edits");
      expect(calls.filter(isRefused)).toHaveLength(refused);
    },
    30_000,
  );

  it.each(Object.entries(PROGRAMS))(
    "%s end, and the base is found",
    async (_title, [path, text]) => {
      const root = sharedTree({ ".git/HEAD": "", "go.mod": "module example.com/m\n", [path]: text });
      const { stdout, stderr } = await check(["--format", "json"], { cwd: root });
      expect(stderr).toBe("");
      const { findings, problems } = JSON.parse(stdout) as {
        findings: { ruleId: string }[];
        problems: { kind: string }[];
      };
      expect(findings.map(({ ruleId }) => ruleId)).toContain("no-unversioned-base-path");
      expect(problems.map(({ kind }) => kind)).not.toContain("internal");
    },
    30_000,
  );

  it("40 structs that hold the one before three times take few steps, and a problem says what is not followed", async () => {
    const types = levels(39, (at) => `type T${at + 1} struct { X T${at}; Y T${at}; Z T${at} }\n`);
    const outcomes = await runHostile([{ name: "structs", files: { "main.go": marshalled("T39", types) } }]);
    const outcome = outcomes.get("structs")!;
    expectFewSteps(outcome);
    expect(outcome.problems).toMatchObject([{ path: "main.go", kind: "limit", limit: "parts" }]);
    expect(outcome.findings.map(({ ruleId }) => ruleId)).toContain("no-unversioned-base-path");
  }, 60_000);

  it("a file that can be read in thousands of ways at one place is given up there", async () => {
    const nested = `HttpRequest a = HttpRequest.newBuilder(URI.create(b.c${"f(() => ".repeat(3000)}g())).header("d", "e").GET().build();`;
    const { findings, problems } = await report([], {
      cwd: sharedTree({ ".git/HEAD": "", "A.java": `// ${HOST}\n${nested}\n` }),
    });
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(["no-unversioned-base-path"]);
    expect(problems).toMatchObject([{ kind: "syntax", message: expect.stringMatching(/ways/) as string }]);
  }, 60_000);

  it("small files that would take gigabytes are given up, and all other files are parsed as without them", async () => {
    const others = {
      ".git/HEAD": "",
      "b.py": `${PYTHON}requests.get(BASE + "/groups")\n`,
      "B.java": `class B { void f() { new RestTemplate().getForObject("${HOST}/groups", String.class); } }\n`,
      "z.sh": `curl ${HOST}/groups\n`,
    };
    const hostile = {
      "A.java": `// ${HOST}\n${"x => ".repeat(3600)}`,
      "a.sh": `curl ${HOST}/groups\n${"a | ".repeat(10_000)}`,
      "c/A.java": `// ${HOST}\n${"x => ".repeat(8000)}`,
    };
    const linesOf = async (tree: Readonly<Record<string, string>>): Promise<string[]> => {
      const args = ["--format", "concise"];
      const { stdout, stderr } = await check(args, { cwd: sharedTree(tree), asProcess: true });
      expect(stderr).toBe("");
      return stdout.split("\n").filter((line) => /^\S+\.\w+:/.test(line));
    };
    const lines = await linesOf({ ...others, ...hostile });
    const isHostile = (line: string): boolean => line.split(":")[0]! in hostile;
    for (const path of Object.keys(hostile))
      expect(lines).toContain(
        `${path}: problem parsing it takes too much memory, searched as plain text too-large`,
      );
    expect(lines.some((line) => /^b\.py:4:\d+: error .* require-version-media-type$/.test(line))).toBe(true);
    expect(lines.filter((line) => !isHostile(line))).toEqual(await linesOf(others));
  }, 60_000);
});
