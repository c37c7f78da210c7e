import { parseTree, type Node } from "jsonc-parser";
import type { SourceText } from "../../core/source-text.js";
import type { AttributeReadFact, DependencyFact, Ecosystem } from "../../facts/file-facts.js";
import { ELEMENT, hclReferences, partsOfReference } from "./hcl-references.js";
import { tomlEntries, type TomlText } from "./toml-entries.js";
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

/** Members with packages. Those that replace packages of others may have objects for the packages of one. */
const NPM_MEMBERS = new Set([
  ...["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"],
  ...["overrides", "resolutions"],
]);

function npmDependencies(source: string): Found[] {
  return membersOf(parseTree(source)).flatMap(([key, group]) => {
    if (key.value === "pnpm")
      return membersOf(group).flatMap(([inner, own]) => (inner.value === "overrides" ? packagesIn(own) : []));
    return NPM_MEMBERS.has(String(key.value)) ? packagesIn(group) : [];
  });
}

/** Reads `"name": "1.0"`, `"own": "npm:name@1.0"`, `"other/name": "1.0"`, `"other": { "name@^1": "1.0" }`. */
function packagesIn(group: Node): Found[] {
  return membersOf(group).flatMap(([key, value]) => {
    if (value.type === "object") return packagesIn(value);
    if (typeof value.value !== "string") return [];
    const alias = ALIAS.exec(value.value);
    const [whole, name] = alias ?? NAME_IN_PATH.exec(String(key.value)) ?? [];
    if (whole === undefined || name === undefined) return [];
    const text = alias ? value : key;
    const start = text.offset + 1 + String(text.value).indexOf(whole) + whole.indexOf(name);
    return [{ name, version: alias?.[2] ?? value.value, start, end: start + name.length }];
  });
}

/** https://docs.npmjs.com/cli/v11/configuring-npm/package-json#dependencies */
const ALIAS = /^npm:((?:@[^/@]+\/)?[^/@]+)(?:@(.*))?$/;
/** The last package of a path of packages. https://docs.npmjs.com/cli/v11/configuring-npm/package-json#overrides */
const NAME_IN_PATH = /(?:^|[/>])((?:@[^/@>]+\/)?[^/@>]+)(?:@[^/>]*)?$/;

function membersOf(node: Node | undefined): (readonly [key: Node, value: Node])[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [[key, value] as const] : [],
  );
}

/** Lines of `require`, alone or in a block, and what replaces a module. https://go.dev/ref/mod#go-mod-file-require */
function goDependencies(source: string): Found[] {
  return [
    ...source.matchAll(
      /(?:^[ \t]*(?:require[ \t]+)?|^(?:(?!\/\/)[^\n])*=>[ \t]*)([\w.-]+\.[\w-]+(?:\/[\w.~-]+)+)[ \t]+v([\w.+-]+)(?![^\n]*=>)/gm,
    ),
  ].map(({ index, 0: line, 1: name = "", 2: version = "" }) => {
    const start = index + line.lastIndexOf(name);
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
    const key = keyOf(path);
    if (NAMES_IN_TOML.test(key)) return [tomlDependency(path.at(-1)!, texts)];
    // A package may have a table of its own: `[tool.poetry.dependencies.name]`.
    if (SOURCES.has(path.at(-1)!.value) && NAMES_IN_TOML.test(keyOf(path.slice(0, -1))))
      return [tomlDependency(path.at(-2)!, texts)];
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

function tomlDependency({ value, start, end }: TomlText, [version]: readonly TomlText[]): Found {
  return { name: normalName(value), version: version?.value ?? "", start, end };
}

function keyOf(path: readonly TomlText[]): string {
  return path.map(({ value }) => value).join(".");
}

/** The keys of a table that say where a package comes from: one of them is there. */
const SOURCES: ReadonlySet<string> = new Set(["version", "git", "path", "url", "file"]);

const LISTS_IN_TOML =
  /^(?:project\.(?:dependencies|optional-dependencies\.[^.]+)|dependency-groups\.[^.]+|tool\.uv\.dev-dependencies|tool\.pdm\.dev-dependencies\.[^.]+)$/;
const NAMES_IN_TOML = /^(?:tool\.poetry\.(?:group\.[^.]+\.|dev-)?dependencies|packages|dev-packages)\.[^.]+$/;

/** The types of resources and data sources, which a provider asks for. https://developer.hashicorp.com/terraform/language/resources */
function resourceTypes(source: string, path: string): Found[] {
  if (path.endsWith(".json"))
    return membersOf(parseTree(source))
      .filter(([key]) => key.value === "resource" || key.value === "data")
      .flatMap(([, group]) => membersOf(group))
      .map(([{ value, offset, length }]) => ({
        ...{ name: String(value), version: "" },
        ...{ start: offset + 1, end: offset + length - 1 },
      }));
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
    const { address, attributes } = partsOfReference(reference);
    const names = attributes.filter(({ name }) => name !== ELEMENT);
    const [type, last] = [address.at(-2), names.at(-1)];
    if (type === undefined || !last) return [];
    const place = { path, start: last.start, end: last.end };
    return [{ kind: "attribute-read", of: type, path: names.map(({ name }) => name), place }];
  });
}
