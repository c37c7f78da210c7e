import { addAll } from "../core/add-all.js";
import type { Location, Span } from "../core/span.js";
import type { SourceText } from "../core/source-text.js";
import type { FileFacts } from "../facts/file-facts.js";
import type { RequestFact } from "../facts/request.js";
import { hopsToList, withHopBehind, type Hole, type Hops, type Part, type Text } from "../facts/text.js";
import type { JsonNode, ModuleHost } from "../frontends/module-host.js";
import { isGiven, maySet, readIn } from "./environment-words.js";

/** A variable of the environment to which a file gives a value, for the programs that it starts or describes. */
export interface GivenVariable {
  readonly name: string;
  readonly value: string;
  /** The place of the value, without its quotes. */
  readonly place: Location;
}

/** `NAME=value`, `NAME ?= "value"`; a value that names other variables is not known. */
const ASSIGNMENT = assignment("[?:]{0,3}=");
/** The same, and `NAME: value`. */
const IN_LINES = assignment("(?:[?:]{0,3}=|:(?=[ \\t]))");

function assignment(sign: string): RegExp {
  const value = String.raw`(?:"([^"$\x60\\\n]+)"|'([^'\n]+)'|([^\s"'$\x60\\;#,]+)(?=[\s;,]|$))`;
  return new RegExp(String.raw`(?<![\w$.-])([A-Za-z_]\w*)[ \t]*${sign}[ \t]*${value}`, "dgm");
}

