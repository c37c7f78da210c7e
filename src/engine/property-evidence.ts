import type { Vocabulary } from "../catalog/catalog.js";
import type { PropertyData } from "../catalog/model.js";
import type { RecognitionData } from "../catalog/model-of-names.js";
import type { Confidence } from "../core/finding.js";
import type { FieldFact, Siblings } from "../facts/field.js";
import { isOfOthers } from "./named-operations.js";

/** Evidence that a property belongs to a resource, if no request proves it. */
export interface Evidence {
  /** Points for what is known about the request that the property is sent with or read from. */
  readonly request: number;
  /** All keys that are seen in the object that holds the field. */
  readonly siblings: Siblings;
}

/** Returns whether the company or the names around say that the property is one of another resource or product. */
export function isElsewhere(field: FieldFact, siblings: Siblings, vocabulary: Vocabulary): boolean {
  const { path, name, setting, place } = field;
  const { recognition } = vocabulary;
  const parent = path.findLast((step, index) => index < path.length - 1 && step !== "[]");
  if (parent !== undefined && recognition.some(({ notInside }) => notInside.includes(parent))) return true;
  // An aggregation or a query of a document database: `{ $group: { numShards: "$numShards" } }`.
  if (path.some((step) => step.startsWith("$"))) return true;
  const others = new Set(
    recognition.flatMap(({ anyCompany, notBeside }) => (anyCompany.includes(name) ? [] : notBeside)),
  );
  // Some languages write the first letter of a field in upper case.
  const isOther = (sibling: string): boolean => others.has(sibling) || others.has(uncapitalized(sibling));
  if (siblings.some((sibling) => sibling !== name && isOther(sibling))) return true;
  const names = setting === "data" ? [...namesAround(field), fileName(place.path)] : namesAround(field);
  if (names.some((one) => isOfOthers(one, vocabulary))) return true;
  if (isDescription(field, vocabulary)) return true;
  const values = Object.values(field.contents ?? {});
  return recognition.some(({ notWith }) => notWith.some((value) => values.includes(value)));
}

/** Returns whether code describes a property of its own: `"numShards": &schema.Schema{Optional: true}` of Terraform. */
function isDescription(
  { access, owner, setting, path, contents = {} }: FieldFact,
  { properties }: Vocabulary,
): boolean {
  if (access !== "write" || owner.kind !== "object" || setting === "data") return false;
  if (Object.keys(contents).length === 0) return false;
  const property = properties.find((one) => one.path === path.at(-1));
  return property !== undefined && SCALAR.test(property.type);
}

/** The types of the catalog whose values have no members. */
const SCALAR = /^(?:boolean|integer|number|string)\b/;

