import {
  requestedVersions,
  defineRule,
  headerPlace,
  nameOfRequest,
  unversionedBases,
  versionedBases,
  type ApiRequest,
  type FileContext,
  type PropertyData,
  type RepositoryContext,
  type Vocabulary,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-mixed-versions",
    description: "Reports programs that ask for versions of a resource between which ids and elements differ",
    severity: "warning",
    confidence: ["medium"],
    part: "header",
    sources: ["VD2", "REC"],
    messages: {
      mixed:
        "{{request}} asks for {{version}}, and {{other}} of the same program for {{newer}}; {{property}} has other elements and ids from version {{since}} on.",
    },
    anchors: (vocabulary) => [...unversionedBases(vocabulary), ...versionedBases(vocabulary)],
  },
  *check(context) {
    for (const { asking, property } of requestedIn([context])) {
      const newer = asking.find(({ isNew }) => isNew);
      for (const one of asking) yield* mixedWith(one, newer, property);
    }
  },
  *checkRepository({ files }) {
    const programs = programsOf(files);
    for (const { asking, property } of requestedIn(files)) {
      const newer = asking.filter(({ isNew }) => isNew);
      const mixedFiles = new Set(newer.map(({ path }) => path));
      for (const one of asking) {
        if (mixedFiles.has(one.path)) continue;
        const own = programs(one.path);
        const other = newer.find(({ path }) => [...programs(path)].some((program) => own.has(program)));
        yield* mixedWith(one, other, property);
      }
    }
  },
});

/** The requests of files for each list whose elements mean something else in a newer version. */
function requestedIn(
  files: readonly FileContext[],
): { readonly asking: readonly Asking[]; readonly property: PropertyData }[] {
  const sources = files.filter(({ fileClass }) => fileClass === "source");
  const [first] = sources;
  return (first?.catalog.vocabularies ?? []).flatMap((vocabulary) =>
    vocabulary.properties
      .filter(({ keepsFirst }) => keepsFirst === true)
      .map((property) => ({
        property,
        asking: sources.flatMap((file) => askingFor(property, vocabulary, file)),
      })),
  );
}

/** A request for the resource of a property, and the version that it asks for. */
interface Asking {
  readonly request: ApiRequest;
  readonly path: string;
  readonly version: string;
  readonly isNew: boolean;
}

function askingFor(property: PropertyData, vocabulary: Vocabulary, file: FileContext): Asking[] {
  const endpoints = new Set(
    vocabulary.resources
      .filter(({ name }) => name === property.resource)
      .flatMap((resource) => resource.endpoints)
      // An endpoint without a version of that kind brings and takes no such list.
      .filter(({ versions }) => versions.some(({ date }) => date >= property.since)),
  );
  return file.requests.flatMap((request) => {
    const { fact, administration } = request;
    if (fact.setting !== "code" || fact.form !== "call") return [];
    const readings = administration.filter(
      ({ match, endpoint }) =>
        match.vocabulary === vocabulary && endpoint.endpoints.some((one) => endpoints.has(one)),
    );
    const [reading, ...others] = readings;
    if (!reading || others.length > 0) return [];
    const common = { request, path: file.facts.path };
    if (reading.match.form === "unversioned")
      return [{ ...common, version: reading.match.version ?? "", isNew: false }];
    const [asked, ...more] = requestedVersions(request, vocabulary);
    return asked && more.length === 0
      ? [{ ...common, version: asked.date, isNew: asked.version >= property.since }]
      : [];
  });
}

function* mixedWith(
  { request, version, isNew }: Asking,
  other: Asking | undefined,
  { path: property, since }: PropertyData,
) {
  if (isNew || !other) return;
  yield {
    messageId: "mixed",
    place: headerPlace(request),
    confidence: "medium",
    requests: [request],
    related: [{ place: other.request.fact.site, message: `asks for ${other.version}` }],
    data: {
      request: nameOfRequest(request),
      other: nameOfRequest(other.request),
      version,
      newer: other.version,
      property,
      since,
    },
    advice: "Ask for the same version in all requests for the resource.",
  } as const;
}

/**
 * Returns the programs that a file belongs to. A program is a file that no other one uses, with all files that it uses.
 * Tests belong to none.
 */
function programsOf(files: RepositoryContext["files"]): (path: string) => ReadonlySet<string> {
  const usedBy = new Map<string, string[]>();
  for (const { facts, fileClass } of files) {
    if (fileClass === "test") continue;
    for (const used of facts.uses ?? [])
      if (used !== facts.path) usedBy.set(used, [...(usedBy.get(used) ?? []), facts.path]);
  }
  const known = new Map<string, ReadonlySet<string>>();
  return (path) => {
    let programs = known.get(path);
    if (!programs) {
      const reached = new Set([path]);
      for (const one of reached) for (const user of usedBy.get(one) ?? []) reached.add(user);
      const entries = [...reached].filter((one) => !usedBy.has(one));
      // Files that use each other in a circle are one program.
      programs = new Set(entries.length > 0 ? entries : reached);
      known.set(path, programs);
    }
    return programs;
  };
}
