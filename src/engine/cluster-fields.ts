import { greatestOf } from "../core/add-all.js";
import { CONFIDENCES, type Confidence, type Role } from "../core/finding.js";
import type { Location } from "../core/span.js";
import type { Vocabulary } from "../catalog/catalog.js";
import { isUnchanged, lastName } from "../catalog/matchers/properties.js";
import { entriesFor, hasNamedShape, shapedResources, startsWithList } from "../catalog/matchers/resources.js";
import type { Direction, PropertyData } from "../catalog/model.js";
import type { FieldFact, Owner, Siblings } from "../facts/field.js";
import { isOfKnownClient, namesStranger, type ApiRequest, type UrlReading } from "./api-request.js";
import { isElsewhere, isNamedLike, judge, type Evidence } from "./property-evidence.js";
import { holdsOthers, isOwnData } from "./own-data.js";
import { keepersOf, mayBeKept } from "./kept-properties.js";
import { isGivenToOthers, isPassedElsewhere, isOnlyOfOthers } from "./passed-values.js";
import { isOfOthers, isOtherPath, statedOperation } from "./named-operations.js";
import {
  changingEndpoints,
  hasResourceCall,
  isOfUnknownMember,
  isResourceCall,
  pointsOfOrigin,
  provenEntries,
} from "./resource-calls.js";
import { endsInResource, mayBeResource } from "./resource-paths.js";
import type { FileContext } from "./rule.js";
import { isBesideFound, tellingSiblings } from "./same-object.js";
import { siblingsIn } from "./siblings.js";
import { vocabularyRank } from "./vocabulary-choice.js";

/** A property that is, or may well be, one of a resource that the catalog has the shape of. */
export interface ClusterField {
  readonly field: FieldFact;
  readonly vocabulary: Vocabulary;
  /** Every entry of the catalog for the path, in the directions that are possible. */
  readonly properties: readonly PropertyData[];
  readonly role: Role;
  readonly confidence: Confidence;
  /** The requests that prove it; empty where names and company are all there is. */
  readonly requests: readonly ApiRequest[];
  /** All keys that are seen in the object that holds the property. */
  readonly siblings: readonly string[];
  /** The route of the repository that passes on what the service answers, or what it is sent. */
  readonly passedOnBy?: Location;
  /** The place of the declaration of its type, if types decided. */
  readonly declared?: Location;
}

/**
 * Reads a field as a property of a resource, and says how sure that is. Of two vocabularies that have the
 * property under the same name the one that is surer counts, then the one that fits the program and the target.
 */
export function readClusterField(field: FieldFact, context: FileContext): ClusterField[] {
  const byPath = new Map<string, ClusterField>();
  for (const reading of readInVocabularies(field, context)) {
    const path = reading.properties[0]!.path;
    const before = byPath.get(path);
    if (!before || rank(reading, context) < rank(before, context)) byPath.set(path, reading);
  }
  return [...byPath.values()];
}

/** Returns a field as each vocabulary reads it. */
export function readInVocabularies(field: FieldFact, context: FileContext): ClusterField[] {
  return context.catalog.vocabularies.flatMap((one) => readInVocabulary(field, one, context) ?? []);
}

/** Returns whether types may be asked about a field; cheap, and true more often than they are. */
export function mayAskTypes(field: FieldFact): boolean {
  return !isDeclaration(field) && field.setting !== "data" && !("requests" in field.owner);
}

/** Types decide what names and company leave open: the declared property is one of a cluster, or of something else. */
function decideByTypes(own: ClusterField, context: FileContext): ClusterField | undefined {
  const { types, declaredFields } = context;
  const { field, vocabulary, confidence, properties } = own;
  if (!types || confidence === "high" || isDeclaration(field) || field.setting === "data") return own;
  // The compiler takes seconds for its first answer. Nobody needs it for a property that no version changes.
  if (properties.every(isUnchanged)) return own;
  // Only a type that was read can make more of a guess: a type with names enough is a candidate itself.
  const declarations = confidence === "low" ? (declaredFields.get(field.name) ?? []) : undefined;
  if (declarations && !declarations.some((one) => isDeclaredFor(one, vocabulary))) return own;
  const declaration = types.declarationOf(field.place);
  if (!declaration) return own;
  if (declaration.isExternal) return undefined;
  const { typeName, siblings, path, place } = declaration;
  const declared: FieldFact = {
    ...field,
    access: "declare",
    path,
    owner: { kind: "type", name: typeName, siblings },
  };
  const typed = guess(declared, vocabulary, { request: 0, siblings }, []);
  if (!typed) return undefined;
  if (typed.confidence === "low") return own;
  if (context.ownObjects().has(declared)) return { ...own, confidence: "low" };
  return { ...own, confidence: "high", ...(place ? { declared: place } : {}) };
}

