import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadCatalog } from "../../../src/catalog/load.js";
import { OpenApiDocument, type Json, type JsonObject } from "../../../src/catalog/openapi/document.js";
import { generate, type Generated } from "../../../src/catalog/openapi/generate.js";
import { readOverlay, type Overlay } from "../../../src/catalog/openapi/overlay.js";
import { baseOf, placed } from "../../../src/catalog/openapi/paths.js";

const FOLDER = join(import.meta.dirname, "../../../fixtures/openapi/harbor");
const read = (name: string): Json => parse(readFileSync(join(FOLDER, name), "utf8")) as Json;

function side(name: string, data: Json = read(name), path?: string) {
  const document = new OpenApiDocument(name, data);
  return { document, base: baseOf(document, { path, option: "--base-to" }), hash: "0" };
}

const OVERLAY = read("overlay.json");

function harbor(overlay?: Overlay): Generated {
  const merged = overlay ? { overlay: { origin: "overlay.json", data: overlay } } : {};
  return generate({ name: "harbor", from: side("v1.json"), to: side("v2.json"), ...merged });
}

/** `removed berths.len request response -> lengthMeters` */
function linesOf({ vocabulary }: Generated): string[] {
  return (vocabulary.properties ?? []).map(
    ({ status, resource, path, in: directions, replacement, exactness, endpoints }) =>
      [
        `${status} ${resource}.${path} ${directions.join(" ")}`,
        ...(endpoints ? [`of ${endpoints.join(" ")}`] : []),
        ...(replacement.length > 0 ? [`-> ${replacement.join(", ")} (${exactness})`] : []),
      ].join(" "),
  );
}

function changeOf({ vocabulary }: Generated, id: string): string | undefined {
  const endpoints = vocabulary.resources!.flatMap((resource) => resource.endpoints);
  return endpoints.find((one) => one.id === id)!.versions[0]!.change;
}

describe("a vocabulary of two documents", () => {
  const made = harbor();

  it("is taken like any other", () => {
    const data = { ...made.vocabulary };
    const [vocabulary] = loadCatalog({
      vocabularies: ["harbor"],
      userVocabularies: [{ origin: "harbor.json", data }],
    }).vocabularies;
    expect(vocabulary).toMatchObject({
      isStandalone: true,
      versionedBy: "path",
      hosts: ["api.harbor.example"],
      discovery: { base: "" },
    });
    expect(vocabulary!.resources.map(({ name, noun }) => `${name} ${noun}`)).toEqual([
      "berths berth",
      "bookings booking",
    ]);
  });

  it("has what the documents say about properties, and no successor that nobody confirmed", () => {
    expect(linesOf(made)).toEqual([
      "removed berths.len request response",
      "removed berths.size.draught request response",
      "repurposed berths.pier request response -> pier (manual)",
      "removed berths.tariffCode request response",
      "read-only berths.createdAt request",
      "required berths.lengthMeters request",
      "removed bookings.depositPaid request response",
      "removed bookings.skipper request response",
      "required bookings.paidBy request",
    ]);
  });

  it("knows the list that the elements are in, and the list that is the whole response", () => {
    const lists = made.vocabulary.resources!.flatMap(({ endpoints }) =>
      endpoints.flatMap(({ id, listPrefix }) => (listPrefix === undefined ? [] : [`${id} ${listPrefix}`])),
    );
    expect(lists).toEqual(["berths.list items[]", "bookings.list []"]);
  });

  it("lists what a person should decide, with what is likely", () => {
    expect(
      made.undecided.map(({ resource, path, candidates: [first] }) => `${resource}.${path} ${first?.path}`),
    ).toEqual([
      "berths.len lengthMeters",
      "berths.size.draught size.depth",
      "berths.tariffCode undefined",
      "bookings.depositPaid undefined",
      "bookings.skipper skipperName",
    ]);
    expect(made.undecidedOperations).toEqual([{ method: "PUT", path: "/berths/{BERTH-ID}/lights" }]);
  });

  it("says what else changed for an operation", () => {
    expect(changeOf(made, "berths.create")).toBe("requests must have lengthMeters");
    expect(changeOf(made, "bookings.create")).toBe("paidBy does not take CASH; requests must have paidBy");
    expect(changeOf(made, "berths.list")).toBeUndefined();
  });
});

