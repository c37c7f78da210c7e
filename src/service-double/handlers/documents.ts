import { apiError, invalidAttribute } from "../../validation/api-error.js";
import { Refusal } from "../api-error.js";
import { decoded } from "../served.js";
import type { Document } from "../store.js";
import { clusterOf } from "./clusters.js";
import { groupOf, listOf, notFound, type Call, type Reply } from "./call.js";
import { shown, stored } from "./shapes.js";

/** Attributes by which the last part of a path may name an element. */
const NAMES = [
  ...["id", "name", "username", "ipAddress", "cidrBlock", "awsSecurityGroup", "clusterName", "publicKey"],
  ...["roleName", "roleId", "teamId", "clientId", "type", "label", "_id", "indexID"],
];

/** Those that only one element of a list has. */
const UNIQUE = ["cidrBlock", "awsSecurityGroup", "roleName", "name"];

/** Attributes that are taken and never shown again. */
const SECRETS = ["password", "secret", "privateKey"];

/**
 * Answers calls of every endpoint without rules of its own: lists, elements and single documents, stored as they are
 * sent. Their attributes are checked only if a vocabulary of another API describes them (`shapes.ts`). Method, path,
 * version and headers are checked before.
 */
export function documents(call: Call): Reply {
  if (!call.vocabulary.isStandalone) checkParents(call);
  const pattern = segmentsOf(call.endpoint.path);
  const names = trailingParameters(pattern);
  const action = (call.endpoint.id.split(".")[1] ?? "").startsWith("list") ? "list" : call.method;
  if (isAction(call)) {
    // The answer of an action of another API is unknown: it gets the attributes that are sent, with the names of the version.
    const body = call.vocabulary.isStandalone ? shown(call, stored(call, asDocument(call.body))) : {};
    return { status: 200, body };
  }
  const path = collectionPath(call, names.length);
  if (names.length > 0) return onElement(call, path, names);
  const body = call.body;
  switch (action) {
    case "list":
      return listed(call, call.store.documents(path));
    case "POST":
      return create(call, path, body);
    case "GET":
      return { status: 200, body: shown(call, call.store.documents(path)[0] ?? {}) };
    case "DELETE":
      call.store.setDocuments(path, []);
      return { status: 204 };
    default: {
      const document = { ...call.store.documents(path)[0], ...stored(call, asDocument(body)) };
      call.store.setDocuments(path, [document]);
      return { status: 200, body: shown(call, document) };
    }
  }
}

function listed(call: Call, all: readonly Document[]): Reply {
  const answers = all.map((one) => shown(call, one));
  return listOf(answers, call);
}

function create(call: Call, path: string, body: unknown): Reply {
  const given = Array.isArray(body) ? body.map(asDocument) : [asDocument(body)];
  const all = call.store.documents(path);
  const { isStandalone } = call.vocabulary;
  const made = given.map((document): Document => {
    const entry = isStandalone ? stored(call, document) : withCidr(stripped(document));
    const key = isStandalone ? undefined : keyOf(entry);
    const same = key === undefined ? -1 : all.findIndex((one) => keyOf(one) === key);
    if (same >= 0 && Array.isArray(body)) all.splice(same, 1);
    else if (same >= 0) throw new Refusal(apiError(409, "DUPLICATE", `${key!} already exists.`, key!));
    const complete = hasOwnName(entry) ? entry : { id: call.store.newIdentifier(), ...entry };
    all.push(complete);
    return complete;
  });
  call.store.setDocuments(path, all);
  return Array.isArray(body)
    ? { ...listed(call, all), status: 201 }
    : { status: 201, body: shown(call, made[0]!) };
}

