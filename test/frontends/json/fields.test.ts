import { describe, expect, it } from "vitest";
import { knownText } from "../../../src/facts/text.js";
import { factsOf, fieldsAt, payload } from "./support.js";

describe("fields of data", () => {
  it.each([
    { name: "one object", text: '{ "numShards": 1 }', fields: ['numShards 1:3 "numShards"'] },
    {
      name: "an object in an object",
      text: '{\n "spec": {\r\n  "autoScaling": {} } }',
      fields: ['spec.autoScaling 3:3 "autoScaling"'],
    },
    {
      name: "a list with results",
      text: '{"results":[{"numShards":1},{"srvAddress":"x"}]}',
      fields: ['results.[].numShards 1:14 "numShards"', 'results.[].srvAddress 1:30 "srvAddress"'],
    },
    {
      name: "objects in a list that is the document",
      text: '[{"numShards":1},[{"a":{"numShards":1}}]]',
      fields: ['numShards 1:3 "numShards"', 'a.numShards 1:25 "numShards"'],
    },
    {
      name: "both of two equal keys",
      text: '{"numShards":1,"numShards":2}',
      fields: ['numShards 1:2 "numShards"', 'numShards 1:16 "numShards"'],
    },
    {
      name: "a field inside another one",
      text: '{"providerSettings":{"autoScaling":{}}}',
      fields: ['providerSettings 1:2 "providerSettings"', 'providerSettings.autoScaling 1:22 "autoScaling"'],
    },
    {
      name: "a key with escapes",
      text: String.raw`{"num\u0053hards":1}`,
      fields: [String.raw`numShards 1:2 "num\u0053hards"`],
    },
    { name: "a key among others", text: '{"x":{"numShards2":1,"Numshards":2}}', fields: [] },
    {
      name: "an object in a string",
      text: String.raw`{"body":" {\"numShards\":1}\n"}`,
      fields: [String.raw`numShards 1:12 \"numShards\"`],
    },
    {
      name: "an object in a string in a string",
      text: payload("event.json"),
      fields: [
        String.raw`clusters.[].numShards 4:50 \\\"numShards\\\"`,
        String.raw`clusters.[].replicationFactor 4:70 \\\"replicationFactor\\\"`,
        String.raw`clusters.[].providerSettings 4:98 \\\"providerSettings\\\"`,
      ],
    },
    {
      name: "lines of JSON",
      text: payload("clusters.jsonl"),
      fields: [
        'numShards 1:13 "numShards"',
        'replicationFactor 1:27 "replicationFactor"',
        'providerSettings 1:49 "providerSettings"',
        'providerBackupEnabled 2:13 "providerBackupEnabled"',
      ],
    },
    {
      name: "a template",
      text: payload("cluster-template.json"),
      fields: [
        'numShards 3:3 "numShards"',
        'replicationFactor 4:3 "replicationFactor"',
        'providerBackupEnabled 6:3 "providerBackupEnabled"',
        'providerSettings 8:3 "providerSettings"',
      ],
    },
  ])("are stated for $name", ({ text, fields }) => {
    expect(fieldsAt(text, factsOf(text).fields)).toEqual(fields);
  });

  it("are reported with the keys beside them, their values, and the name of the document", () => {
    const text =
      '{"name":"x","providerSettings":{"providerName":"AWS","diskIOPS":3},"srvAddress":"s","name":"y"}';
    const [settings, address] = factsOf(text, "deploy/atlas-cluster.json").fields;
    const owner = {
      kind: "object",
      name: "atlas-cluster",
      siblings: ["name", "providerSettings", "srvAddress"],
    };
    expect(settings).toMatchObject({
      access: "write",
      setting: "data",
      owner,
      contents: { providerName: "AWS", diskIOPS: undefined },
      extent: { path: "deploy/atlas-cluster.json", start: 12, end: text.indexOf(',"srvAddress') },
    });
    expect(address).toMatchObject({ owner });
    expect(address!.values!.map(knownText)).toEqual(["s"]);
  });

  it("are called by the key of the string that holds them", () => {
    const text = JSON.stringify({
      clusterBody: JSON.stringify({ numShards: 1 }),
      other: [JSON.stringify({ autoScaling: {} })],
    });
    expect(factsOf(text).fields.map(({ owner }) => owner)).toEqual([
      { kind: "object", name: "clusterBody", siblings: ["numShards"] },
      { kind: "object", name: "[]", siblings: ["autoScaling"] },
    ]);
  });

  it("are not looked for in strings more than three levels deep", () => {
    const nested = (levels: number) => {
      let text = JSON.stringify({ numShards: 1 });
      for (let level = 0; level < levels; level++) text = JSON.stringify({ body: text });
      return factsOf(text).fields.length;
    };
    expect([0, 1, 2, 3, 4].map(nested)).toEqual([1, 1, 1, 1, 0]);
  });

  it("have a path of bounded length", () => {
    const text = `${'{"a":'.repeat(500)}{"numShards":1}${"}".repeat(500)}`;
    const [field] = factsOf(text).fields;
    expect(field!.path).toHaveLength(64);
    expect(field!.path.at(-1)).toBe("numShards");
  });
});

