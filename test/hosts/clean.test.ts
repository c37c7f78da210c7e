import { spawnSync } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type * as anchors from "../../src/engine/anchors.js";
import type { Prefilter } from "../../src/engine/prefilter.js";
import { plainFrontend } from "../../src/frontends/plain/frontend.js";
import { frontendFor } from "../../src/frontends/registry.js";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

/** Lets every file through that a parser of a program reads, as if all of them mentioned the API. */
const EVERY_PROGRAM: Prefilter = {
  patterns: [""],
  isCandidate: (text, path) =>
    text.startsWith("#!") ||
    (frontendFor(path) !== plainFrontend && /\.(?:\w*sh|cs|go|java|php|ps1|py|rb|rs)$/.test(path)),
};

vi.mock("../../src/engine/anchors.js", async (original) => ({
  ...(await original<typeof anchors>()),
  prefilterOf: () => EVERY_PROGRAM,
}));

/** Parts of the libraries that come with an interpreter, each with the code that prints where they are. */
const LIBRARIES: readonly (readonly [
  command: string,
  args: readonly string[],
  folders: readonly string[],
])[] = [
  ["python3", ["-c", "import os; print(os.path.dirname(os.__file__))"], ["http", "json"]],
  ["ruby", ["-e", "print RbConfig::CONFIG['rubylibdir']"], ["net", "uri", "json", "optparse", "open-uri.rb"]],
  ["go", ["env", "GOROOT"], ["src/net/url", "src/encoding/json", "src/text/template"]],
];

/** Checkouts of other people's repositories. */
const FOLDER = process.env["V2READY_CLEAN"] ?? "";

describe("programs that have nothing to do with the API have no finding, if all are analysed", () => {
  for (const [command, args, folders] of LIBRARIES) {
    const { stdout, status } = spawnSync(command, args, { encoding: "utf8" });
    it.runIf(status === 0)(`in libraries (needs ${command})`, async () => {
      const cwd = sharedTree({ ".git/HEAD": "" });
      for (const one of folders)
        cpSync(join(stdout.trim(), one), join(cwd, one), { recursive: true, dereference: true });
      await expectClean(cwd);
    });
  }

  it.each(FOLDER === "" ? [] : readdirSync(FOLDER))("in %s", { timeout: 3_600_000 }, (name) =>
    expectClean(join(FOLDER, name)),
  );
});

async function expectClean(cwd: string): Promise<void> {
  const { findings, summary } = await report(["."], { cwd });
  expect(findings.map(({ path, line, ruleId }) => `${path}:${line} ${ruleId}`)).toEqual([]);
  expect(summary.files.parsed).toBeGreaterThan(5);
}
