import { describe, expect, it } from "vitest";
import { v2ready } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const CODE = `export async function hosts(atlas, group) {
  const url = \`https://cloud.mongodb.com/api/atlas/v2/groups/\${group}/clusters/c\`;
  const cluster = await atlas.get(url, { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });
  return cluster.numShards;
}
`;

const TREE = sharedTree({ "a.js": CODE });

describe("the reason for a confidence", () => {
  it("says that a client is not known, of which the response is", async () => {
    const cwd = TREE;
    const { stdout } = await v2ready(["why", "a.js:4"], { cwd });
    expect(stdout).toContain(
      "confidence  medium: it is read from the response of GET /groups/{group}/clusters/c, but atlas.get is not a known client (3:25)",
    );
  });
});
