import { describe, expect, it } from "vitest";
import type { RequestFact } from "../../../../src/facts/request.js";
import { describe as spell } from "../../../../src/facts/text.js";
import { at, factsOf, fieldsAt, payload } from "../support.js";

function brief({ client, methods, urls, headers, credentials }: RequestFact) {
  return {
    client,
    methods,
    urls: urls.map(spell),
    headers: headers.entries.map(({ name, values }) => `${name}: ${values.map(spell).join(" | ")}`),
    open: headers.open.map(({ name }) => name),
    credentials,
  };
}

describe("an export of Insomnia", () => {
  const text = payload("insomnia-4.json");
  const { requests, fields } = factsOf(text);

  it("states a request with the value of its variable in every environment", () => {
    expect(requests.map(brief)).toEqual([
      {
        client: "insomnia",
        methods: ["PATCH"],
        urls: [
          "https://cloud.mongodb.com/api/atlas/v1.0/groups/{group}/clusters/orders",
          "https://cloud.mongodb.com/api/atlas/v2/groups/{group}/clusters/orders",
        ],
        headers: ["accept: application/json"],
        open: [],
        credentials: "digest",
      },
    ]);
    expect(requests[0]!.setsContentType).toBe(true);
  });

  it("knows the body", () => {
    expect(fieldsAt(text, fields)).toEqual([String.raw`autoScaling 14:63 \"autoScaling\"`]);
    expect(fields[0]!.owner).toEqual({ kind: "request", requests: ["0"] });
  });

  it("takes no more than a few values of a variable", () => {
    const resources = Array.from({ length: 30 }, (_, index) => ({
      _type: "environment",
      data: { a: `a${index}`, b: `b${index}` },
    }));
    const request = { _type: "request", method: "GET", url: "https://x/{{ _.a }}/{{ b }}" };
    const [fact] = factsOf(JSON.stringify({ _type: "export", resources: [...resources, request] })).requests;
    expect(fact!.urls).toHaveLength(8);
  });
});

describe("an HTTP archive", () => {
  const text = payload("session.har");
  const { requests, fields } = factsOf(text, "session.har");

  it("states its requests", () => {
    const common = { client: "har", methods: ["GET"], open: [] };
    expect(requests.map(brief)).toEqual([
      {
        ...common,
        urls: ["https://cloud.mongodb.com/api/atlas/v1.0/groups/5f1/clusters?pageNum=1"],
        headers: ["accept: */*", 'authorization: Digest username="abc", realm="MMS Public API"'],
        credentials: "digest",
      },
      { ...common, urls: ["https://search.example.com/indexes"], headers: [], credentials: "none" },
      {
        ...common,
        urls: ["https://cloud.mongodb.com/api/atlas/v1.0/groups/5f1/clusters/orders"],
        headers: [],
        credentials: "none",
      },
    ]);
  });

  it("knows which response each field comes from, and leaves what is encoded alone", () => {
    expect(fields.map(({ path, owner }) => [path.join("."), owner])).toEqual([
      ["results.[].replicationFactor", { kind: "response", requests: ["0"] }],
      ["numShards", { kind: "response", requests: ["1"] }],
      ["replicationFactor", { kind: "response", requests: ["1"] }],
      ["autoScaling", { kind: "response", requests: ["1"] }],
    ]);
    expect(fieldsAt(text, fields)[0]).toBe(
      String.raw`results.[].replicationFactor 19:57 \"replicationFactor\"`,
    );
  });
});