/** Returns whether a type is that of a cluster by the names in it. */
function isDeclaredFor(field: FieldFact, vocabulary: Vocabulary): boolean {
  const siblings = "siblings" in field.owner ? field.owner.siblings : [];
  const found = guess(field, vocabulary, { request: 0, siblings }, []);
  return found !== undefined && found.confidence !== "low";
}

/** Returns whether the place is where the property is declared: nothing can say more of it. */
function isDeclaration({ access, owner }: FieldFact): boolean {
  return access === "declare" && !(owner.kind === "type" && owner.isElsewhere);
}

function rank({ confidence, requests, vocabulary, properties }: ClusterField, context: FileContext): number {
  const proof = CONFIDENCES.indexOf(confidence) * 2 + (requests.length > 0 ? 0 : 1);
  return proof * 4 + vocabularyRank(vocabulary, properties, context);
}

function readInVocabulary(
  field: FieldFact,
  vocabulary: Vocabulary,
  context: FileContext,
): ClusterField | undefined {
  const { owner } = field;
  if (owner.kind === "type" && (owner.parses || owner.statedFor)) {
    const parsed = readInSchema(field, owner, vocabulary, context);
    if (parsed !== "unknown") return parsed;
  }
  if (!("requests" in owner)) {
    const request = pointsOfOrigin(field, vocabulary, context);
    const siblings = tellingSiblings(field, owner.siblings, { vocabulary, context });
    const found = guessInObject(field, vocabulary, { request, siblings }, context);
    if (field.access === "read" && mayBeKept(field.name, vocabulary, context)) return undefined;
    const hinted = found?.confidence === "low" ? withHintsOfFile(found, context) : found;
    const own = hinted && isOwnData(hinted, context) ? { ...hinted, confidence: "low" as const } : hinted;
    // A literal of a type of a library writes into something of which only the type is known.
    const isWritten = owner.kind === "object" || (owner.kind === "named" && field.access === "write");
    if (own && isWritten && isPassedElsewhere(context, field.place)) return undefined;
    if (own && isGivenToOthers(field, own.properties[0]!.resource, vocabulary, context)) return undefined;
    if (own && field.access === "declare" && isTypeOfOthers(field, owner.siblings, vocabulary, context))
      return undefined;
    if (owner.kind === "type" && owner.name === COMPONENTS && isOfVersions(context)) return undefined;
    return own && decideByTypes(own, context);
  }
  const requests = context.requestsOf(owner.requests);
  const siblings = siblingsIn(context, field);
  const proven = requests.filter((one) => isResourceCall(one, vocabulary));
  if (proven.length > 0) {
    if (field.access === "read" && keepersOf(field.name, vocabulary, requests, proven).length > 0)
      return undefined;
    const properties = provenEntries(proven, vocabulary, field.path, owner.kind);
    if (properties.length === 0) {
      const endpoints = proven.flatMap((one) => changingEndpoints(one, vocabulary));
      if (field.isPerhaps || !endpoints.some((one) => hasNamedShape(one, vocabulary))) return undefined;
      const found = guess(
        field,
        vocabulary,
        { request: isOfUnknownMember(field, endpoints, vocabulary) ? 3 : 1, siblings },
        proven,
      );
      return found && { ...found, confidence: found.confidence === "low" ? "low" : "medium" };
    }
    const isSure = !field.isPerhaps && proven.some(({ fact }) => isOfKnownClient(fact));
    const confidence = isSure ? "high" : "medium";
    return { field, vocabulary, properties, role: owner.kind, confidence, requests: proven, siblings };
  }
  const way = owner.kind === "request" ? "body" : "answer";
  const [passing] = requests.flatMap((one) => context.servedPaths().passing(one, vocabulary, way) ?? []);
  if (passing) return readPassedOn(field, vocabulary, siblings, passing);
  const points = requests.map((request) => pointsFor(request, vocabulary, context));
  const known = points.filter((one) => one !== undefined);
  if (known.length < points.length) return undefined;
  const listed = shapedResources(vocabulary).some((one) => startsWithList(one, field.path)) ? 1 : 0;
  return guess(field, vocabulary, { request: listed + greatestOf(known, 0), siblings }, []);
}

