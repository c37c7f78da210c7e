import type { CalendarDate } from "../../core/calendar-date.js";
import type { Location } from "../../core/span.js";
import { knownText } from "../../facts/text.js";
import type { ObjectTree, Tree } from "../../facts/tree.js";
import type { Vocabulary } from "../catalog.js";
import type { BodyData, BodyKind, BodyMemberData } from "../model.js";
import { stepsOf } from "./properties.js";

/** A tree with the properties of a body in one version. */
export interface BodyShape {
  readonly kind: BodyKind;
  /** Of the member that it is the value of; absent for elements, and for the body itself. */
  readonly member?: BodyMemberData;
  /** By name. An object without members may have any. */
  readonly members: Map<string, BodyShape>;
  /** The value of each member of a map. */
  each?: BodyShape;
  /** The elements of a list. */
  element?: BodyShape;
  readonly isOpen: boolean;
}

/** Why a request with a body is refused. */
export interface BodyDefect {
  /**
   * `unknown`: the version has no such property. `missing`: it requires it. `kind`: its value is of another kind.
   * `value`: it is none of the few that it can have.
   */
  readonly reason: "unknown" | "missing" | "kind" | "value";
  /** With the numbers of elements: `replicationSpecs[0].numShards`; empty for the body. */
  readonly path: string;
  /** For all but `unknown`: `a list`, `a whole number from 1 to 50`. */
  readonly expected?: string;
  /** The known text of the value. */
  readonly text?: string;
  /** For `unknown`: the names that the object may have. */
  readonly names?: readonly string[];
  /** The key; for `missing` the object. */
  readonly place?: Location;
  /** False if the body is one of several that the code may send, or has the property in some branches only. */
  readonly isCertain: boolean;
  /** The object that holds the property. */
  readonly holder?: ObjectTree;
}

const known = new WeakMap<BodyData, Map<CalendarDate, BodyShape>>();

/**
 * Returns what the body of an endpoint may be in one of its versions; `undefined` if the catalog does not say it.
 *
 * @param endpoint its id
 */
export function bodyShapeOf(
  endpoint: string,
  { bodies }: Pick<Vocabulary, "bodies">,
  version: CalendarDate,
): BodyShape | undefined {
  const body = bodies.find(({ endpoints }) => endpoints.includes(endpoint));
  return body && shapeAt(body, version);
}

function shapeAt(body: BodyData, version: CalendarDate): BodyShape {
  const shapes = known.get(body) ?? new Map<CalendarDate, BodyShape>();
  known.set(body, shapes);
  const before = shapes.get(version);
  if (before) return before;
  const root: BodyShape = { kind: "object", members: new Map(), isOpen: body.isOpen === true };
  for (const member of body.members) {
    const { path, since = version, until } = member;
    if (since <= version && (until === undefined || version < until)) place(member, stepsOf(path), root);
  }
  shapes.set(version, root);
  return root;
}

function place(member: BodyMemberData, [step, ...rest]: readonly string[], shape: BodyShape): void {
  if (step === undefined) return;
  const inner = (): BodyShape => ({ kind: "object", members: new Map(), isOpen: false });
  if (step === "[]") {
    place(member, rest, (shape.element ??= inner()));
  } else if (step.startsWith("{")) {
    place(member, rest, (shape.each ??= inner()));
  } else if (rest.length === 0) {
    shape.members.set(step, { ...(shape.members.get(step) ?? inner()), kind: member.kind, member });
  } else {
    const held = shape.members.get(step) ?? inner();
    shape.members.set(step, held);
    place(member, rest, held);
  }
}

/** The place of a value in the body. */
interface Position {
  readonly path: string;
  readonly place?: Location | undefined;
  readonly isCertain: boolean;
  /** False if the code may send another value as well; then nothing is reported as missing. */
  readonly isOnly: boolean;
  /** The objects around it, by their paths without the numbers of elements. */
  readonly holders: ReadonlyMap<string, ObjectTree>;
}

/**
 * Yields why the service refuses a body: properties that the version does not have, that it requires, or that have another
 * kind of value. Unknown parts of the body have no defects.
 *
 * @param creates whether the request creates something, so that the body must have all that is required
 */
export function* defectsOf(body: Tree, shape: BodyShape, creates: boolean): Generator<BodyDefect> {
  yield* check(body, shape, { path: "", isCertain: true, isOnly: true, holders: new Map() }, creates);
}

function* check(tree: Tree, shape: BodyShape, at: Position, creates: boolean): Generator<BodyDefect> {
  if (shape.kind === "any" || tree.kind === "hole") return;
  if (tree.kind === "choice") {
    // Code often decides by the kind of a value what it sends, so others are left out if one fits.
    const given = shape.member ? tree.of.filter((one) => !isNull(one)) : tree.of;
    const fitting = given.filter((one) => one.kind === shape.kind);
    for (const one of fitting.length > 0 ? fitting : given)
      yield* check(one, shape, { ...at, isCertain: false, isOnly: false }, creates);
    return;
  }
  const defect = valueDefect(tree, shape);
  if (defect) {
    const { path, place, isCertain } = at;
    yield { ...defect, path, isCertain, ...(place && { place }) };
  } else if (tree.kind === "list") {
    const element = shape.element;
    for (const [index, item] of element ? tree.items.entries() : [])
      yield* check(item, element!, { ...at, path: `${at.path}[${index}]` }, creates);
  } else if (tree.kind === "object") {
    yield* checkObject(tree, shape, at, creates);
  }
}

