import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonReport } from "../../../src/report/index.js";
import { COMMAND, check, report } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";
import { CLEAN, ERROR } from "./sources.js";

// In a folder of its own, because one test names a file beside the project.
const cwd = join(sharedTree({ "project/package.json": "{}", "project/src/a.js": CLEAN }), "project");
const YAML = "url: https://cloud.mongodb.com/api/atlas/v1.0\n";

describe.concurrent("standard input", () => {
  it.each([
    { args: ["--stdin"], path: "stdin.js", language: "javascript" },
    { args: ["-"], path: "stdin.js", language: "javascript" },
    { args: ["--stdin", "--stdin-filename", "src/new.ts"], path: "src/new.ts", language: "typescript" },
    { args: ["-", "--stdin-filename", "./src/../new.ts"], path: "new.ts", language: "typescript" },
    {
      args: ["--stdin", "--stdin-filename", join(cwd, "src/new.ts")],
      path: "src/new.ts",
      language: "typescript",
    },
    {
      args: ["--stdin", "--stdin-filename", join(cwd, "../new.ts")],
      path: "new.ts",
      language: "typescript",
    },
  ])("$args is read as $path", async ({ args, path, language }) => {
    const { findings, summary } = await report(args, { cwd, input: ERROR });
    expect(findings.map((finding) => [finding.path, finding.line])).toEqual([[path, 1]]);
    expect(summary.files).toMatchObject({ seen: 1, read: 1, parsed: 1 });
    expect(summary.languages.parsed).toEqual({ [language]: 1 });
  });

  it("is plain text under a name that says so", async () => {
    const { findings, summary } = await report(["--stdin", "--stdin-filename", "deploy/a.yml"], {
      cwd,
      input: YAML,
    });
    expect(findings).toMatchObject([{ path: "deploy/a.yml", line: 1, confidence: "medium" }]);
    expect(summary.languages.plain).toEqual({ yaml: 1 });
  });

  it.each([
    { name: "an empty one", input: "", status: 0 },
    { name: "one without a mention of the API", input: CLEAN, status: 0 },
    { name: "one with an error", input: ERROR, status: 1 },
  ])("$name ends with $status", async ({ input, status }) => {
    expect(await check(["--stdin", "--format", "concise"], { cwd, input })).toMatchObject({
      status,
      stderr: "",
    });
  });

  it("may be UTF-16", async () => {
    const input = Buffer.from(`\ufeff${ERROR}`, "utf16le");
    const { findings, problems } = await report(["--stdin"], { cwd, input });
    expect(findings).toMatchObject([{ line: 1, column: 47 }]);
    expect(problems).toEqual([]);
  });

  it("with bytes that are not UTF-8 is read on, and they are a problem", async () => {
    const input = Buffer.concat([Buffer.from("// caf\u00e9\n", "latin1"), Buffer.from(ERROR)]);
    const { findings, problems } = await report(["--stdin"], { cwd, input });
    expect(findings).toMatchObject([{ line: 2 }]);
    expect(problems).toContainEqual(expect.objectContaining({ path: "stdin.js", line: 1, kind: "encoding" }));
  });

  it("may come slowly", async () => {
    const child = spawn(process.execPath, [COMMAND, "--stdin", "--format", "json"], { cwd });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise((done) => child.on("close", done));
    child.stdin.write(ERROR.slice(0, 20));
    await new Promise((done) => setTimeout(done, 400));
    child.stdin.end(ERROR.slice(20));
    expect(await ended).toBe(1);
    expect((JSON.parse(output) as JsonReport).findings).toHaveLength(1);
  });
});
