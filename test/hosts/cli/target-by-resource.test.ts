import { describe, expect, it } from "vitest";
import { analyze } from "../../../src/index.js";
import { v2ready } from "../../support/command.js";
import { configOf, installInto } from "../../support/installed-plugin.js";
import { eslint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const cwd = sharedTree({
  ".git/HEAD": "",
  "package.json": '{ "type": "module" }',
  "clusters.js": `const response = await fetch("${BASE}/groups/1/clusters/a");
const cluster = await response.json();
export const size = cluster.diskSizeGB;
`,
  "events.js": `export const events = await fetch("${BASE}/groups/1/events");\n`,
});
installInto(cwd, []);

/** The media types that the fixes of a run write, and the properties of findings. */
async function outcomeOf(args: readonly string[]): Promise<{ types: string[]; properties: string[] }> {
  const { stdout } = await v2ready(["fix", "--unsafe-fixes", "--diff", ...args], { cwd });
  const types = [...stdout.matchAll(/^\+.*application\/vnd\.atlas\.([\d-]+)\+json/gm)].map(
    ([, date]) => date!,
  );
  const report = await v2ready(["--format", "json", ...args], { cwd });
  const { findings } = JSON.parse(report.stdout) as { findings: { property?: string }[] };
  return { types, properties: findings.flatMap(({ property }) => property ?? []) };
}

const V2 = BASE.replace("v1.0", "v2");
const dated = sharedTree({
  ".git/HEAD": "",
  "package.json": '{ "type": "module" }',
  "clusters.js": `export const answer = await fetch("${V2}/groups/1/clusters/a", {
  headers: { Accept: "application/vnd.atlas.2023-02-01+json" },
});
`,
  "events.js": `export const answer = await fetch("${V2}/groups/1/events", {
  headers: { Accept: "application/vnd.atlas.2023-01-01+json" },
});
`,
});

describe("a target for one resource, of calls that state a version", () => {
  it("reports and moves the calls that ask for an older version of it", async () => {
    const target = ["--target", "clusters=2024-08-05"];
    const { stdout } = await v2ready(["--format", "concise", ...target], { cwd: dated });
    expect(stdout).toMatch(/^clusters\.js:2:\d+: warning .*no-deprecated-version/m);
    const fixed = await v2ready(["fix", "--diff", ...target], { cwd: dated });
    expect(fixed.stdout).toContain('+  headers: { Accept: "application/vnd.atlas.2024-08-05+json" },');
    expect(fixed.stdout).not.toContain("b/events.js");
  });

  it("are named where the version of the target ends, also if there are no findings", async () => {
    const { stdout } = await v2ready([], { cwd: dated });
    expect(stdout).toMatch(/^No findings/);
    expect(stdout.replace(/\s+/g, " ")).toContain("1 call asks for a version that ends: clusters.js:1:29.");
    const json = await v2ready(["--format", "json"], { cwd: dated });
    const { targetNotices } = JSON.parse(json.stdout) as { targetNotices: { calls?: { path: string }[] }[] };
    expect(targetNotices.flatMap(({ calls = [] }) => calls.map(({ path }) => path))).toEqual(["clusters.js"]);
  });

  it("writes one date where it leads all calls that share it to the version of their target", async () => {
    const shared = (
      type: string,
    ): string => `const headers = { Accept: "application/vnd.atlas.${type}+json" };
export const cluster = await fetch("${V2}/groups/1/clusters/a", { headers });
export const users = await fetch("${V2}/groups/1/databaseUsers", { headers });
`;
    const root = sharedTree({ ".git/HEAD": "", "shared.js": shared("2023-02-01") });
    const { stdout } = await v2ready(["fix", "--diff", "--target", "clusters=newest"], { cwd: root });
    expect(stdout).toMatch(/^\+const headers = .*2025-03-12/m);
  });

  it("does not ask for another date of the version that a call gets already", async () => {
    const { stdout } = await v2ready(["why", "events.js:1", "--target", "newest"], { cwd: dated });
    expect(stdout).toContain("2023-01-01");
    expect(stdout).not.toContain("is needed");
  });
});

describe("a target for one resource", () => {
  it("is the version of its requests, and the others go to the target of the run", async () => {
    expect(await outcomeOf([])).toEqual({ types: ["2023-02-01", "2023-02-01"], properties: [] });
    const args = ["--target", "clusters=2024-08-05", "--target", "2023-02-01"];
    expect(await outcomeOf(args)).toEqual({
      types: ["2024-08-05", "2023-02-01"],
      properties: ["diskSizeGB"],
    });
  });

  it("is named in the report", async () => {
    const { stdout, stderr } = await v2ready(["--target", "clusters=2024-08-05"], { cwd });
    expect(stdout + stderr).toContain("target 2023-02-01 (2024-08-05 for clusters),");
  });

  it("is the version whose end the report states", async () => {
    const { stdout } = await v2ready(
      ["--target", "clusters=2024-08-05", "--format", "concise", "--as-of", "2026-06-01"],
      { cwd },
    );
    expect(stdout).toContain("target 2024-08-05 ends on 2027-03-01 for 2 operations on clusters of atlas");
    expect(stdout).not.toContain("target 2023-02-01 ends");
  });

  it.each([
    [
      "a resource that is not known",
      ["cluster=2024-08-05"],
      "--target cluster=2024-08-05 names an unknown resource",
    ],
    [
      "a version that is not released",
      ["clusters=2024-08-06"],
      "--target clusters 2024-08-06 is not a released version",
    ],
    [
      "two versions for one resource",
      ["clusters=newest", "clusters=2024-08-05"],
      "--target has two versions for clusters",
    ],
    ["two versions for all", ["newest", "2024-08-05"], "--target has two versions, newest and 2024-08-05"],
  ])("is refused with %s", async (_, targets, message) => {
    const args = targets.flatMap((target) => ["--target", target]);
    const { status, stderr } = await v2ready(args, { cwd });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) as string });
  });

  it("is an option of the library", async () => {
    const { findings } = await analyze({ cwd, target: { clusters: "2024-08-05", default: "2023-02-01" } });
    expect(findings.flatMap(({ property }) => property ?? [])).toEqual(["diskSizeGB"]);
    await expect(analyze({ cwd, target: { clusters: 1 } as never })).rejects.toThrow(
      "target must be a string, or an object of strings",
    );
  });

  it("is a setting of ESLint", async () => {
    const lint = (target: string) =>
      eslint(
        configOf(cwd, `...v2ready.configs.recommended, { settings: { v2ready: { target: ${target} } } }`),
        {
          cwd,
          args: ["clusters.js"],
        },
      );
    const found = await lint('{ clusters: "2024-08-05" }');
    expect(found.messages.map(({ ruleId }) => ruleId)).toContain("v2ready/no-removed-property");
    const other = await lint('{ default: "2023-02-01" }');
    expect(other.messages.map(({ ruleId }) => ruleId)).not.toContain("v2ready/no-removed-property");
    const refused = await lint('{ clusters: "soon" }');
    expect(refused.stderr).toContain("settings.v2ready.target must be a day, yyyy-mm-dd, or newest");
  });
});
