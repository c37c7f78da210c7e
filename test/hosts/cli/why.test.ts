import { describe, expect, it } from "vitest";
import { v2ready } from "../../support/command.js";
import { copyOfFixtures, sharedTree } from "../../support/tree.js";

const PROJECT = copyOfFixtures("projects/axios-service-class");

const TREE = sharedTree({
  "base.js":
    'export const HOST = "https://cloud.mongodb.com";\nexport const BASE = HOST + "/api/atlas/v1.0";\n',
  "call.js":
    'import { BASE } from "./base.js";\nconst auth = "Basic dXNlcjpTZWNyZXQxMjM0NQ==";\nexport const list = (id) =>\n  fetch(`${BASE}/groups/${id}/clusters`, { headers: { Authorization: auth } });\nexport const mine = () => fetch("https://api.github.com/groups/1/clusters");\n',
  "moved.js":
    'fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters", {\n  headers: { Accept: "application/vnd.atlas.2024-10-23+json" },\n});\n',
  "plain.txt": "nothing\n",
});

async function why(place: string, cwd = TREE) {
  return v2ready(["why", "--as-of", "2026-06-01", place], { cwd });
}

describe("why", () => {
  it("tells the way of a value from file to file, every hop with its place", async () => {
    const { stdout, status } = await why("call.js:4");
    expect(status).toBe(0);
    const lines = stdout.split("\n").map((line) => line.trim());
    const hops = [
      '"https://cloud.mongodb.com" is written  base.js:1:22',
      "stored in HOST  base.js:1:14",
      "imported as BASE  call.js:1:10",
      '"/api/atlas/v1.0" is written  base.js:2:29',
      "{id} is not known (parameter)  call.js:3:22",
    ];
    expect(lines).toEqual(expect.arrayContaining(hops));
    const found = hops.map((hop) => lines.indexOf(hop));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(stdout).toContain("finding  require-version-media-type: error, high confidence");
  });

  it("tells at a constant which requests it leads into", async () => {
    const { stdout } = await why("base.js:1");
    expect(stdout).toContain("sent with fetch  call.js:4:3");
    expect(stdout).toContain("finding  no-unversioned-base-path");
  });

  it("tells why a request is no finding", async () => {
    expect((await why("call.js:5")).stdout).toContain(
      "no finding  no-unversioned-base-path: it leads to another service",
    );
    expect((await why("moved.js:1")).stdout).toContain(
      "no finding  require-version-media-type: Accept is application/vnd.atlas.2024-10-23+json",
    );
  });

  it("tells of a property where it is read and which request answered", async () => {
    const { stdout } = await why("src/admin-api.ts:34", PROJECT);
    expect(stdout).toContain("property srvAddress, read  src/admin-api.ts:34:13");
    expect(stdout).toContain("answered by axios  src/admin-api.ts:33:28");
    expect(stdout).toContain("finding  no-removed-property: error, high confidence");
  });

  it("shows no secrets", async () => {
    for (const place of ["call.js:2", "call.js:4"])
      expect((await why(place)).stdout).not.toContain("dXNlcjpTZWNyZXQxMjM0NQ");
  });

  it("says when there is nothing", async () => {
    expect((await why("call.js:3:1")).stdout).toContain("nothing that a rule would look at");
    expect((await why("plain.txt:1")).stdout).toContain("no trace of the API in the file");
  });

  it.each([
    ["call.js", "names no line"],
    ["call.js:0", "names no line"],
    ["call.js:99", "has 6 lines"],
    ["nope.js:1", "does not exist"],
  ])("refuses %s", async (place, message) => {
    const { status, stderr } = await why(place);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
