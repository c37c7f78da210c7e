import { connectedGroups } from "../core/connected-groups.js";
import { ownCalls } from "../core/file-class.js";
import type { ReportedFinding } from "../core/report.js";
import type { ReportedPlace, ReportedRequest, RequestGroup, SharedPart } from "../core/reported-request.js";

/**
 * Groups the findings about requests with everything that must change together. Requests of one finding are in one
 * group. Tests, documentation and source have separate groups.
 */
export function requestGroups(
  findings: readonly ReportedFinding[],
  requests: ReadonlyMap<string, ReportedRequest>,
): RequestGroup[] {
  const about = findings.filter((finding) => finding.requests.length > 0);
  const groups = connectedGroups(about, ({ requests: ids, fileClass }) =>
    ids.map((id) => `${fileClass} ${id}`),
  );
  return groups.map((group) => {
    const ids = new Set(group.flatMap(({ requests: own }) => own));
    const all = [...ids].map((id) => requests.get(id)!);
    const own = ownCalls(all, group[0]!.fileClass).sort(byCall);
    const shared = own.length > 1 ? sharedPart(own, group) : undefined;
    return { requests: own, findings: group, ...(shared ? { shared } : {}) };
  });
}

function byCall(a: ReportedRequest, b: ReportedRequest): number {
  const [one, other] = [a.call, b.call];
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.position.line - other.position.line || one.position.column - other.position.column;
}

function sharedPart(requests: readonly ReportedRequest[], findings: readonly ReportedFinding[]): SharedPart {
  const wrapper = commonPlace(requests, ({ sentAt, call }) => sentAt ?? call);
  if (wrapper) return { what: "wrapper", place: wrapper };
  const instance = commonPlace(requests, ({ setUp }) => setUp);
  if (instance) return { what: "instance", place: instance };
  const byNumber = [...findings].sort((a, b) => numberOf(b) - numberOf(a));
  const [widest] = byNumber;
  const isOfAll = requests.every(({ id }) => widest!.requests.includes(id));
  const what = (isOfAll ? widest!.part : undefined) ?? "several";
  return { what, place: { path: widest!.place.path, position: widest!.position } };
}

function numberOf({ requests }: ReportedFinding): number {
  return requests.length;
}

/** The place that all requests have in common. */
function commonPlace(
  requests: readonly ReportedRequest[],
  placeOf: (request: ReportedRequest) => ReportedPlace | undefined,
): ReportedPlace | undefined {
  const [first] = requests;
  const place = placeOf(first!);
  const isShared = requests.every((request) => isSame(placeOf(request), place));
  return isShared ? place : undefined;
}

function isSame(a: ReportedPlace | undefined, b: ReportedPlace | undefined): boolean {
  return (
    a?.path === b?.path && a?.position.line === b?.position.line && a?.position.column === b?.position.column
  );
}
