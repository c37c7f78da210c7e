import { describe, expect, it } from "vitest";
import { report } from "../support/command.js";
import { repository } from "../support/repository.js";

const ACCEPT = "application/vnd.atlas.2023-02-01+json";

/** Returns the places of base paths for which no request is found. */
async function unusedIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await report(["--show-undetermined"], { cwd: repository({ ...files }) });
  return findings.filter(({ messageId }) => messageId === "base").map(({ path, line }) => `${path}:${line}`);
}

describe("a base path is used by a request", () => {
  it("of a client that joins it to a host without the slash between them", async () => {
    const text = `import aiohttp

PATHS = {"clusters": "/api/atlas/v2/groups/{group}/clusters"}

async def main(group):
    headers = {"Accept": "${ACCEPT}"}
    async with aiohttp.ClientSession("https://cloud.mongodb.com", headers=headers) as session:
        async with session.get(PATHS["clusters"].format(group=group)) as resp:
            return await resp.json()
`;
    expect(await unusedIn({ "probe.py": text })).toEqual([]);
    expect(await unusedIn({ "probe.py": text.replace("session.get", "other") })).toEqual(["probe.py:3"]);
  });

  it("in a class of C# whose file has another name", async () => {
    const files = {
      "Api/Http.cs": `namespace Acme;
public static class AtlasDefaults
{
    public const string Base = "https://cloud.mongodb.com/api/atlas/v2";
}
`,
      "Api/Alerts.cs": `namespace Acme;
public static class Alerts
{
    public static async Task<string> ListAsync(string group)
    {
        var http = new HttpClient();
        return await http.GetStringAsync($"{AtlasDefaults.Base}/groups/{group}/alerts");
    }
}
`,
    };
    const { findings } = await report([], { cwd: repository({ ...files }) });
    expect(findings.map(({ ruleId, path, line }) => `${ruleId} ${path}:${line}`)).toEqual([
      "require-version-media-type Api/Alerts.cs:6",
    ]);
    expect(await unusedIn(files)).toEqual([]);
  });
});
