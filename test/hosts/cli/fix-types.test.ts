import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { v2ready } from "../../support/command.js";
import { sharedTree } from "../../support/tree.js";

const CONFIGURATION = JSON.stringify({
  compilerOptions: { strict: true, target: "es2022", module: "preserve", types: [], lib: ["es2022", "dom"] },
  include: ["src"],
});
const LOAD = `const answer = await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/a/clusters/b");\n`;
const READ = `const c = (await answer.json()) as Cluster;\nconsole.log(c.srvAddress);\nexport {};\n`;

const folder = sharedTree({
  "decorator/tsconfig.json": CONFIGURATION,
  "decorator/src/a.ts": `function column(_value: unknown, _context: unknown): void {}\nclass Cluster {\n  @column srvAddress!: string;\n}\n${LOAD}${READ}`,
  "schema/tsconfig.json": CONFIGURATION,
  "schema/src/z.ts": `export const string = () => "";\nexport const object = <T>(shape: T) => ({ shape });\n`,
  "schema/src/a.ts": `import * as z from "./z";\nconst schema = z.object({ name: z.string(), srvAddress: z.string() });\ntype Cluster = (typeof schema)["shape"];\n${LOAD}${READ}`,
  "name/tsconfig.json": CONFIGURATION,
  "name/src/a.ts": `interface Cluster {\n  srvAddress: string;\n}\nexport type Shown = Cluster["srvAddress"];\n${LOAD}${READ}`,
  "compiler/tsconfig.json": CONFIGURATION,
  "compiler/src/a.ts": `interface Cluster {\n  srvAddress: string;\n}\nexport type Shown = Pick<Cluster, "srvAddress">;\n${LOAD}${READ}`,
  "header/tsconfig.json": CONFIGURATION,
  // Nobody reads the types of a declaration file for what they say.
  "header/src/types.d.ts": `export type Json = \`application/\${"json"}\`;\nexport interface JsonHeaders { [name: string]: string; Accept: Json }\n`,
  "header/src/a.ts": `import type { JsonHeaders } from "./types";\nconst headers: JsonHeaders = { Accept: "application/json" };\nawait fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/a/alerts", { headers });\n`,
  "package/tsconfig.json": CONFIGURATION,
  "package/node_modules/clusters/package.json": JSON.stringify({
    name: "clusters",
    version: "1.0.0",
    types: "index.d.ts",
  }),
  "package/node_modules/clusters/index.d.ts":
    "export interface Cluster {\n  name: string;\n  srvAddress: string;\n}\n",
  "package/src/a.ts": `import type { Cluster } from "clusters";\n${LOAD}${READ}`,
});

describe("what a type does not let change stays as it is, and its request with it", () => {
  it.each([
    ["decorator", "the property has a decorator"],
    ["schema", "a schema declares the property as a part of the response"],
    ["name", "a type or an accessor in src/a.ts uses the name of the property"],
    [
      "compiler",
      `the code would no longer compile: src/a.ts: Type '"srvAddress"' does not satisfy the constraint`,
    ],
    ["header", "the code would no longer compile: src/a.ts: Type"],
    ["package", "the type of the response comes from a package"],
  ])("%s", async (name, reason) => {
    const cwd = join(folder, name);
    const before = readFileSync(join(cwd, "src/a.ts"), "utf8");
    const { stdout } = await v2ready(["fix", "--unsafe-fixes", "."], { cwd });
    expect(stdout).toContain(reason);
    expect(readFileSync(join(cwd, "src/a.ts"), "utf8")).toBe(before);
  });
});
