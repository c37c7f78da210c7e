import type { Interest } from "../interest.js";
import { asList, asObject, stringAt, valueAt, type JsonValue } from "./nodes.js";

/**
 * Whether a document is an OpenAPI document of the versioned API, by its paths and servers. It says itself which shape
 * belongs to which version, so the old shape stands there for the versions that have it.
 *
 * OpenAPI 3.1 "OpenAPI Object", Swagger 2.0 "Swagger Object".
 */
export function describesVersionedApi(root: JsonValue | undefined, interest: Interest): boolean {
  if ((stringAt(root, "openapi") ?? stringAt(root, "swagger")) === undefined) return false;
  const paths = asObject(valueAt(root, "paths"))?.members.map(({ key }) => key.value) ?? [];
  const servers = asList(valueAt(root, "servers")).map((server) => stringAt(server, "url") ?? "");
  return interest.isVersioned([stringAt(root, "basePath") ?? "", ...servers, ...paths].join("\n"));
}
