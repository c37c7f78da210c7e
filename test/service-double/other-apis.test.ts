import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadCatalog } from "../../src/catalog/load.js";
import type { VocabularyData } from "../../src/catalog/model.js";
import { OpenApiDocument, type Json } from "../../src/catalog/openapi/document.js";
import { generate } from "../../src/catalog/openapi/generate.js";
import { readOverlay } from "../../src/catalog/openapi/overlay.js";
import { baseOf } from "../../src/catalog/openapi/paths.js";
import { startServiceDouble, type ServiceDouble } from "../../src/service-double/index.js";
import { Store } from "../../src/service-double/store.js";

const FOLDER = join(import.meta.dirname, "../../fixtures/openapi/harbor");
const read = (name: string): Json => parse(readFileSync(join(FOLDER, name), "utf8")) as Json;

function side(name: string) {
  const document = new OpenApiDocument(name, read(name));
  return { document, base: baseOf(document, { path: undefined, option: "--base-to" }), hash: "0" };
}

const overlay = { origin: "overlay.json", data: readOverlay("overlay.json", read("overlay.json")) };
const { authentication: _, ...open } = generate({
  ...{ name: "harbor", from: side("v1.json"), to: side("v2.json"), overlay },
}).vocabulary;
const PAIR: VocabularyData = open;
const DATED = generate({ name: "harbor", to: side("versions.yaml") }).vocabulary;

const started: ServiceDouble[] = [];
afterEach(() => Promise.all(started.splice(0).map((double) => double.close())));

async function start(data: VocabularyData, asOf = "2026-11-27"): Promise<ServiceDouble> {
  const catalog = loadCatalog({
    vocabularies: [data.name],
    userVocabularies: [{ origin: "harbor.json", data }],
  });
  const credentials = { publicKey: "public", privateKey: "private" };
  const double = await startServiceDouble({ catalog, asOf, credentials, store: new Store() });
  started.push(double);
  return double;
}

type Headers = Readonly<Record<string, string>>;

