import { expect, it } from "vitest";
import { analyze } from "../../support/analyze.js";

it.each(["plainToInstance", "plainToClass"])("%s declares what a response has", async (name) => {
  const text = `import { ${name} } from "class-transformer";
class Cluster {
  name!: string;
  mongoURI!: string;
}
const r = await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters/c", {
  headers: { Accept: "application/vnd.atlas.2023-02-01+json" },
});
export const c = ${name}(Cluster, await r.json());
`;
  const { source, findings } = await analyze("a.ts", text);
  expect(
    findings
      .filter(({ confidence }) => confidence !== "low")
      .map(({ message, place }) => `${source.position(place.start).line} ${message}`),
  ).toEqual([expect.stringMatching(/^4 mongoURI is declared for a cluster/)]);
});
