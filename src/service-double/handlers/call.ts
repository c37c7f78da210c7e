import type { Vocabulary } from "../../catalog/catalog.js";
import type { EndpointData } from "../../catalog/model.js";
import type { CalendarDate } from "../../core/calendar-date.js";
import { apiError } from "../../validation/api-error.js";
import { Refusal } from "../api-error.js";
import type { Group, Store } from "../store.js";

/** A request that was let in: who asks, which version and which headers are settled. */
export interface Call {
  readonly method: string;
  readonly endpoint: EndpointData;
  /** Behind the base, as it was sent. */
  readonly path: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly query: URLSearchParams;
  /** Parsed; `undefined` where there is none. */
  readonly body: unknown;
  readonly vocabulary: Vocabulary;
  /** The version of the endpoint whose shapes are spoken. */
  readonly version: CalendarDate;
  /** The date that was asked for; absent for an unversioned request. */
  readonly requested?: CalendarDate;
  readonly format: string;
  /** Scheme, host and base path of the form that was called. */
  readonly baseUrl: string;
  readonly store: Store;
}

export interface Reply {
  readonly status: number;
  /** Sent as JSON. If it is absent, nothing is sent. */
  readonly body?: unknown;
  /** Instead of JSON. */
  readonly download?: { readonly type: string; readonly bytes: Uint8Array };
}

/**
 * Returns the project of a call.
 *
 * @throws {Refusal} 404
 */
export function groupOf(call: Call): Group {
  const id = call.parameters.get("GROUP-ID") ?? "";
  const group = call.store.group(id);
  if (group) return group;
  throw new Refusal(apiError(404, "GROUP_NOT_FOUND", `No group with ID ${id} exists.`, id));
}

export function notFound(path: string): Refusal {
  return new Refusal(apiError(404, "RESOURCE_NOT_FOUND", `Cannot find resource ${path}.`, path));
}

/** Returns the page of a list that the query asks for. @throws {Refusal} 400 for an invalid page */
export function pageOf(items: readonly unknown[], call: Call): Reply {
  const size = countIn(call.query, "itemsPerPage", 100, 500);
  const page = countIn(call.query, "pageNum", 1, 1_000_000);
  const results = items.slice((page - 1) * size, page * size);
  const links = [{ rel: "self", href: `${call.baseUrl}${call.path}` }];
  const counted = call.query.get("includeCount") === "false" ? {} : { totalCount: items.length };
  return { status: 200, body: { links, results, ...counted } };
}

/** Returns a list: the page that the query asks for, or all elements where another API has its lists. */
export function listOf(items: readonly unknown[], call: Call): Reply {
  if (!call.vocabulary.isStandalone) return pageOf(items, call);
  const names = (call.endpoint.listPrefix ?? "[]").slice(0, -2).split(".");
  const body = names.reduceRight<unknown>((inner, name) => (name === "" ? inner : { [name]: inner }), items);
  return { status: 200, body };
}

function countIn(query: URLSearchParams, name: string, otherwise: number, maximum: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= maximum) return value;
  const detail = `An invalid value was specified for the query parameter ${name}.`;
  throw new Refusal(apiError(400, "INVALID_QUERY_PARAMETER", detail, name));
}
