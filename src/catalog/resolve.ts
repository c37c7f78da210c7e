import type { Vocabulary } from "./catalog.js";
import type {
  BodyData,
  CatalogData,
  ExtendingVocabularyData,
  PropertyData,
  ResourceData,
  VocabularyData,
} from "./model.js";
import type { ConversionData } from "./model-of-names.js";

const IDENTIFIER = /[A-Za-z][A-Za-z0-9]*/g;

/**
 * Returns the complete vocabulary that `own` describes by its differences from `other`; see `ExtendingVocabularyData`.
 */
export function completeVocabulary(own: ExtendingVocabularyData, other: VocabularyData): VocabularyData {
  const { extends: _, words, administration, lifecycle, connectionStrings, ...rest } = own;
  return {
    ...other,
    ...rest,
    sources: { ...other.sources, ...own.sources },
    words: {
      ...other.words,
      ...words,
      properties: { ...other.words.properties, ...words?.properties },
    },
    ...(administration && { administration: { ...other.administration, ...administration } }),
    ...(lifecycle && { lifecycle: { ...other.lifecycle, ...lifecycle } }),
    connectionStrings: { ...other.connectionStrings, ...connectionStrings },
    resources: mergeResources(other.resources ?? [], own.resources ?? []),
    goneEndpoints: [...(other.goneEndpoints ?? []), ...(own.goneEndpoints ?? [])],
  };
}

/** Returns the catalog as `vocabulary` sees it. Both must be valid. */
export function resolveVocabulary(catalog: CatalogData, vocabulary: VocabularyData): Vocabulary {
  const { words } = vocabulary;
  const fill = (text: string): string =>
    text
      .replaceAll("{admin}", words.admin)
      .replaceAll("{metrics}", words.metrics)
      .replaceAll("{vendor}", words.vendor);
  const administration = { ...catalog.administration, ...vocabulary.administration };
  const base = vocabulary.standalone ? onItsOwn(catalog, vocabulary) : catalog;
  return {
    name: vocabulary.name,
    title: vocabulary.title,
    isStandalone: vocabulary.standalone === true,
    versionedBy: base.mediaType.form === "" ? "path" : "media-type",
    words,
    distinctivePath: vocabulary.distinctivePath,
    listsAllEndpoints: vocabulary.listsAllEndpoints ?? false,
    pathAliases: vocabulary.pathAliases ?? [],
    hosts: vocabulary.hosts,
    administration: { ...administration, base: fill(administration.base) },
    discovery: { ...base.discovery, base: fill(base.discovery.base) },
    mediaType: { ...base.mediaType, form: fill(base.mediaType.form) },
    lifecycle: { ...catalog.lifecycle, ...vocabulary.lifecycle },
    authentication: vocabulary.authentication ?? base.authentication,
    resources: mergeResources(base.resources, vocabulary.resources ?? []),
    goneEndpoints: [...base.goneEndpoints, ...(vocabulary.goneEndpoints ?? [])],
    properties: base.properties.map((property) => translateProperty(property, words.properties)),
    provenProperties: vocabulary.standalone ? [] : (vocabulary.properties ?? []),
    bodies: [...base.bodies, ...(vocabulary.bodies ?? [])].map((one) => translateBody(one, words.properties)),
    defaults: base.defaults,
    recognition: base.recognition,
    conversions: base.conversions.map((one) => translateConversion(one, words.properties)),
    connectionStrings: { ...base.connectionStrings, ...vocabulary.connectionStrings },
    libraries: vocabulary.libraries ?? [],
    hints: vocabulary.hints ?? [],
    sources: { ...catalog.sources, ...vocabulary.sources },
  };
}

type Inherited = Pick<
  CatalogData,
  | "discovery"
  | "mediaType"
  | "authentication"
  | "resources"
  | "goneEndpoints"
  | "properties"
  | "bodies"
  | "defaults"
  | "recognition"
  | "conversions"
  | "connectionStrings"
>;

/** Returns what an API of its own has instead of the data of the catalog. */
function onItsOwn(
  { discovery, mediaType, connectionStrings }: CatalogData,
  { mediaType: own, properties }: VocabularyData,
): Inherited {
  return {
    discovery: { ...discovery, base: "", labels: [], parameters: [] },
    mediaType: own ?? { ...mediaType, form: "", otherVersions: [] },
    authentication: [],
    resources: [],
    goneEndpoints: [],
    properties: properties ?? [],
    bodies: [],
    defaults: [],
    recognition: [],
    conversions: [],
    connectionStrings: { ...connectionStrings, kinds: [] },
  };
}

/** Returns the names of properties in a path or a sentence, each once. */
export function identifiersOf(text: string): ReadonlySet<string> {
  return new Set(text.match(IDENTIFIER));
}

function mergeResources(
  resources: readonly ResourceData[],
  own: readonly ResourceData[],
): readonly ResourceData[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  for (const resource of own) byName.set(resource.name, resource);
  return [...byName.values()];
}

function translateConversion(
  conversion: ConversionData,
  names: Readonly<Record<string, string>>,
): ConversionData {
  const translate = (name: string): string => (Object.hasOwn(names, name) ? names[name]! : name);
  const table = <Role extends string>(roles: Readonly<Record<Role, string>>): Record<Role, string> =>
    Object.fromEntries(
      Object.entries<string>(roles).map(([role, name]) => [role, translate(name)]),
    ) as Record<Role, string>;
  return {
    ...conversion,
    names: table(conversion.names),
    old: table(conversion.old),
    new: table(conversion.new),
    answers: conversion.answers.map(translate),
    setByService: conversion.setByService.map(translate),
    movedInAnswers: conversion.movedInAnswers.map(translate),
  };
}

function translateBody(body: BodyData, names: Readonly<Record<string, string>>): BodyData {
  const translate = (path: string): string =>
    path.replace(IDENTIFIER, (name) => (Object.hasOwn(names, name) ? names[name]! : name));
  return {
    ...body,
    members: body.members.map(({ path, unless, ...rest }) => ({
      ...rest,
      path: translate(path),
      ...(unless && { unless: { ...unless, path: translate(unless.path) } }),
    })),
  };
}

/** Sentences are translated as well, because the canonical names are not English words. */
function translateProperty(property: PropertyData, names: Readonly<Record<string, string>>): PropertyData {
  const translate = (text: string): string =>
    text.replace(IDENTIFIER, (name) => (Object.hasOwn(names, name) ? names[name]! : name));
  const { conditions, notes, whenRead } = property;
  return {
    ...property,
    path: translate(property.path),
    replacement: property.replacement.map(translate),
    transform: translate(property.transform),
    ...(whenRead !== undefined && { whenRead: translate(whenRead) }),
    ...(conditions && { conditions: conditions.map(translate) }),
    ...(notes !== undefined && { notes: translate(notes) }),
  };
}
