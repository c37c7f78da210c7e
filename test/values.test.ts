import { readFileSync, readdirSync, symlinkSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { classOfFile } from "../src/core/file-class.js";
import type { JsonReport } from "../src/report/index.js";
import { report } from "./support/command.js";
import { copyOfFixtures, sharedTree } from "./support/tree.js";
import { addToTree } from "./workspace/support/tree.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Values that are followed from where they are written to where they matter, in whole small projects. A comment
 * `finds rule, rule` stands on every line that has findings (in JSON, a key `//`); what is not marked must be silent.
 * The same code in front of another service must be silent as well: such a copy is derived from each project. Projects
 * whose name ends in `-other-api` differ in more than the service, and are written by hand.
 */
const VALUES = copyOfFixtures("values");
const MARKER = /(?:\/\/|\/\*|<!--|#|"\/\/": ")\s*finds ([a-z-]+(?:, [a-z-]+)*)/;

const projects = folders(VALUES).flatMap((group) =>
  folders(join(VALUES, group)).map((name) => `${group}/${name}`),
);

/** The replacements that turn the service of the projects into another service. */
const OTHER_SERVICE: readonly (readonly [string, string])[] = [
  ["cloud.mongodb.com", "api.example.com"],
  ["api/atlas", "rest/store"],
  ["vnd.atlas", "vnd.example"],
];
/** Not derived: names of properties or types have findings of their own there, or the base is joined from parts. */
const NOT_DERIVED = [
  "files/client-of-parts",
  "flow/path-joined",
  "mocks/mock-of-fetch",
  "mocks/mock-resolved-value",
  "reads/json-in-strings",
  "types/io-ts",
  "types/jsdoc-typedef",
  "types/json-schema",
  "types/openapi-types",
  "types/parameter-properties",
  "types/pick-and-index",
  "types/schema-libraries",
  "types/typebox",
  "types/zod-extended",
];

/** Projects in which the base paths are only mentioned, so the findings are notes. */
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

describe("the same code in front of another service", () => {
  const derived = projects.filter(
    (project) => !project.endsWith("-other-api") && !NOT_DERIVED.includes(project),
  );
  /** Left as it is, so that it is certain that findings would be seen. */
  const control = "clients/angular";
  const root = sharedTree({});
  const found = new Map<string, string[]>();

  beforeAll(async () => {
    symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"), "junction");
    for (const project of derived) addToTree(root, copyOf(project, project, inFrontOfAnother));
    addToTree(
      root,
      copyOf(control, "control", (text) => text),
    );
    const { findings } = await report(["--min-confidence", "medium", "."], { cwd: root });
    for (const { path, line, ruleId } of findings) {
      const project = path
        .split("/")
        .slice(0, path.startsWith("control/") ? 1 : 2)
        .join("/");
      found.set(project, [...(found.get(project) ?? []), `${path}:${line} ${ruleId}`]);
    }
  });

  it.each(derived)("%s is silent", (project) => {
    const isMarked = filesIn(join(VALUES, project)).some((path) => markersIn(project, path).length > 0);
    const texts = Object.values(copyOf(project, project, (text) => text));
    // Without a difference this would prove nothing.
    if (isMarked) expect(texts.some((text) => otherService(text) !== text)).toBe(true);
    expect(found.get(project)).toBeUndefined();
  });

  it("has the findings where the service is not another one", () => {
    const marked = filesIn(join(VALUES, control)).flatMap((path) => markersIn(control, path));
    expect([...new Set(found.get("control"))].sort()).toEqual(marked.map((one) => `control/${one}`).sort());
    expect(marked.length).toBeGreaterThan(0);
  });
});

/** The files of a project below another path, with changed texts. */
function copyOf(project: string, to: string, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(
    filesIn(join(VALUES, project)).map((path) => [
      `${to}/${path}`,
      change(readFileSync(join(VALUES, project, path), "utf8")),
    ]),
  );
}

function inFrontOfAnother(text: string): string {
  const lines = text.split("\n").map((line) => {
    const marker = MARKER.exec(line);
    return marker ? line.replace(`finds ${marker[1]!}`, "") : line;
  });
  return otherService(lines.join("\n"));
}

function otherService(text: string): string {
  return OTHER_SERVICE.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}

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
