import { expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const CLUSTER = "https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters/c";

/** Returns the findings about properties that are shown, as `messageId line`. */
async function shownIn(path: string, text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze(path, text);
  return findings
    .filter(({ ruleId, confidence }) => /property/.test(ruleId) && confidence !== "low")
    .map(({ messageId, place }) => `${messageId} ${source.position(place.start).line}`);
}

it("an object that gets what code reads of a response under the same names has only reads that break", async () => {
  const text = `import requests
cluster = requests.get("${CLUSTER}").json()
summary = {
    "name": cluster["name"],
    "providerBackupEnabled": cluster.get("providerBackupEnabled", False),
    "autoScaling": cluster["autoScaling"],
}
save(summary)
`;
  expect(await shownIn("a.py", text)).toEqual(["response 5", "response 6"]);
});

it("an object with values of its own may be what is sent", async () => {
  const text = `import requests
cluster = requests.get("${CLUSTER}").json()
settings = {
    "numShards": 1,
    "providerBackupEnabled": True,
    "backupEnabled": cluster["backupEnabled"],
}
save(settings)
`;
  expect(await shownIn("a.py", text)).toContain("payload 5");
});
