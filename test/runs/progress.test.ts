import { expect, it } from "vitest";
import { RULES } from "../../rules/index.js";
import { check } from "../../src/runs/check.js";
import { sharedTree } from "../support/tree.js";

const CALLS = Array.from(
  { length: 300 },
  (_, index) => `export const f${index} = () => send("/groups/" + ${index});`,
);

const FILES = {
  "src/send.js": `export const send = (path) => fetch("https://cloud.mongodb.com/api/atlas/v1.0" + path);`,
  "src/calls.js": `import { send } from "./send.js";\n${CALLS.join("\n")}\n`,
  "src/types.ts": `import { send } from "./send.js";
export async function names() {
  const clusters: { srvAddress: string }[] = await send("/groups/1/clusters");
  return clusters.map((cluster) => cluster.srvAddress);
}
`,
  "tsconfig.json": "{}",
};

it("names the files that are looked at and followed, and what is asked of TypeScript", async () => {
  const shown: string[] = [];
  await check(RULES, {
    paths: [],
    flags: {},
    cwd: sharedTree(FILES),
    now: new Date("2026-06-01"),
    progress: {
      show: (done, total) => shown.push(`${done}/${total}`),
      say: (what) => shown.push(what),
      at: (what, path) => shown.push(`${what} ${path}`),
      clear: () => shown.push("clear"),
    },
  });
  const following = shown.flatMap((line) => {
    const [, steps, path] = /^following values, ([\d,]+) steps so far: (.*)$/.exec(line) ?? [];
    return steps === undefined ? [] : [{ steps: Number(steps.replaceAll(",", "")), path }];
  });
  expect(following.map(({ path }) => path)).toContain("src/calls.js");
  expect(following.map(({ steps }) => steps)).toEqual(
    following.map(({ steps }) => steps).toSorted((a, b) => a - b),
  );
  expect(shown).toContain("looking for files that import these: src/calls.js");
  expect(shown).toContain("asking TypeScript: src/types.ts");
  expect(shown.at(-1)).toBe("clear");
});
