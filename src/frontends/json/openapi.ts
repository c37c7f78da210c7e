import type { Interest } from "../interest.js";
import { asList, asObject, stringAt, valueAt, type JsonValue } from "./nodes.js";

/**
 * Returns whether a document is an OpenAPI document of the versioned API, by its paths and servers. Such a document
 * states the version of each shape, so the old shape belongs to the versions that have it.
 *
 * OpenAPI 3.1 "OpenAPI Object", Swagger 2.0 "Swagger Object".
 */
export function describesVersionedApi(root: JsonValue | undefined, interest: Interest): boolean {
  if ((stringAt(root, "openapi") ?? stringAt(root, "swagger")) === undefined) return false;
  const paths = asObject(valueAt(root, "paths"))?.members.map(({ key }) => key.value) ?? [];
  const servers = asList(valueAt(root, "servers")).map((server) => stringAt(server, "url") ?? "");
  return interest.isVersioned([stringAt(root, "basePath") ?? "", ...servers, ...paths].join("\n"));
}
