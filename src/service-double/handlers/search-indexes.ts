import { apiError } from "../../validation/api-error.js";
import { Refusal } from "../api-error.js";
import type { Document } from "../store.js";
import { clusterOf } from "./clusters.js";
import { groupOf, notFound, type Call, type Reply } from "./call.js";
import { objectIn } from "./cluster-settings.js";

/** The members of an index that are not settings; all others are its definition. */
const OWN: ReadonlySet<string> = new Set(["collectionName", "database", "indexID", "name", "status", "type"]);

/**
 * Answers calls of search indexes. `fts/indexes` has the settings of an index at the root, `search/indexes` has them in
 * `definition` of bodies and in `latestDefinition` of responses. Both are over one list (facts, `operationMoves`).
 */
export function searchIndexes(call: Call): Reply {
  groupOf(call);
  const cluster = clusterOf(call);
  const path = `/groups/${groupOf(call).id}/clusters/${cluster.name}/search/indexes`;
  const all = call.store.documents(path);
  const isFormer = call.endpoint.id.startsWith("ftsIndexes.");
  const shown = (index: Document): Document => (isFormer ? flat(index) : index);
  if (call.method === "POST") {
    const index: Document = { ...stored(call, isFormer), indexID: call.store.newIdentifier() };
    const name = index["name"] ?? "default";
    if (all.some((one) => one["name"] === name && isOf(one, index["database"], index["collectionName"])))
      throw new Refusal(apiError(409, "DUPLICATE", `${String(name)} already exists.`, String(name)));
    const made = { ...index, name, status: isFormer ? "STEADY" : "READY" };
    call.store.setDocuments(path, [...all, made]);
    return { status: isFormer ? 200 : 201, body: shown(made) };
  }
  const { parameters } = call;
  const [database, collection] = [parameters.get("DATABASE-NAME"), parameters.get("COLLECTION-NAME")];
  const [id, name] = [parameters.get("INDEX-ID"), parameters.get("INDEX-NAME")];
  const found = all.filter((one) =>
    id === undefined
      ? isOf(one, database, collection) && (name === undefined || one["name"] === name)
      : one["indexID"] === id,
  );
  if (id === undefined && name === undefined) return { status: 200, body: found.map(shown) };
  const [index] = found;
  if (!index) throw notFound(call.path);
  if (call.method === "GET") return { status: 200, body: shown(index) };
  const others = all.filter((one) => one !== index);
  if (call.method === "DELETE") {
    call.store.setDocuments(path, others);
    return { status: 204 };
  }
  const changed = { ...index, latestDefinition: stored(call, isFormer)["latestDefinition"] };
  call.store.setDocuments(path, [...others, changed]);
  return { status: 200, body: shown(changed) };
}

function isOf(index: Document, database: unknown, collection: unknown): boolean {
  return (
    (database === undefined || index["database"] === database) &&
    (collection === undefined || index["collectionName"] === collection)
  );
}

/** Returns a body as it is kept, with its settings in `latestDefinition`. @throws {Refusal} 400 for another shape */
function stored(call: Call, isFormer: boolean): Document {
  const body = objectIn(call);
  const members = Object.entries(body);
  if (isFormer)
    return {
      ...Object.fromEntries(members.filter(([name]) => OWN.has(name))),
      latestDefinition: Object.fromEntries(members.filter(([name]) => !OWN.has(name))),
    };
  const { definition, ...rest } = body;
  return { ...rest, latestDefinition: definition };
}

function flat({ latestDefinition, ...index }: Document): Document {
  return { ...index, ...(latestDefinition as Document | undefined) };
}
