import { addToGroup } from "../core/group-by.js";
import { PlaceIndex } from "../core/place-index.js";
import { encloses, keyOf, type Location } from "../core/span.js";
import type { FieldFact, Owner } from "../facts/field.js";
import type { EscapeFact, FileFacts } from "../facts/file-facts.js";
import { hopsToList, type Part } from "../facts/text.js";
import type { Tree } from "../facts/tree.js";
import type { ApiRequest } from "./api-request.js";

/** The facts of all files of a program. */
interface ProgramFacts {
  readonly facts: readonly FileFacts[];
  readonly requests: readonly ApiRequest[];
  requestsOf(ids: readonly string[]): readonly ApiRequest[];
}

/**
 * The objects of a program that have names of an old form and are its own. They are made of responses of the versioned
 * API, or their values are sent to it in another form. What reads such objects, and the types of them, are its own, too.
 */
export class OwnObjects {
  /** The keys of each object, by its file, its holder and its keys. */
  readonly #own = new Map<string, ReadonlySet<string>>();
  /** Places where code reads a member of an object literal, with the places of the literals. */
  readonly #readBack = new Map<string, Location[]>();
  readonly #literals = new PlaceIndex<Location>();
  /** Values that code gets which is not followed. */
  readonly #escaped = new PlaceIndex<Location>();
  /** The keys of the objects that a file makes of responses. */
  readonly #byFile = new Map<string, ReadonlySet<string>[]>();
  /** The names of all properties that are looked at. */
  readonly #names: ReadonlySet<string>;
  /** Files with requests of an old form. */
  readonly #mixed: ReadonlySet<string>;
  readonly #types: ReadonlyMap<string, readonly ReadonlySet<string>[]>;

  constructor(private readonly program: ProgramFacts) {
    const { facts } = program;
    const escapes = facts.flatMap((one) => one.escapes);
    this.#names = new Set(facts.flatMap(({ fields }) => fields.map(({ name }) => name)));
    this.#mixed = new Set(
      program.requests
        .filter((one) => one.administration.length > 0 && !isVersioned(one))
        .map(({ fact }) => fact.site.path),
    );
    const sent = sentPlaces(program.requests);
    for (const { what } of escapes) if (mayBeUsedElsewhere(what)) this.#escaped.add(what.place, what.place);
    const isSentOn = (field: FieldFact): boolean =>
      sent.overlapping(field.extent).some((one) => encloses(field.extent, one)) && !this.#isEscaped(field);
    for (const field of facts.flatMap(({ fields }) => fields)) {
      if (field.access !== "write" || field.owner.kind !== "object") continue;
      const isMade = this.#isMadeOfNew(field.owner);
      if (!isMade && !isSentOn(field)) continue;
      if (isMade) addToGroup(this.#byFile, field.place.path, new Set(field.owner.siblings));
      this.#own.set(keyOfObject(field, field.owner), new Set(field.owner.siblings));
      this.#literals.add(field.place, field.place);
    }
    if (this.#own.size === 0) {
      this.#types = new Map();
      return;
    }
    for (const { what, place } of escapes) {
      if (what.kind !== "written" || what.member === undefined) continue;
      addToGroup(this.#readBack, `${keyOf(place)}:${what.member}`, what.place);
    }
    this.#types = this.#ownTypes();
  }

  /** Returns whether a property is one of the program's own. */
  has(field: FieldFact): boolean {
    const { owner, access } = field;
    if (this.#own.size === 0) return false;
    switch (owner.kind) {
      case "object":
        if (!this.#own.has(keyOfObject(field, owner))) return false;
        return this.#isMadeOfNew(owner) || !this.#isEscaped(field);
      case "type":
        return access === "declare" && this.#isOwnType(owner.name, field.name);
      case "named":
        if (access !== "read") return false;
        return this.#isReadBack(field) || this.#isOfOwnType(field, owner) || this.#isLikeOwn(field, owner);
      default:
        return false;
    }
  }

  #isMadeOfNew({ madeOf = [] }: Extract<Owner, { kind: "object" }>): boolean {
    const requests = this.program.requestsOf(madeOf);
    return requests.length > 0 && requests.every(isVersioned);
  }

  #isEscaped({ place }: FieldFact): boolean {
    return this.#escaped.overlapping(place).some((one) => encloses(one, place));
  }

  /** Returns whether all that is known of what a property is read of are objects of the program. */
  #isReadBack({ name, place, extent }: FieldFact): boolean {
    const objects = [place, extent].flatMap((one) => this.#readBack.get(`${keyOf(one)}:${name}`) ?? []);
    return objects.length > 0 && objects.every((one) => this.#isOwnLiteral(one));
  }

  #isOwnLiteral(literal: Location): boolean {
    return this.#literals.overlapping(literal).some((one) => encloses(literal, one));
  }

  #isOfOwnType({ name, path }: FieldFact, { typeName }: Extract<Owner, { kind: "named" }>): boolean {
    if (typeName === undefined) return false;
    const depth = path.filter((step) => step !== "[]").length;
    return depth === 1 && this.#isOwnType(typeName.replace(/(?:\[\])+$/, ""), name);
  }