describe("credentials", () => {
  const schemesOf = (securitySchemes: Json, security?: Json): readonly string[] | undefined => {
    const data = { ...(read("v2.json") as JsonObject) };
    const components = { ...(data["components"] as JsonObject), securitySchemes };
    const { security: _, ...rest } = data;
    const to = side("v2.json", { ...rest, components, ...(security === undefined ? {} : { security }) });
    const { vocabulary } = generate({ name: "harbor", from: side("v1.json"), to });
    return vocabulary.authentication?.flatMap(({ schemes, keys = [] }) => [
      ...schemes,
      ...keys.map((key) => `${key.in} ${key.name}`),
    ]);
  };
  const basic = { type: "http", scheme: "Basic" };
  const key = { type: "apiKey", in: "header", name: "X-Key" };

  it.each<[string, Json, Json | undefined, readonly string[] | undefined]>([
    ["Basic", { basic }, undefined, ["basic"]],
    ["digest", { digest: { type: "http", scheme: "digest" } }, [{ digest: [] }], ["digest"]],
    ["tokens", { a: { type: "oauth2", flows: {} }, b: { type: "openIdConnect" } }, undefined, ["bearer"]],
    ["keys", { key }, [{ key: [] }], ["api-key", "header X-Key"]],
    ["those in use alone", { basic, key }, [{ basic: [] }, {}], ["basic"]],
    [
      "nothing of schemes that the catalog cannot express",
      { basic, tls: { type: "mutualTLS" } },
      undefined,
      undefined,
    ],
    ["nothing of a document without schemes", {}, undefined, undefined],
  ])("are taken from the new document: %s", (_, schemes, security, expected) => {
    expect(schemesOf(schemes, security)).toEqual(expected);
  });
});

describe("an overlay", () => {
  const made = harbor(readOverlay("overlay.json", OVERLAY));

  it("is merged", () => {
    expect(linesOf(made)).toEqual([
      "removed berths.len request response -> lengthMeters (exact)",
      "removed berths.size.draught request response -> size.depth (exact)",
      "repurposed berths.pier request response -> pier (manual)",
      "removed berths.tariffCode request response",
      "read-only berths.createdAt request",
      "required berths.lengthMeters request",
      "removed bookings.depositPaid request response -> deposit.isPaid (exact)",
      "removed bookings.skipper request response -> skipperName (exact)",
      "required bookings.paidBy request",
      "repurposed berths.price request response -> price (manual)",
    ]);
    expect(made.undecided).toEqual([]);
    expect(made.undecidedOperations).toEqual([]);
  });

  it("makes a new name no new requirement", () => {
    expect(changeOf(made, "berths.create")).toBeUndefined();
  });

  it.each<[string, Overlay, string]>([
    [
      "a resource that there is not",
      { properties: [{ resource: "berth", path: "len", is: "gone" }] },
      "properties[0].resource: berth is not a resource",
    ],
    [
      "a property that the documents do not have",
      { properties: [{ resource: "berths", path: "lenght", is: "gone" }] },
      "properties[0].path: lenght is not a removed property of berths",
    ],
    [
      "a property that stays",
      { properties: [{ resource: "berths", path: "name", is: "gone" }] },
      "properties[0].path: name is not a removed property of berths",
    ],
    [
      "a successor that the new document does not have",
      { properties: [{ resource: "berths", path: "len", is: "renamed", to: ["length"] }] },
      "properties[0].to[0]: length is not a property of berths in the new document",
    ],
    [
      "a new name in another object",
      { properties: [{ resource: "bookings", path: "depositPaid", is: "renamed", to: ["deposit.isPaid"] }] },
      "properties[0].is: deposit.isPaid is in another object",
    ],
    [
      "a rename without its new name",
      { properties: [{ resource: "berths", path: "len", is: "renamed" }] },
      "properties[0].to: has 0 paths, and renamed needs 1",
    ],
    [
      "an operation that is still there",
      { operations: [{ method: "GET", path: "/berths", is: "gone" }] },
      "operations[0].path: GET /berths is not an operation that is gone",
    ],
    [
      "a move of an operation to nowhere",
      { operations: [{ method: "PUT", path: "/berths/{BERTH-ID}/lights", is: "moved", to: "/lights" }] },
      "operations[0].to: /lights is not a path of the new document",
    ],
  ])("that names %s is refused", (_, overlay, message) => {
    expect(() => harbor(overlay)).toThrow(`overlay.json: ${message}`);
  });

  it("that does not fit its schema is refused", () => {
    expect(() =>
      readOverlay("overlay.json", { properties: [{ resource: "berths", path: "len", is: "lost" }] }),
    ).toThrow(
      'overlay.json: properties[0].is: is "lost", and must be one of renamed, moved, gone, repurposed, undecided',
    );
  });
});

