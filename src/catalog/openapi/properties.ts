import type { CalendarDate } from "../../core/calendar-date.js";
import { groupBy } from "../../core/group-by.js";
import type { Direction } from "../model.js";
import { compare, type Change, type Clause } from "./changes.js";
import type { History, Shape } from "./histories.js";
import { inItems } from "./lists.js";
import type { Member, Members } from "./members.js";
import { candidatesFor, type Candidate } from "./successors.js";

/** A history with what the catalog calls it. */
export interface NamedHistory extends History {
  /** `berths.list` */
  readonly id: string;
  readonly listPrefix: string | undefined;
}

/** A change of a property for some operations of a resource. */
export interface PropertyChange {
  readonly resource: string;
  /** The ids of the operations, if it is not all that have the property. */
  readonly endpoints?: readonly string[];
  readonly directions: readonly Direction[];
  readonly since: CalendarDate;
  readonly change: Change;
  /** Of a removed property: what may replace it. */
  readonly candidates: readonly Candidate[];
}

export interface PropertyChanges {
  readonly changes: readonly PropertyChange[];
  /** By the id of an operation and a version, what no single property shows. */
  readonly clauses: ReadonlyMap<string, readonly Clause[]>;
}

const DIRECTIONS: readonly Direction[] = ["request", "response"];

interface Step extends Change {
  readonly history: NamedHistory;
  readonly since: CalendarDate;
}

/** Compares the versions of all operations of a resource, each with the one before. */
export function changesIn(histories: readonly NamedHistory[]): PropertyChanges {
  const steps: Step[] = [];
  const clauses = new Map<string, readonly Clause[]>();
  const added: Step[] = [];
  for (const history of histories) {
    const shapes = [...(history.before ? [history.before] : []), ...history.shapes];
    for (const [index, shape] of shapes.entries()) {
      const before = shapes[index - 1];
      if (!before) continue;
      for (const direction of DIRECTIONS) {
        const [one, other] = [before, shape].map((of) => bodyOf(of, direction, history));
        if (one!.size === 0 || other!.size === 0) continue;
        const compared = compare(one!, other!, direction);
        for (const change of compared.changes) {
          const step = { ...change, history, since: shape.date };
          (change.kind === "added" ? added : steps).push(step);
        }
        if (compared.clauses.length === 0) continue;
        const key = clauseKey(history.id, shape.date);
        clauses.set(key, [...(clauses.get(key) ?? []), ...compared.clauses]);
      }
    }
  }
  return { changes: joined([...steps, ...added], histories), clauses };
}

export function clauseKey(id: string, date: CalendarDate): string {
  return `${id} ${date}`;
}

function bodyOf(shape: Shape, direction: Direction, { listPrefix }: NamedHistory): Members {
  return direction === "request" ? shape.request : inItems(shape.response, listPrefix);
}

/** One entry for all operations that have the same change. */
function joined(steps: readonly Step[], histories: readonly NamedHistory[]): PropertyChange[] {
  const same = groupBy(steps, ({ path, kind, since, type }) => `${path} ${kind} ${since} ${type ?? ""}`);
  return [...same.values()].flatMap((group) => {
    const [first] = group;
    const of = DIRECTIONS.flatMap((direction) => {
      const own = group.filter((one) => one.direction === direction);
      if (own.length === 0) return [];
      const ids = own.map(({ history }) => history.id);
      const isAll = histories.every(
        (one) => ids.includes(one.id) || !hasAnywhere(one, direction, first!.path),
      );
      return [{ direction, ids: isAll ? undefined : ids }];
    });
    const candidates =
      first!.kind === "removed" ? candidatesFor(first!.member, addedBeside(group, steps)) : [];
    const common = { resource: first!.history.of.resource, since: first!.since, change: first!, candidates };
    if (of.every(({ ids }) => ids === undefined))
      return [{ ...common, directions: of.map(({ direction }) => direction) }];
    return of.map(({ direction, ids }) => ({
      ...common,
      directions: [direction],
      ...(ids === undefined ? {} : { endpoints: ids }),
    }));
  });
}

function hasAnywhere(history: NamedHistory, direction: Direction, path: string): boolean {
  const shapes = [...(history.before ? [history.before] : []), ...history.shapes];
  return shapes.some((shape) => bodyOf(shape, direction, history).has(path));
}

/** The properties that are new where others are removed, each once. */
function addedBeside(group: readonly Step[], steps: readonly Step[]): Iterable<Member> {
  const byPath = new Map<string, Member>();
  for (const { kind, since, history, direction, path, member } of steps) {
    if (kind !== "added") continue;
    const isBeside = group.some(
      (one) => one.since === since && one.history === history && one.direction === direction,
    );
    if (isBeside && !byPath.has(path)) byPath.set(path, member);
  }
  return byPath.values();
}
