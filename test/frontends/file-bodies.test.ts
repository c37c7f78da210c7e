import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { repository } from "../support/repository.js";
import { copyOfFixtures } from "../support/tree.js";
import type { Tree } from "../workspace/support/tree.js";

/** In each folder, each file of data is the body of one request of the program, and has a property that is refused. */
const FOLDER = copyOfFixtures("file-bodies");
const WITHOUT = copyOfFixtures("file-bodies");
const LANGUAGES = readdirSync(FOLDER);

function dataIn(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".json")).sort();
}

describe("bodies that a program reads from files", () => {
  it("are read by programs of these languages", () => {
    expect(LANGUAGES).toEqual(["csharp", "go", "java", "php", "powershell", "ruby", "rust"]);
  });

  it.each(LANGUAGES)("are checked where they are written: %s", async (language) => {
    const cwd = join(FOLDER, language);
    const { findings, summary } = await report([], { cwd });
    const found = findings.map(({ path, property, requests }) => [path, property, requests.length > 0]);
    expect(found.sort()).toEqual(dataIn(cwd).map((path) => [path, "diskSizeGB", true]));
    expect(summary.undetermined).toBe(0);
  });

  it.each(LANGUAGES)("are undetermined where the files are not there: %s", async (language) => {
    const cwd = join(WITHOUT, language);
    for (const path of dataIn(cwd)) rmSync(join(cwd, path));
    const { findings, summary } = await report(["--show-undetermined"], { cwd });
    expect(summary.undetermined).toBeGreaterThan(0);
    expect(findings.map(({ messageId }) => messageId)).toEqual(Array(summary.undetermined).fill("body"));
  });
});

describe("names that are found in two ways", () => {
  const CALL = `curl -sf --digest -u "$A:$B" -H "Accept: application/vnd.atlas.2023-02-01+json" -H "Content-Type: application/json" -X POST "https://cloud.mongodb.com/api/atlas/v2/groups/$G/clusters" -d @-`;
  const BODY = { name: "a", providerBackupEnabled: true, providerSettings: { providerName: "AWS" } };

  async function placesIn(tree: Tree): Promise<string[]> {
    const { findings } = await report([], { cwd: repository(tree) });
    const named = findings.filter(({ property }) => property !== undefined);
    return named.map(({ line, property }) => `${line} ${property}`).sort();
  }

  it("are reported once in a template that a command fills and another sends", async () => {
    const text = `${JSON.stringify(BODY, undefined, 2)}\n`;
    const found = await placesIn({
      "body.json.tpl": text,
      "create.sh": `envsubst < body.json.tpl | ${CALL}\n`,
    });
    expect(found).toEqual(["3 providerBackupEnabled", "4 providerSettings"]);
  });

  it("are reported once in a raw text of C# that is sent", async () => {
    const code = `using System.Net.Http;
class A {
  async Task Create(HttpClient c) {
    var json = """${JSON.stringify(BODY)}""";
    await c.PostAsync("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters", new StringContent(json));
  }
}
`;
    const found = await placesIn({ "A.cs": code });
    expect(found).toEqual(["4 providerBackupEnabled", "4 providerSettings"]);
  });
});
