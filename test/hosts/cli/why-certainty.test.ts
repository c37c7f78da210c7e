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

describe("the reason why a read of something unknown is no finding", () => {
  it("says that it is not checked where the repository passes on responses", async () => {
    const page =
      'const answer = await fetch("/of/queue");\nshow((await answer.json()).providerSettings.instanceSizeName);\n';
    const server = `import { publish } from "some-queue";\n${CODE.replace("return cluster.numShards", "publish(cluster)").replace("atlas.get", "fetch")}`;
    const asked = async (body: string): Promise<string> => {
      const cwd = sharedTree({ "page.js": page, "server.js": body });
      const { stdout } = await v2ready(["why", "page.js:2"], { cwd });
      return stdout.replace(/\s+/g, " ");
    };
    const notOfClusters =
      "this property belongs to the response of a request to /of/queue, which is not about clusters";
    expect(await asked(server)).toContain(`${notOfClusters}. It is not checked, because this repository`);
    expect(await asked(server.replace("publish(cluster)", "publish(cluster.name)"))).toContain(
      `${notOfClusters} (2:`,
    );
  });
});
