import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { sharedTree } from "../support/tree.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

function compare(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "tools/repositories.mjs"), ...args],
    { encoding: "utf8" },
  );
  return { status, stdout, stderr };
}

/** The table without what was measured: the name, the number of findings, and whether all runs are equal. */
function rowsOf(stdout: string): string[] {
  return stdout.split("\n").flatMap((line, index) => {
    const [, name, findings, cpu, peak, verdict] = line.split("|").map((cell) => cell.trim());
    if (index < 2 || verdict === undefined) return [];
    expect([Number(cpu) > 0, Number(peak) > 10]).toEqual([true, true]);
    return [`${name!}: ${findings!}, ${verdict}`];
  });
}

describe("npm run repositories", () => {
  it("finds that the reports of a checkout are equal from everywhere", () => {
    const folder = sharedTree({
      "axios-service-class/.git/HEAD": "",
      "clean/.git/HEAD": "",
      "clean/index.js": "export const one = 1;\n",
      "empty/": "",
      "no-folder.js": "",
    });
    cpSync(join(ROOT, "fixtures/projects/axios-service-class"), join(folder, "axios-service-class"), {
      recursive: true,
    });
    const { status, stdout, stderr } = compare(folder);
    expect(rowsOf(stdout)).toEqual(["axios-service-class: 11, equal", "clean: 0, equal", "empty: -, equal"]);
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("fails where a report depends on where the command is started, and shows the first line that differs", () => {
    const folder = sharedTree({ "tree/": "", "command.mjs": "console.log(`in\\n${process.cwd()}`);\n" });
    const { status, stdout } = compare("--command", join(folder, "command.mjs"), folder);
    expect(rowsOf(stdout)).toEqual(["tree: -, DIFFERENT"]);
    expect(stdout).toContain(
      `tree from the folder above: text differs at line 2\n  inside: ${join(folder, "tree")}\n  there:  ${folder}\n`,
    );
    expect(status).toBe(1);
  });

  it("asks for a folder", () => {
    expect(compare()).toEqual({
      status: 2,
      stdout: "",
      stderr: "Write npm run repositories -- FOLDER.\n",
    });
  });
});

const REPOSITORIES = process.env["V2READY_REPOSITORIES"] ?? "";

if (REPOSITORIES !== "") {
  it("the checkouts in V2READY_REPOSITORIES have the same reports from everywhere", () => {
    const { status, stdout } = compare(REPOSITORIES);
    const different = stdout
      .split("\n")
      .slice(2)
      .filter((line) => !line.endsWith("| equal |"));
    expect(different.join("\n").trim()).toBe("");
    expect(status).toBe(0);
  }, 3_600_000);
}
