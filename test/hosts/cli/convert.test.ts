import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { v2ready } from "../../support/command.js";

const folder = mkdtempSync(join(tmpdir(), "v2ready-convert-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const BODY = `{
  "name": "prod",
  "providerBackupEnabled": true,
  "providerSettings": { "providerName": "AWS", "instanceSizeName": "M10", "regionName": "US_EAST_1" }
}
`;
const CONVERTED = `{
  "name": "prod",
  "backupEnabled": true,
  "clusterType": "REPLICASET",
  "replicationSpecs": [
    {
      "numShards": 1,
      "regionConfigs": [
        {
          "regionName": "US_EAST_1",
          "providerName": "AWS",
          "priority": 7,
          "electableSpecs": { "instanceSize": "M10", "nodeCount": 3 }
        }
      ]
    }
  ]
}
`;

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

const convert = (args: readonly string[], input: string | Uint8Array = "") =>
  v2ready(["convert", ...args], { cwd: folder, input });

describe("v2ready convert", () => {
  it("writes the payload to standard output and every decision to standard error", async () => {
    const { stdout, stderr, status } = await convert([file("body.json", BODY)]);
    expect(stdout).toBe(CONVERTED);
    expect(status).toBe(0);
    expect(stderr.trimEnd().split("\n")).toEqual([
      "renamed  providerBackupEnabled -> backupEnabled: It was cloud backup, which now has this name.",
      "moved    providerSettings.providerName -> replicationSpecs[].regionConfigs[].providerName: Every region must name its provider.",
      "moved    providerSettings.instanceSizeName -> replicationSpecs[].regionConfigs[].{electable,readOnly,analytics}Specs.instanceSize: Every specs object must have its size.",
      "moved    providerSettings.regionName -> replicationSpecs[0].regionConfigs[0].regionName: It is the only region.",
      "added    replicationSpecs[0].regionConfigs[0].electableSpecs.nodeCount: 3 was the default of replicationFactor, and the count is now required.",
      "added    replicationSpecs[].regionConfigs[].priority: The only electable region has priority 7.",
      "added    replicationSpecs[0].numShards: 1 was the default, which no longer exists.",
      "added    clusterType: numShards 1 meant REPLICASET, and the type is now required.",
      "check    autoScaling.diskGBEnabled is left out, and the service's documents disagree on its default: some say true, later ones say false; state it in the body.",
    ]);
    expect(readFileSync(join(folder, "body.json"), "utf8")).toBe(BODY);
  });

  it("reads standard input without an argument and with -, and converts what it wrote to the same", async () => {
    for (const args of [[], ["-"]]) expect((await convert(args, BODY)).stdout).toBe(CONVERTED);
    const again = await convert([], CONVERTED);
    expect(again).toEqual({ stdout: CONVERTED, stderr: "standard input: nothing to convert\n", status: 0 });
  });

  it("keeps a byte-order mark, Windows line ends and the missing end of the last line", async () => {
    const before = `\uFEFF{\r\n\t"name": "é😀",\r\n\t"mongoURI": "x",\r\n\t"providerBackupEnabled": false\r\n}`;
    const { stdout, status } = await convert([file("bom.json", before)]);
    expect(stdout).toBe(`\uFEFF{\r\n\t"name": "é😀",\r\n\t"backupEnabled": false\r\n}`);
    expect(status).toBe(0);
  });

  it("reads UTF-16", async () => {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('{"name":"x","providerBackupEnabled":true}', "utf16le"),
    ]);
    expect((await convert([file("utf16.json", bytes)])).stdout).toContain(
      '{"name":"x","backupEnabled":true}',
    );
  });

  it("writes to a file with -o", async () => {
    const { stdout, status } = await convert([file("in.json", BODY), "-o", "out.json"]);
    expect([stdout, status]).toEqual(["", 0]);
    expect(readFileSync(join(folder, "out.json"), "utf8")).toBe(CONVERTED);
  });

  it("says what a person must decide, writes nothing and exits with 1", async () => {
    const patch = file(
      "patch.json",
      '{"providerSettings":{"providerName":"AWS","instanceSizeName":"M20","regionName":"US_EAST_1"}}',
    );
    const { stdout, stderr, status } = await convert([patch, "-o", "never.json"]);
    expect([stdout, status]).toEqual(["", 1]);
    expect(stderr).toMatch(
      /^patch.json is not converted, because a person must decide:\n- providerSettings is now inside .* GET the cluster .*\n$/,
    );
    expect(() => readFileSync(join(folder, "never.json"))).toThrow();
  });

  it("takes the method that sends the payload", async () => {
    const body = '{"id":"5f","name":"x","mongoDBVersion":"4.4.1","providerBackupEnabled":true}';
    expect((await convert(["--method", "post"], body)).stdout).toBe('{"name":"x","backupEnabled":true}');
    expect(
      (await convert(["--method", "PATCH", "--vocabulary", "atlas"], '{"backupEnabled":false}')).status,
    ).toBe(1);
  });

  it("tells what is not sure", async () => {
    const body =
      '{"clusterType":"REPLICASET","replicationSpec":{"A_B":{"electableNodes":3}},"providerSettings":{"providerName":"AWS","instanceSizeName":"M10"}}';
    const { stderr, status } = await convert([], body);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^check {4}If a PATCH sends the body/m);
  });

  it.each([
    ["a file that is not there", ["none.json"], "", /^v2ready: there is no file none.json\n$/],
    ["a folder", ["."], "", /^v2ready: \. /],
    [
      "what is no JSON",
      [],
      '{\n"a": 1,\n"b": }',
      /^v2ready: standard input is not valid JSON: a value is expected, line 3\nconvert takes a payload in JSON\.\n$/,
    ],
    ["nothing", [], "", /^v2ready: standard input holds no JSON object/],
    ["a bare value", [], "7", /holds no JSON object/],
    [
      "another version",
      ["--to", "2023-01-01"],
      BODY,
      /^v2ready: --to 2023-01-01 is not what convert writes\nIt writes 2023-02-01 and later versions\.\n$/,
    ],
    [
      "a version that nobody released",
      ["--to", "2024-08-06"],
      BODY,
      /^v2ready: --to 2024-08-06 is not a released/,
    ],
    [
      "two versions",
      ["--to", "2023-02-01", "--target", "2024-08-05"],
      BODY,
      /^v2ready: --to and --target state two versions\n/,
    ],
    [
      "an older version, by the name of the option of check",
      ["--target", "2023-01-01"],
      BODY,
      /^v2ready: --target 2023-01-01 is not what convert writes\n/,
    ],
    [
      "versions in the wrong order",
      ["--from", "2024-10-23", "--to", "2023-02-01"],
      BODY,
      /^v2ready: --from 2024-10-23 is later than --to 2023-02-01\n/,
    ],
    ["another method", ["--method", "GET"], BODY, /^v2ready: --method GET sends no cluster/],
    ["an unknown vocabulary", ["--vocabulary", "nope"], BODY, /^v2ready: .*nope/],
    [
      "a file that cannot be written",
      ["-o", `${file("a-file", "")}/body.json`],
      BODY,
      /a-file\/body\.json cannot be written/,
    ],
    ["bytes that are no text", [], Buffer.from([0x7b, 0xff, 0x7d]), /not valid UTF-8/],
  ] as const)("%s is bad input", async (_, args, input, message) => {
    const { stdout, stderr, status } = await convert(args, input);
    expect([stdout, status]).toEqual(["", 2]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("internal error");
  });

  it("takes --to 2023-02-01 and deep nesting", async () => {
    expect((await convert(["--to", "2023-02-01"], BODY)).stdout).toBe(CONVERTED);
    const deep = `{"a":${"[".repeat(100_000)}`;
    expect(await convert([], deep)).toMatchObject({ stdout: "", status: 2 });
  });

  it("never prints what a comment says", async () => {
    const { stderr, status } = await convert([], '{"name":"x","mongoURI":"y" // token s3cr3t\n}');
    expect(status).toBe(1);
    expect(stderr).toContain("A comment is about mongoURI, which is removed");
    expect(stderr).not.toContain("s3cr3t");
  });
});

describe("v2ready convert of YAML", () => {
  const yaml = `# production
name: prod # its name
providerBackupEnabled: true
# small
providerSettings:
  providerName: AWS
  instanceSizeName: M10
  regionName: US_EAST_1
---
tags: [a]
`;

  it("keeps members that do not change, with their comments, and other documents", async () => {
    const { stdout, stderr, status } = await convert([file("body.yaml", yaml)]);
    expect(stdout).toBe(`# production
name: prod # its name
backupEnabled: true
clusterType: REPLICASET
replicationSpecs:
  - numShards: 1
    regionConfigs:
      - regionName: US_EAST_1
        providerName: AWS
        priority: 7
        electableSpecs:
          instanceSize: M10
          nodeCount: 3
---
tags: [ a ]
`);
    expect(stderr).toContain("check    Comments in what changes are not kept; copy them.\n");
    expect(status).toBe(0);
  });

  it("leaves a text without a cluster as it is", async () => {
    const text = "a:   [1,2]\n";
    expect(await convert([file("none.yml", text)])).toMatchObject({
      stdout: text,
      stderr: "none.yml: nothing to convert\n",
      status: 0,
    });
  });

  it("leaves aliases to a person, and refuses what is not YAML", async () => {
    const aliases = await convert([file("alias.yml", `a: &b x\nc: *b\n${yaml}`)]);
    expect(aliases).toMatchObject({ stdout: "", status: 1 });
    expect(aliases.stderr).toContain("- The document has aliases (*name)");
    const broken = await convert([file("broken.yml", "a: {b\n")]);
    expect(broken).toMatchObject({ stdout: "", status: 2 });
    expect(broken.stderr).toMatch(
      /^v2ready: broken\.yml is not valid YAML: .*, line 2\nconvert takes a payload in YAML\.\n$/,
    );
  });
});
