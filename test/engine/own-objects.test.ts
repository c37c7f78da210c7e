import { expect, it } from "vitest";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const ROWS = `import type { Row } from "./types";
const headers = { Accept: "application/vnd.service.2023-02-01+json" };
export async function rows(base: string): Promise<Row[]> {
  const { results } = await (await fetch(\`\${base}/api/admin/v2/groups/1/clusters\`, { headers })).json();
  return results.map((c: any) => ({
    name: c.name,
    srvAddress: c.connectionStrings.standardSrv,
    numShards: c.replicationSpecs.length,
  }));
}
`;
const TYPES = "export interface Row { name: string; srvAddress: string; numShards: number }\n";
const CELLS = `import type { Row } from "./types";
interface Props { cluster: Row }
export const Cells = ({ cluster }: Props) => <td>{cluster.srvAddress} {cluster.numShards}</td>;
`;
const CONFIG = JSON.stringify({ compilerOptions: { strict: true, jsx: "preserve" } });
const OLD = `export const old = (base: string) => fetch(\`\${base}/api/admin/v1.0/groups/1/clusters\`);
`;

/** Checks files, and returns the findings about properties. */
async function foundIn(files: Readonly<Record<string, string>>, ...flags: string[]): Promise<string[]> {
  const { findings } = await report([".", ...flags], { cwd: sharedTree({ ".git/HEAD": "", ...files }) });
  return findings
    .filter(({ ruleId }) => ruleId === "no-removed-property")
    .map(({ path, property }) => `${path} ${property}`);
}

it.each([[[]], [["--no-types"]]])(
  "rows of the program's own are not a finding in another file (%s)",
  async (flags) => {
    expect(await foundIn({ "rows.ts": ROWS, "types.ts": TYPES, "cells.tsx": CELLS }, ...flags)).toEqual([]);
  },
);

it("rows of the program's own are known by their type beside requests of the old form", async () => {
  const files = {
    "rows.ts": ROWS,
    "types.ts": TYPES,
    "cells.tsx": CELLS,
    "old.ts": OLD,
    "tsconfig.json": CONFIG,
  };
  expect(await foundIn(files)).toEqual([]);
});

it("a read of something that may be a cluster of the old form is found beside rows of the program's own", async () => {
  const cells = `export const cells = (cluster) => cluster.srvAddress + cluster.numShards;\n`;
  const found = await foundIn({ "rows.ts": ROWS, "types.ts": TYPES, "cells.js": cells, "old.ts": OLD });
  expect(found).toEqual(["cells.js srvAddress", "cells.js numShards"]);
});