describe("recordings and stubs", () => {
  it("reads calls that nock recorded", () => {
    const text = payload("nock.json");
    const { requests, fields } = factsOf(text);
    expect(requests.map(brief)).toEqual([
      {
        client: "nock",
        methods: ["GET"],
        urls: ["https://cloud.mongodb.com:443/api/atlas/v1.0/groups/5f1/clusters/orders"],
        headers: [],
        open: ["the rest of the headers"],
        credentials: "none",
      },
    ]);
    expect(fieldsAt(text, fields)).toEqual(['numShards 8:37 "numShards"', 'srvAddress 8:53 "srvAddress"']);
    expect(fields.every(({ owner }) => owner.kind === "response")).toBe(true);
  });

  it("reads a cassette of VCR", () => {
    const text = payload("cassette.json");
    const { requests, fields } = factsOf(text);
    expect(requests.map(brief)).toEqual([
      {
        client: "recording",
        methods: ["PATCH"],
        urls: ["https://cloud.mongodb.com/api/atlas/v1.0/groups/5f1/clusters/orders"],
        headers: ["content-type: application/json", "user-agent: Ruby"],
        open: [],
        credentials: "none",
      },
    ]);
    expect(at(text, requests[0]!.headers.place!)).toMatch(/^8:20 \{ "Content-Type"/);
    expect(fields.map(({ name, owner }) => [name, owner.kind])).toEqual([
      ["autoScaling", "request"],
      ["compute", "request"],
      ["numShards", "response"],
    ]);
  });

  const response = { status: 200, jsonBody: { numShards: 1 } };
  it.each([
    {
      name: "WireMock",
      data: {
        request: {
          method: "GET",
          urlPath: "/a",
          headers: { Accept: { equalTo: "x/y" }, Date: { matches: ".*" } },
        },
        response,
      },
      expected: {
        client: "recording",
        urls: ["/a"],
        headers: ["accept: x/y", "date: {value}"],
        open: ["the rest of the headers"],
      },
    },
    {
      name: "MockServer",
      data: {
        httpRequest: { method: "GET", path: "/a" },
        httpResponse: { statusCode: 200, body: { numShards: 1 } },
      },
      expected: { client: "recording", urls: ["/a"], headers: [], open: ["the rest of the headers"] },
    },
    {
      name: "Pact 4",
      data: {
        request: { method: "GET", path: "/a" },
        response: {
          status: 200,
          body: { content: { numShards: 1 }, contentType: "application/json", encoded: false },
        },
      },
      expected: { client: "recording", urls: ["/a"], headers: [], open: ["the rest of the headers"] },
    },
    {
      name: "a fixture by the name of its test",
      data: {
        "lists clusters": [{ scope: "https://x:443", method: "GET", path: "/a", response: { numShards: 1 } }],
      },
      expected: { client: "nock", urls: ["https://x:443/a"], headers: [], open: ["the rest of the headers"] },
    },
  ])("reads a stub of $name", ({ data, expected }) => {
    const { requests, fields } = factsOf(JSON.stringify(data));
    expect(requests.map(brief)).toMatchObject([{ ...expected, methods: ["GET"] }]);
    expect(fields.map(({ path, owner }) => [path, owner])).toEqual([
      [["numShards"], { kind: "response", requests: ["0"] }],
    ]);
  });

  it.each([
    {
      name: "headers as an object and a body",
      data: {
        steps: [
          {
            inputs: {
              method: "patch",
              uri: "https://x/a",
              headers: { Accept: "x/y" },
              body: { numShards: 1 },
            },
          },
        ],
      },
      expected: { methods: ["PATCH"], urls: ["https://x/a"], headers: ["accept: x/y"], open: [] },
    },
    {
      name: "a list of headers of which one is off, and the address by a placeholder",
      data: {
        method: "POST",
        endpoint: "{{base}}/a",
        headers: [
          { key: "Accept", value: "x/y", active: true },
          { key: "X-Off", value: "1", active: false },
        ],
        body: JSON.stringify({ numShards: 1 }),
      },
      expected: { methods: ["POST"], urls: ["{base}/a"], headers: ["accept: x/y"], open: [] },
    },
    {
      name: "a path and no headers",
      data: { method: "PUT", path: "/a", data: { numShards: 1 } },
      expected: { methods: ["PUT"], urls: ["/a"], headers: [], open: ["the rest of the headers"] },
    },
  ])("reads a request of a tool: $name", ({ data, expected }) => {
    const { requests, fields } = factsOf(JSON.stringify(data));
    expect(requests.map(brief)).toMatchObject([{ client: "data", ...expected }]);
    expect(fields.map(({ owner }) => owner)).toEqual([{ kind: "request", requests: ["0"] }]);
  });

  it.each([
    { name: "a route without headers or body", data: { method: "GET", path: "/a" } },
    { name: "a method that is none of HTTP", data: { method: "average", url: "https://x", headers: {} } },
    { name: "an object without a method", data: { url: "https://x", headers: {}, body: {} } },
    { name: "an address that is no string", data: { method: "GET", url: { a: 1 }, headers: {} } },
    { name: "a request that is no object", data: { request: "GET /", response: {} } },
  ])("takes $name for no request", ({ data }) => {
    expect(factsOf(JSON.stringify(data)).requests).toEqual([]);
  });
});
