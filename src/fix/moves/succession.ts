import type { CalendarDate } from "../../core/calendar-date.js";
import { movableSuccessorOf } from "../../catalog/matchers/successors.js";
import type { EndpointData, EndpointMoveData, PropertyData } from "../../catalog/model.js";
import { targetVersion } from "../../catalog/matchers/versions.js";
import { acceptState } from "../../engine/headers.js";
import { statedDates } from "../../engine/requested-versions.js";
import type { AdministrationReading, ApiRequest } from "../../engine/api-request.js";

/** A move of a request to the endpoint that replaces the one which it goes to. */
export interface Succession {
  readonly from: EndpointData;
  readonly to: EndpointData;
  readonly move: EndpointMoveData;
  /** One or more sentences without the last full stop: what differs, so that the move is never safe. */
  readonly doubt: string;
  /** True if the request states a date before the version of the new endpoint. */
  readonly isBehind: boolean;
}

/**
 * Returns the move of a request to the endpoint that replaces its own at the target. Undefined unless the request goes
 * to the versioned API already, states a version, and goes to one endpoint on every way through the code. A request to
 * the unversioned API moves in two steps, so that the first one can be safe.
 */
export function successionOf(request: ApiRequest, target: CalendarDate): Succession | undefined {
  if (acceptState(request) !== "versioned") return undefined;
  const [first, ...others] = request.administration;
  const from = first && endpointOf(first);
  if (!first || !from || others.some((one) => endpointOf(one)?.id !== from.id)) return undefined;
  const { vocabulary } = first.match;
  const stated = statedDates(request, vocabulary);
  const [aim] = [targetVersion(vocabulary, from, target), ...stated].sort().reverse();
  const successor = movableSuccessorOf(vocabulary, from, aim!);
  if (!successor) return undefined;
  const { endpoint: to, move, difference, isInferred, since } = successor;
  const differs = difference?.replace(/\.$/, "");
  const doubt =
    differs ?? (isInferred ? `no document says that ${to.path} does the same` : `${to.path} replaces it`);
  return { from, to, move, doubt, isBehind: stated.some((date) => date < since) };
}

/** Returns the properties of the body that have another path at the new endpoint, or none. */
export function changesInBodyFor({ from, to, move: { request = {} } }: Succession): PropertyData[] {
  return Object.entries(request).map(([path, replacement]) => ({
    resource: from.id.slice(0, from.id.indexOf(".")),
    endpoints: [from.id],
    path,
    in: ["request"],
    type: "",
    status: "moved",
    since: to.versions[0]!.date,
    replacement: replacement === null ? [] : [replacement],
    transform: "",
    exactness: replacement === null ? "none" : "exact",
    ...(replacement === null ? {} : { sameValue: true }),
    distinctness: "ambiguous",
    sources: from.sources,
  }));
}

function endpointOf({
  endpoint: { endpoints, certain },
  match,
}: AdministrationReading): EndpointData | undefined {
  return certain && match.form === "versioned" && endpoints.length === 1 ? endpoints[0] : undefined;
}
