import { chmodSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SourceText } from "../../src/core/source-text.js";
import type { JudgedUnit } from "../../src/fix/judged-unit.js";
import { changesOf, writeChanges } from "../../src/runs/write-fixes.js";
import { TEST_DAY } from "../support/analyze.js";
import { v2ready } from "../support/command.js";
import { discoveryCall } from "../support/repository.js";
import { sharedTree } from "../support/tree.js";
import { withoutPrivileges } from "../workspace/support/privileges.js";
import { writeTree } from "../workspace/support/tree.js";

/** An applied unit that touches these files. */
function unit(...paths: string[]): JudgedUnit {
  const edits = paths.map((path) => ({ path, start: 0, end: 0, text: "new " }));
  return {
    unit: {
      id: paths.join(),
      title: "",
      applicability: "safe",
      reasons: [],
      programs: [],
      edits,
      findings: [],
    },
    status: "applied",
    reasons: [],
    reason: "",
    state: { analyses: [], findings: [], texts: new Map() },
  };
}

describe("files that units tie together", () => {
  it("are written together or not at all, and what no unit ties to them is written all the same", () => {
    const names = ["a", "b", "c", "d", "e"];
    const root = writeTree({ ".git/": "", ...Object.fromEntries(names.map((name) => [name, "text"])) });
    const sources = new Map(
      names.map((name) => [name, new SourceText(name, name === "c" ? "other" : "text")]),
    );
    const texts = new Map(names.map((name) => [name, new SourceText(name, "new text")]));
    const changes = changesOf(texts, { read: (path) => sources.get(path) });
    // a and c share no unit, but b shares one with each.
    const failures = writeChanges(changes, [unit("a", "b"), unit("b", "c"), unit("d"), unit("e")], root);
    expect([...failures]).toEqual(["a", "b", "c"].map((path) => [path, "c has changed since it was read"]));
    expect(names.map((name) => readFileSync(join(root, name), "utf8"))).toEqual([
      "text",
      "text",
      "text",
      "new text",
      "new text",
    ]);
  });
});

it("fix changes nothing in a folder that is read-only, says why, and exits with 2", async () => {
  const root = sharedTree({ "tree/a.js": discoveryCall(), "tree/b.js": discoveryCall() });
  const cwd = join(root, "tree");
  chmodSync(root, 0o755);
  for (const name of ["a.js", "b.js"]) chmodSync(join(cwd, name), 0o666);
  chmodSync(cwd, 0o555);
  const { status, stdout } = await withoutPrivileges(() => v2ready(["fix", "--as-of", TEST_DAY], { cwd }));
  expect(status).toBe(2);
  expect(stdout).toMatch(/= why: a.js cannot be written: permission denied/);
  expect(stdout).toMatch(/^Fixed nothing; 2 findings left: 2 not applied$/m);
  expect(readdirSync(cwd)).toEqual(["a.js", "b.js"]);
  expect(readFileSync(join(cwd, "a.js"), "utf8")).toBe(discoveryCall());
});
