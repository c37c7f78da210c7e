import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { FixReport } from "../../src/report/fix-report.js";
import { TEST_DAY } from "./analyze.js";
import { ROOT, report, v2ready } from "./command.js";
import { sharedTree } from "./tree.js";
import { VOCABULARIES } from "./vocabulary-words.js";

interface Found {
  readonly ruleId: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Returns the names of the folders in folders of `fixtures`, such as `projects/payloads`. */
export function fixtureFolders(...kinds: readonly string[]): string[] {
  return kinds.flatMap((kind) =>
    readdirSync(join(ROOT, "fixtures", kind), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${kind}/${name}`),
  );
}

/**
 * Expects that `check` announces as many fixes as `fix` and `fix --unsafe-fixes` make, for the same findings.
 *
 * @param fixture a folder of `fixtures`, with the words of Atlas
 */
export async function expectAnnounced(fixture: string, vocabulary: "atlas" | "service"): Promise<void> {
  const cwd = sharedTree({ ".git/HEAD": "" });
  cpSync(join(ROOT, "fixtures", fixture), cwd, { recursive: true, verbatimSymlinks: true });
  if (vocabulary === "service") inServiceWords(cwd);
  const checked = await report([], { cwd });
  const counted = new Set(checked.findings.filter(({ severity }) => severity !== "info").map(nameOf));
  const { safe, unsafe, person } = checked.summary.fixability.findings;
  expect(safe + unsafe + person).toBe(counted.size);
  const made = {
    safe: (await fixedIn(cwd)).filter((name) => counted.has(name)).length,
    all: (await fixedIn(cwd, "--unsafe-fixes")).filter((name) => counted.has(name)).length,
  };
  expect(made).toEqual({ safe, all: safe + unsafe });
}

/** Returns the findings that `fix` would fix. */
async function fixedIn(cwd: string, ...flags: readonly string[]): Promise<string[]> {
  const args = ["fix", "--diff", "--as-of", TEST_DAY, "--format", "json", ...flags, "."];
  const { units } = JSON.parse((await v2ready(args, { cwd })).stdout) as FixReport;
  return units.filter(({ outcome }) => outcome === "applied").flatMap(({ findings }) => findings.map(nameOf));
}

function nameOf({ ruleId, path, line, column, message }: Found): string {
  return [ruleId, path, line, column, message].join(" ");
}

/** Writes the words of the specification into the files of a folder, instead of those of Atlas. */
function inServiceWords(folder: string): void {
  const [service, atlas] = VOCABULARIES.map(({ words }) => words);
  for (const path of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const file = join(path.parentPath, path.name);
    let text = readFileSync(file, "utf8")
      .replaceAll("/api/atlas", "/api/admin")
      .replaceAll("vnd.atlas.", "vnd.service.");
    for (const [name, word] of Object.entries(atlas!))
      if (name.startsWith("db")) text = text.replaceAll(word, service![name]!);
    writeFileSync(file, text);
  }
}
