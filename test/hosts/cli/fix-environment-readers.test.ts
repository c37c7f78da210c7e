import { describe, expect, it } from "vitest";
import { fixTree } from "../../support/fixing.js";
import type { Tree } from "../../workspace/support/tree.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";
const CURL = `curl -sf --digest -u "$PUB:$PRIV"`;
const MAKE = `curl -sf --digest -u "$$PUB:$$PRIV"`;

const WORKFLOW = `on: push
env:
  ATLAS: ${OLD}
jobs:
  a:
    steps:
      - run: ${CURL} "$ATLAS/groups"
`;
const MAKEFILE = `ATLAS := ${OLD}
export ATLAS
list:
	${MAKE} $(ATLAS)/groups
`;
const SCRIPT = `#!/bin/sh\nexport ATLAS=${OLD}\n./start\n${CURL} "$ATLAS/groups"\n`;
const PYTHON = `import os, requests\nprint(requests.get(os.environ["ATLAS"] + "/groups").json())\n`;
/** Programs whose requests are known, with whether they can be edited. */
/** Fixes do not edit Rust. */
const RUST = `fn main() {
    let base = std::env::var("ATLAS").unwrap();
    println!("{:?}", reqwest::blocking::get(format!("{}/groups", base)));
}
`;
const CLIENTS: [string, string, string, boolean][] = [
  ["a shell script", "scripts/pause.sh", `#!/bin/sh\n${CURL} "\${ATLAS}/groups"\n`, true],
  ["Python", "app.py", PYTHON, true],
  ["Ruby", "tools/sync.rb", `require "httparty"\nputs HTTParty.get("#{ENV['ATLAS']}/groups").body\n`, true],
  ["JavaScript", "a.mjs", `\nconsole.log(await fetch(process.env.ATLAS + "/groups"));\n`, true],
  ["PowerShell", "a.ps1", `\nInvoke-RestMethod "$env:ATLAS/groups"\n`, true],
  ["Rust", "src/main.rs", RUST, false],
];
const GO = `package a\nvar base = os.Getenv("ATLAS")\n`;
/** Programs of which it is not known what they do with it. */
const READERS: [string, string, string][] = [
  ["names of JavaScript", "a.mjs", `\nconst { ATLAS } = process.env;\nsend(ATLAS);\n`],
  ["Go", "a.go", GO],
  ["Java", "A.java", `class A {\n  String base = System.getenv("ATLAS");\n}\n`],
  ["settings of a program", "application.yml", `atlas:\n  url: \${ATLAS}\n`],
];
const WRITERS: Tree[] = [
  { ".github/workflows/x.yml": WORKFLOW },
  { Makefile: MAKEFILE },
  { "run.sh": SCRIPT },
];

describe("a base path in a variable of the environment", () => {
  it.each(CLIENTS)(
    "moves with the requests of %s, and only if it is asked to",
    async (_, path, text, isEdited) => {
      for (const writer of WRITERS) {
        const tree = { ...writer, [path]: text };
        expect((await fixTree(tree)).changed).toBe("");
        const { changed } = await fixTree(tree, "--unsafe-fixes");
        const moved = [...Object.keys(writer), path].map((one) => ` M ${one}`);
        expect(changed.split("\n").filter(Boolean).sort()).toEqual(isEdited ? moved.sort() : []);
      }
    },
  );

  it.each(READERS)("stays if it is also read by %s", async (_, path, text) => {
    for (const writer of WRITERS) {
      const { changed, stdout } = await fixTree({ ...writer, [path]: text });
      expect(changed).toBe("");
      expect(stdout).toContain(`${path}:2 also reads ATLAS from the environment`);
    }
  });

  it("stays if a command in the same file reads it in another language", async () => {
    const node = `      - run: node -e 'fetch(process.env.ATLAS + "/groups").then(console.log)'\n`;
    const { changed, stdout } = await fixTree({ ".github/workflows/x.yml": WORKFLOW + node });
    expect(changed).toBe("");
    expect(stdout).toContain(
      "A person must change these\n  .github/workflows/x.yml:7:14  GET /groups\n  .github/workflows/x.yml:8:23  GET /groups",
    );
  });

  it.each([
    ["no other program", {}],
    ["documentation", { "README.md": 'Set `$ATLAS`, which `os.environ["ATLAS"]` reads.\n' }],
    [
      "a script that sets it itself",
      { "b.sh": `#!/bin/sh\nATLAS=https://example.com\n${CURL} "$ATLAS/x"\n` },
    ],
    [
      "a constant of the same name",
      { "b.mjs": `const ATLAS = "https://example.com";\nfetch(\`\${ATLAS}/x\`);\n` },
    ],
    ["another workflow with its own", { ".github/workflows/y.yml": WORKFLOW }],
  ])("moves beside %s", async (_, others) => {
    const { changed } = await fixTree({ ".github/workflows/x.yml": WORKFLOW, ...others });
    expect(changed).toContain("x.yml");
  });

  it("names the other reader with --unsafe-fixes", async () => {
    const tree = { ".github/workflows/x.yml": WORKFLOW, "a.go": GO };
    const { changed, stdout } = await fixTree(tree, "--unsafe-fixes");
    expect(changed).toContain("x.yml");
    expect(stdout).toContain("a.go:2 also reads ATLAS from the environment");
  });

  it("names the other reader of an environment file with --unsafe-fixes", async () => {
    const client = `require("dotenv").config();\nfetch(\`\${process.env.ATLAS}/groups\`);\n`;
    const { changed, stdout } = await fixTree(
      { ".env": `ATLAS=${OLD}\n`, "index.js": client, "a.go": GO },
      "--unsafe-fixes",
    );
    expect(changed).toContain(".env");
    expect(stdout).toContain("a.go:2 also reads ATLAS from the environment");
  });

  it("moves if the variable is one of a script alone", async () => {
    const { changed } = await fixTree({ "run.sh": SCRIPT.replace("export ", ""), "app.py": PYTHON });
    expect(changed).toContain("run.sh");
  });

  it("stays if a command of compose, which cannot be edited, sends a request with it", async () => {
    const cron = `    environment:\n      ATLAS: ${OLD}\n    command: sh -c '${MAKE} "$$ATLAS/groups"'\n`;
    const { changed } = await fixTree(
      { "compose.yml": `services:\n  cron:\n${cron}`, "app.py": PYTHON },
      "--unsafe-fixes",
    );
    expect(changed).toBe("");
  });
});
