import { describe, expect, it } from "vitest";
import { SourceText } from "../../../src/core/source-text.js";
import { frontendFor } from "../../../src/frontends/registry.js";
import { INTEREST } from "./support.js";

describe("the JSON frontend", () => {
  it.each([
    "a.json",
    "deploy/cluster.jsonc",
    "session.HAR",
    "Atlas.postman_collection.json",
    "clusters.ndjson",
    "terraform.tfstate",
  ])("takes %s", (path) => {
    const entry = frontendFor(path);
    expect([entry.name, entry.reading, entry.languageOf(path)]).toEqual(["json", "syntax", "json"]);
  });

  it.each(["a.json5", "notebook.ipynb", "json", "a.json.bak", "a.js", "a.yaml"])(
    "leaves %s to another one",
    (path) => {
      expect(frontendFor(path).name).not.toBe("json");
    },
  );

  it("gives facts once it is loaded", async () => {
    const { analyze } = await frontendFor("a.json").load();
    expect(analyze(new SourceText("a.json", '{"numShards":1}'), INTEREST)).toMatchObject({
      path: "a.json",
      language: "json",
      reading: "syntax",
      fields: [{ name: "numShards" }],
    });
  });
});
