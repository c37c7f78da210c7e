import { describe, expect, it } from "vitest";
import { describe as spell } from "../../../../src/facts/text.js";
import { at, factsOf, fieldsAt, payload, stringsAt } from "../support.js";

describe("a Postman collection 2.1", () => {
  const text = payload("postman-2.1.json");
  const { requests, fields, strings } = factsOf(text);
  const [create, list] = requests;

  it("states its requests with the values of its variables", () => {
    expect(
      requests.map(({ client, form, setting, understood, methods }) => ({
        client,
        form,
        setting,
        understood,
        methods,
      })),
    ).toEqual([
      { client: "postman", form: "recorded", setting: "data", understood: true, methods: ["POST"] },
      { client: "postman", form: "recorded", setting: "data", understood: true, methods: ["GET"] },
    ]);
    expect(requests.map(({ urls }) => urls.map(spell))).toEqual([
      ["https://cloud.mongodb.com/api/atlas/v1.0/groups/{groupId}/clusters"],
      ["https://cloud.mongodb.com/api/atlas/v2/groups/{groupId}/clusters"],
    ]);
    expect(at(text, create!.site)).toMatch(/^13:22 \{\n\s+"method": "POST"/);
  });

  it("keeps the way of each part of an address", () => {
    const written = list!.urls[0]!.parts.map((part) => {
      const place = part.kind === "segment" ? part.written : part.place;
      const hops: string[] = [];
      for (let hop = part.hops; hop; hop = hop.before) hops.push(hop.hop.name);
      return [at(text, place!), ...hops];
    });
    expect(written).toEqual([
      ["51:32 https://cloud.mongodb.com", "base", "host"],
      ["52:40 /api/atlas/v2", "base"],
      ["43:29 /groups/"],
      ["43:37 {{groupId}}"],
      ["43:48 /clusters"],
    ]);
  });

  it("reads headers that are sent, and their places", () => {
    expect(
      create!.headers.entries.map(({ name, values, place }) => [name, values.map(spell), at(text, place!)]),
    ).toEqual([["content-type", ["application/json"], '16:24 "Content-Type"']]);
    expect(list!.headers.entries.map(({ name, values }) => [name, values.map(spell)])).toEqual([
      ["accept", ["application/json"]],
    ]);
    expect(at(text, create!.headers.place!)).toMatch(/^15:23 \[\n/);
    expect(create!.headers.open).toEqual([]);
  });

  it("inherits credentials from the folder", () => {
    expect(requests.map(({ credentials }) => credentials)).toEqual(["digest", "digest"]);
  });

  it("knows whose body each field is in", () => {
    expect(fields.map(({ owner }) => owner)).toEqual([
      { kind: "request", requests: ["0"] },
      { kind: "request", requests: ["0"] },
      { kind: "request", requests: ["0"] },
      { kind: "response", requests: ["0"] },
    ]);
    expect(fieldsAt(text, fields)).toEqual([
      String.raw`numShards 21:57 \"numShards\"`,
      String.raw`providerSettings 21:89 \"providerSettings\"`,
      String.raw`replicationFactor 32:70 \"replicationFactor\"`,
      String.raw`srvAddress 34:52 \"srvAddress\"`,
    ]);
  });

  it("gives the body as a tree", () => {
    const { body } = create!;
    expect(body).toMatchObject({
      kind: "object",
      members: [{ key: "name" }, { key: "numShards" }, { key: "providerSettings" }],
    });
    if (body?.kind !== "object") throw new Error("no object");
    expect(at(text, body.members[1]!.keyPlace!)).toBe(String.raw`21:57 \"numShards\"`);
    expect(body.members[2]!.value).toMatchObject({
      kind: "object",
      members: [{ key: "instanceSizeName", value: { kind: "text" } }],
    });
  });

  it("finds the base path in an address that is taken apart", () => {
    const split = strings.find(({ parts }) => parts.length > 1);
    expect(split).toMatchObject({ what: "base-path", value: "/api/atlas/v1.0" });
    expect(split!.parts.map((part) => at(text, part))).toEqual(["26:25 api", "26:32 atlas", "26:41 v1.0"]);
    expect(
      stringsAt(
        text,
        strings.filter(({ what }) => what === "base-path"),
      ),
    ).toEqual(["base-path 24:31 /api/atlas/v1.0", "base-path 26:41 v1.0"]);
  });
});

describe("other forms of Postman collections", () => {
  it("reads version 2.0 with addresses and headers as strings", () => {
    const text = payload("postman-2.0.json");
    const { requests } = factsOf(text);
    expect(requests.map(({ urls, methods, credentials }) => [urls.map(spell), methods, credentials])).toEqual(
      [
        [["https://cloud.mongodb.com/api/atlas/v1.0/groups"], ["GET"], "none"],
        [["https://cloud.mongodb.com/api/atlas/v1.0"], ["GET"], "none"],
      ],
    );
    expect(
      requests[0]!.headers.entries.map(({ name, values, place }) => [
        name,
        values.map(spell),
        at(text, place!),
      ]),
    ).toEqual([
      ["content-type", ["application/json"], "10:20 Content-Type"],
      ["x-trace", ["1"], "10:52 X-Trace"],
    ]);
  });

  it("does not know the headers that a script adds", () => {
    expect(factsOf(payload("postman-2.0.json")).requests[0]!.headers.open).toMatchObject([
      { reason: "limit", name: "what the pre-request script adds" },
    ]);
  });

  const collection = (item: object, more: object = {}) =>
    JSON.stringify({ info: { name: "c" }, item: [{ name: "r", request: item }], ...more });

  it.each([
    { name: "basic", auth: { type: "basic" }, expected: "basic" },
    { name: "a token of OAuth", auth: { type: "oauth2" }, expected: "bearer" },
    { name: "a kind that is not known", auth: { type: "hawk" }, expected: "unknown" },
    { name: "null, which inherits", auth: null, expected: "digest" },
    { name: "none", auth: { type: "noauth" }, expected: "none" },
  ])("reads credentials: $name", ({ auth, expected }) => {
    const text = collection({ url: "https://x/", auth }, { auth: { type: "digest" } });
    expect(factsOf(text).requests[0]!.credentials).toBe(expected);
  });

  it("prefers the variables of a folder over those of the collection", () => {
    const request = { url: "{{base}}/groups" };
    const text = JSON.stringify({
      info: {},
      variable: [{ key: "base", value: "https://outer" }],
      item: [{ item: [{ request }], variable: [{ id: "base", value: "https://inner" }] }, { request }],
    });
    expect(factsOf(text).requests.map(({ urls }) => spell(urls[0]!))).toEqual([
      "https://inner/groups",
      "https://outer/groups",
    ]);
  });

  it.each([
    {
      name: "that lead in a circle",
      variable: [
        { key: "a", value: "{{b}}x" },
        { key: "b", value: "{{a}}" },
      ],
    },
    { name: "without a value", variable: [{ key: "a", value: "" }] },
    { name: "that are defined elsewhere", variable: [] },
  ])("leaves a hole for variables $name", ({ variable }) => {
    const [request] = factsOf(collection({ url: "{{a}}/groups" }, { variable })).requests;
    expect(request!.urls).toHaveLength(1);
    expect(
      request!.urls[0]!.parts.some((part) => part.kind === "hole" && part.reason === "environment"),
    ).toBe(true);
    expect(spell(request!.urls[0]!)).toMatch(/\/groups$/);
  });

  it("comes to an end where variables multiply", () => {
    const variable = [{ key: "a", value: "{{a}}".repeat(1000) }];
    const [request] = factsOf(collection({ url: "{{a}}".repeat(1000) }, { variable })).requests;
    expect(request!.urls).toHaveLength(1);
    expect(request!.urls[0]!.parts.length).toBeLessThan(200_000);
  });

  it("reads the address from its pieces where it is given in pieces only", () => {
    const url = {
      protocol: "https",
      host: ["cloud", "mongodb", "com"],
      path: ["api", "atlas", { type: "string", value: "v1.0" }],
    };
    const { requests, strings } = factsOf(collection({ url }));
    expect(spell(requests[0]!.urls[0]!)).toBe("https://cloud.mongodb.com/api/atlas/v1.0");
    expect(strings).toMatchObject([{ what: "base-path", value: "/api/atlas/v1.0" }]);
  });

  it("knows when Postman itself sets the content type", () => {
    const body = (language: string) => ({ mode: "raw", raw: "{}", options: { raw: { language } } });
    const sets = (language: string) =>
      factsOf(collection({ method: "POST", url: "https://x/", body: body(language) })).requests[0]!
        .setsContentType;
    expect([sets("json"), sets("text")]).toEqual([true, false]);
  });

  it("reads what the API of Postman wraps", () => {
    const wrapped = `{"collection":${collection({ url: "https://x/" })}}`;
    expect(factsOf(wrapped).requests).toHaveLength(1);
  });
});
