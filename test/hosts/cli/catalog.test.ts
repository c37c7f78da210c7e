import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, v2ready } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const FOLDER = join(ROOT, "fixtures/openapi/harbor");
const file = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

const BASE = "https://api.harbor.example/api/harbor/v2";
const DATED = '{ headers: { Accept: "application/vnd.harbor.2024-03-01+json" } }';

/** A document with the version right behind the host. */
function onHost(name: string): string {
  return file(name).replace("api.harbor.example/api/harbor/", "api.harbor.example/");
}

const cwd = sharedTree({
  ".git/HEAD": "",
  "api/v1.json": file("v1.json"),
  "api/v2.json": file("v2.json"),
  "api/versions.yaml": file("versions.yaml"),
  "api/overlay.json": file("overlay.json"),
  "api/host1.json": onHost("v1.json"),
  "api/host2.json": onHost("v2.json"),
  "host/berths.js": file("src/berths.js").replace("/api/harbor/v1", "/v1"),
  "api/wrong.json": '{ "properties": [{ "resource": "berths", "path": "lenn", "is": "gone" }] }',
  "api/broken.json": '{ "openapi": ',
  "src/berths.js": file("src/berths.js"),
  "moved/berths.js": file("src/berths.js").replace("harbor/v1", "harbor/v2"),
  "dated/berths.js": `export const one = async (id) => {
  const response = await fetch(\`${BASE}/berths/\${id}\`, ${DATED});
  const berth = await response.json();
  return [berth.len, berth.lights];
};
`,
});

const TWO = ["catalog", "--from", "api/v1.json", "--to", "api/v2.json"];

/** `14:66 no-removed-property len` */
async function findings(paths: readonly string[], vocabulary: string): Promise<string[]> {
  const { stdout } = await v2ready([...paths, "--vocabulary", vocabulary, "--format", "json"], { cwd });
  const report = JSON.parse(stdout) as {
    readonly findings: readonly { line: number; column: number; ruleId: string; property?: string }[];
  };
  return report.findings.map(({ line, column, ruleId, property }) =>
    [`${line}:${column} ${ruleId}`, ...(property === undefined ? [] : [property])].join(" "),
  );
}

