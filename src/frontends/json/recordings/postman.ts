import { addAll } from "../../../core/add-all.js";
import { addToGroup } from "../../../core/group-by.js";
import type { Credentials } from "../../../facts/request.js";
import type { ModuleHost } from "../../module-host.js";
import {
  NO_VARIABLES,
  expand,
  join,
  type AssembledText,
  type Variable,
  type Variables,
} from "../assembled-text.js";
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
import { parseJson } from "../parse.js";
import { PlacedText } from "../placed-text.js";
import { readHeaders } from "./headers.js";
import { contentsOf, type Recordings } from "./recordings.js";

/** The settings that the requests of a folder inherit. */
interface Inherited {
  readonly variables: Variables;
  /** Those of environments, one of which may be chosen. Then its values come before all others. */
  readonly environments: Variables;
  readonly credentials?: Credentials;
  /** True if a script that runs before the request sets headers. */
  readonly setsHeaders: boolean;
}

/**
 * Reads a Postman collection, also in the wrapper of Postman's API.
 * https://schema.getpostman.com/json/collection/v2.0.0/docs/index.html and …/v2.1.0/…
 *
 * @returns whether the document is one
 */
export function readPostman(root: JsonValue, recordings: Recordings, host?: ModuleHost): boolean {
  const collection = asObject(valueAt(root, "collection")) ?? asObject(root);
  if (!collection || valueAt(collection, "item")?.kind !== "list" || !asObject(valueAt(collection, "info")))
    return false;
  const environments = host ? variablesOfEnvironments(host) : NO_VARIABLES;
  readFolder(collection, { variables: NO_VARIABLES, environments, setsHeaders: false }, recordings);
  return true;
}

function readFolder(folder: JsonObject, above: Inherited, recordings: Recordings): void {
  const own = handDown(folder, above);
  for (const item of asList(valueAt(folder, "item"))) {
    if (item.kind !== "object") continue;
    if (valueAt(item, "item")?.kind === "list") readFolder(item, own, recordings);
    else readItem(item, handDown(item, own), recordings);
  }
}

function handDown(owner: JsonObject, above: Inherited): Inherited {
  const credentials = credentialsOf(valueAt(owner, "auth")) ?? above.credentials;
  return {
    variables: variablesOf(owner, above.variables),
    environments: above.environments,
    setsHeaders: above.setsHeaders || hasHeaderScript(owner),
    ...(credentials ? { credentials } : {}),
  };
}

function variablesOf(owner: JsonObject, above: Variables): Variables {
  const own = new Map<string, Variable[]>();
  for (const entry of asList(valueAt(owner, "variable"))) {
    const name = asString(valueAt(entry, "key")) ?? asString(valueAt(entry, "id"));
    const value = asString(valueAt(entry, "value"));
    if (name && value && value.value !== "") own.set(name.value, [{ name, value }]);
  }
  return own.size === 0 ? above : (name) => own.get(name) ?? above(name);
}

const known = new WeakMap<ModuleHost, Variables>();

/** Returns the variables in the environments that are exported to the repository. */
function variablesOfEnvironments(host: ModuleHost): Variables {
  const before = known.get(host);
  if (before) return before;
  const found = new Map<string, Variable[]>();
  for (const path of ENVIRONMENTS.flatMap((name) => host.filesNamed?.(name) ?? []).slice(
    0,
    MAX_ENVIRONMENTS,
  )) {
    const source = host.read(path);
    const parsed = source ? parseJson(PlacedText.of(source)) : undefined;
    for (const root of parsed?.ok === true ? parsed.roots : [])
      for (const entry of asList(valueAt(root, "values"))) {
        const [name, value] = [asString(valueAt(entry, "key")), asString(valueAt(entry, "value"))];
        if (!name || !value || value.value === "" || isSet(entry, "enabled", false)) continue;
        addToGroup(found, name.value, { name, value });
      }
  }
  const variables: Variables = (name) => found.get(name) ?? [];
  known.set(host, variables);
  return variables;
}

const ENVIRONMENTS = ["*.postman_environment.json", "*.postman_environment", "*.postman_globals.json"];
const MAX_ENVIRONMENTS = 50;

/** Returns variables without those of the same value. */
function distinct(variables: readonly Variable[]): Variable[] {
  return variables.filter(
    ({ value }, index) => variables.findIndex((other) => other.value.value === value.value) === index,
  );
}

