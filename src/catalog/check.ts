import { isCalendarDate } from "../core/calendar-date.js";
import { checkBodies } from "./check-bodies.js";
import { checkEndpoints, checkGone } from "./check-endpoints.js";
import { checkInherited, checkLifecycle, checkReleased, checkShapes } from "./check-versions.js";
import type { Defect } from "./defect.js";
import { step } from "./defect.js";
import type {
  AuthenticationData,
  CatalogData,
  ConnectionStringData,
  DefaultData,
  ExtendingVocabularyData,
  PropertyData,
  ResourceData,
  VocabularyData,
} from "./model.js";
import { nearestName } from "../core/nearest-name.js";
import { identifiersOf, resolveVocabulary } from "./resolve.js";

/**
 * Checks what the schema cannot: that sources are declared, days exist and are in order, versions are released, names
 * are unique and known. Expects data that fit the schema.
 */
export function checkCatalog(data: CatalogData): readonly Defect[] {
  return [
    ...checkSources(data, data.sources),
    ...checkDays(data),
    ...checkLifecycle(data.lifecycle, data.lifecycle.releases),
    ...checkShapes(data.administration.unversioned, data.lifecycle.releases),
    ...checkEndpoints(data.resources, data.resources, data.mediaType.formats),
    ...checkReleased(data.resources, data.lifecycle.releases),
    ...checkGone(data.goneEndpoints, data.resources),
    ...checkAuthentication(data.authentication),
    ...checkProperties(data.properties, data.resources),
    ...checkBodies(data.bodies, data.resources),
    ...checkDefaults(data.defaults),
    ...checkResources("defaults", data.defaults, data.resources),
    ...checkResources("recognition", data.recognition, data.resources),
    ...checkResources("conversions", data.conversions, data.resources),
    ...checkConnectionStrings(data.connectionStrings),
  ];
}

/**
 * Checks the same for a vocabulary. `own` is the content of the file, `complete` the result of merging it into `other`,
 * the vocabulary that it extends.
 */
export function checkVocabulary(
  own: VocabularyData | ExtendingVocabularyData,
  complete: VocabularyData,
  catalog: CatalogData,
  other?: VocabularyData,
): readonly Defect[] {
  const view = resolveVocabulary(catalog, complete);
  const { releases } = view.lifecycle;
  const ownResources = own.resources ?? [];
  return [
    ...checkSources(own, view.sources),
    ...Object.keys(own.sources ?? {})
      .filter((key) => Object.hasOwn({ ...catalog.sources, ...other?.sources }, key))
      .map((key) => ({ path: step("sources", key), problem: "is already a source of the catalog" })),
    ...checkDays(own),
    ...checkLifecycle(own.lifecycle ?? {}, releases),
    ...checkShapes(own.administration?.unversioned ?? [], releases),
    ...checkEndpoints(ownResources, view.resources, view.mediaType.formats),
    ...checkReleased(ownResources, releases),
    ...checkInherited(own, view),
    ...checkGone(own.goneEndpoints ?? [], view.resources),
    ...checkProperties(own.properties ?? [], view.resources),
    ...checkBodies(own.bodies ?? [], view.resources),
    ...(own.authentication && !complete.standalone ? checkAuthentication(own.authentication) : []),
    ...checkWords(own.words?.properties ?? {}, complete.words.properties, catalog.properties),
  ];
}

function checkSources(data: object, declared: CatalogData["sources"]): Defect[] {
  const defects: Defect[] = [];
  visit(data, (value, path, key) => {
    if (key !== "sources" || !Array.isArray(value)) return;
    for (const [index, source] of (value as string[]).entries()) {
      if (Object.hasOwn(declared, source)) continue;
      defects.push({
        path: step(path, index),
        problem: `cites ${source}, which is not declared in sources`,
        ...didYouMean(source, Object.keys(declared)),
      });
    }
  });
  return defects;
}

/** The schema only checks the form, which `2023-02-30` has. */
function checkDays(data: object): Defect[] {
  const defects: Defect[] = [];
  visit(data, (value, path) => {
    if (typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !isCalendarDate(value))
      defects.push({ path, problem: `${value} is not a day of the calendar` });
  });
  return defects;
}

function checkAuthentication(entries: readonly AuthenticationData[]): Defect[] {
  return (["administration", "discovery"] as const).flatMap((surface) => {
    const count = entries.filter((entry) => entry.surface === surface).length;
    const problem =
      count === 0 ? `does not mention the surface ${surface}` : `names ${surface} ${count} times`;
    return count === 1 ? [] : [{ path: "authentication", problem }];
  });
}