  /**
   * Returns whether all names that are read of something are those of an object that the program makes of new responses.
   * In a program with requests of the old form, only objects of the same file count, if it has no such request.
   */
  #isLikeOwn({ name, place: { path } }: FieldFact, { siblings }: Extract<Owner, { kind: "named" }>): boolean {
    const isPure = this.#mixed.size === 0;
    const objects = isPure ? [...this.#byFile.values()].flat() : (this.#byFile.get(path) ?? []);
    return (
      !this.#mixed.has(path) &&
      objects.some(
        (keys) => keys.has(name) && siblings.every((one) => keys.has(one) || !this.#names.has(one)),
      )
    );
  }

  #isOwnType(type: string, member: string): boolean {
    return this.#types.get(type)?.some((keys) => keys.has(member)) ?? false;
  }

  /** The types that have all keys of an own object, and are not stated for responses. */
  #ownTypes(): ReadonlyMap<string, readonly ReadonlySet<string>[]> {
    const types = new Map<string, ReadonlySet<string>[]>();
    const objects = [...this.#own.values()].filter((keys) => keys.size > 1);
    for (const { access, owner } of this.program.facts.flatMap(({ fields }) => fields)) {
      if (access !== "declare" || owner.kind !== "type" || owner.parses || owner.statedFor) continue;
      const keys = new Set(owner.siblings);
      if (!objects.some((own) => [...own].every((key) => keys.has(key)))) continue;
      addToGroup(types, owner.name, keys);
    }
    return types;
  }
}

/** Returns whether a request is certainly one of the versioned API. */
export function isVersioned({ administration }: ApiRequest): boolean {
  return administration.length > 0 && administration.every(({ match }) => match.form === "versioned");
}

/** An object is known by its file, what holds it and all of its keys: the entries of a table are one kind of object. */
function keyOfObject({ place }: FieldFact, { name, siblings }: Extract<Owner, { kind: "object" }>): string {
  return JSON.stringify([place.path, name, [...siblings].sort()]);
}

/** Returns whether code that is not followed gets a value, and may send it as it is. */
function mayBeUsedElsewhere(
  what: EscapeFact["what"],
): what is Extract<EscapeFact["what"], { kind: "written" }> {
  return (
    what.kind === "written" &&
    what.member === undefined &&
    what.isShown !== true &&
    what.isGlobal !== true &&
    what.enumeratedBy === undefined
  );
}

/** The places of what the bodies of requests of the versioned API are made of. */
function sentPlaces(requests: readonly ApiRequest[]): PlaceIndex<Location> {
  const places = new PlaceIndex<Location>();
  const visit = (tree: Tree): void => {
    switch (tree.kind) {
      case "scalar":
        if (tree.place) places.add(tree.place, tree.place);
        return;
      case "text":
        for (const part of tree.text.parts) for (const one of placesOf(part)) places.add(one, one);
        return;
      case "hole":
        for (const one of placesOf(tree.hole)) places.add(one, one);
        return;
      case "object":
        for (const { value } of tree.members) visit(value);
        return;
      case "list":
        for (const one of tree.items) visit(one);
        return;
      case "choice":
        for (const one of tree.of) visit(one);
    }
  };
  for (const one of requests) if (one.fact.body && isVersioned(one)) visit(one.fact.body);
  return places;
}

/** Returns the place where a value is written, and those of the properties that have held it. */
function placesOf(part: Part): Location[] {
  const held = hopsToList(part.hops).flatMap(({ kind, place }) => (kind === "property" ? [place] : []));
  return part.kind === "segment" && part.written ? [part.written, ...held] : held;
}
