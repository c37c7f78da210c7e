import { readFileSync, readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { classOfFile } from "../src/core/file-class.js";
import type { JsonReport } from "../src/report/index.js";
import { report } from "./support/command.js";

/**
 * Values that are followed from where they are written to where they matter, in whole small projects. A comment
 * `finds rule, rule` stands on every line that has findings (in JSON, a key `//`); what is not marked must be silent.
 * Projects whose name ends in `-other-api` are the same code in front of another service.
 */
const VALUES = fileURLToPath(new URL("../fixtures/values", import.meta.url));
const MARKER = /(?:\/\/|\/\*|<!--|#|"\/\/": ")\s*finds ([a-z-]+(?:, [a-z-]+)*)/;

const projects = folders(VALUES).flatMap((group) =>
  folders(join(VALUES, group)).map((name) => `${group}/${name}`),
);

/** What is written there breaks nothing by itself. */
const TOLD = ["mocks/comments", "mocks/jsdoc-example", "mocks/documentation"];

describe("values in whole projects", () => {
  const found = new Map<string, string[]>();
  let result: JsonReport;

  beforeAll(async () => {
    result = await report(["--min-confidence", "medium", "."], { cwd: VALUES });
    for (const { path, line, ruleId } of result.findings) {
      const project = path.split("/").slice(0, 2).join("/");
      const own = found.get(project);
      const shown = `${path.slice(project.length + 1)}:${line} ${ruleId}`;
      if (own) own.push(shown);
      else found.set(project, [shown]);
    }
  });

  it.each(projects)("%s", (project) => {
    const wanted = filesIn(join(VALUES, project)).flatMap((path) => markersIn(project, path));
    expect([...new Set(found.get(project))].sort()).toEqual([...wanted].sort());
  });

  it("is milder in comments and documentation", () => {
    const inText = result.findings.filter(({ path }) =>
      TOLD.some((project) => path.startsWith(`${project}/`)),
    );
    expect(inText.map(({ severity }) => severity)).toEqual(inText.map(() => "info"));
    expect(inText.length).toBeGreaterThanOrEqual(TOLD.length);
  });

  it("tells tests and recordings from the program", () => {
    const inTests = result.findings.filter(({ path }) => classOfFile(path) === "test");
    expect(result.summary.byClass.test).toBe(inTests.length);
    expect(inTests.length).toBeGreaterThan(20);
  });

  it("has a project for every finding", () => {
    expect([...found.keys()].filter((project) => !projects.includes(project))).toEqual([]);
  });

  it("marks nothing in front of another service, and something in most of the others", () => {
    const marked = projects.filter((project) =>
      filesIn(join(VALUES, project)).some((path) => markersIn(project, path).length > 0),
    );
    expect(marked.filter((project) => project.endsWith("-other-api"))).toEqual([]);
    expect(marked.length).toBeGreaterThan(90);
  });
});

function folders(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** Paths of the files in a folder and below, relative to it. */
function filesIn(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) =>
    entry.isDirectory()
      ? filesIn(join(folder, entry.name)).map((path) => `${entry.name}/${path}`)
      : [entry.name],
  );
}

function entriesOf(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function markersIn(project: string, path: string): string[] {
  const lines = readFileSync(join(VALUES, project, path), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    const rules = MARKER.exec(line)?.[1]?.split(", ") ?? [];
    return rules.map((rule) => `${path}:${index + 1} ${rule}`);
  });
}