function checkWords(
  own: Readonly<Record<string, string>>,
  all: Readonly<Record<string, string>>,
  properties: readonly PropertyData[],
): Defect[] {
  const known = new Set(properties.flatMap(({ path }) => [...identifiersOf(path)]));
  const defects: Defect[] = [];
  for (const [name, word] of Object.entries(own)) {
    const path = step("words.properties", name);
    if (!known.has(name)) {
      const problem = "is not the name of a property in the catalog";
      defects.push({ path, problem, ...didYouMean(name, known) });
      continue;
    }
    const rival = Object.keys(all).find((other) => other !== name && all[other] === word);
    if (rival !== undefined) defects.push({ path, problem: `${word} is already the word for ${rival}` });
    else if (known.has(word) && word !== name && all[word] === undefined)
      defects.push({ path, problem: `${word} is the name of another property` });
  }
  return defects;
}

function checkProperties(properties: readonly PropertyData[], resources: readonly ResourceData[]): Defect[] {
  const defects: Defect[] = [];
  const seen = new Set<string>();
  for (const [index, property] of properties.entries()) {
    const at = step("properties", index);
    if (!resources.some(({ name }) => name === property.resource))
      defects.push({ path: step(at, "resource"), problem: `${property.resource} is not in resources` });
    const endpoints = resources.flatMap((resource) => resource.endpoints.map(({ id }) => id));
    for (const [number, id] of (property.endpoints ?? []).entries()) {
      if (endpoints.includes(id) && id.startsWith(`${property.resource}.`)) continue;
      const problem = `${id} is not an endpoint of ${property.resource}`;
      defects.push({ path: step(step(at, "endpoints"), number), problem, ...didYouMean(id, endpoints) });
    }
    for (const direction of property.in) {
      const key = `${property.resource} ${(property.endpoints ?? []).join()} ${property.path} ${property.since} ${direction} ${property.status === "required"}`;
      if (seen.has(key))
        defects.push({
          path: step(at, "path"),
          problem: `${property.path} occurs twice for the ${direction}`,
        });
      seen.add(key);
    }
    if ((property.exactness === "none") !== (property.replacement.length === 0))
      defects.push({
        path: step(at, "exactness"),
        problem: `is ${property.exactness}, with ${property.replacement.length} replacements`,
      });
  }
  return defects;
}

function checkResources(
  list: string,
  entries: readonly { readonly resource: string }[],
  resources: readonly ResourceData[],
): Defect[] {
  return entries.flatMap(({ resource }, index) =>
    resources.some(({ name }) => name === resource)
      ? []
      : [{ path: step(step(list, index), "resource"), problem: `${resource} is not in resources` }],
  );
}

function checkDefaults(defaults: readonly DefaultData[]): Defect[] {
  return defaults.flatMap(({ id, sources }, index): Defect[] => {
    const at = step("defaults", index);
    return [
      ...(sources.length > 0 ? [] : [{ path: step(at, "sources"), problem: "a default needs a source" }]),
      ...(defaults.findIndex((one) => one.id === id) === index
        ? []
        : [{ path: step(at, "id"), problem: `${id} occurs twice` }]),
    ];
  });
}

function checkConnectionStrings(data: ConnectionStringData): Defect[] {
  const defects: Defect[] = [];
  const seen = new Set<string>();
  for (const [index, { id, form, ports }] of data.kinds.entries()) {
    const at = step("connectionStrings.kinds", index);
    if (seen.has(`${id} ${form}`))
      defects.push({ path: step(at, "id"), problem: `${id} occurs twice in the ${form} form` });
    seen.add(`${id} ${form}`);
    if (form === "srv" && ports)
      defects.push({ path: step(at, "ports"), problem: "an srv string has no port" });
    for (const [number, { from, to }] of (ports ?? []).entries()) {
      if (from > to)
        defects.push({ path: step(step(at, "ports"), number), problem: `${from} to ${to} is not a range` });
    }
  }
  const { legacyFormUntil, stableOnProviderChangeAfter, multiCloudIntroduction } = data.dates;
  if (
    !(legacyFormUntil < stableOnProviderChangeAfter && stableOnProviderChangeAfter <= multiCloudIntroduction)
  )
    defects.push({ path: "connectionStrings.dates", problem: "the days are not in order" });
  return defects;
}

function didYouMean(name: string, known: Iterable<string>): { hint: string } | undefined {
  const nearest = nearestName(name, known);
  return nearest === undefined ? undefined : { hint: `Did you mean ${nearest}?` };
}

/** Yields every value in `data`, with its path and its key. */
function visit(
  data: unknown,
  see: (value: unknown, path: string, key: string) => void,
  path = "",
  key = "",
): void {
  see(data, path, key);
  if (Array.isArray(data)) {
    for (const [index, element] of data.entries()) visit(element, see, step(path, index), "");
  } else if (typeof data === "object" && data !== null) {
    for (const [name, member] of Object.entries(data)) visit(member, see, step(path, name), name);
  }
}