/** `201 {…}`; a text body is sent as it is. */
async function call(double: ServiceDouble, line: string, body?: unknown, headers: Headers = {}) {
  const [method = "", path = ""] = line.split(" ");
  const response = await fetch(`${double.url}/api/harbor${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: (text === "" ? undefined : JSON.parse(text)) as Record<string, unknown>,
    headers: response.headers,
  };
}

describe("an API that states the version in the base path", () => {
  it("has both forms over one store, and each shows its own names", async () => {
    const double = await start(PAIR);
    const made = await call(double, "POST /v1/berths", { name: "North", len: 12, tariffCode: "T1" });
    expect(made).toMatchObject({ status: 201, body: { name: "North", len: 12, tariffCode: "T1" } });
    const { id } = made.body;
    expect((await call(double, `GET /v2/berths/${String(id)}`)).body).toEqual({
      id,
      name: "North",
      lengthMeters: 12,
    });
    await call(double, `PATCH /v2/berths/${String(id)}`, { lengthMeters: 14 });
    expect((await call(double, "GET /v1/berths")).body).toEqual({ items: [{ ...made.body, len: 14 }] });
    // The whole response is the list.
    expect((await call(double, "GET /v2/bookings")).body).toEqual([]);
  });

  it.each([
    [
      "a removed attribute",
      "POST /v2/berths",
      { name: "a", lengthMeters: 1, len: 1 },
      400,
      "INVALID_ATTRIBUTE",
    ],
    ["a read-only attribute", "PATCH /v2/berths/b", { createdAt: "now" }, 404, "RESOURCE_NOT_FOUND"],
    ["a body without a required one", "POST /v2/berths", { name: "a" }, 400, "MISSING_ATTRIBUTE"],
    ["an endpoint that is gone", "PUT /v2/berths/b/lights", { on: true }, 410, "ENDPOINT_GONE"],
    ["an unknown path", "GET /v2/piers", undefined, 404, "RESOURCE_NOT_FOUND"],
    ["a method that there is not", "DELETE /v2/bookings", undefined, 405, "METHOD_NOT_ALLOWED"],
    ["an element that there is not", "GET /v2/berths/b", undefined, 404, "RESOURCE_NOT_FOUND"],
  ])("refuses %s", async (_name, line, body, status, errorCode) => {
    expect(await call(await start(PAIR), line, body)).toMatchObject({ status, body: { errorCode } });
  });

  it("checks the body of a call that keeps nothing, and sends it back", async () => {
    const resources = PAIR.resources!.map((one) => ({
      ...one,
      endpoints: one.endpoints.filter(({ method }) => method === "POST"),
    }));
    const double = await start({ ...PAIR, resources });
    const sent = { name: "a", len: 1 };
    expect(await call(double, "POST /v1/berths", sent)).toMatchObject({ status: 200, body: sent });
    expect(await call(double, "POST /v2/berths", sent)).toMatchObject({ status: 400 });
  });

  it("takes forms, and what is put at a new path", async () => {
    const double = await start(PAIR);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { body } = await call(double, "POST /v2/bookings", "skipperName=Ada&paidBy=CARD", headers);
    expect(body).toMatchObject({ skipperName: "Ada", paidBy: "CARD" });
    expect(await call(double, "PUT /v1/berths/b1/lights", { on: true })).toMatchObject({ status: 200 });
  });
});

describe("an API that states the version in the media type", () => {
  const accept = (date: string): Headers => ({ accept: `application/vnd.harbor.${date}+json` });

  it("shows the shape of the date, and refuses what the date does not have", async () => {
    const double = await start(DATED);
    const sent = { name: "North", lengthMeters: 12 };
    const made = await call(double, "POST /v2/berths", sent, accept("2025-06-01"));
    expect(made).toMatchObject({ status: 201, body: sent });
    const { body } = await call(double, "GET /v2/berths", undefined, accept("2024-03-01"));
    expect(body).toEqual({ items: [{ id: made.body["id"], name: "North" }] });
    for (const wrong of [accept("2024-03-02"), {}])
      expect(await call(double, "GET /v2/berths", undefined, wrong)).toMatchObject({ status: 406 });
    expect(await call(double, "POST /v2/berths", sent, accept("2024-03-01"))).toMatchObject({
      status: 400,
      body: { errorCode: "INVALID_ATTRIBUTE", parameters: ["lengthMeters"] },
    });
  });

  it("announces the end of a version, and refuses it from then on", async () => {
    const before = await call(await start(DATED), "GET /v2/berths", undefined, accept("2024-03-01"));
    expect(before.headers.get("sunset")).toBe("Mon, 1 Mar 2027 00:00:00 GMT");
    const after = await start(DATED, "2027-03-01");
    expect(await call(after, "GET /v2/berths", undefined, accept("2024-03-01"))).toMatchObject({
      status: 410,
    });
  });
});

describe("the credentials of another API", () => {
  const taking = (
    schemes: NonNullable<VocabularyData["authentication"]>[number]["schemes"],
    keys?: NonNullable<VocabularyData["authentication"]>[number]["keys"],
  ): VocabularyData => ({
    ...PAIR,
    authentication: [
      { surface: "administration", schemes, ...(keys && { keys }), credentials: "Some.", sources: ["TO"] },
    ],
  });
  const pair = (text: string): Headers => ({
    authorization: `Basic ${Buffer.from(text).toString("base64")}`,
  });

  it.each<[string, VocabularyData, Headers, Headers, string | null]>([
    ["Basic", taking(["basic"]), pair("public:private"), pair("a:b"), 'Basic realm="Harbor API"'],
    ["a token", taking(["bearer"]), { authorization: "Bearer private" }, pair("public:private"), "Bearer"],
    [
      "a key",
      taking(["api-key"], [{ in: "header", name: "X-Key" }]),
      { "x-key": "private" },
      { "x-key": "a" },
      null,
    ],
    [
      "a key behind a word",
      taking(["api-key"], [{ in: "header", name: "Authorization" }]),
      { authorization: "Token private" },
      {},
      null,
    ],
    [
      "a cookie",
      taking(["api-key"], [{ in: "cookie", name: "sid" }]),
      { cookie: "a=b; sid=private" },
      { cookie: "b=private" },
      null,
    ],
  ])("are %s", async (_name, data, right, wrong, challenge) => {
    const double = await start(data);
    expect(await call(double, "GET /v2/berths", undefined, right)).toMatchObject({ status: 200 });
    const refused = await call(double, "GET /v2/berths", undefined, wrong);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, challenge]);
  });

  it("are a key in the query", async () => {
    const double = await start(taking(["api-key"], [{ in: "query", name: "key" }]));
    expect(await call(double, "GET /v2/berths?key=private")).toMatchObject({ status: 200 });
    expect(await call(double, "GET /v2/berths?key=other")).toMatchObject({ status: 401 });
  });

  it("are digest only if it states that", async () => {
    const { headers } = await call(await start(taking(["digest"])), "GET /v2/berths");
    expect(headers.get("www-authenticate")).toMatch(/^Digest realm="Harbor API"/);
    expect(await call(await start(PAIR), "GET /v2/berths")).toMatchObject({ status: 200 });
  });
});