/** Reads a property in a request to a route of the repository that passes on its body, or what the service answers. */
function readPassedOn(
  field: FieldFact,
  vocabulary: Vocabulary,
  siblings: Siblings,
  passedOnBy: Location,
): ClusterField | undefined {
  if (field.access !== "read" && field.owner.kind !== "request") return undefined;
  const found = guess(field, vocabulary, { request: 3, siblings }, []);
  return found && { ...found, confidence: found.confidence === "low" ? "low" : "medium", passedOnBy };
}

/** The name that openapi-typescript gives to the type with all schemas of a document. */
const COMPONENTS = "components";

/**
 * Returns whether a file declares the types of a document of the versioned API. Such a document states the version of
 * each type, so the old shape belongs to the versions that have it.
 */
function isOfVersions({ facts: { strings } }: FileContext): boolean {
  return (
    strings.some(({ what }) => what === "media-type") && !strings.some(({ what }) => what === "base-path")
  );
}

/**
 * The keys that a schema or a stated type declares for responses; `unknown` if the source of its input is unknown.
 */
function readInSchema(
  field: FieldFact,
  { parses, statedFor, siblings }: Extract<Owner, { kind: "type" }>,
  vocabulary: Vocabulary,
  context: FileContext,
): ClusterField | "unknown" | undefined {
  const { requests: ids = [], path = [] } = parses ?? statedFor ?? {};
  const requests = context.requestsOf(ids);
  const proven = requests.filter((request) => isResourceCall(request, vocabulary));
  const properties = provenEntries(proven, vocabulary, path, "response");
  if (proven.length > 0 && properties.length > 0)
    return { field, vocabulary, properties, role: "type", confidence: "high", requests: proven, siblings };
  const areOfOthers = requests.every((request) => pointsFor(request, vocabulary, context) === undefined);
  return requests.length > 0 && proven.length === 0 && areOfOthers ? undefined : "unknown";
}

/** Guesses with the evidence that the other properties of the same object give. */
function guessInObject(
  field: FieldFact,
  vocabulary: Vocabulary,
  evidence: Evidence,
  context: FileContext,
): ClusterField | undefined {
  const found = guess(field, vocabulary, evidence, []);
  if (found?.confidence !== "low") return found;
  const alone = (other: FieldFact, siblings: Siblings) =>
    guess(other, vocabulary, { request: 0, siblings }, []);
  if (!isBesideFound(found, context, alone)) return found;
  const confidence = judge(found.properties[0]!, field, vocabulary, { ...evidence, request: 3 });
  return confidence === "low" ? found : { ...found, confidence: "medium" };
}

/** Returns whether a property is declared in a type whose distinctive properties the file only passes to others. */
function isTypeOfOthers(
  { name }: FieldFact,
  siblings: Siblings,
  { properties }: Vocabulary,
  context: FileContext,
): boolean {
  const isDistinctive = (one: string): boolean =>
    properties.some(
      ({ path, status, distinctness }) =>
        path === one && status === "removed" && distinctness !== "ambiguous",
    );
  return (
    isOnlyOfOthers(context, name) ||
    siblings.some((one) => isDistinctive(one) && isOnlyOfOthers(context, one))
  );
}

/**
 * Raises the confidence in what code reads from something unknown if the file indicates a cluster: it asks for clusters,
 * or reads their properties from something of the same name. A type must be called after them in a program that asks.
 */
function withHintsOfFile(found: ClusterField, context: FileContext): ClusterField {
  const { field, vocabulary, properties } = found;
  const isType = field.owner.kind === "type" && isDeclaration(field);
  if (isType ? !isNamedLike(properties[0]!, field, vocabulary) : field.access !== "read") return found;
  // The requests of a file say what its own types are of, and those of others only where it makes none.
  const requests = isType && context.facts.requests.length === 0 ? context.programRequests : context.requests;
  const request = hasResourceCall(requests, vocabulary) ? 1 : 0;
  const siblings = [...found.siblings, ...siblingsIn(context, field)];
  const confidence = judge(properties[0]!, field, vocabulary, { request, siblings });
  return confidence === "low" ? found : { ...found, confidence: "medium" };
}

/**
 * Returns how strongly a request without proof indicates a cluster. A request to another resource or service gives no
 * evidence: its properties are not the service's, whatever their names are.
 */
