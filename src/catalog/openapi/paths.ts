import { CatalogError, UsageError } from "../../core/errors.js";
import type { OpenApiDocument, Operation } from "./document.js";

/** The base path of an API: `/api/harbor/v1` is the prefix `/api/harbor` and the version `v1`. */
export interface Base {
  /** Starts with a slash. The host, if nothing else comes before the version. */
  readonly prefix: string;
  readonly version: string;
  /** The start of the paths of the document that repeats the base; mostly empty. */
  readonly inPaths: string;
}

const VERSION = /^v\d+(?:\.\d+)?$/;

/**
 * Returns the base path of a document.
 *
 * @param given the base path that the user states, with the option that states it
 * @throws {CatalogError} it does not end with a version, or nothing comes before that
 */
export function baseOf(
  document: OpenApiDocument,
  given: { readonly path: string | undefined; readonly option: string },
): Base {
  const { path, option } = given;
  const starts = startsOf(document);
  const stated = path ?? pathsOfServers(document).find(endsWithVersion) ?? onlyStart(document, starts) ?? "";
  const segments = stated.split("/").filter((segment) => segment !== "");
  const version = segments.at(-1);
  if (version === undefined || !VERSION.test(version))
    throw new CatalogError(
      `${document.name}: cannot tell the base path of the API, which ends with a version`,
      starts.size > 0
        ? `State it: ${option} ${[...starts.keys()][0]}. ${countsOf(starts)}`
        : `State it: ${option} /api/name/v1.`,
    );
  const [host] = hostsOf(document);
  const before = segments.slice(0, -1).join("/");
  if (before === "" && host === undefined)
    throw new CatalogError(
      `${document.name}: ${stated} alone is the base path of many APIs, and the document names no server`,
      `State what comes before it: ${option} /api/name/v1.`,
    );
  const inPaths = `/${segments.join("/")}`;
  const repeated = [inPaths, ...starts.keys()].find(
    (start) => inPaths.endsWith(start) && document.operations.some((one) => isBehind(one.path, start)),
  );
  if (repeated === undefined && path !== undefined && everyStart(starts) === document.operations.length)
    throw new CatalogError(
      `${document.name}: no operation has the base path ${inPaths}`,
      `${countsOf(starts)} State one of these with ${option}.`,
    );
  return { prefix: `/${before === "" ? host! : before}`, version, inPaths: repeated ?? "" };
}

/**
 * Checks that two bases differ in their versions, and only there.
 *
 * @throws {UsageError} they do not
 */
export function checkBases(from: Base, to: Base): void {
  if (from.prefix === to.prefix && from.version !== to.version) return;
  const [one, other] = [from, to].map(({ prefix, version }) => `${prefix}/${version}`);
  throw new UsageError(
    `the base paths ${one} and ${other} ${from.version === to.version ? "have the same version" : "differ before the version"}`,
    "They must be the same but for the version at their end: state them with --base-from and --base-to.",
  );
}

/** Returns the hosts of a document, in lower case. */
export function hostsOf({ servers }: OpenApiDocument): string[] {
  const hosts = servers.flatMap((url) => /^https?:\/\/([A-Za-z0-9.-]+)/.exec(url)?.[1]?.toLowerCase() ?? []);
  return [...new Set(hosts)];
}

function pathsOfServers({ servers }: OpenApiDocument): string[] {
  return servers.map((url) => url.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/\/$/, ""));
}

function endsWithVersion(path: string): boolean {
  return VERSION.test(path.slice(path.lastIndexOf("/") + 1));
}

/** Counts the operations behind each start that ends with a version, the most frequent first. */
function startsOf({ operations }: OpenApiDocument): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of operations) {
    const segments = path.split("/");
    const end = segments.findIndex((segment) => VERSION.test(segment));
    if (end <= 0) continue;
    const start = segments.slice(0, end + 1).join("/");
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return new Map([...counts].toSorted(([, one], [, other]) => other - one));
}

function everyStart(starts: ReadonlyMap<string, number>): number {
  return [...starts.values()].reduce((sum, count) => sum + count, 0);
}

/** The start that all operations share. */
function onlyStart({ operations }: OpenApiDocument, starts: ReadonlyMap<string, number>): string | undefined {
  return [...starts].find(([, count]) => count === operations.length)?.[0];
}

function countsOf(starts: ReadonlyMap<string, number>): string {
  const counts = [...starts].slice(0, 3).map(([start, count]) => `${start} (${count})`);
  return `Operations of the document start with: ${counts.join(", ")}.`;
}

/** Tells whether a path is a base path or comes behind it. */
function isBehind(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

/** An operation with its place in the catalog. */
export interface PlacedOperation {
  readonly operation: Operation;
  /** Behind the base, in the form of the catalog: `/berths/{BERTH-ID}`. */
  readonly path: string;
  /** `harbors-berths`: the words of the path, without the parameter at its end. */
  readonly resource: string;
  /** `create` */
  readonly name: string;
}

const PATH = /^(\/([A-Za-z0-9_@~][A-Za-z0-9._:@~-]*|\{[A-Z][A-Z0-9-]*\}([.:][A-Za-z][A-Za-z0-9]*)?))*$/;

const ON_COLLECTION = new Map(
  Object.entries({
    GET: "list",
    POST: "create",
    PUT: "replace-all",
    PATCH: "update-all",
    DELETE: "delete-all",
  }),
);
const ON_ITEM = new Map(
  Object.entries({ GET: "get", POST: "post", PUT: "replace", PATCH: "update", DELETE: "delete" }),
);

/** Returns the place of an operation; `undefined` for a path that the catalog cannot express. */
export function placed(operation: Operation, { inPaths }: Base): PlacedOperation | undefined {
  const { method } = operation;
  const behind = operation.path.slice(isBehind(operation.path, inPaths) ? inPaths.length : 0);
  const path = behind.replace(/\/$/, "").replace(/\{([^}]*)\}/g, (_, name: string) => `{${upperName(name)}}`);
  if (!PATH.test(path)) return undefined;
  const segments = path.split("/").slice(1);
  const isItem = segments.at(-1)?.startsWith("{") === true;
  const words = segments.filter((segment) => !segment.startsWith("{"));
  const resource =
    words
      .join("-")
      .replace(/[^A-Za-z0-9-]+/g, "-")
      .replace(/^[^A-Za-z]+/, "") || "root";
  return { operation, path, resource, name: (isItem ? ON_ITEM : ON_COLLECTION).get(method)! };
}

/** `berthId` is `BERTH-ID`. */
function upperName(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1-$2").replace(/[^A-Za-z0-9]+/g, "-");
  return (
    words
      .toUpperCase()
      .replace(/^[^A-Z]+/, "")
      .replace(/-+$/, "") || "ID"
  );
}

/** Returns the method and the path without the names of parameters: the same call in two documents. */
export function callOf({ operation, path }: PlacedOperation): string {
  return `${operation.method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
}
