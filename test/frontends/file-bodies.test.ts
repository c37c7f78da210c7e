import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { copyOfFixtures } from "../support/tree.js";

/** In each folder, each file of data is the body of one request of the program, and has a property that is refused. */
const FOLDER = copyOfFixtures("file-bodies");
const WITHOUT = copyOfFixtures("file-bodies");
const LANGUAGES = readdirSync(FOLDER);

function dataIn(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".json")).sort();
}

describe("bodies that a program reads from files", () => {
  it("are read by programs of these languages", () => {
    expect(LANGUAGES).toEqual(["csharp", "go", "java", "php", "powershell", "ruby", "rust"]);
  });

  it.each(LANGUAGES)("are checked where they are written: %s", async (language) => {
    const cwd = join(FOLDER, language);
    const { findings, summary } = await report([], { cwd });
    const found = findings.map(({ path, property, requests }) => [path, property, requests.length > 0]);
    expect(found.sort()).toEqual(dataIn(cwd).map((path) => [path, "diskSizeGB", true]));
    expect(summary.undetermined).toBe(0);
  });

  it.each(LANGUAGES)("are undetermined where the files are not there: %s", async (language) => {
    const cwd = join(WITHOUT, language);
    for (const path of dataIn(cwd)) rmSync(join(cwd, path));
    const { findings, summary } = await report(["--show-undetermined"], { cwd });
    expect(summary.undetermined).toBeGreaterThan(0);
    expect(findings.map(({ messageId }) => messageId)).toEqual(Array(summary.undetermined).fill("body"));
  });
});
