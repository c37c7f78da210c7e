import {
  classOfFile,
  defineRule,
  packageImported,
  packageNamed,
  unversionedBases,
  type AttributeReadFact,
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
    sources: ["GO1", "GOAK", "NPMAC", "NPMMH", "PYMM", "PYJD", "TFC", "TFG", "TFA"],
    messages: {
      always: "{{name}} sends requests to the unversioned API, in all versions that v2ready knows.",
      until:
        "{{name}} sends requests to the unversioned API up to version {{until}}; here it is {{version}}.",
      git: "{{name}} comes from git in a version that is not known; up to {{until}} it uses the unversioned API.",
      attribute: "{{attribute}} goes with {{name}}: {{resource}} does not have it.",
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
    const libraries = context.catalog.vocabularies.flatMap((one) => one.libraries);
    for (const { ecosystem, name, version, place } of context.facts.dependencies ?? []) {
      const library = libraries.find((one) => one.ecosystem === ecosystem && one.package === name);
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
        advice:
          replacement !== undefined
            ? `Use ${replacement}, which sends dated media types.`
            : until === undefined
              ? WITHOUT
              : UPDATED,
      } as const;
      if (until === undefined) yield { messageId: "always", confidence: "high", data: { name }, ...common };
      else if (FROM_GIT.test(version))
        yield { messageId: "git", confidence: "medium", data: { name, until }, ...common };
      else if (needsOld(library, version))
        yield { messageId: "until", confidence: "medium", data: { name, until, version }, ...common };
    }
    for (const read of context.facts.attributeReads ?? []) {
      const found = goneAttribute(read, libraries);
      if (!found) continue;
      const { attribute, replacement } = found;
      yield {
        messageId: "attribute",
        confidence: "high",
        data: { name: read.of, attribute: attribute.path, resource: replacement },
        place: read.place,
        advice:
          attribute.replacement === undefined
            ? `Remove it when you use ${replacement}.`
            : `With ${replacement}, use ${attribute.replacement}.`,
      };
    }
  },
});

/** Finds the attribute that goes with the resource that has it. */
function goneAttribute({ of, path }: AttributeReadFact, libraries: readonly LibraryData[]) {
  const library = libraries.find((one) => one.ecosystem === "terraform" && one.package === of);
  if (library?.replacement === undefined) return undefined;
  const { holds, replacement } = library;
  if (holds && path[0] !== holds.in) return undefined;
  const gone = holds ? libraries.find((one) => one.package === holds.package)?.gone : library.gone;
  const names = path.slice(holds ? 1 : 0);
  const attribute = gone?.find((one) => isPrefix(one.path.split("."), names));
  return attribute && { attribute, replacement };
}

function isPrefix(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one, index) => one === all[index]);
}

/** Returns whether code is in the folder of a manifest. */
function isBelow({ path }: Location, manifest: Location): boolean {
  return path.startsWith(manifest.path.slice(0, manifest.path.lastIndexOf("/") + 1));
}

const UPDATED =
  "Update it to a version that sends /v2 with a dated Accept header, or send the requests without it.";
const WITHOUT = "Send the requests without it, to /v2 with a dated Accept header.";

/** https://docs.npmjs.com/cli/v11/configuring-npm/package-json#git-urls-as-dependencies */
const FROM_GIT = /^(?:git\b|github:|gitlab:|bitbucket:|[\w.-]+\/[\w.-]+(?:#|$))|\.git(?:#|$)/;

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
