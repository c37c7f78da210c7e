import { expect, it, vi } from "vitest";
import { fix } from "../../src/hosts/library/fix.js";
import * as compiler from "../../src/types/typescript-oracle.js";
import { writeTree } from "../workspace/support/tree.js";

vi.mock(import("../../src/types/typescript-oracle.js"), { spy: true });

// A program of the compiler takes longer, and more memory, than most analyses. There were twice as many.
it("a fix makes one program of the compiler for each state of the texts", async () => {
  const root = writeTree({
    ".git/HEAD": "",
    "tsconfig.json": `{ "compilerOptions": { "strict": true, "types": [] } }`,
    "src/names.ts": `export async function names(id: string) {
  const url = "https://cloud.mongodb.com/api/atlas/v1.0/groups/" + id + "/clusters";
  const answer = await fetch(url, { headers: { Accept: "application/json" } });
  const { results }: { results: { name: string }[] } = await answer.json();
  return results.map(({ name }) => name);
}
`,
  });
  const { files } = await fix({ cwd: root, unsafe: true });
  expect(files.map(({ path }) => path)).toEqual(["src/names.ts"]);
  const texts = vi.mocked(compiler.typescriptOracle).mock.calls.map(([, , , changed]) => changed?.size ?? 0);
  expect(texts).toEqual([0, 1]);
});
