import { addToGroup } from "../../../core/group-by.js";
import type { Credentials } from "../../../facts/request.js";
import { expand, type Variable, type Variables } from "../assembled-text.js";
import {
  asList,
  asObject,
  asString,
  isSet,
  stringAt,
  valueAt,
  type JsonObject,
  type JsonValue,
} from "../nodes.js";
import { readHeaders } from "./headers.js";
import { contentsOf, type Recordings } from "./recordings.js";

/**
 * Reads an export of Insomnia, format 3 or 4. (Format 5 is YAML.)
 * https://docs.insomnia.rest/insomnia/import-export-data
 *
 * @returns whether the document is one
 */
export function readInsomnia(root: JsonValue, recordings: Recordings): boolean {
  const isExport = stringAt(root, "_type") === "export" || valueAt(root, "__export_format") !== undefined;
  const resources = asList(valueAt(root, "resources")).flatMap((resource) => asObject(resource) ?? []);
  if (!isExport || resources.length === 0) return false;
  const variables = variablesIn(resources);
  for (const resource of resources) {
    if (stringAt(resource, "_type") === "request") readRequest(resource, variables, recordings);
  }
  return true;
}

function readRequest(request: JsonObject, variables: Variables, recordings: Recordings): void {
  const url = asString(valueAt(request, "url"));
  if (!url) return;
  const headers = valueAt(request, "headers");
  const credentials = credentialsOf(valueAt(request, "authentication"));
  recordings.add({
    client: "insomnia",
    site: request,
    method: stringAt(request, "method"),
    urls: expand(url, variables),
    headers: readHeaders(headers, variables),
    headersValue: headers,
    setsContentType: stringAt(request, "body", "mimeType") === "application/json",
    ...(credentials ? { credentials } : {}),
    bodies: contentsOf(valueAt(request, "body", "text")),
    responses: [],
  });
}

const SCHEMES: ReadonlyMap<string, Credentials> = new Map(
  Object.entries<Credentials>({
    digest: "digest",
    basic: "basic",
    bearer: "bearer",
    oauth2: "bearer",
  }),
);

function credentialsOf(authentication: JsonValue | undefined): Credentials | undefined {
  const type = stringAt(authentication, "type");
  if (type === undefined || isSet(authentication, "disabled", true)) return undefined;
  return SCHEMES.get(type) ?? "unknown";
}

/** Returns the variables in the environments of the workspace and its folders: `{{ _.atlas.base }}`, `{{ base }}`. */
function variablesIn(resources: readonly JsonObject[]): Variables {
  const found = new Map<string, Variable[]>();
  for (const resource of resources) {
    const type = stringAt(resource, "_type");
    const data = type === "environment" ? "data" : type === "request_group" ? "environment" : undefined;
    if (data !== undefined) collect(valueAt(resource, data), "", found);
  }
  return (name) => found.get(name) ?? [];
}

function collect(data: JsonValue | undefined, prefix: string, found: Map<string, Variable[]>): void {
  for (const { key, value } of asObject(data)?.members ?? []) {
    const name = prefix + key.value;
    if (value.kind === "string") addToGroup(found, name, { name: key, value });
    else collect(value, `${name}.`, found);
  }
}
