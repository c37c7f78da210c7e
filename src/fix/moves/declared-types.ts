import { groupBy } from "../../core/group-by.js";
import { encloses, keyOf, type Location } from "../../core/span.js";
import type { PropertyReference } from "../../engine/type-oracle.js";
import type { FileContext } from "../../engine/rule.js";
import type { FieldFact } from "../../facts/field.js";
import type { FieldFinding } from "./cluster-fields.js";
import { withoutTypes } from "./without-types.js";

/** The declarations of a property that is read, and everything else that has the same type. */
interface Declared {
  readonly declarations: readonly Location[];
  /** All that is known to read it; the place that was asked about is among them. */
  readonly reads: readonly Location[];
  /** Keys of object literals that are of the type. */
  readonly literals: readonly Location[];
  /** True if it may be absent; unknown where nothing declares it. */
  readonly isOptional?: boolean;
  /** The reasons why its name cannot be changed, one sentence each. */
  readonly stops: readonly string[];
  /** The reasons why a place may keep the old name, one sentence each. */
  readonly reasons: readonly string[];
}

/** The object literals that may be of a type. */
interface Literals {
  readonly paths: ReadonlySet<string>;
  /** One takes its value from a response: then the type is one of the program, and not of the response. */
  readonly isCopy: boolean;
}

const NOTHING: Declared = { declarations: [], reads: [], literals: [], stops: [], reasons: [] };
const TYPED = /\.(?:[cm]?tsx?|vue|svelte|astro)$/;

/** The types that answers are read through, in all files of a run. */
export class DeclaredTypes {
  readonly #contexts: ReadonlyMap<string, FileContext>;
  readonly #paths: readonly string[];
  readonly #known = new Map<string, Declared>();
  #declaring: ReadonlyMap<string, readonly FieldFact[]> | undefined;
  readonly #fields: readonly FieldFact[];
  readonly #literals = new Map<FieldFact, Literals>();

  constructor(contexts: readonly FileContext[]) {
    this.#fields = contexts.flatMap(({ facts }) => facts.fields);
    this.#contexts = new Map(contexts.map((context) => [context.facts.path, context]));
    this.#paths = [...this.#contexts.keys()];
  }

  /**
   * Returns the declarations of the property that is read, from the types of the program, or else from the types in the
   * code.
   */
  of({ field }: FieldFinding): Declared {
    const key = keyOf(field.place);
    let known = this.#known.get(key);
    if (!known) this.#known.set(key, (known = this.#find(field)));
    return known;
  }

  #find(field: FieldFact): Declared {
    const candidates = (this.#declaring ??= declaredByName(this.#fields)).get(field.name) ?? [];
    // Code without types has no declarations to ask for, unless it reaches some, and asking takes long.
    if (!TYPED.test(field.place.path) && !candidates.some(({ place }) => this.#mayName(field, place.path)))
      return NOTHING;
    const types = this.#contexts.get(field.place.path)?.types;
    const references = types?.referencesOf?.(field.place, this.#paths);
    return references ? fromTypes(references, candidates) : this.#fromCode(field, candidates);
  }

  #fromCode(field: FieldFact, candidates: readonly FieldFact[]): Declared {
    // A schema that the answer goes through has a reason of its own, and does not change.
    const declared = candidates.filter(({ owner }) => owner.kind !== "type" || !owner.parses);
    if (!TYPED.test(field.place.path)) return this.#fromComments(field, declared);
    const stated = typeNameOf(field);
    const types = stated === undefined ? declared.filter((type) => !this.#literalsOf(type).isCopy) : declared;
    const near =
      stated === undefined ? types.filter(({ place }) => this.#mayReach(field, place.path)) : types;
    const named = near.filter(({ owner }) => owner.kind === "type" && owner.name === stated);
    const own = named.length > 0 ? named : near;
    // A type with that name is in an unknown place, and may have to change as well.
    if (own.length === 0)
      return stated === undefined ? NOTHING : stoppedBy(`what the type ${stated} of the response declares`);
    if (own.length > 1) return stoppedBy(`which of the types that declare ${field.name} the response has`);
    const [type] = own as [FieldFact];
    const { owner, place, isOptional = false } = type;
    const reads = this.#fields.filter(
      (other) =>
        other.access === "read" &&
        other.name === field.name &&
        other.owner.kind === "named" &&
        owner.kind === "type" &&
        owner.name !== "" &&
        typeNameOf(other) === owner.name,
    );
    const paths = new Set([field, ...reads, type].map((one) => one.place.path));
    const path = [...this.#literalsOf(type).paths].find((one) => paths.has(one));
    const doubts = path === undefined ? [] : [madeIn(path, field.name)];
    if (stated === undefined && doubts.length > 0) return { ...NOTHING, reasons: doubts };
    return {
      declarations: [place],
      reads: [field.place, ...reads.map((read) => read.place)],
      literals: [],
      isOptional,
      stops: [],
      reasons: [...doubts, ...this.#othersWith(field.name, paths)],
    };
  }

  /** Finds the object literals with the property of a type that may be of that type. */
  #literalsOf(declared: FieldFact): Literals {
    let known = this.#literals.get(declared);
    if (!known) this.#literals.set(declared, (known = this.#findLiterals(declared)));
    return known;
  }

  #findLiterals({ name, owner: type }: FieldFact): Literals {
    if (type.kind !== "type") return { paths: new Set(), isCopy: false };
    const named = this.#fields.filter((one) => one.name === name);
    const literals = named.filter(
      ({ access, owner, place }) =>
        access === "write" &&
        owner.kind === "object" &&
        TYPED.test(place.path) &&
        owner.siblings.every((sibling) => type.siblings.includes(sibling)),
    );
    const reads = named.filter(({ access, owner }) => access === "read" && owner.kind === "response");
    return {
      paths: new Set(literals.map(({ place }) => place.path)),
      isCopy: literals.some(({ extent }) => reads.some(({ place }) => encloses(extent, place))),
    };
  }

  /**
   * Returns whether what a file declares may be the type of something that another one reads without stating a type. It
   * gets there by imports, through files that are not known as well, unless it is declared for all.
   */
  #mayReach(field: FieldFact, declaring: string): boolean {
    if (/\.d\.[cm]?ts$/.test(declaring)) return true;
    const reached = new Set([field.place.path]);
    for (const path of reached) {
      const imports = this.#contexts.get(path)?.facts.imports;
      if (path === declaring || !imports) return true;
      for (const imported of imports) reached.add(imported);
    }
    return false;
  }

  /** Returns whether a type that a file declares may be that of a value in JavaScript: by imports or by comments. */
  #mayName(field: FieldFact, declaring: string): boolean {
    return this.#tags(field.place.path).length > 0 || this.#mayReach(field, declaring);
  }

  /** Returns the comments of a file that the compiler may read as types. */
  #tags(path: string): string[] {
    return (this.#contexts.get(path)?.facts.comments ?? [])
      .filter(({ text }) => text.startsWith("*") && text.includes("@"))
      .map(({ text }) => text);
  }

  /**
   * Finds a type in a JavaScript comment, which the compiler may read: one that comments of the file declare or name.
   */
  #fromComments({ name, place: { path } }: FieldFact, candidates: readonly FieldFact[]): Declared {
    const tags = this.#tags(path);
    const named = (type: string): boolean => tags.some((text) => wordsOf(text).has(type));
    const declared = candidates.find(
      ({ owner, place }) =>
        place.path === path || (owner.kind === "type" && owner.name !== "" && named(owner.name)),
    );
    if (!declared) return NOTHING;
    const reason = `a comment in ${path} may give the response a type that declares ${name} in ${declared.place.path}`;
    return { ...NOTHING, reasons: [reason] };
  }