/** `ENV NAME value` of an image. */
const OF_IMAGE = /^ENV[ \t]+([A-Za-z_]\w*)[ \t]+([^\s"'$`\\=]+)[ \t]*$/dgm;

/** Keys of data whose members are variables of the environment. */
const ENVIRONMENTS: ReadonlySet<string> = new Set([
  "env",
  "environment",
  "variables",
  "environment_variables",
]);

/** People copy it, and no program reads it. */
const TEMPLATE = /[.-](?:dist|example|sample|template)(?:\.\w+)?$/;

/** Variables for the templates of a role of Ansible, or of all hosts of a playbook. */
const OF_ROLES = /(?:^|\/)(?:(?:defaults|vars)\/[^/]+|(?:group|host)_vars\/.+)\.ya?ml$/;

const IS_DATA = /\.(?:ya?ml|json)$/;

/** Returns the variables of the environment that a file gives to programs. */
export function givenVariables({ path, text }: SourceText, host: ModuleHost): GivenVariable[] {
  if (!maySet(path) || TEMPLATE.test(path)) return [];
  const written = IS_DATA.test(path)
    ? [...inData(text, host, OF_ROLES.test(path)), ...inLines(path, text, ASSIGNMENT)]
    : inLines(path, text, IN_LINES);
  const places = new Set<number>();
  return written.flatMap(({ name, value, span }) => {
    if (places.has(span.start)) return [];
    places.add(span.start);
    return [{ name, value, place: { path, ...span } }];
  });
}

interface Written {
  readonly name: string;
  readonly value: string;
  readonly span: Span;
}

function inLines(path: string, text: string, pattern: RegExp): Written[] {
  const assigned = [...text.matchAll(pattern)].flatMap(({ indices }) => {
    const [, name, ...forms] = indices ?? [];
    return written(
      text,
      name,
      forms.find((form) => form !== undefined),
    );
  });
  const ofImage = /(?:Docker|Container)file/.test(path)
    ? [...text.matchAll(OF_IMAGE)].flatMap(({ indices }) => written(text, indices?.[1], indices?.[2]))
    : [];
  return [...assigned, ...ofImage].filter(
    ({ name, value, span }) => /[/.]/.test(value) && isGiven(path, text, span.start, name),
  );
}

function written(
  text: string,
  name: readonly [number, number] | undefined,
  value: readonly [number, number] | undefined,
): Written[] {
  if (!name || !value) return [];
  const span = { start: value[0], end: value[1] };
  return [{ name: text.slice(...name), value: text.slice(...value), span }];
}

/**
 * `env: { NAME: value }`, `environment: ["NAME=value"]`, `env: [{ name: NAME, value: value }]`
 *
 * @param isWhole whether all members of the data are variables
 */
function inData(text: string, host: ModuleHost, isWhole: boolean): Written[] {
  let at = 0;
  return text.split(/^(?=---)/m).flatMap((document) => {
    const start = at;
    at += document.length;
    return inDocument(document, host, isWhole).map(({ span, ...rest }) => ({
      ...rest,
      span: { start: start + span.start, end: start + span.end },
    }));
  });
}

function inDocument(text: string, host: ModuleHost, isWhole: boolean): Written[] {
  const isOfInterest = isWhole || text.includes("env") || text.includes("variables");
  const tree = isOfInterest ? host.yaml?.(text) : undefined;
  const found: Written[] = isWhole && tree?.type === "object" ? inEnvironment(tree, text) : [];
  const visit = (node: JsonNode): void => {
    if (node.type === "property") {
      const [key, value] = node.children ?? [];
      if (value && ENVIRONMENTS.has(String(key?.value))) addAll(found, inEnvironment(value, text));
    }
    for (const child of node.children ?? []) visit(child);
  };
  if (tree) visit(tree);
  return found;
}

function inEnvironment({ type, children = [] }: JsonNode, text: string): Written[] {
  if (type === "object")
    return children.flatMap(({ children: [key, value] = [] }) => ofScalar(String(key?.value), value, text));
  return children.flatMap((item) => {
    if (typeof item.value === "string") {
      const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(item.value) ?? [];
      const node = {
        ...item,
        value,
        offset: item.offset + (name?.length ?? 0) + 1,
        length: (value?.length ?? 0) + 2,
      };
      return name === undefined ? [] : ofScalar(name, node, text);
    }
    const member = (wanted: string): JsonNode | undefined =>
      item.children?.find(({ children: [key] = [] }) => key?.value === wanted)?.children?.[1];
    return ofScalar(String(member("name")?.value), member("value"), text);
  });
}

/** A string has its quotes in its place, and a plain one has them as if they were there. */
function ofScalar(name: string, node: JsonNode | undefined, text: string): Written[] {
  if (typeof node?.value !== "string" || /[$\\]/.test(node.value)) return [];
  const span = { start: node.offset + 1, end: node.offset + node.length - 1 };
  return text.slice(span.start, span.end) === node.value ? [{ name, value: node.value, span }] : [];
}

/**
 * Returns whether a program gets a variable: the file that gives it is in a folder above the program, or names it. Files
 * of continuous integration are at the root, whatever their folder.
 */
export function mayGet(reader: string, { place }: GivenVariable, giver: string | undefined): boolean {
  const { path } = place;
  const folder = path.replace(OF_ROLES.test(path) ? OF_ROLES : /(?:^|\/)\.[^/]+\/.*$|(?:^|\/)[^/]*$/, "");
  if (folder === "" || reader.startsWith(`${folder}/`)) return true;
  return giver?.includes(reader.slice(reader.lastIndexOf("/") + 1)) === true;
}

/** Returns whether a program may read a variable, by its text. */
export function readsVariable({ path, text }: SourceText, { name }: GivenVariable): boolean {
  return text.includes(name) && readIn(path, text, name, false) !== undefined;
}

/**
 * Adds the URLs with the values that other files give to variables of the environment. The variable may also have
 * another value, so the URL with the unknown value stays.
 *
 * @param given the variables that the program of a file gets
 */
export function withGivenVariables(facts: FileFacts, given: readonly GivenVariable[]): FileFacts {
  if (given.length === 0) return facts;
  return { ...facts, requests: facts.requests.map((request) => withValues(request, given)) };
}

function withValues(request: RequestFact, given: readonly GivenVariable[]): RequestFact {
  const known = new Set(request.urls.map(keyOf));
  const urls = request.urls.flatMap((url) =>
    given.flatMap((variable) => {
      const filled = withValue(url, variable);
      const key = filled && keyOf(filled);
      if (key === undefined || known.has(key)) return [];
      known.add(key);
      return [filled!];
    }),
  );
  return urls.length > 0 ? { ...request, urls: [...request.urls, ...urls] } : request;
}

function withValue(url: Text, variable: GivenVariable): Text | undefined {
  let isFilled = false;
  const parts = url.parts.map((part): Part => {
    if (part.kind !== "hole" || !isOfVariable(part, variable.name)) return part;
    isFilled = true;
    return segmentOf(part, variable);
  });
  return isFilled ? { ...url, parts } : undefined;
}

/** Returns whether an unknown part of a text is a variable of the environment with this name. */
export function isOfVariable({ reason, name }: Hole, variable: string): boolean {
  const last = name.split(/\W+/).at(-1);
  // Templates in commands are read as variables with a mark around the name.
  return reason === "environment" && (last === variable || last?.replaceAll(/^_|_+$/g, "") === variable);
}

function segmentOf({ place, hops, knownAs }: Hole, { name, value, place: written }: GivenVariable): Part {
  const own: Hops = place && withHopBehind(undefined, { kind: "environment", name, place });
  return {
    kind: "segment",
    text: value,
    written: { ...written, exact: true },
    hops: hopsToList(hops).reduce(withHopBehind, own),
    ...(knownAs === undefined ? {} : { knownAs }),
  };
}

function keyOf({ parts }: Text): string {
  return JSON.stringify(
    parts.map((part) =>
      part.kind === "segment" ? [part.text, part.written?.path, part.written?.start] : [part.name],
    ),
  );
}
