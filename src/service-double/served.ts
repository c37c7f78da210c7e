import type { Catalog, Vocabulary } from "../catalog/catalog.js";
import { loadCatalog } from "../catalog/load.js";
import { matchEndpoint } from "../catalog/matchers/endpoints.js";
import type { EndpointData, GoneEndpointData } from "../catalog/model.js";
import type { CalendarDate } from "../core/calendar-date.js";

/** The target of a path. */
export type Target =
  | {
      readonly kind: "administration";
      readonly vocabulary: Vocabulary;
      readonly form: string;
      readonly path: string;
    }
  | { readonly kind: "discovery"; readonly vocabulary: Vocabulary; readonly path: string };

/** Returns the vocabularies with every endpoint that is served in them. */
export function servedVocabularies(catalog: Catalog): Vocabulary[] {
  return catalog.vocabularies.map((one) => (one.isStandalone ? one : withKnownEndpoints(one)));
}

/**
 * A vocabulary with few endpoints (the specification shows six) is served with those of the public service, too. Its
 * paths are the same, and what the specification says about other endpoints is true for them.
 */
function withKnownEndpoints(vocabulary: Vocabulary): Vocabulary {
  const own = new Set(vocabulary.resources.flatMap(({ endpoints }) => endpoints.map(({ id }) => id)));
  const [known] = loadCatalog({ vocabularies: ["atlas"] }).vocabularies;
  const last = vocabulary.lifecycle.releases.at(-1)!;
  const added = known!.resources.flatMap(({ name, sources, endpoints }) => {
    const missing = endpoints.filter(({ id, versions }) => !own.has(id) && versions[0]!.date <= last);
    if (missing.length === 0) return [];
    const versions = vocabulary.lifecycle.otherEndpoints;
    return [{ name: `${name} (public)`, sources, endpoints: missing.map((one) => ({ ...one, versions })) }];
  });
  return { ...vocabulary, resources: [...vocabulary.resources, ...added] };
}

/**
 * Returns every base path of a vocabulary with its form: `v1.0`, `v1.5` or `v2`. A host in front of it is left out,
 * because that of the double replaces it.
 */
export function basesOf({
  administration,
  pathAliases,
  hosts,
}: Vocabulary): { form: string; base: string }[] {
  const forms = [administration.versioned, ...administration.unversioned.map(({ version }) => version)];
  const templates = [administration.base, ...pathAliases.map((alias) => `${alias}/{version}`)];
  const host = hosts.find((one) => administration.base.startsWith(`/${one}/`));
  const paths = templates.map((base) => (host === undefined ? base : base.slice(host.length + 1)));
  return forms.flatMap((form) => paths.map((base) => ({ form, base: base.replace("{version}", form) })));
}

/**
 * Finds the vocabulary, form and endpoint of a request.
 *
 * @param path of a request, without its query
 */
export function targetOf(path: string, vocabularies: readonly Vocabulary[]): Target | undefined {
  const behind = (base: string): string | undefined =>
    path === base || path.startsWith(`${base}/`) ? path.slice(base.length).replace(/\/$/, "") : undefined;
  for (const vocabulary of vocabularies) {
    for (const { form, base } of basesOf(vocabulary)) {
      const rest = behind(base);
      if (rest !== undefined) return { kind: "administration", vocabulary, form, path: rest };
    }
    const { base: discovery } = vocabulary.discovery;
    const rest = discovery === "" ? undefined : behind(discovery);
    if (rest !== undefined) return { kind: "discovery", vocabulary, path: rest };
  }
  return undefined;
}

type Found =
  | { readonly endpoint: EndpointData }
  | { readonly gone: GoneEndpointData }
  /** The methods that the path has. */
  | { readonly methods: readonly string[] };

/** Returns what a method and a path mean, by the catalog; `undefined` for an unknown path. */
export function findEndpoint(vocabulary: Vocabulary, method: string, path: string): Found | undefined {
  const { endpoints, gone } = matchEndpoint(vocabulary, [method], path);
  if (gone) return { gone };
  if (endpoints[0]) return { endpoint: endpoints[0] };
  const any = matchEndpoint(vocabulary, [], path);
  const methods = any.gone ? any.gone.methods : any.endpoints.map((endpoint) => endpoint.method);
  return methods && methods.length > 0 ? { methods: [...new Set(methods)] } : undefined;
}

/**
 * Returns whether an unversioned form, with shapes of `shape`, has an endpoint: what came later is of the versioned
 * one.
 */
export function isInForm(endpoint: EndpointData, shape: CalendarDate): boolean {
  return endpoint.versions[0]!.date <= shape;
}

/** Returns the decoded parameters of an endpoint's path, in order. */
export function parametersOf(pattern: string, path: string): Map<string, string> {
  const given = path.split("/");
  const parameters = new Map<string, string>();
  for (const [index, segment] of pattern.split("/").entries()) {
    const end = segment.indexOf("}");
    if (!segment.startsWith("{") || end < 0) continue;
    const ending = segment.slice(end + 1);
    const value = given[index] ?? "";
    parameters.set(segment.slice(1, end), decoded(value.slice(0, value.length - ending.length)));
  }
  return parameters;
}

/** Decodes percent-encoding. Returns the text unchanged if it is malformed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
