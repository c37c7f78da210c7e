import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";
import { TRIED } from "./schema-library-cases-tried.js";
import { INSTALLED, type Library } from "./schema-library-cases.js";

/** A cluster as the unversioned form answers with it, and as the versioned one does. */
const OLD = {
  ...{ id: "1", name: "c0", srvAddress: "db+srv://c0.ab123.clusters.example.net", numShards: 1 },
  replicationSpecs: [{ id: "2", numShards: 1, regionsConfig: { US_EAST_1: { priority: 7 } } }],
  providerSettings: { providerName: "AWS", instanceSizeName: "M10" },
};
const NEW = {
  ...{ id: "1", name: "c0", connectionStrings: { standardSrv: OLD.srvAddress } },
  replicationSpecs: [{ id: "2", numShards: 1, regionConfigs: [{ regionName: "US_EAST_1", priority: 7 }] }],
};

/** Runs the code of a case on an answer, as its library is installed. */
async function takes(library: Library, schema: string): Promise<readonly boolean[] | undefined> {
  if (library.isInstalled === false) return undefined;
  return [await takesOne(library, schema, OLD), await takesOne(library, schema, NEW)];
}

async function takesOne({ module, name, parse }: Library, schema: string, answer: unknown): Promise<boolean> {
  const imported = (await import(module)) as Readonly<Record<string, unknown>>;
  const library = module === "joi" ? imported["default"] : (imported[name] ?? imported);
  const { Value } = (await import("@sinclair/typebox/value")) as { Value: unknown };
  const right = (decoded: { _tag: string; right: unknown }) => decoded._tag === "Right" && decoded.right;
  const run = new Function(name, "right", "Value", "answer", `return ${parse(schema)};`) as (
    ...args: unknown[]
  ) => unknown;
  try {
    return Boolean(run(library, right, Value, answer));
  } catch {
    return false;
  }
}

const ANSWER = `const answer = await (await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters/c0")).json();\n`;

async function reasonsFor(library: Library, schema: string): Promise<{ how: string[]; reasons: string }> {
  const head = library.head ?? `import * as ${library.name} from "${library.module}";\n`;
  const { units } = await fixFiles({ "a.js": `${head}${ANSWER}use(${library.parse(schema)});\n` });
  const moves = units.filter(({ title }) => title.startsWith("move"));
  return {
    how: moves.map(({ applicability }) => applicability),
    reasons: moves.flatMap(({ reasons }) => reasons).join("; "),
  };
}

describe.each([...INSTALLED, ...TRIED])("a schema of $module", (library) => {
  it.each(library.refusing)("that refuses the new shape is never moved to it: %s", async (schema) => {
    expect((await takes(library, schema)) ?? [true, false]).toEqual([true, false]);
    const { how, reasons } = await reasonsFor(library, schema);
    expect([how, reasons]).toEqual([
      ["display-only"],
      expect.stringMatching(/requires \w+, which is removed/),
    ]);
  });

  it.each(library.taking)("that takes both shapes stops nothing: %s", async (schema) => {
    expect((await takes(library, schema)) ?? [true, true]).toEqual([true, true]);
    const { how, reasons } = await reasonsFor(library, schema);
    expect(how).not.toContain("display-only");
    expect(reasons).not.toMatch(/requires/);
  });
});
