import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const URL = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/alerts";
const TYPE = "application/vnd.atlas.2023-02-01+json";
const send = `import { readFileSync } from "node:fs";\nconst settings = JSON.parse(readFileSync("settings.json", "utf8"));\nawait fetch("${URL}", { headers: settings.headers });\n`;

describe("headers in a JSON file", () => {
  it.each([
    [
      "another value in place",
      `{ "headers": { "accept": "application/json", "X-A": "b" } }\n`,
      `{ "headers": { "accept": "${TYPE}", "X-A": "b" } }\n`,
    ],
    [
      "a member more",
      `{ "headers": { "X-A": "b" }, "retries": 2 }\n`,
      `{ "headers": { "X-A": "b", "Accept": "${TYPE}" }, "retries": 2 }\n`,
    ],
    [
      "a member more on a line of its own",
      `{\r\n  "headers": {\r\n    "X-A":"b"\r\n  }\r\n}\r\n`,
      `{\r\n  "headers": {\r\n    "X-A":"b",\r\n    "Accept":"${TYPE}"\r\n  }\r\n}\r\n`,
    ],
    ["their first member", `{ "headers": {} }\n`, `{ "headers": { "Accept": "${TYPE}" } }\n`],
  ])("get %s", async (_what, before, after) => {
    const { files, remaining, units } = await fixFiles({ "a.js": send, "settings.json": before });
    expect(files["settings.json"]).toBe(after);
    expect(files["a.js"]).toBe(send.replace("v1.0", "v2"));
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
    expect(remaining).toEqual([]);
  });

  it("stay as they are where another service gets them, too, and are spread at the call", async () => {
    const other = `await fetch("https://weather.example/today", { headers: settings.headers });\n`;
    const before = { "a.js": send + other, "settings.json": `{ "headers": { "X-A": "b" } }\n` };
    const { files } = await fixFiles(before);
    expect(files["settings.json"]).toBe(before["settings.json"]);
    const spread = `headers: { ...settings.headers, Accept: "${TYPE}" }`;
    expect(files["a.js"]).toBe(
      send.replace("v1.0", "v2").replace("headers: settings.headers", spread) + other,
    );
  });
});
