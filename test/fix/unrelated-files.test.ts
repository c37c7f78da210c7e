import { expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const LIST = `export async function list(group) {
  const answer = await fetch(\`https://cloud.mongodb.com/api/atlas/v1.0/groups/\${group}/clusters\`);
  return (await answer.json()).results.filter((one) => one.srvAddress);
}
`;
const LABEL = `export const label = (cluster) => \`\${cluster.name} \${cluster.providerSettings.instanceSizeName} \${cluster.srvAddress}\`;
`;

it("a read in a file that no value can get into keeps no request where it is", async () => {
  const { files } = await fixFiles({ "list.js": LIST, "label.js": LABEL }, ["safe", "unsafe"]);
  expect(files["list.js"]).toContain("/api/atlas/v2/");
  expect(files["list.js"]).toContain("one.connectionStrings");
  expect(files["label.js"]).toBe(LABEL);
});

it.each([
  [
    "a file imports both",
    {
      "main.js": `import { list } from "./list.js";\nimport { label } from "./label.js";\nimport { each } from "company-runner";\neach(list, label);\n`,
    },
  ],
  [
    "an unknown function gets it",
    { "list.js": `${LIST}import { publish } from "company-bus";\npublish(await list("a"));\n` },
  ],
])("the request stays where a value may get there: %s", async (_what, more) => {
  const before = { "list.js": LIST, "label.js": LABEL, ...more };
  const { files, units } = await fixFiles(before, ["safe", "unsafe"]);
  expect(files["list.js"]).toContain("v1.0");
  expect(units.flatMap(({ reasons }) => reasons).join("; ")).toMatch(
    /label\.js reads \w+ of an object that may be that cluster/,
  );
});

it("a read of an object of the program's own keeps no request where it is", async () => {
  const rows = `import { list } from "./list.js";
const headers = { Accept: "application/vnd.atlas.2023-02-01+json" };
export async function rows() {
  const answer = await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/a/clusters", { headers });
  const { results } = await answer.json();
  return results.map((c) => ({ name: c.name, providerSettings: c.replicationSpecs[0].regionConfigs[0] }));
}
export const size = (row) => row.providerSettings.electableSpecs.instanceSize;
export const names = async () => (await list("a")).map(({ name }) => name);
`;
  const { files } = await fixFiles({ "list.js": LIST, "rows.js": rows }, ["safe", "unsafe"]);
  expect(files["list.js"]).toContain("/api/atlas/v2/");
});
