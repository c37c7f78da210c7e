import { expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const BASE = "https://cloud.mongodb.com/api/atlas";
const LOADED = `const fetch = (...args) => import("node-fetch").then(({ default: it }) => it(...args));\n`;

it("changes the call of a function that passes on all of its arguments", async () => {
  const { files, remaining } = await fixFiles({
    "a.js": `${LOADED}await fetch("${BASE}/v1.0/groups/g1/alerts");\n`,
  });
  expect(files["a.js"]).toBe(
    `${LOADED}await fetch("${BASE}/v2/groups/g1/alerts", { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });\n`,
  );
  expect(remaining).toEqual([]);
});