function pointsFor(
  request: ApiRequest,
  vocabulary: Vocabulary,
  { catalog }: FileContext,
): number | undefined {
  const { calledAs } = request.fact;
  if (calledAs !== undefined && isOfOthers(calledAs, vocabulary)) return undefined;
  // `clusters/tenantUpgrade` looks like a cluster of that name in a vocabulary that does not know it.
  const isOther = ({ flat }: UrlReading): boolean =>
    catalog.vocabularies.some((one) => isOtherPath(flat, one));
  const own = request.readings.filter((reading) => !isOther(reading));
  const possible = own.flatMap((reading) => pointsOfUrl(reading, vocabulary) ?? []);
  if (possible.length === 0 || request.readings.some(namesStranger)) return undefined;
  // A link may lead to a cluster.
  const ofLinks = request.likely.map(({ match }) => (match.path === "" ? 2 : 0));
  return greatestOf([...possible, ...ofLinks]) + (request.fact.credentials === "digest" ? 1 : 0);
}

function pointsOfUrl(
  { surface, flat, match, endpoint }: UrlReading,
  vocabulary: Vocabulary,
): number | undefined {
  switch (surface) {
    case "administration": {
      // A resource that is named is another one; one that is computed may be this one.
      const isOpen = endpoint?.endpoints.length === 0 && !endpoint.gone;
      if (!isOpen || match?.vocabulary !== vocabulary) return undefined;
      return mayBeResource(match.path, vocabulary) ? 2 : undefined;
    }
    case "unknown":
      return endsInResource(flat, vocabulary) ? 2 : 0;
    default:
      return undefined;
  }
}

/**
 * Returns what a property without a request is by its name and the names around it. The longest end of the path that is
 * a path of the resource counts: `numShards` inside `replicationSpecs[]` is not the one at the root.
 */
export function guess(
  field: FieldFact,
  vocabulary: Vocabulary,
  evidence: Evidence,
  requests: readonly ApiRequest[],
): ClusterField | undefined {
  const { siblings } = evidence;
  // Names of an API that v2ready knows from its documents only are in other APIs as well.
  if (vocabulary.isStandalone) return undefined;
  const properties = longestEnd(vocabulary, field, directionOf(field));
  const [property] = properties;
  if (!property || isElsewhere(field, siblings, vocabulary) || isStatedElsewhere(field, property, vocabulary))
    return undefined;
  if (holdsOthers(field, property, vocabulary)) return undefined;
  const confidence = judge(property, field, vocabulary, evidence);
  return { field, vocabulary, properties, role: roleOf(field, property), confidence, requests, siblings };
}

/**
 * Returns whether the type of what holds a property says that it is of another operation, or of a version that has it.
 */
function isStatedElsewhere({ owner }: FieldFact, { since }: PropertyData, vocabulary: Vocabulary): boolean {
  const type = "typeName" in owner ? owner.typeName : undefined;
  if (type === undefined) return false;
  const { isOther, version } = statedOperation(type, vocabulary);
  return isOther || (version !== undefined && version < since);
}

/** Data, declarations and objects of which no use is known may be what is sent or what was received. */
function directionOf({ access, owner, setting }: FieldFact): Direction | undefined {
  if (access === "declare" || setting === "data" || owner.kind === "object") return undefined;
  if (access === "write" && owner.kind === "named" && owner.isOfApi) return undefined;
  return access === "read" || isAnswer({ owner, setting }) ? "response" : "request";
}

/** Returns whether a field is part of the body with which a test answers a request. */
function isAnswer({ owner, setting }: Pick<FieldFact, "owner" | "setting">): boolean {
  return setting === "mock" && owner.kind === "response";
}

function longestEnd(
  vocabulary: Vocabulary,
  { path, name }: FieldFact,
  direction: Direction | undefined,
): PropertyData[] {
  for (let start = 0; start < path.length; start++) {
    const end = path.slice(start);
    if (end[0] === "[]") continue;
    const found = shapedResources(vocabulary).flatMap((shaped) => entriesFor(shaped, end, direction));
    if (found.length > 0) return found;
  }
  // A part of a cluster by itself: no other product has a property with that name.
  return vocabulary.properties.filter(
    (property) =>
      property.distinctness === "unmistakable" &&
      lastName(property) === name &&
      (!direction || property.in.includes(direction)),
  );
}

function roleOf({ access, owner, setting }: FieldFact, property: PropertyData): Role {
  if (access === "declare") return "type";
  if (setting === "data") return "payload";
  if (access === "read" || isAnswer({ owner, setting })) return "response";
  // It is unknown whether a literal is sent.
  if (owner.kind === "object") return "payload";
  return property.in.includes("request") ? "request" : "payload";
}
