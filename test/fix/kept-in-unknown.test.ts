import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const GET = '(await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters/b")).json()';

describe("a cluster that is kept in something unknown", () => {
  const keeps = `export async function middleware(request, response, next) { request.cluster = await ${GET}; next(); }\n`;

  it("does not move safely where such a property is read of something unknown", async () => {
    const reads = `import { middleware } from "./keeps.js";\napp.get("/", middleware, (request, response) => response.send(request.cluster.srvAddress));\n`;
    const { units, files } = await fixFiles({ "keeps.js": keeps, "reads.js": reads });
    expect(files["keeps.js"]).toBe(keeps);
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units.flatMap(({ reasons }) => reasons)).toEqual([
      "request.cluster keeps the cluster in the response, and reads.js reads srvAddress of an object that may be that cluster",
    ]);
  });

  it("moves where no such property is read", async () => {
    const reads = `import { middleware } from "./keeps.js";\napp.get("/", middleware, (request, response) => response.send(request.cluster.name));\n`;
    const { units } = await fixFiles({ "keeps.js": keeps, "reads.js": reads });
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
  });
});
