import { describe, expect, it } from "vitest";
import { analyze } from "../support/analyze.js";

const URL = "https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c";

/** Returns the removed properties in a text that has no parser, each with its line. */
async function namesIn(path: string, text: string): Promise<readonly string[]> {
  const { source, findings } = await analyze(path, text);
  return findings
    .filter(({ ruleId }) => ruleId === "no-removed-property")
    .map(({ property, place }) => `${source.position(place.start).line} ${property}`);
}

/** A file of Terraform that asks for a cluster. */
const terraform = (code: string) => `data "http" "c" {\n  url = "${URL}"\n}\n${code}\n`;

describe("a read near a call of its resource, in a text that has no parser", () => {
  it.each([
    ["a member", "main.tf", terraform("output a { value = local.cluster.mongoURI }"), ["4 mongoURI"]],
    ["a key", "main.tf", terraform('output a { value = local.cluster["mongoURI"] }'), ["4 mongoURI"]],
    ["a method that reads", "a.swift", `get("${URL}")\nprint(json.getString("mongoURI"))\n`, ["2 mongoURI"]],
    ["another name", "a.swift", `get("${URL}")\nprint(json.optString("srvAddress"))\n`, ["2 srvAddress"]],
  ])("is found: %s", async (_, path, text, names) => {
    expect(await namesIn(path, text)).toEqual(names);
  });

  it.each([
    ["a variable of the program", "main.tf", terraform("output a { value = var.mongoURI }")],
    ["a setting", "a.swift", `get("${URL}")\nconnect(config.mongoURI)\nconnect(env["mongoURI"])\n`],
    ["a value that is written", "a.swift", `get("${URL}")\nit.mongoURI = cluster.uri\n`],
    [
      "a text that also reads the new property",
      "a.swift",
      `get("${URL}")\nf(c.mongoURI, c.connectionStrings.standard)\n`,
    ],
    [
      "a text that calls something else",
      "a.swift",
      `get("${URL.replace("clusters/c", "teams")}")\nprint(c.mongoURI)\n`,
    ],
  ])("is none: %s", async (_, path, text) => {
    expect(await namesIn(path, text)).toEqual([]);
  });
});
