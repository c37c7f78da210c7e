import { describe, it } from "vitest";
import { expectFixed, BASE, TYPE, type FixCase } from "../support/fix-cases.js";

const moved = (what: string, path: string, text: (version: string, option: string) => string): FixCase => ({
  what,
  path,
  before: text("v1.0", ""),
  after: text("v2", ` -H Accept:${TYPE}`),
});

const node = (command: string): string => `import { execSync } from "node:child_process";\n${command}\n`;

describe("a command in a text that a program gives to a shell", () => {
  it.each([
    moved("a template of JavaScript", "a.mjs", (version, option) =>
      node(
        `export const all = () => execSync(\`curl${option} -s --digest -u "\${process.env.KEY}" "${BASE}/${version}/groups/1/alerts"\`);`,
      ),
    ),
    moved("a plain text of JavaScript", "a.mjs", (version, option) =>
      node(`execSync('curl${option} -s ${BASE}/${version}/groups/1/alerts');`),
    ),
    moved("a function that several callers use", "a.mjs", (version, option) =>
      node(
        `const API = "${BASE}/${version}";\nconst get = (path) => execSync(\`curl${option} -s "\${API}\${path}"\`);\nget("/groups/1/alerts");\nget("/groups/2/alerts");`,
      ),
    ),
    moved(
      "a format of Python",
      "a.py",
      (version, option) =>
        `import subprocess\ndef one(group):\n    subprocess.run("curl${option} --digest -u a:b ${BASE}/${version}/groups/%s/alerts" % group, shell=True)\n`,
    ),
    moved(
      "a text inside of another one",
      "a.py",
      (version, option) =>
        `import os\nos.system("bash -c 'curl${option} -s ${BASE}/${version}/groups/1/alerts'")\n`,
    ),
    moved(
      "a command of Ruby",
      "a.rb",
      (version, option) => `puts \`curl${option} -s "${BASE}/${version}/groups/1/alerts"\`\n`,
    ),
  ])("gets an option for a header: $what", expectFixed);

  it("is left if another service gets the same command", async () => {
    const before = node(
      `const get = (url) => execSync(\`curl \${url}\`);\nget("${BASE}/v1.0/groups/1/alerts");\nget("https://example.com/x");`,
    );
    await expectFixed({ what: "", path: "a.mjs", before, refused: /example.com\/x/ });
  });
});
