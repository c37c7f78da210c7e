import { parseTree, type Node } from "jsonc-parser";
import type { SourceText } from "../../core/source-text.js";
import type { AttributeReadFact, DependencyFact, Ecosystem } from "../../facts/file-facts.js";
import { hclReferences } from "./hcl-references.js";
import { tomlEntries } from "./toml-entries.js";
import { ecosystemOf } from "./manifests.js";

type Found = Omit<DependencyFact, "kind" | "ecosystem" | "place"> & {
  readonly start: number;
  readonly end: number;
};

const READERS: Readonly<Record<Ecosystem, (source: string, path: string) => Found[]>> = {
  npm: npmDependencies,
  go: goDependencies,
  pypi: pythonDependencies,
  terraform: resourceTypes,
};

/** Returns the packages that a manifest names. */
export function dependenciesIn({ path, text }: SourceText): DependencyFact[] {
  const ecosystem = ecosystemOf(path);
  if (!ecosystem) return [];
  return READERS[ecosystem](text, path).map(({ name, version, start, end }) => ({
    kind: "dependency",
    ecosystem,
    name,
    version,
    place: { path, start, end },
  }));
}

const NPM_MEMBERS = new Set(["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]);

function npmDependencies(source: string): Found[] {
  const members: readonly Node[] = parseTree(source)?.children ?? [];
  return members
    .filter(({ children: [key] = [] }) => NPM_MEMBERS.has(String(key?.value)))
    .flatMap(({ children: [, group] = [] }) => group?.children ?? [])
    .flatMap(({ children: [key, version] = [] }) => {
      if (!key || typeof version?.value !== "string") return [];
      const start = key.offset + 1;
      return [{ name: String(key.value), version: version.value, start, end: start + key.length - 2 }];
    });
}

/** Lines of `require`, alone or in a block. https://go.dev/ref/mod#go-mod-file-require */
function goDependencies(source: string): Found[] {
  return [
    ...source.matchAll(/^[ \t]*(?:require[ \t]+)?([\w.-]+\.[\w-]+(?:\/[\w.~-]+)+)[ \t]+v([\w.+-]+)/gm),
  ].map(({ index, 0: line, 1: name = "", 2: version = "" }) => {
    const start = index + line.indexOf(name);
    return { name, version, start, end: start + name.length };
  });
}

function pythonDependencies(source: string, path: string): Found[] {
  return /(?:\.toml|Pipfile)$/.test(path) ? tomlDependencies(source) : pipDependencies(source);
}

/**
 * A name, extras and a version on each line, or a URL with a name behind `#egg=`.
 * https://pip.pypa.io/en/stable/reference/requirements-file-format/
 */
function pipDependencies(source: string): Found[] {
  const pattern =
    /^[ \t]*(?:(?:(?:-e|--editable)[ \t=]+)?\w+\+\S+[#&]egg=([\w.-]+)|([A-Za-z0-9][\w.-]*)(?:\[[^\]\n]*\])?[ \t]*([^\n#;]*))/gm;
  return [...source.matchAll(pattern)].map(({ index, 0: line, 1: egg, 2: own = "", 3: version = "" }) => {
    const name = egg ?? own;
    const start = index + (egg === undefined ? line.indexOf(name) : line.length - name.length);
    return { name: normalName(name), version: version.trim(), start, end: start + name.length };
  });
}

/** As PyPI compares names. https://packaging.python.org/en/latest/specifications/name-normalization/ */
function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

/**
 * Lists of requirements in `pyproject.toml`, and the tables of Poetry and Pipenv whose keys are names.
 * https://packaging.python.org/en/latest/specifications/pyproject-toml/
 */
function tomlDependencies(source: string): Found[] {
  return tomlEntries(source).flatMap(({ path, texts }) => {
    const key = path.map(({ value }) => value).join(".");
    const last = path.at(-1)!;
    if (NAMES_IN_TOML.test(key)) {
      const version = texts[0]?.value ?? "";
      return [{ name: normalName(last.value), version, start: last.start, end: last.end }];
    }
    if (!LISTS_IN_TOML.test(key)) return [];
    return texts.flatMap((text) =>
      pipDependencies(text.value).map((one) => ({
        ...one,
        start: text.start + one.start,
        end: text.start + one.end,
      })),
    );
  });
}

const LISTS_IN_TOML =
  /^(?:project\.(?:dependencies|optional-dependencies\.[^.]+)|dependency-groups\.[^.]+|tool\.uv\.dev-dependencies|tool\.pdm\.dev-dependencies\.[^.]+)$/;
const NAMES_IN_TOML = /^(?:tool\.poetry\.(?:group\.[^.]+\.|dev-)?dependencies|packages|dev-packages)\.[^.]+$/;

/** The types of resources and data sources, which a provider asks for. https://developer.hashicorp.com/terraform/language/resources */
function resourceTypes(source: string): Found[] {
  return [...source.matchAll(/^[ \t]*(?:resource|data)[ \t]+"(\w+)"/gm)].map(
    ({ index, 0: line, 1: name = "" }) => {
      const end = index + line.length - 1;
      return { name, version: "", start: end - name.length, end };
    },
  );
}

/**
 * Returns the attributes of resources and data sources that a file of Terraform reads.
 * https://developer.hashicorp.com/terraform/language/expressions/references
 */
export function attributeReadsIn({ path, text }: SourceText): AttributeReadFact[] {
  if (ecosystemOf(path) !== "terraform") return [];
  return hclReferences(text).flatMap((reference) => {
    const [type, , ...names] = reference[0]?.name === "data" ? reference.slice(1) : reference;
    const last = names.at(-1);
    if (!type || !last) return [];
    const place = { path, start: last.start, end: last.end };
    return [{ kind: "attribute-read", of: type.name, path: names.map(({ name }) => name), place }];
  });
}
