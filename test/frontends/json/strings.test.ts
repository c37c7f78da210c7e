import { describe, expect, it } from "vitest";
import { describe as spell, HOLE_MARK } from "../../../src/facts/text.js";
import { at, factsOf, stringsAt } from "./support.js";

describe("strings of interest", () => {
  it.each([
    {
      name: "a base path in a value",
      text: '{"url": "https://x/api/atlas/v1.0/groups"}',
      strings: ["base-path 1:19 /api/atlas/v1.0"],
    },
    {
      name: "a base path in a key",
      text: '{\n"/api/atlas/v1.0/groups": {}}',
      strings: ["base-path 2:2 /api/atlas/v1.0"],
    },
    {
      name: "escaped slashes",
      text: String.raw`["https:\/\/x\/api\/atlas\/v1.0\/groups"]`,
      strings: [String.raw`base-path 1:14 \/api\/atlas\/v1.0`],
    },
    {
      name: "characters as numbers",
      text: String.raw`["\u002fapi\u002fatlas\u002fv1.0"]`,
      strings: [String.raw`base-path 1:3 \u002fapi\u002fatlas\u002fv1.0`],
    },
    {
      name: "a string in a string",
      text: JSON.stringify({ a: JSON.stringify({ u: "/api/atlas/v1.0" }) }),
      strings: ["base-path 1:16 /api/atlas/v1.0"],
    },
    {
      name: "several in one string",
      text: '["curl https://x/api/atlas/v1.0 and /api/atlas/v1.5/groups"]',
      strings: ["base-path 1:17 /api/atlas/v1.0", "base-path 1:37 /api/atlas/v1.5"],
    },
    {
      name: "a media type as a key of a response",
      text: '{"content": {"application/vnd.atlas.2023-01-01+json": {}}}',
      strings: ["media-type 1:15 application/vnd.atlas.2023-01-01+json"],
    },
    {
      name: "a connection string with an escaped ampersand",
      text: String.raw`{"uri":"mongodb+srv://c.a1b2c.mongodb.net/?a=1\u0026b=2"}`,
      strings: [String.raw`connection-string 1:9 mongodb+srv://c.a1b2c.mongodb.net/?a=1\u0026b=2`],
    },
    {
      name: "a host name",
      text: '["c-shard-00-00.a1b2c.mongodb.net:27017"]',
      strings: ["host-name 1:3 c-shard-00-00.a1b2c.mongodb.net:27017"],
    },
    {
      name: "discovery",
      text: '["https://x/prometheus/v1.0/groups/1/discovery"]',
      strings: ["discovery-url 1:3 https://x/prometheus/v1.0/groups/1/discovery"],
    },
    {
      name: "other people's versions",
      text: '["/api/v1.0/groups", "https://graph.example.com/v1.0"]',
      strings: [],
    },
    {
      name: "a comment",
      text: "// see /api/atlas/v1.0 and mongoURIWithOptions\n{}",
      strings: ["base-path 1:8 /api/atlas/v1.0"],
    },
  ])("are found: $name", ({ text, strings }) => {
    expect(stringsAt(text, factsOf(text).strings)).toEqual(strings);
  });

  it("are reported with their meaning, with the text after them, and with one part if they contain escapes", () => {
    const [plain, escaped] = factsOf(
      String.raw`["/api/atlas/v1.0/groups/1?x=2", "\/api\/atlas\/v1.0\/groups"]`,
    ).strings;
    expect(plain).toMatchObject({
      value: "/api/atlas/v1.0",
      rest: "/groups/1?x=2",
      setting: "data",
      parts: [],
    });
    expect(escaped).toMatchObject({ value: "/api/atlas/v1.0", rest: "/groups", parts: [escaped!.place] });
    expect(plain).not.toHaveProperty("text");
  });

  it("are in answers where they are links of one", () => {
    const text = `{ "links": [{ "href": "/api/atlas/v1.0/groups/1", "rel": "self" }], "href": "/api/atlas/v1.0/groups/2" }`;
    expect(factsOf(text).strings.map(({ rest, setting }) => [rest, setting])).toEqual([
      ["/groups/1", "answer"],
      ["/groups/2", "data"],
    ]);
  });

  it("have holes for placeholders", () => {
    const text =
      '["mongodb+srv://${Cluster}.a1b2c.mongodb.net", "/api/atlas/v1.0/groups/{{ _.group }}/clusters"]';
    const [connection, base] = factsOf(text).strings;
    expect(connection).toMatchObject({
      what: "connection-string",
      value: `mongodb+srv://${HOLE_MARK}.a1b2c.mongodb.net`,
      parts: [connection!.place],
    });
    expect(at(text, connection!.place)).toBe("1:3 mongodb+srv://${Cluster}.a1b2c.mongodb.net");
    expect(spell(connection!.text!)).toBe("mongodb+srv://{Cluster}.a1b2c.mongodb.net");
    const [hole] = connection!.text!.parts.filter((part) => part.kind === "hole");
    expect(hole).toMatchObject({ reason: "environment", name: "Cluster" });
    expect(at(text, hole!.place!)).toBe("1:17 ${Cluster}");
    expect(base).toMatchObject({ rest: `/groups/${HOLE_MARK}/clusters`, parts: [] });
    expect(base).not.toHaveProperty("text");
  });

  it("have their place in a long text with many escapes and placeholders", () => {
    const lines = Array.from({ length: 300 }, (_, index) => `line "${index}" of ${"${NAME}"}`);
    const text = JSON.stringify({ script: [...lines, "curl /api/atlas/v1.0/groups", ...lines].join("\n") });
    const [base, ...others] = factsOf(text).strings;
    expect(others).toEqual([]);
    expect(base!.place.start).toBe(text.indexOf("/api/atlas"));
    expect(base).toMatchObject({ value: "/api/atlas/v1.0", rest: "/groups", parts: [] });
    expect(text.slice(base!.place.start, base!.place.end)).toBe("/api/atlas/v1.0");
  });

  it("say of a comment that it is one", () => {
    const text = '{\n  "a": 1, // /api/atlas/v1.0/groups\n  /* two\n lines */ "b": 2\n}';
    const { strings, comments } = factsOf(text);
    expect(strings).toMatchObject([{ setting: "comment", rest: "/groups" }]);
    expect(comments.map(({ text: inside, span }) => [inside, at(text, span)])).toEqual([
      [" /api/atlas/v1.0/groups", "2:11 // /api/atlas/v1.0/groups"],
      [" two\n lines ", "3:3 /* two\n lines */"],
    ]);
  });
});