/** Absent and `null` inherit; `noauth` does not. */
function credentialsOf(auth: JsonValue | undefined): Credentials | undefined {
  const type = stringAt(auth, "type");
  if (type === undefined) return undefined;
  return SCHEMES.get(type) ?? "unknown";
}

const SCHEMES: ReadonlyMap<string, Credentials> = new Map(
  Object.entries<Credentials>({
    digest: "digest",
    basic: "basic",
    bearer: "bearer",
    oauth2: "bearer",
    noauth: "none",
  }),
);

/** `pm.request.headers.add(…)` in a pre-request script. */
function hasHeaderScript(owner: JsonObject): boolean {
  return asList(valueAt(owner, "event")).some((event) => {
    if (stringAt(event, "listen") !== "prerequest") return false;
    const code = valueAt(event, "script", "exec");
    const lines = code?.kind === "list" ? code.items : code ? [code] : [];
    return lines.some((line) => line.kind === "string" && line.value.includes("request.headers"));
  });
}

function readItem(item: JsonObject, inherited: Inherited, recordings: Recordings): void {
  const request = valueAt(item, "request");
  if (!request) return;
  const variables: Variables = (name) =>
    distinct([...inherited.environments(name), ...inherited.variables(name)]);
  const examples = asList(valueAt(item, "response"));
  const responses = examples.flatMap((example) => contentsOf(valueAt(example, "body")));
  const responseHeaders = examples.map((example) => valueAt(example, "header"));
  if (request.kind === "string") {
    const urls = expand(request, variables);
    recordings.add({
      client: "postman",
      site: request,
      method: "GET",
      urls,
      headers: [],
      headersValue: undefined,
      bodies: [],
      responses,
      responseHeaders,
    });
    return;
  }
  if (request.kind !== "object") return;
  const own = handDown(request, inherited);
  const headers = valueAt(request, "header");
  const { whole, split } = addressOf(valueAt(request, "url"), variables);
  const originals = examples.flatMap((example) =>
    contentsOf(valueAt(example, "originalRequest", "body", "raw")),
  );
  recordings.add({
    client: "postman",
    site: request,
    method: stringAt(request, "method") ?? "GET",
    urls: whole.length > 0 ? whole : split,
    ...(whole.length > 0 ? { respelled: split } : {}),
    headers: readHeaders(headers, variables),
    headersValue: headers?.kind === "list" || headers?.kind === "string" ? headers : undefined,
    ...(own.setsHeaders ? { otherHeaders: "what the pre-request script adds" } : {}),
    setsContentType: stringAt(request, "body", "options", "raw", "language") === "json",
    ...(own.credentials ? { credentials: own.credentials } : {}),
    bodies: [...contentsOf(valueAt(request, "body", "raw")), ...originals],
    responses,
    responseHeaders,
  });
}

/** An address as it was typed, and as it was taken apart: `"path": ["api", "atlas", "v1.0"]`. */
function addressOf(
  url: JsonValue | undefined,
  variables: Variables,
): { whole: AssembledText[]; split: AssembledText[] } {
  if (url?.kind === "string") return { whole: expand(url, variables), split: [] };
  const raw = asString(valueAt(url, "raw"));
  const host = valueAt(url, "host");
  const path = valueAt(url, "path");
  const split = host || path ? [splitAddress(stringAt(url, "protocol"), host, path, variables)] : [];
  return { whole: raw ? expand(raw, variables) : [], split };
}

function splitAddress(
  protocol: string | undefined,
  host: JsonValue | undefined,
  path: JsonValue | undefined,
  variables: Variables,
): AssembledText {
  const pieces: (AssembledText | string)[] = [];
  if (protocol !== undefined) pieces.push(`${protocol}://`);
  for (const [index, label] of stringsIn(host).entries()) {
    if (index > 0) pieces.push(".");
    addAll(pieces, expand(label, variables).slice(0, 1));
  }
  for (const step of stringsIn(path)) {
    if (!step.value.startsWith("/")) pieces.push("/");
    addAll(pieces, expand(step, variables).slice(0, 1));
  }
  return join(pieces);
}

/** A string, a list of strings, or a list of objects with a string as `value`. */
function stringsIn(value: JsonValue | undefined) {
  const items = value?.kind === "list" ? value.items : value ? [value] : [];
  return items.flatMap((item) => asString(item) ?? asString(valueAt(item, "value")) ?? []);
}
