import { addToGroup } from "../../core/group-by.js";
import type { Location } from "../../core/span.js";
import { classOfFile } from "../../core/file-class.js";
import type { Alternative, FieldFact, Owner } from "../../facts/field.js";
import type { RequestFact } from "../../facts/request.js";
import { hopsToList, knownText, type HoleReason, type Text } from "../../facts/text.js";
import type { Member, Tree } from "../../facts/tree.js";
import type { Interest } from "../../frontends/interest.js";
import type { Run } from "../evaluation/run.js";
import { nameOf, type StatedType, type UnknownValue } from "../evaluation/value.js";
import type { Access, Recorder } from "./recorder.js";
import { payloadPath } from "../evaluation/payload-path.js";
import { knownTexts } from "./snapshot.js";
import { isTable } from "./type-names.js";

/** One fact a place and kind of access: the same key in several requests is one write into all of them. */
export class FieldList {
  readonly #byPlace = new Map<string, FieldFact>();
  readonly #alternatives = new Map<string, Alternative[]>();
  readonly #written = new Set<number>();
  readonly #places = new Set<number>();

  get list(): FieldFact[] {
    return [...this.#byPlace].map(([identity, field]) => {
      const alternatives = field.owner.kind === "response" ? this.#alternatives.get(identity) : undefined;
      return alternatives ? { ...field, alternatives } : field;
    });
  }

  has(place: Location): boolean {
    return this.#written.has(place.start);
  }

  /** Returns whether there is a property at a place, whatever the code does with it. */
  isKnown({ start }: Location): boolean {
    return this.#places.has(start);
  }

  /**
   * Adds a field.
   *
   * @param alternative another object that the field may belong to, if it may not be of a response
   */
  add(field: FieldFact, alternative?: Alternative): void {
    this.#places.add(field.place.start);
    if (field.access === "write") this.#written.add(field.place.start);
    const identity = `${field.place.start}:${field.access}:${field.name}`;
    if (alternative && !this.#alternatives.get(identity)?.some(({ name }) => name === alternative.name))
      addToGroup(this.#alternatives, identity, alternative);
    const before = this.#byPlace.get(identity);
    this.#byPlace.set(identity, before ? merge(before, field) : field);
  }
}

const RANK: Record<Owner["kind"], number> = { request: 0, response: 0, type: 1, named: 2, object: 3 };

/** Merges two facts of the same place. The more specific owner wins, and two requests are joined. */
function merge(a: FieldFact, b: FieldFact): FieldFact {
  if (RANK[a.owner.kind] !== RANK[b.owner.kind]) return RANK[a.owner.kind] < RANK[b.owner.kind] ? a : b;
  if (a.isPerhaps !== b.isPerhaps) return a.isPerhaps ? b : a;
  if ("requests" in a.owner && "requests" in b.owner && a.owner.kind === b.owner.kind) {
    return {
      ...a,
      owner: { ...a.owner, requests: [...new Set([...a.owner.requests, ...b.owner.requests])] },
    };
  }
  return a.owner.kind === "type" && b.owner.kind === "type" ? mergeTypes(a, b) : a;
}

/** A schema is known best where it is written; what it parses is known where it is used. */
function mergeTypes(a: FieldFact, b: FieldFact): FieldFact {
  const used = [a, b].flatMap(({ owner }) => (owner.kind === "type" ? (owner.parses ?? []) : []));
  const [first] = used;
  const written = "parses" in a.owner ? b : a;
  if (!first || written.owner.kind !== "type") return a;
  const requests = [...new Set(used.flatMap((one) => one.requests))];
  const isRequired = used.some((one) => one.isRequired);
  const parses = { ...first, requests, ...(isRequired ? { isRequired } : {}) };
  return { ...written, owner: { ...written.owner, parses } };
}

/** Returns the fact about a read or write of a property of an unknown value. */
export function fieldOfAccess(access: Access, recorder: Recorder, sameAs: (id: string) => string): FieldFact {
  const { of } = access;
  const path = of.source.request === undefined ? of.path : payloadPath(of.path);
  const values = access.value ? knownTexts(access.value) : [];
  const keys = recorder.keysOf(of);
  return {
    kind: "field",
    name: of.path.at(-1)!,
    place: access.place,
    extent: access.extent,
    access: access.access,
    path: typedPath(of) ?? path,
    owner: ownerOf(of, recorder, sameAs),
    trace: hopsToList(of.hops),
    setting: recorder.setting,
    ...(values.length > 0 ? { values } : {}),
    ...(access.hasFallback ? { hasFallback: true } : {}),
    ...(access.isStandby ? { isStandby: true } : {}),
    ...(access.isDeletion ? { isDeletion: true } : {}),
    ...(access.isPerhaps ? { isPerhaps: true } : {}),
    ...(access.isColumn ? { isColumn: true } : {}),
    ...(access.binding === undefined ? {} : { binding: access.binding }),
    ...(keys.length > 0 ? { contents: Object.fromEntries(keys.map((key) => [key, undefined])) } : {}),
  };
}

/**
 * Returns whether code reads what the user of the program gives: an argument, a parameter or a variable. A name that is
 * written elsewhere may be that of something else as well.
 */
export function isOfInput({ of: { source }, access, place, extent }: Access, { language }: Run): boolean {
  const isParsed = source.specifier !== undefined && language.inputs?.has(source.specifier) === true;
  const isWrittenHere = extent.start < place.start || extent.end > place.end;
  return access === "read" && isWrittenHere && (isParsed || source.reason === "environment");
}

/**
 * Returns whether code looks up a key that it has from elsewhere in a table of texts or numbers, by the type that it
 * states: `names[key]`. The keys of such a table are data.
 */
export function isLookup({ of, access, place, extent }: Access): boolean {
  const type = access === "read" && of.source.request === undefined ? typeOfHolder(of) : undefined;
  if (!type || type.at !== of.path.length - 1 || !isTable(type.name)) return false;
  const length = place.end - place.start - of.path.at(-1)!.length;
  const isNamed = (length === 0 || length === 2) && extent.start < place.start;
  return !isNamed;
}

/** Sources of values that the program or its environment provides. */
const GIVEN: ReadonlySet<HoleReason> = new Set(["parameter", "environment", "import", "global"]);

/**
 * Returns what the object of a read may be that does not come from a server. A value beyond the limits of the analysis
 * may be the response itself, and a value that a test passes changes nothing of the program.
 */
export function alternativeOf({ of, access, isAside }: Access, run: Run): Alternative | undefined {
  const { source, path } = of;
  if (access !== "read" || isAside || !GIVEN.has(source.reason) || source.name === "this") return undefined;
  if (run.isSuperseded(source)) return undefined;
  if (source.place && classOfFile(source.place.path) === "test") return undefined;
  const name = nameOf({ ...of, path: path.slice(0, -1) });
  return { name, ...(source.place ? { place: source.place } : {}) };
}

function typedPath(value: UnknownValue): readonly string[] | undefined {
  const type = typeOfHolder(value);
  return type && value.source.request === undefined ? value.path.slice(type.at) : undefined;
}

/** The type that a field belongs to; a field may have one of its own. */
function typeOfHolder({ typed, path }: UnknownValue): StatedType | undefined {
  return typed?.at === path.length ? typed.holder : typed;
}

function ownerOf(value: UnknownValue, recorder: Recorder, sameAs: (id: string) => string): Owner {
  const { source } = value;
  const typed = typeOfHolder(value);
  const stated = typed ? { typeName: typed.name } : {};
  if (source.request !== undefined)
    return { kind: "response", requests: [sameAs(String(source.request))], ...stated };
  const madeOf = (value.madeOf ?? []).flatMap(({ source: { request }, path }) =>
    request === undefined ? [] : [{ requests: [sameAs(String(request))], path: payloadPath(path) }],
  );
  const passedTo = recorder.escapes.receivers.ofHolders(value);
  return {
    kind: "named",
    name: nameOf({ ...value, path: value.path.slice(0, -1) }),
    siblings: [...new Set([...recorder.siblingsOf(value), ...declaredBeside(value)])],
    ...(passedTo.length > 0 ? { passedTo } : {}),
    ...(madeOf.length > 0 ? { madeOf } : {}),
    ...(value.shape?.isOfApi || isOfLibrary(value, recorder) ? { isOfApi: true } : {}),
    ...stated,
  };
}

/** Returns whether a value comes out of a library for the API: `Atlas(user, key).Clusters.get_all_clusters()`. */
function isOfLibrary({ source }: UnknownValue, { interest }: Recorder): boolean {
  // Other languages mark their modules: `py:atlasapi.atlas`.
  const module = source.reason === "import" ? source.specifier?.replace(/^[a-z]+:/, "") : undefined;
  return module !== undefined && interest.libraryOf(module) !== undefined;
}

/** The keys that the type of the object declares, of which the field is one. */
function declaredBeside(value: UnknownValue): readonly string[] {
  const type = typeOfHolder(value);
  return type?.keys && type.at === value.path.length - 1 ? type.keys() : [];
}

/** Returns the properties of interest in the body of a request, or in its response. */
export function bodyFields(
  body: Tree,
  request: RequestFact,
  interest: Interest,
  kind: "request" | "response" = "request",
): FieldFact[] {
  const fields: FieldFact[] = [];
  const visit = (tree: Tree, path: readonly string[]): void => {
    if (tree.kind === "choice") for (const one of tree.of) visit(one, path);
    else if (tree.kind === "list") for (const item of tree.items) visit(item, [...path, "[]"]);
    else if (tree.kind === "object") for (const member of tree.members) visitMember(member, path);
  };
  const visitMember = (member: Member, path: readonly string[]): void => {
    const own = [...path, member.key];
    const { keyPlace } = member;
    if (keyPlace && interest.names.has(member.key)) {
      const values: Text[] = member.value.kind === "text" ? [member.value.text] : [];
      fields.push({
        kind: "field",
        name: member.key,
        place: keyPlace,
        extent: keyPlace,
        access: "write",
        path: own,
        owner: { kind, requests: [request.id] },
        trace: [],
        setting: request.setting,
        ...(values.length > 0 ? { values } : {}),
        ...contentsOfTree(member.value),
      });
    }
    visit(member.value, own);
  };
  visit(body, []);
  return fields;
}

/** The keys of an object that a field is given, with their values where those are strings. */
function contentsOfTree(tree: Tree): Pick<FieldFact, "contents"> {
  if (tree.kind !== "object") return {};
  const entries = tree.members.map(
    ({ key, value }) => [key, value.kind === "text" ? knownText(value.text) : undefined] as const,
  );
  return { contents: Object.fromEntries(entries) };
}