describe("property names in strings", () => {
  it.each([
    {
      name: "the string is the name",
      text: '{"path":"mongoURIWithOptions"}',
      names: ["1:10 mongoURIWithOptions"],
    },
    {
      name: "a key in JSON that does not parse",
      text: String.raw`["{\"regionsConfig\" : {"]`,
      names: ["1:6 regionsConfig"],
    },
    {
      name: "a key in a command",
      text: JSON.stringify(`curl -d '{"a":1, "regionsConfig":{}}'`),
      names: ["1:23 regionsConfig"],
    },
    {
      name: "an escaped key in a command",
      text: JSON.stringify(String.raw`curl -d "{\"regionsConfig\":{}}"`),
      names: ["1:17 regionsConfig"],
    },
    { name: "prose", text: '["the regionsConfig of a cluster"]', names: [] },
    { name: "a quoted word", text: `["use 'regionsConfig' no more"]`, names: [] },
    { name: "a dotted path", text: '["$configuration.replicationSpecs.regionsConfig.x"]', names: [] },
    { name: "a path that is a key", text: '{"a.regionsConfig":1}', names: [] },
    { name: "what a schema requires", text: '{"required":["regionsConfig"]}', names: [] },
    {
      name: "a name that others use, too",
      text: '["numShards", "autoScaling", "providerSettings"]',
      names: [],
    },
  ])("$name", ({ text, names }) => {
    const { strings, fields } = factsOf(text);
    expect(fields).toEqual([]);
    expect(strings.filter(({ what }) => what === "name").map(({ place }) => at(text, place))).toEqual(names);
    expect(strings).toHaveLength(names.length);
  });
});
