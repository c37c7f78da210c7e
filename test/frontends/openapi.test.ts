import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { analyze } from "../support/analyze.js";

const HOST = "https://cloud.mongodb.com";

/** The old shape and a new one, as the document of the service has them beside each other. */
const SCHEMAS = {
  LegacyCluster: {
    type: "object",
    properties: {
      mongoURIWithOptions: { type: "string" },
      providerBackupEnabled: { type: "boolean" },
      providerSettings: { type: "object", properties: { providerName: { type: "string" } } },
      numShards: { type: "integer", example: 1 },
    },
    example: { name: "orders", mongoURIWithOptions: "", providerBackupEnabled: true },
  },
  Cluster20240805: { type: "object", properties: { connectionStrings: { type: "object" } } },
};
const OPERATION = { get: { operationId: "listClusters", responses: { 200: { description: "OK" } } } };

/** A document with this server and this path; `basePath` is that of Swagger 2.0. */
function document(server: string, path: string): object {
  return {
    openapi: "3.0.1",
    info: { title: "Administration API", description: "It replaces the unversioned form." },
    servers: [{ url: server }],
    paths: { [path]: OPERATION },
    components: { schemas: SCHEMAS },
  };
}
const swagger = {
  swagger: "2.0",
  basePath: "/api/atlas/v2",
  paths: { "/groups": OPERATION },
  definitions: SCHEMAS,
};

async function rulesIn(content: object, language: "json" | "yaml"): Promise<string[]> {
  const text = language === "json" ? JSON.stringify(content, undefined, 2) : stringify(content);
  const { findings } = await analyze(`openapi.${language}`, text);
  return [...new Set(findings.map(({ ruleId }) => ruleId))].sort();
}

describe.each(["json", "yaml"] as const)("an OpenAPI document in %s", (language) => {
  it.each([
    ["in its paths", document(HOST, "/api/atlas/v2/groups/{groupId}/clusters")],
    ["in its server", document(`${HOST}/api/atlas/v2`, "/groups/{groupId}/clusters")],
    ["in its base path", swagger],
  ])("of the versioned API, %s, is right as it is", async (_where, content) => {
    expect(await rulesIn(content, language)).toEqual([]);
  });

  it.each([
    ["of the unversioned API", document(HOST, "/api/atlas/v1.0/groups/{groupId}/clusters")],
    ["of both forms", { ...document(`${HOST}/api/atlas/v2`, "/api/atlas/v1.0/groups/{groupId}/clusters") }],
  ])("%s has findings", async (_what, content) => {
    expect(await rulesIn(content, language)).toEqual(["no-removed-property", "no-unversioned-base-path"]);
  });

  it("is recognised by its version, and not by paths alone", async () => {
    const { openapi: _openapi, ...rest } = document(HOST, "/api/atlas/v2/groups") as { openapi: string };
    expect(await rulesIn(rest, language)).toContain("no-removed-property");
  });
});