describe("fields of schemas", () => {
  it("are declared with the name of the schema and the properties beside them", () => {
    const text = payload("openapi.json");
    const { fields } = factsOf(text);
    const declared = fields.filter(({ access }) => access === "declare");
    expect(fieldsAt(text, declared)).toEqual([
      'mongoURI 26:11 "mongoURI"',
      'providerBackupEnabled 27:11 "providerBackupEnabled"',
      'providerSettings 28:11 "providerSettings"',
      'replicationSpecs 29:11 "replicationSpecs"',
      'replicationSpecs.[].numShards 34:17 "numShards"',
      'replicationSpecs.[].regionsConfig 35:17 "regionsConfig"',
    ]);
    expect(declared[0]!.owner).toEqual({
      kind: "type",
      name: "Cluster",
      siblings: ["name", "mongoURI", "providerBackupEnabled", "providerSettings", "replicationSpecs"],
    });
    expect(declared[5]!.owner).toEqual({
      kind: "type",
      name: "Cluster",
      siblings: ["numShards", "regionsConfig"],
    });
    const examples = fields.filter(({ access }) => access === "write");
    expect(fieldsAt(text, examples).map((line) => line.split(" ")[0])).toEqual(
      [
        [
          "paths",
          "/api/atlas/v1.0/groups/{groupId}/clusters",
          "post",
          "requestBody",
          "content",
          "application/json",
          "example",
          "numShards",
        ],
        [
          "paths",
          "/api/atlas/v1.0/groups/{groupId}/clusters",
          "post",
          "requestBody",
          "content",
          "application/json",
          "example",
          "providerSettings",
        ],
      ].map((steps) => steps.join(".")),
    );
  });

  const property = { numShards: { type: "integer" } };
  it.each([
    {
      name: "its title",
      schema: { title: "Cluster", type: "object", properties: property },
      path: ["numShards"],
      type: "Cluster",
    },
    { name: "the file", schema: { type: "object", properties: property }, path: ["numShards"], type: "file" },
    {
      name: "its definition",
      schema: { $defs: { Spec: { properties: property } } },
      path: ["numShards"],
      type: "Spec",
    },
    {
      name: "a definition inside a schema",
      schema: {
        $schema: "x",
        properties: { a: { $ref: "#/definitions/A" } },
        definitions: { A: { properties: property } },
      },
      path: ["numShards"],
      type: "A",
    },
    {
      name: "the route that it belongs to",
      schema: {
        paths: {
          "/clusters": { get: { responses: { 200: { schema: { type: "object", properties: property } } } } },
        },
      },
      path: ["numShards"],
      type: "/clusters",
    },
    {
      name: "the schema around it, as an element",
      schema: {
        title: "List",
        type: "object",
        properties: { results: { type: "array", items: { properties: property } } },
      },
      path: ["results", "[]", "numShards"],
      type: "List",
    },
    {
      name: "the schema around it, as the value of any key",
      schema: {
        title: "Map",
        type: "object",
        properties: { zones: { additionalProperties: { properties: property } } },
      },
      path: ["zones", "{}", "numShards"],
      type: "Map",
    },
    {
      name: "the schema that it is a part of",
      schema: {
        title: "Whole",
        allOf: [{ properties: property }, { properties: { srv: { type: "string" } } }],
      },
      path: ["numShards"],
      type: "Whole",
      siblings: ["numShards", "srv"],
    },
  ])("are named by $name", ({ schema, path, type, siblings = ["numShards"] }) => {
    const [field, ...others] = factsOf(JSON.stringify(schema)).fields;
    expect(others).toEqual([]);
    expect(field).toMatchObject({ access: "declare", path, owner: { kind: "type", name: type, siblings } });
  });

  it.each([
    {
      name: "resources of a template",
      data: { type: "Some.Resource", properties: { numShards: { type: "x" } } },
    },
    { name: "values", data: { properties: { numShards: 1 } } },
    { name: "objects without a mark of a schema", data: { properties: { numShards: { count: 1 } } } },
  ])("are not seen in $name under properties", ({ data }) => {
    expect(factsOf(JSON.stringify(data)).fields).toMatchObject([
      { access: "write", path: ["properties", "numShards"] },
    ]);
  });

  it("hold examples, which are data", () => {
    const schema = {
      title: "Cluster",
      type: "object",
      properties: { a: { type: "string" } },
      example: { numShards: 1 },
    };
    expect(factsOf(JSON.stringify(schema)).fields).toMatchObject([
      {
        access: "write",
        path: ["numShards"],
        owner: { kind: "object", name: "Cluster", siblings: ["numShards"] },
      },
    ]);
  });
});