describe("v2ready catalog", () => {
  it("makes a vocabulary of two documents, with which check finds the calls that break", async () => {
    const made = await v2ready([...TWO, "--draft", "draft.json", "-o", "harbor.json"], { cwd });
    expect(made).toMatchObject({ status: 0, stdout: "" });
    expect(made.stderr).toContain("berths: len is removed; perhaps lengthMeters (0.67)\n");
    expect(made.stderr).toContain("PUT /berths/{BERTH-ID}/lights is gone\n");
    expect(await findings(["src"], "./harbor.json")).toEqual([
      "1:43 no-unversioned-base-path",
      "14:66 no-removed-property len",
      "18:47 require-body-property lengthMeters",
      "18:55 no-removed-property len",
      "24:21 no-removed-property size.draught",
      "29:18 no-removed-property skipper",
    ]);
  });

  it("finds old names behind the new base path, and nothing about headers", async () => {
    await v2ready([...TWO, "-o", "harbor.json"], { cwd });
    expect(await findings(["moved"], "./harbor.json")).toEqual([
      "14:66 no-removed-property len",
      "18:47 require-body-property lengthMeters",
      "18:55 no-removed-property len",
      "24:21 no-removed-property size.draught",
      "29:18 no-removed-property skipper",
    ]);
  });

  it("writes a draft that is an overlay in which nothing is decided", async () => {
    await v2ready([...TWO, "--draft", "draft.json", "-o", "harbor.json"], { cwd });
    const draft = readFileSync(join(cwd, "draft.json"), "utf8");
    expect(JSON.parse(draft)).toMatchObject({
      properties: [
        { resource: "berths", path: "len", is: "undecided", candidates: ["lengthMeters (0.67)"] },
        ...Array.from({ length: 4 }, () => ({ is: "undecided" })),
      ],
      operations: [{ method: "PUT", path: "/berths/{BERTH-ID}/lights", is: "undecided" }],
    });
    const again = await v2ready(
      [...TWO, "--overlay", "draft.json", "--draft", "draft.json", "-o", "harbor.json"],
      {
        cwd,
      },
    );
    expect(again.status).toBe(0);
    expect(readFileSync(join(cwd, "draft.json"), "utf8")).toBe(draft);
  });

  it("does not overwrite decisions with a draft", async () => {
    const decided = file("overlay.json");
    writeFileSync(join(cwd, "own.json"), decided);
    const refused = await v2ready([...TWO, "--draft", "own.json", "-o", "unwritten.json"], { cwd });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toBe(
      "v2ready: own.json exists, and --draft would lose its decisions\nTo keep them, add --overlay own.json. To start again, delete the file.\n",
    );
    expect(readFileSync(join(cwd, "own.json"), "utf8")).toBe(decided);
    expect(existsSync(join(cwd, "unwritten.json"))).toBe(false);
    await v2ready([...TWO, "--overlay", "own.json", "--draft", "./own.json", "-o", "written.json"], { cwd });
    expect(JSON.parse(readFileSync(join(cwd, "own.json"), "utf8"))).toMatchObject({
      properties: (JSON.parse(decided) as { readonly properties: readonly object[] }).properties,
    });
  });

  it("lets fix rename what a person has confirmed, and changes nothing unasked", async () => {
    await v2ready([...TWO, "-o", "harbor.json"], { cwd });
    const before = await v2ready(["fix", "src", "--diff", "--vocabulary", "./harbor.json"], { cwd });
    expect(before.stdout).toBe("");
    const decided = await v2ready([...TWO, "--overlay", "api/overlay.json", "-o", "harbor.json"], { cwd });
    expect(decided.stderr.trimEnd().split("\n")).toHaveLength(1);
    const after = await v2ready(["fix", "src", "--diff", "--vocabulary", "./harbor.json"], { cwd });
    const added = after.stdout.split("\n").filter((line) => /^\+(?!\+)/.test(line));
    expect(added.map((line) => line.slice(1).trim())).toEqual([
      'const HARBOR = "https://api.harbor.example/api/harbor/v2";',
      'return items.filter((berth) => berth.state === "FREE" && berth.lengthMeters >= least).map(({ name }) => name);',
      'const berth = await send("POST", "/berths", { name, lengthMeters: length, state: "FREE" });',
      "return berth.size.depth >= draught;",
      "return booking.skipperName;",
    ]);
  });

  it("names versions as the API does", async () => {
    await v2ready([...TWO, "-o", "harbor.json"], { cwd });
    const { stdout, stderr } = await v2ready(["src", "--vocabulary", "./harbor.json"], { cwd });
    expect(stdout).toContain("len is not in the response from version v2 on");
    expect(stdout + stderr).toContain("target v2,");
    expect(stdout + stderr).not.toMatch(/cluster|000[12]-/);
    const why = await v2ready(["why", "src/berths.js:24", "--vocabulary", "./harbor.json"], { cwd });
    expect(why.stdout).toContain("size.draught is not in berth responses from version v2 on.");
    expect(why.stdout).toContain("v1; v2 is needed");
    expect(why.stdout).not.toMatch(/Accept|000[12]-/);
  });

  it("shows a host in a base path as a host, and the vocabulary instead of the catalog", async () => {
    const args = ["--from", "api/host1.json", "--to", "api/host2.json", "-o", "host.json"];
    const made = await v2ready(["catalog", ...args], { cwd });
    expect(made.stderr).toContain(
      "host.json: harbor-api: 8 operations, 1 operation that is gone, 5 removed properties, ",
    );
    const { stdout } = await v2ready(["host", "--vocabulary", "./host.json", "--as-of", "2026-11-23"], {
      cwd,
    });
    expect(stdout).toContain(
      "api.harbor.example/v1 is the older base path; api.harbor.example/v2 replaces it",
    );
    expect(stdout).not.toMatch(/[^/]\/api\.harbor/);
    expect(stdout).toContain("checked for   target v2, as of 2026-11-23, vocabulary harbor-api\n");
    const json = await v2ready(["host", "--vocabulary", "./host.json", "--format", "json"], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({ catalog: { vocabularies: ["harbor-api"] } });
  });

  it("names versions in the calendar as the base paths do", async () => {
    await v2ready([...TWO, "-o", "harbor.json"], { cwd });
    const args = ["--vocabulary", "./harbor.json", "--as-of", "2026-11-23"];
    const { stdout } = await v2ready(["calendar", "src", "moved", ...args], { cwd });
    expect(stdout).toContain("v1 of Harbor API: no day is published\n");
    expect(stdout).toContain("  GET /berths/{BERTH-ID} at v1 (newest v2)\n");
    expect(stdout).toContain("The newest version: no end is known\n");
    expect(stdout).toContain("  GET /berths/{BERTH-ID} at v2\n");
    expect(stdout).not.toMatch(/unversioned|000[12]-/);
  });

  it("makes a vocabulary of one document with all versions", async () => {
    const args = ["--document", "api/versions.yaml", "--versions", "media-type", "-o", "dated.json"];
    expect(await v2ready(["catalog", ...args], { cwd })).toMatchObject({ status: 0 });
    const found = await findings(["dated", "--as-of", "2026-11-23"], "./dated.json");
    expect(found).toEqual([
      "2:111 no-deprecated-version",
      "4:17 no-removed-property len",
      "4:28 no-newer-property lights",
    ]);
    const { stdout } = await v2ready(
      ["calendar", "dated", "--vocabulary", "./dated.json", "--as-of", "2026-11-23"],
      {
        cwd,
      },
    );
    expect(stdout).toContain("2027-03-01: ends in 98 days\n  GET /berths/{BERTH-ID} at 2024-03-01");
  });

  it.each([
    ["without documents", [], "catalog needs --from and --to"],
    [
      "with documents in two ways",
      ["--from", "api/v1.json", "--document", "api/versions.yaml"],
      "--document does not go with --from and --to",
    ],
    ["without the place of the version", ["--document", "api/versions.yaml"], "--document needs --versions"],
    [
      "with a document that is not there",
      ["--from", "none.json", "--to", "api/v2.json"],
      "cannot be read: there is no such file",
    ],
    [
      "with a document that is not JSON",
      ["--from", "api/broken.json", "--to", "api/v2.json"],
      "api/broken.json is not JSON",
    ],
    [
      "with something else",
      ["--from", "api/overlay.json", "--to", "api/v2.json"],
      "api/overlay.json is not an OpenAPI document of version 3",
    ],
    [
      "with the same version twice",
      ["--from", "api/v2.json", "--to", "api/v2.json"],
      "have the same version",
    ],
    [
      "with an overlay for something else",
      [...TWO.slice(1), "--overlay", "api/wrong.json"],
      "api/wrong.json: properties[0].path: lenn is not a removed property of berths",
    ],
    ["with a name that is none", [...TWO.slice(1), "--name", "1"], "1 is not a name of a vocabulary"],
  ])("writes nothing %s", async (_, args, message) => {
    const path = join(cwd, "kept.json");
    writeFileSync(path, "kept");
    const { status, stderr } = await v2ready(["catalog", ...args, "-o", "kept.json"], { cwd });
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(readFileSync(path, "utf8")).toBe("kept");
  });
});