describe("a vocabulary of one document with all versions", () => {
  const made = generate({ name: "harbor", to: side("versions.yaml") });

  it("has the versions and the day on which each ends", () => {
    const [list] = made.vocabulary.resources!.flatMap(({ endpoints }) => endpoints);
    expect(list).toMatchObject({
      id: "berths.list",
      versions: [
        { date: "2024-03-01", deprecated: "2025-06-01", sunset: "2027-03-01" },
        { date: "2025-06-01" },
      ],
    });
    expect(made.vocabulary.mediaType?.form).toBe("application/vnd.{vendor}.{date}+{format}");
    expect(made.vocabulary.words.vendor).toBe("harbor");
    expect(made.vocabulary.lifecycle).toMatchObject({
      releases: ["2024-03-01", "2025-06-01"],
      defaultTarget: "2025-06-01",
    });
  });

  it("has what is removed, what has another type and what is new", () => {
    expect(linesOf(made)).toEqual([
      "removed berths.len request response",
      "repurposed berths.pier request response -> pier (manual)",
      "added berths.lengthMeters request response",
      "added berths.pier.name request response",
      "added berths.lights request response",
    ]);
  });
});

describe("the base path", () => {
  const document = (server: string | undefined, ...paths: string[]): OpenApiDocument =>
    new OpenApiDocument("api.json", {
      openapi: "3.0.3",
      info: { title: "A", version: "1" },
      ...(server === undefined ? {} : { servers: [{ url: server }] }),
      paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])),
    });
  const base = (of: OpenApiDocument, path?: string) => baseOf(of, { path, option: "--base-to" });

  it.each([
    [
      "of a server",
      document("https://a.example/api/x/v1", "/b"),
      { prefix: "/api/x", version: "v1", inPaths: "" },
    ],
    [
      "of a server with nothing before the version",
      document("https://a.example/v1/", "/b"),
      { prefix: "/a.example", version: "v1", inPaths: "" },
    ],
    [
      "that all paths start with",
      document("https://a.example", "/api/x/v2/b", "/api/x/v2/c/{d}"),
      { prefix: "/api/x", version: "v2", inPaths: "/api/x/v2" },
    ],
  ])("%s is found", (_, of, expected) => {
    expect(base(of)).toEqual(expected);
  });

  it("that is stated is taken", () => {
    expect(base(document(undefined, "/b"), "/api/x/v3")).toEqual({
      prefix: "/api/x",
      version: "v3",
      inPaths: "",
    });
  });

  it.each([
    ["without a version", document("https://a.example/api", "/b"), undefined, "cannot tell the base path"],
    ["of many APIs", document(undefined, "/v1/b"), "/v1", "/v1 alone is the base path of many APIs"],
    [
      "that no operation has",
      document(undefined, "/api/x/v1.0/b", "/api/x/v1.0/c", "/api/x/v1.5/d"),
      "/api/x/v1",
      "no operation has the base path /api/x/v1",
    ],
  ])("%s is refused", (_, of, path, message) => {
    expect(() => base(of, path)).toThrow(message);
  });

  it("is suggested, with the number of operations", () => {
    const of = document(undefined, "/api/x/v1.0/b", "/api/x/v1.5/d", "/api/x/v1.5/e");
    const hint =
      "State it: --base-to /api/x/v1.5. Operations of the document start with: /api/x/v1.5 (2), /api/x/v1.0 (1).";
    expect(() => base(of)).toThrow(expect.objectContaining({ hint }));
  });

  it("that a gateway puts before the paths of the document is taken", () => {
    expect(base(document(undefined, "/v3/b"), "/api/x/v3")).toMatchObject({
      prefix: "/api/x",
      inPaths: "/v3",
    });
  });

  it("is the path of an operation, too", () => {
    const { operations } = document(undefined, "/api/x/v2", "/api/x/v2/b");
    const paths = operations.map(
      (operation) => placed(operation, base(document(undefined, "/api/x/v2"), "/api/x/v2"))?.path,
    );
    expect(paths).toEqual(["", "/b"]);
  });

  it("must be the same but for the version", () => {
    expect(() =>
      generate({
        name: "a",
        from: side("v1.json", read("v1.json"), "/api/other/v1"),
        to: side("v2.json"),
      }),
    ).toThrow("the base paths /api/other/v1 and /api/harbor/v2 differ before the version");
  });
});