function* checkObject(
  tree: ObjectTree,
  shape: BodyShape,
  at: Position,
  creates: boolean,
): Generator<BodyDefect> {
  const { members, each, isOpen } = shape;
  if (tree.isDeclared || (members.size === 0 && !each)) return;
  const prefix = at.path === "" ? "" : `${at.path}.`;
  const holders = new Map([...at.holders, [patternOf(at.path), tree]]);
  for (const { key, value, keyPlace, certain } of tree.members) {
    const isCertain = at.isCertain && certain;
    const inner = members.get(key) ?? each;
    if (inner) {
      if (isNull(value) && inner.member) continue;
      const place = keyPlace ?? at.place;
      yield* check(
        value,
        inner,
        { path: prefix + key, place, isCertain, isOnly: at.isOnly && certain, holders },
        creates,
      );
    } else if (!isOpen && (certain || keyPlace)) {
      // A member in some branches that is written nowhere may be of another object.
      const names = [...members.keys()];
      const place = keyPlace && { place: keyPlace };
      yield { reason: "unknown", path: prefix + key, names, isCertain, ...place, holder: tree };
    }
  }
  if (!at.isOnly || tree.open.length > 0) return;
  for (const [name, { member }] of members) {
    if (!member?.required || (member.required === "new" && !creates)) continue;
    const own = tree.members.find(({ key }) => key === name);
    if ((own && !isNull(own.value)) || isExcused(member, holders)) continue;
    const place = tree.place && { place: tree.place };
    const expected = expectedOf(member);
    yield {
      reason: "missing",
      path: prefix + name,
      expected,
      isCertain: at.isCertain,
      ...place,
      holder: tree,
    };
  }
}

/** `null` is the same as no value. */
function isNull(tree: Tree): boolean {
  return tree.kind === "scalar" && tree.value === null;
}

/** Returns whether another property has, or may have, the value with which one is not required. */
function isExcused({ unless }: BodyMemberData, holders: ReadonlyMap<string, ObjectTree>): boolean {
  if (!unless) return false;
  const end = unless.path.lastIndexOf(".");
  const holder = holders.get(unless.path.slice(0, Math.max(end, 0)));
  const value = holder?.members.find(({ key }) => key === unless.path.slice(end + 1))?.value;
  if (!holder || !value) return holder === undefined || holder.open.length > 0;
  const text = value.kind === "text" ? knownText(value.text) : undefined;
  return text === undefined ? value.kind !== "scalar" : text === unless.value;
}

/** Returns a path without the numbers of elements: `replicationSpecs[].numShards`. */
export function patternOf(path: string): string {
  return path.replace(/\[\d+\]/g, "[]");
}

function valueDefect(
  tree: Exclude<Tree, { kind: "hole" | "choice" }>,
  { kind, member }: BodyShape,
): Pick<BodyDefect, "reason" | "expected" | "text"> | undefined {
  const text = tree.kind === "text" ? knownText(tree.text) : undefined;
  // A text with unknown parts may be of any form, also JSON.
  if (tree.kind === "text" && text === undefined) return undefined;
  const { values, pattern, minimum = -Infinity, maximum = Infinity } = member ?? {};
  const number = tree.kind === "scalar" && typeof tree.value === "number" ? tree.value : undefined;
  const isNumber = number !== undefined && number >= minimum && number <= maximum;
  const fits: Readonly<Record<BodyKind, boolean>> = {
    any: true,
    text: text !== undefined && (pattern === undefined || new RegExp(pattern).test(text.slice(0, LONGEST))),
    number: isNumber,
    integer: isNumber && Number.isInteger(number),
    boolean: tree.kind === "scalar" && typeof tree.value === "boolean",
    object: tree.kind === "object",
    list: tree.kind === "list" && (mayBeLonger(tree) || tree.items.length >= Math.max(minimum, 0)),
  };
  const isOneOf = !values || (text !== undefined && values.includes(text));
  if (fits[kind] && isOneOf) return undefined;
  const shown = text === undefined ? {} : { text };
  const isMap = kind === "list" && tree.kind !== "list";
  const expected = isMap ? EXPECTED.list : expectedOf(member ?? { kind });
  return { reason: values ? "value" : "kind", expected, ...shown };
}

/** The number of characters of a text that a pattern is compared with. */
const LONGEST = 200;

function mayBeLonger({ open, isOfUnknownLength = false }: Extract<Tree, { kind: "list" }>): boolean {
  return isOfUnknownLength || open.length > 0;
}

const EXPECTED: Readonly<Record<BodyKind, string>> = {
  any: "any value",
  text: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  list: "a list",
};

function expectedOf({ kind, values, example, minimum, maximum }: Omit<BodyMemberData, "path">): string {
  if (values) return `one of ${values.join(", ")}`;
  if (example !== undefined) return `${EXPECTED[kind]} such as ${example}`;
  if (kind === "list" && minimum !== undefined) return `a list with at least ${minimum} element`;
  const from = minimum === undefined ? "" : ` from ${minimum}`;
  const to = maximum === undefined ? "" : ` to ${maximum}`;
  return EXPECTED[kind] + from + to;
}

/** Returns a parsed JSON value as the tree of a body of which all is known. */
export function treeOfJson(value: unknown): Tree {
  if (typeof value === "string")
    return {
      kind: "text",
      text: { kind: "text", parts: [{ kind: "segment", text: value, hops: undefined }] },
    };
  if (Array.isArray(value)) return { kind: "list", items: value.map(treeOfJson), open: [] };
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, own]) => ({
      key,
      value: treeOfJson(own),
      certain: true,
    }));
    return { kind: "object", members, open: [] };
  }
  return { kind: "scalar", value: value as number | boolean | null };
}
