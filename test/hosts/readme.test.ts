import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { check, report, v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");

/** The blocks of the README in a language. */
function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm"))].map(
    ([, text]) => text!,
  );
}

describe("the README", () => {
  it("shows what the command prints; after a change copy the new output", async () => {
    const { stdout, status } = await check([], { cwd: join(ROOT, "fixtures/readme") });
    expect(blocks("text")).toContain(stdout);
    expect(status).toBe(1);
  });

  it("names every option of a check, and none that there is not", async () => {
    const optionsIn = (text: string): string[] => [...new Set(text.match(/--[a-z][a-z-]+/g))].sort();
    const { stdout } = await v2ready(["check", "--help"]);
    const table = README.slice(README.indexOf("## Options"), README.indexOf("## Formats"));
    expect(optionsIn(table)).toEqual(optionsIn(stdout).filter((option) => option !== "--help"));
  });

  it("has a vocabulary that makes the command find what it did not know", async () => {
    const cwd = sharedTree({
      "gateway.json": blocks("json")[0]!,
      "list.js": 'fetch("https://db.example.com/internal/db-admin/v1.0/groups/1/clusters");\n',
    });
    const [use] = blocks("sh").filter((block) => block.includes("gateway.json"));
    const args = use!.trim().split(" ").slice(2);
    const found = await report(args, { cwd });
    expect(found.findings.map(({ ruleId }) => ruleId)).toContain("no-unversioned-base-path");
    expect((await report([], { cwd })).findings).toEqual([]);
  });

  it("silences a finding as it says", async () => {
    const code = blocks("js").find((block) => block.includes("v2ready-disable"));
    const cwd = sharedTree({ "silenced.js": code!, "loud.js": code!.replace(/^.*\n/, "") });
    const { findings } = await report([], { cwd });
    expect(findings.map(({ path }) => path)).toEqual(["loud.js"]);
  });
});
