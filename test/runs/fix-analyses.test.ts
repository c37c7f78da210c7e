import { afterEach, expect, it, vi } from "vitest";
import { RepositoryAnalysis } from "../../src/engine/analyze-repository.js";
import { v2ready } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const CLIENT = `const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
export async function list(group) {
  const response = await fetch(\`\${BASE}/groups/\${group}/clusters\`);
  return (await response.json()).results;
}
`;

const SCRIPT = `import requests

def get_all():
    return requests.get(endpoint, headers=headers).json()["totalCount"]

headers = {"Accept": "application/json"}
endpoint = "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/alertConfigs"
print(get_all())
`;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs `fix --diff`, and returns what it prints and how often it analysed the files. */
async function fix(files: Readonly<Record<string, string>>): Promise<{ stdout: string; analyses: number }> {
  const cwd = sharedTree({ ".git/HEAD": "", ...files });
  const finish = vi.spyOn(RepositoryAnalysis.prototype, "finish");
  const { stdout } = await v2ready(["fix", "--diff"], { cwd });
  return { stdout, analyses: finish.mock.calls.length };
}

it("fix analyses the files once before and once after the edits, if all users of the edited code are known", async () => {
  const { stdout, analyses } = await fix({ "alerts.py": SCRIPT });
  expect(stdout).toContain("/api/atlas/v2");
  expect(analyses).toBe(2);
});

it("fix analyses them again with code that uses what the edits change and does not mention the API", async () => {
  const { stdout, analyses } = await fix({
    "settings.js": 'export const headers = { "X-Team": "a" };\n',
    "client.js": `import { headers } from "./settings.js";\n${CLIENT.replace("`);", "`, { headers });").replace(".results", ".results.length")}`,
    "other.js":
      'import { headers } from "./settings.js";\nawait fetch("https://example.org/", { headers });\n',
  });
  expect(stdout).toContain("/api/atlas/v2");
  expect(analyses).toBeGreaterThan(2);
});