function onElement(call: Call, path: string, parameters: readonly string[]): Reply {
  const all = call.store.documents(path);
  const values = parameters.map((name) => call.parameters.get(name) ?? "");
  const { isStandalone } = call.vocabulary;
  const names = new Set([...NAMES, ...(isStandalone ? [plain(parameters[0]!)] : [])]);
  const index = all.findIndex((document) => isNamed(document, values, names));
  if (index < 0) {
    // Another API may create what is put at a path.
    if (call.method !== "POST" && !(call.method === "PUT" && isStandalone)) throw notFound(call.path);
    if (isStandalone) return create(call, path, { id: values[0], ...asDocument(call.body) });
    return create(call, path, { ...asDocument(call.body), name: values[0] });
  }
  if (call.method === "GET") return { status: 200, body: shown(call, all[index]!) };
  if (call.method === "DELETE") {
    all.splice(index, 1);
    call.store.setDocuments(path, all);
    return { status: 204 };
  }
  const change = stripped(stored(call, asDocument(call.body)));
  all[index] =
    call.method === "PUT" ? { ...identityOf(all[index]!), ...change } : { ...all[index], ...change };
  call.store.setDocuments(path, all);
  return { status: 200, body: shown(call, all[index]!) };
}

/** @throws {Refusal} 404 for a project or a cluster that is not there */
function checkParents(call: Call): void {
  if (call.parameters.has("GROUP-ID")) groupOf(call);
  if (call.parameters.has("CLUSTER-NAME") && call.path.includes("/clusters/")) clusterOf(call);
  const org = call.parameters.get("ORG-ID");
  if (org !== undefined && !call.store.documents("/orgs").some(({ id }) => id === org))
    throw notFound(call.path);
}

/** A call that does something and keeps nothing: `restartPrimaries`, `:pinFeatureCompatibilityVersion`. */
function isAction({ endpoint, method, vocabulary }: Call): boolean {
  if (method !== "POST" || segmentsOf(endpoint.path).at(-1)?.startsWith("{") === true) return false;
  if (endpoint.path.includes(":")) return true;
  const resources = vocabulary.resources.flatMap(({ endpoints }) => endpoints);
  return !resources.some((one) => one.method === "GET" && one.path.startsWith(endpoint.path));
}

function segmentsOf(path: string): string[] {
  return path.split("/").slice(1);
}

/** Names of the parameters at the end of a path that say which element is meant. */
function trailingParameters(pattern: readonly string[]): string[] {
  const first = pattern.findLastIndex((segment) => !/^\{[^}]*\}$/.test(segment)) + 1;
  return pattern.slice(first).map((segment) => segment.slice(1, -1));
}

function collectionPath(call: Call, parameters: number): string {
  const segments = segmentsOf(call.path);
  const kept = segments.slice(0, segments.length - parameters);
  if (kept.at(-1) === "byName") kept.pop();
  return `/${kept.map(decoded).join("/")}`;
}

function isNamed(document: Document, values: readonly string[], names: ReadonlySet<string>): boolean {
  if (values.length > 1) return values.every((value) => Object.values(document).includes(value));
  return Object.entries(document).some(
    ([name, value]) =>
      (typeof value === "string" || typeof value === "number") &&
      String(value) === values[0] &&
      (names.has(name) || names.has(plain(name))),
  );
}

/** `PHONE-NUMBER`, `phone_number` and `phoneNumber` are the same name. */
function plain(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}

/** The attributes that must be unique in a list, besides the identifier; `undefined` if none is known. */
function keyOf(document: Document): string | undefined {
  const { username, databaseName } = document;
  if (typeof username === "string" && typeof databaseName === "string") return `${databaseName}/${username}`;
  const name = UNIQUE.find((one) => typeof document[one] === "string");
  return name === undefined ? undefined : String(document[name]);
}

/** Database users, addresses and roles are known by what they are; everything else gets an identifier. */
function hasOwnName(document: Document): boolean {
  return ["databaseName", "cidrBlock", "awsSecurityGroup", "roleName"].some((name) => name in document);
}

function identityOf(document: Document): Document {
  return Object.fromEntries(Object.entries(document).filter(([name]) => NAMES.includes(name)));
}

function stripped(document: Document): Document {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !SECRETS.includes(name)));
}

/** An entry of an access list is found by its address, which is shown in both notations. */
function withCidr(document: Document): Document {
  const { ipAddress, cidrBlock } = document;
  if (typeof ipAddress === "string" && cidrBlock === undefined)
    return { ...document, cidrBlock: `${ipAddress}/32` };
  return document;
}

function asDocument(value: unknown): Document {
  if (value === undefined || value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Document;
  throw new Refusal(invalidAttribute("body", "An object is expected."));
}
