import { groupBy } from "../core/group-by.js";
import type { Summary, TargetNotice } from "../core/report.js";
import { compareLocations } from "../core/span.js";
import { mergeUnchecked } from "../core/unchecked.js";
import type { AssembledReport } from "../engine/assemble-report.js";
import { mergeCatalogAges } from "../engine/catalog-age.js";
import type { FixReport } from "../report/fix-report.js";
import { join } from "../workspace/file-system.js";

/** The report of one project of a run. */
interface OfProject<AnyReport> {
  /** See `Project`. */
  readonly prefix: string;
  readonly report: AnyReport;
  /** New ids of requests, by the old ones. */
  readonly ids?: ReadonlyMap<string, string>;
}

/**
 * Returns one report of several projects, in the order of their folders. Paths are relative to the folder that contains
 * all of them, counts are added up, and facts about the run as a whole are reported once.
 */
export function mergeReports(parts: readonly OfProject<AssembledReport>[]): AssembledReport {
  return merged(withDistinctIds(parts), (all, one) => ({
    ...all,
    targetNotices: noticesOf(all, one),
    catalog: mergeCatalogAges([all, one]),
    summary: sumOf(all.summary, one.summary),
    findings: [...all.findings, ...one.findings].sort((a, b) => compareLocations(a.place, b.place)),
    requests: [...all.requests, ...one.requests],
    groups: [...all.groups, ...one.groups],
    problems: [...all.problems, ...one.problems.filter(isNewTo(all))],
    unchecked: mergeUnchecked([...all.unchecked, ...one.unchecked]),
    warnings: all.warnings + one.warnings,
  }));
}

/** Two checkouts of one repository have requests with the same ids: those of the later one get a number at the end. */
function withDistinctIds(parts: readonly OfProject<AssembledReport>[]): OfProject<AssembledReport>[] {
  const taken = new Set<string>();
  return parts.map((part) => {
    const ids = new Map<string, string>();
    for (const { id } of part.report.requests) {
      let name = id;
      for (let number = 2; taken.has(name); number++) name = `${id}${number.toString(16)}`;
      taken.add(name);
      ids.set(id, name);
    }
    return { ...part, ids };
  });
}

/** Merges the reports of fixes in several projects. */
export function mergeFixReports(parts: readonly OfProject<FixReport>[]): FixReport {
  return merged(parts, (all, one) => ({
    ...all,
    targetNotices: noticesOf(all, one),
    catalog: mergeCatalogAges([all, one]),
    units: [...all.units, ...one.units],
    files: [...all.files, ...one.files],
    left: [...all.left, ...one.left],
    markers: [...all.markers, ...one.markers],
    problems: [...all.problems, ...one.problems.filter(isNewTo(all))],
    unchecked: mergeUnchecked([...all.unchecked, ...one.unchecked]),
  }));
}

function merged<AnyReport>(
  parts: readonly OfProject<AnyReport>[],
  put: (all: AnyReport, one: AnyReport) => AnyReport,
): AnyReport {
  return parts.map((part) => withPrefix(part)).reduce(put);
}

/** One notice for each resource, target and day, with the operations and the calls of all reports. */
function noticesOf(...reports: readonly Pick<AssembledReport, "targetNotices">[]): readonly TargetNotice[] {
  const all = reports.flatMap(({ targetNotices }) => targetNotices);
  const same = groupBy(all, ({ calls: _, operations: __, ...others }) => JSON.stringify(others));
  return [...same.values()].map((notices) => {
    const operations = [...new Set(notices.flatMap((notice) => notice.operations))];
    const calls = notices.flatMap((notice) => notice.calls ?? []);
    return { ...notices[0]!, operations, ...(calls.length > 0 ? { calls } : {}) };
  });
}

/** A problem without a file is about the run, and is reported once. */
function isNewTo({ problems }: Pick<AssembledReport, "problems">) {
  return ({ path, message }: AssembledReport["problems"][number]): boolean =>
    path !== "" || !problems.some((known) => known.path === "" && known.message === message);
}

/** A report with a prefix before the path of every file, and with the new ids. */
function withPrefix<AnyReport>({ report, prefix, ids }: OfProject<AnyReport>): AnyReport {
  if (prefix === "") return report;
  // A finding is the same object in the list of findings and in its group.
  const known = new Map<object, unknown>();
  const prefixed = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (!known.has(value))
      known.set(value, Array.isArray(value) ? value.map(prefixed) : membersOf(value, prefix, ids, prefixed));
    return known.get(value);
  };
  return prefixed(report) as AnyReport;
}

function membersOf(
  value: object,
  prefix: string,
  ids: OfProject<unknown>["ids"],
  prefixed: (value: unknown) => unknown,
): object {
  const entries = Object.entries(value) as [string, unknown][];
  // The path of a request is that of its URL; every other one is that of a file, or empty.
  const isRequest = "call" in value;
  return Object.fromEntries(
    entries.map(([key, member]) => {
      if (key === "path" && typeof member === "string" && !isRequest)
        return [key, member === "" ? "" : join(prefix, member)];
      if (key === "id" && isRequest) return [key, ids?.get(member as string) ?? member];
      if (key === "requests" && Array.isArray(member))
        return [
          key,
          member.map((one: unknown) => (typeof one === "string" ? (ids?.get(one) ?? one) : prefixed(one))),
        ];
      if (key === "byDirectory") return [key, inOneDirectory(member as Summary["byDirectory"], prefix)];
      return [key, prefixed(member)];
    }),
  );
}

function inOneDirectory(counts: Summary["byDirectory"], prefix: string): Summary["byDirectory"] {
  const numbers = Object.values(counts);
  const total = numbers.reduce((sum, number) => sum + number, 0);
  return numbers.length === 0 ? {} : { [prefix.split("/", 1)[0]!]: total };
}

/** Adds the counts of two reports. */
function sumOf<Counts>(a: Counts, b: Counts): Counts {
  if (typeof a === "number" && typeof b === "number") return (a + b) as Counts;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a;
  const [left, right] = [
    new Map<string, unknown>(Object.entries(a)),
    new Map<string, unknown>(Object.entries(b)),
  ];
  const isMap = [...right.keys()].some((key) => !left.has(key));
  const keys = [...new Set([...left.keys(), ...right.keys()])];
  return Object.fromEntries(
    (isMap ? keys.sort() : keys).map((key) => {
      if (!left.has(key)) return [key, right.get(key)];
      return [key, right.has(key) ? sumOf(left.get(key), right.get(key)) : left.get(key)];
    }),
  ) as Counts;
}
