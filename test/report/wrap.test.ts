import { expect, it } from "vitest";
import { wordsOf, wrap } from "../../src/report/wrap.js";

const LONG = "replicationSpecs[].regionConfigs[].electableSpecs.nodeCount.of.it";
const PATH = "/groups/{projectId}/clusters/{clusterName}/indexes/{databaseName}";

it.each([40, 60, 68])("a first word that is wider than %i columns has no empty line above it", (width) => {
  const lines = wrap(wordsOf(`${LONG} sent by fetch`), { lead: "    ", columns: 4, hang: 8, width });
  expect(lines[0]).toContain(LONG);
  expect(lines[1]).toBe("        sent by fetch");
});

it("a word that does not fit beside the lead is written below it", () => {
  const lines = wrap(wordsOf(`${LONG} sent`), { lead: "  3:1  error  ", columns: 14, width: 70 });
  expect(lines).toEqual(["  3:1  error", `  ${LONG}`, "              sent"]);
});

it.each([
  [PATH, ["    /groups/{projectId}/clusters", "        /{clusterName}/indexes", "        /{databaseName}"]],
  [
    `GET ${PATH}`,
    ["    GET /groups/{projectId}/clusters", "        /{clusterName}/indexes", "        /{databaseName}"],
  ],
  [`fetch("${PATH}")`, [`    fetch("${PATH}")`]],
])("a path that is wider than a line goes on at a slash: %s", (text, lines) => {
  const words = [{ text, shown: text }];
  expect(wrap(words, { lead: "    ", columns: 4, hang: 8, width: 40 })).toEqual(lines);
  expect(wrap(words, { lead: "    ", columns: 4, hang: 8, width: 100 })).toEqual([`    ${text}`]);
});