function uncapitalized(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/**
 * Returns how certain it is that a property without a proven request belongs to its resource. All evidence
 * used here is also a part of the anchors in `property-anchors.ts`: without it a file is not parsed.
 */
export function judge(
  property: PropertyData,
  field: FieldFact,
  vocabulary: Vocabulary,
  { request, siblings }: Evidence,
): Confidence {
  if (isCopy(property, field)) return hasWritable(vocabulary, siblings) ? "medium" : "low";
  const recognition = vocabulary.recognition.find(({ resource }) => resource === property.resource);
  const facts =
    request +
    company(vocabulary, property, siblings, recognition) +
    contents(vocabulary, property, field, recognition) +
    library(field, property);
  const names = hints(field, recognition);
  switch (property.distinctness) {
    case "unmistakable":
      if (facts + names === 0 && isPartOfStranger(property, field, siblings)) return "low";
      return facts + names >= 2 ? "high" : "medium";
    case "specific":
      // Every program that connects to a cluster may call something of its own by the name of a connection string.
      return facts + names >= (property.in.includes("request") ? 1 : 2) ? "medium" : "low";
    case "ambiguous":
      // A configuration of one's own has such names, too, whatever it is called.
      if (facts < 1 || facts + names < 3) return "low";
      if (field.owner.kind === "named" && field.owner.isOfApi) return "medium";
      return isOwnShape(property, vocabulary, siblings, recognition) ? "low" : "medium";
  }
}

/**
 * An object of one's own may keep the name of what only responses have (`{ srvAddress: cluster.connectionStrings.… }`)
 * and is right; a whole cluster in a test is not.
 */
function isCopy(property: PropertyData, { access, owner, setting }: FieldFact): boolean {
  return (
    access === "write" && owner.kind === "object" && setting !== "data" && !property.in.includes("request")
  );
}

/** A type of which all other members are those of something else: the `regionsConfig` of a video has a `globalConfig`. */
function isPartOfStranger({ path }: PropertyData, { access, name }: FieldFact, siblings: Siblings): boolean {
  const others = siblings.filter((sibling) => sibling !== name && !EVERYDAY.has(sibling));
  return access === "declare" && path.includes(".") && others.length > 0;
}

/**
 * Returns whether at least half of the names of an object are not those of the resource. Such an object holds settings of
 * the program, from which it makes the body of a request.
 */
function isOwnShape(
  { path, resource }: PropertyData,
  { properties }: Vocabulary,
  siblings: Siblings,
  recognition: RecognitionData | undefined,
): boolean {
  const holder = path.slice(0, path.lastIndexOf(".") + 1);
  const own = properties.filter((one) => one.resource === resource).map((one) => one.path);
  const known = new Set([...own, ...(recognition?.company ?? [])]);
  const telling = [...new Set(siblings)].filter((one) => !EVERYDAY.has(one));
  const strangers = telling.filter((one) => !known.has(`${holder}${one}`));
  return strangers.length >= MIN_STRANGERS && strangers.length * 2 >= telling.length;
}

const MIN_STRANGERS = 3;

function hasWritable(vocabulary: Vocabulary, siblings: Siblings): boolean {
  return vocabulary.properties.some(
    (property) =>
      property.status === "removed" &&
      property.in.includes("request") &&
      property.distinctness !== "ambiguous" &&
      siblings.includes(property.path),
  );
}

const WEIGHT = { unmistakable: 3, specific: 2, ambiguous: 1 } as const;
/** Names that every resource of every API has. */
export const EVERYDAY: ReadonlySet<string> = new Set([
  "id",
  "name",
  "labels",
  "tags",
  "links",
  "groupId",
  "paused",
  "createDate",
]);

/**
 * Returns points for the other keys of the same object, if the object in the resource that holds the property has such
 * members.
 */
function company(
  vocabulary: Vocabulary,
  { path }: PropertyData,
  siblings: Siblings,
  recognition: RecognitionData | undefined,
): number {
  const holder = path.slice(0, path.lastIndexOf(".") + 1);
  let score = 0;
  for (const sibling of new Set(siblings)) {
    const own = `${holder}${sibling}`;
    if (own === path || EVERYDAY.has(sibling)) continue;
    if (recognition?.company.includes(own)) score += WEIGHT.specific;
    const property = vocabulary.properties.find((one) => one.path === own);
    if (property) score += WEIGHT[property.distinctness];
  }
  return score;
}

/**
 * Returns points for the value of the field: `autoScaling: { diskGBEnabled: true }` exists only in the unversioned
 * form.
 */
function contents(
  vocabulary: Vocabulary,
  property: PropertyData,
  field: FieldFact,
  recognition: RecognitionData | undefined,
): number {
  const keys = Object.keys(field.contents ?? {}).filter((key) => !recognition?.shared.includes(key));
  const isDistinctive = keys.some((key) =>
    vocabulary.properties.some(
      ({ path, distinctness }) => path === `${property.path}.${key}` && distinctness === "specific",
    ),
  );
  return isDistinctive ? WEIGHT.unmistakable : 0;
}

/** Returns points for what a library for the API calls after the resource: `mongodbatlas.Cluster`, `client.Clusters`. */
function library({ owner, path }: FieldFact, { resource }: PropertyData): number {
  if (owner.kind !== "named" || owner.isOfApi !== true) return 0;
  const names = [owner.typeName ?? "", ...path.slice(0, -1)].join(" ").toLowerCase();
  return names.includes(resource.replace(/s$/, "")) ? WEIGHT.specific : 0;
}

/** Returns whether the names around a field are those of the resource of a property. */
export function isNamedLike({ resource }: PropertyData, field: FieldFact, vocabulary: Vocabulary): boolean {
  return (
    hints(
      field,
      vocabulary.recognition.find((one) => one.resource === resource),
    ) > 0
  );
}

/** Returns points for the names around the field: `cluster.providerSettings`, `AtlasCluster`. */
function hints(field: FieldFact, recognition: RecognitionData | undefined): number {
  const names = namesAround(field).join(" ").toLowerCase();
  const found = (recognition?.words ?? []).filter(({ word }) => names.includes(word));
  return found.reduce((sum, { points }) => sum + points, 0);
}

/** `payloads/tenant-upgrade.json`: people call a file of data after what it is for. */
function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/[-_. ]/g, "");
}

function namesAround({ owner, path, trace }: FieldFact): string[] {
  return [
    ...path.slice(0, -1),
    ...trace.map(({ name }) => name),
    "name" in owner ? (owner.name ?? "") : "",
    "typeName" in owner ? (owner.typeName ?? "") : "",
  ];
}