  /** Returns other files that write or read the name. Without types it is unknown whether they use the same type. */
  #othersWith(name: string, known: ReadonlySet<string>): string[] {
    const isOpen = ({ access, owner }: FieldFact): boolean =>
      access !== "declare" && owner.kind !== "response";
    const others = [...this.#contexts.values()].filter(
      ({ facts: { path, fields, escapes } }) =>
        TYPED.test(path) &&
        !known.has(path) &&
        (fields.some((one) => one.name === name && isOpen(one)) ||
          escapes.some(({ what }) => what.kind === "written" && what.member === name)),
    );
    const [path] = others.map(({ facts }) => facts.path);
    return path === undefined
      ? []
      : [`${path} also has ${name}, and without types it is not clear whether it is the same property`];
  }
}

/** The names in a comment. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\w$]+/g));
}

function stoppedBy(unknown: string): Declared {
  return { ...NOTHING, stops: [withoutTypes(unknown)] };
}

function madeIn(path: string, name: string): string {
  return `${path} makes objects with ${name}, and without types it is not clear whether they have the type of the response`;
}

function declaredByName(fields: readonly FieldFact[]): Map<string, FieldFact[]> {
  return groupBy(
    fields.filter(({ access }) => access === "declare"),
    ({ name }) => name,
  );
}

/** The type that the code states, without the mark of a list. */
function typeNameOf({ owner }: FieldFact): string | undefined {
  return "typeName" in owner ? owner.typeName?.replace(/\[\]$/, "") : undefined;
}

function fromTypes(references: readonly PropertyReference[], candidates: readonly FieldFact[]): Declared {
  const schemas = new Set(candidates.map(({ place }) => keyOf(place)));
  const of = (kind: PropertyReference["kind"]): PropertyReference[] =>
    references.filter((one) => one.kind === kind);
  const places = (all: readonly PropertyReference[]): Location[] => all.map(({ place }) => place);
  const declarations = of("declaration");
  const stops: string[] = [];
  const external = references.find(({ isExternal }) => isExternal);
  if (external) stops.push("the type of the response comes from a package");
  if (of("literal").some(({ place }) => schemas.has(keyOf(place))))
    stops.push("a schema declares the property as a part of the response");
  if (declarations.length === 0) return { ...NOTHING, stops };
  const [other] = of("other").filter(({ place }) => TYPED.test(place.path));
  if (other) stops.push(`a type or an accessor in ${other.place.path} uses the name of the property`);
  return {
    declarations: places(declarations),
    reads: places(of("read")),
    literals: places(of("literal")),
    isOptional: declarations.some(({ isOptional }) => isOptional === true),
    stops,
    reasons: [],
  };
}
