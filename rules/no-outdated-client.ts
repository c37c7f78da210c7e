import {
  classOfFile,
  defineRule,
  packageImported,
  packageNamed,
  unversionedBases,
  type LibraryData,
  type Location,
} from "../src/rule-api.js";

export default defineRule({
  meta: {
    id: "no-outdated-client",
    description:
      "Reports client libraries, and resources of Terraform, that send requests to the unversioned API",
    severity: "warning",
    confidence: ["high", "medium"],
    part: "client",
    sources: ["GO1", "GOAK", "NPMAC", "NPMMH", "PYMM", "PYJD", "TFC", "TFG"],
    messages: {
      always: "{{name}} sends requests to the unversioned API, in all versions that v2ready knows.",
      until:
        "{{name}} sends requests to the unversioned API up to version {{until}}; here it is {{version}}.",
    },
    anchors: (vocabulary) => {
      const { libraries } = vocabulary;
      // A rule needs anchors, and files with the base are candidates anyway.
      if (libraries.length === 0) return unversionedBases(vocabulary);
      return libraries.flatMap((library) => [
        packageNamed(library.package, library.ecosystem),
        packageImported(library.import, library.ecosystem),
      ]);
    },
  },
  *check(context) {
    for (const { ecosystem, name, version, place } of context.facts.dependencies ?? []) {
      const library = context.catalog.vocabularies
        .flatMap(({ libraries }) => libraries)
        .find((one) => one.ecosystem === ecosystem && one.package === name);
      if (!library) continue;
      const { until, replacement } = library;
      const [use] = context.libraryImports.filter(
        (one) =>
          one.library === library.import &&
          isBelow(one.place, place) &&
          classOfFile(one.place.path) !== "test",
      );
      const common = {
        place,
        // A package that no code imports sends nothing.
        severity: use ? "error" : "warning",
        related: use ? [{ place: use.place, message: "imported here" }] : [],
        advice: replacement === undefined ? OTHER : `Use ${replacement}, which sends dated media types.`,
      } as const;
      if (until === undefined) yield { messageId: "always", confidence: "high", data: { name }, ...common };
      else if (needsOld(library, version))
        yield { messageId: "until", confidence: "medium", data: { name, until, version }, ...common };
    }
  },
});

/** Returns whether code is in the folder of a manifest. */
function isBelow({ path }: Location, manifest: Location): boolean {
  return path.startsWith(manifest.path.slice(0, manifest.path.lastIndexOf("/") + 1));
}

const OTHER =
  "Update it to a version that sends /v2 with a dated Accept header, or send the requests without it.";

/** Returns whether the lowest version of a range is one that needs the unversioned API. */
function needsOld({ until = "" }: LibraryData, range: string): boolean {
  const lowest = /\d+(?:\.\d+){0,2}/.exec(range)?.[0];
  if (lowest === undefined || /^[<]/.test(range)) return false;
  const [given, last] = [numbersOf(lowest), numbersOf(until)];
  const at = given.findIndex((number, index) => number !== last[index]);
  return at < 0 || given[at]! < last[at]!;
}

function numbersOf(version: string): number[] {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return [major, minor, patch];
}
