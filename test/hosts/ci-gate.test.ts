import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Log } from "sarif";
import { beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { COMMAND } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const PAGE = readFileSync(fileURLToPath(new URL("../../docs/ci.md", import.meta.url)), "utf8");

interface Workflow {
  readonly jobs: { readonly audit: { readonly steps: readonly Step[] } };
}

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** The workflow that docs/ci.md shows. */
function workflow(): readonly Step[] {
  const block = /```yaml\n(?<text>name: v2ready\n[^]*?)```/.exec(PAGE)?.groups?.["text"];
  return (parse(block!) as Workflow).jobs.audit.steps;
}

const audit = workflow().find(({ run }) => run?.startsWith("npx v2ready"))!.run!;
const upload = workflow().find(({ uses }) => uses?.includes("upload-sarif"))!;

const cwd = sharedTree({
  "old/package.json": '{ "private": true }',
  "old/src/list.js":
    'export const list = () => fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters");\n',
  "new/package.json": '{ "private": true }',
  "new/src/hello.js": 'console.log("hello");\n',
  "empty/.gitignore": "*\n",
});

/** Installs the built command as npm would, so that `npx` finds it in the project. */
function install(project: string): void {
  const bin = join(cwd, project, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  rmSync(join(bin, "v2ready"), { force: true });
  symlinkSync(COMMAND, join(bin, "v2ready"));
}

/** The step of the workflow, by a shell, in a project. */
function step(project: string): Promise<{ stdout: string; stderr: string; status: number | null }> {
  return new Promise((done, failed) => {
    const child = spawn("bash", ["-e", "-c", audit], {
      cwd: join(cwd, project),
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], CI: "true", GITHUB_ACTIONS: "true" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", failed);
    child.on("close", (status) => {
      done({ stdout, stderr, status });
    });
  });
}

function sarifOf(project: string): Log {
  const file = upload.with?.["sarif_file"] as string;
  return JSON.parse(readFileSync(join(cwd, project, file), "utf8")) as Log;
}

describe("the workflow of docs/ci.md", () => {
  beforeEach(() => {
    for (const project of ["old", "new", "empty"]) install(project);
  });

  it("fails where something breaks, annotates the line, and leaves the SARIF file that is uploaded", async () => {
    const { stdout, status } = await step("old");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=src\/list\.js,line=1,.*title=no-unversioned-base-path::/m);
    const { version, runs } = sarifOf("old");
    expect(version).toBe("2.1.0");
    expect(runs[0]!.results!.map(({ ruleId }) => ruleId)).toContain("no-unversioned-base-path");
  });

  it("passes where nothing does, with a SARIF file without results", async () => {
    expect(await step("new")).toMatchObject({ status: 0 });
    expect(sarifOf("new").runs[0]!.results).toEqual([]);
  });

  it("fails with another status where there is nothing to audit, and leaves no file that looks like a clean run", async () => {
    const { status, stderr } = await step("empty");
    expect(status).toBe(2);
    expect(stderr).toContain("there is nothing to scan");
    expect(() => sarifOf("empty")).toThrow(/ENOENT/);
  });
});
