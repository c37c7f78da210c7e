import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TEST_DAY } from "../support/analyze.js";
import { v2ready } from "../support/command.js";
import { runProgram, withCopy } from "../support/programs.js";

/** Moves the requests of a program by hand, and nothing else. */
async function moveByHand(file: string): Promise<void> {
  const text = await readFile(file, "utf8");
  const moved = text
    .replace("/api/atlas/v1.0", "/api/atlas/v2")
    .replace("application/json", "application/vnd.atlas.2023-02-01+json");
  expect(moved).not.toBe(text);
  await writeFile(file, moved);
}

it.each([["zod-required", "list.mjs", /ZodError[^]*srvAddress[^]*providerSettings/]])(
  "%s breaks when it is moved, so the schema is an error and no fix moves it",
  async (name, entry, refusal) => {
    await withCopy(name, async (folder) => {
      const checked = await v2ready(["check", "--format", "json", "--as-of", TEST_DAY, "."], { cwd: folder });
      const { findings } = JSON.parse(checked.stdout) as { findings: object[] };
      const expected = { path: "schemas.mjs", severity: "error", property: "srvAddress", role: "type" };
      expect(findings).toContainEqual(expect.objectContaining(expected));
      const before = await readFile(join(folder, entry), "utf8");
      await v2ready(["fix", "--unsafe-fixes", "--as-of", TEST_DAY, "."], { cwd: folder });
      expect(await readFile(join(folder, entry), "utf8")).toBe(before);
      await moveByHand(join(folder, entry));
      const run = await runProgram(folder, { forms: ["v2"] });
      expect(run.requests.some(({ form, authorized }) => form === "v2" && authorized)).toBe(true);
      expect(run.status).toBe(1);
      expect(run.stderr).toMatch(refusal);
    });
  },
);
