import type { Vocabulary } from "../catalog/catalog.js";
import { classOfFile } from "../core/file-class.js";
import type { SourceText } from "../core/source-text.js";
import type { ServedTexts } from "../frontends/frontend.js";
import type { Interest } from "../frontends/interest.js";
import type { ModuleHost } from "../frontends/module-host.js";
import { declaredRoutes } from "./declared-routes.js";
import { routesOfFile } from "./file-routes.js";
import { namesInPaths } from "./resource-paths.js";
import { ALL_PATHS, isCloudFunction, isServer } from "./servers.js";
import { startedIn } from "./started-programs.js";
import { fillsTemplates, goneNames } from "./template-reads.js";

/** A function, decorator or annotation that tells a server about a path, with the path. */
const ROUTE =
  /\b(?:(?:map|http)?(?:get|post|put|patch|delete|any|all|route)(?:mapping)?|requestmapping|webservlet|api_route|add_(?:url_rule|api_route|route|get|post|resource)|(?:re_)?path|url|createcontext|handle(?:func)?|use|group|mount|register)\s*[(=:]?\s*(?:\w+\s*[=:]\s*\{?\s*)?(?:[\w.]+\s*,\s*)?[rf]?["'`](?:[A-Z]+ )?\^?(?=[:{<]|[^"'`:]*\/)([^"'`\s?#]+)["'`(]|\b(?:Controller|Route|(?:api)?resource)\s*\(\s*["'`]([^"'`\s?#]+)["'`]/gi;
/** A text in quotes that can only be a path, which a server may compare with that of a request. */
const PATH = /(?:["'`](?:[A-Z]+ )?\^?|\/\^?(?=\\))((?:\\?\/\w[\w.-]*)+)/g;
/** The name of a class that a path of ASP.NET has in brackets. */
const CONTROLLER = /\bclass\s+(\w+)Controller\b/;
/** The beginning of a segment that stands for any text. */
const PARAMETER = /^[:<{[*$(]/;

/** The paths in each file, which are asked for in each round of the search for importers. */
const known = new WeakMap<Interest, WeakMap<SourceText, ServedTexts | "none">>();

/**
 * Returns the paths that a file may tell a server to answer, so that files with requests to them are found. Undefined if
 * there is none.
 */
export function servedIn(
  source: SourceText,
  vocabularies: readonly Vocabulary[],
  interest: Interest,
  host: ModuleHost,
): ServedTexts | undefined {
  const files = known.get(interest) ?? new WeakMap<SourceText, ServedTexts | "none">();
  known.set(interest, files);
  let served = files.get(source);
  if (!served) files.set(source, (served = find(source, vocabularies, interest, host) ?? "none"));
  return served === "none" ? undefined : served;
}

function find(
  source: SourceText,
  vocabularies: readonly Vocabulary[],
  interest: Interest,
  host: ModuleHost,
): ServedTexts | undefined {
  const { path: file, text } = source;
  const isTest = classOfFile(file) === "test";
  // A test answers nobody, but may be full of paths.
  const written = isTest ? [] : [...text.matchAll(ROUTE)].map(([, path, prefix]) => path ?? prefix ?? "");
  const serves = isServer(source);
  const compared = serves ? [...text.matchAll(PATH)].map(([, path]) => path!.replaceAll("\\", "")) : [];
  const controller = CONTROLLER.exec(text)?.[1]?.toLowerCase() ?? "";
  const paths = new Set<string>();
  const declared = isTest
    ? []
    : [...routesOfFile(file, serves), ...(serves ? declaredRoutes(file, host) : [])];
  for (const path of [...written, ...compared, ...declared.map((one) => one.path)]) {
    const segments = path
      .replace(/\[controller\]/i, controller)
      .split("/")
      .filter((one) => one !== "");
    const end = segments.findIndex((one) => PARAMETER.test(one));
    const fixed = segments.slice(0, end === -1 ? segments.length : end);
    const name = fixed.join("/");
    // A page may name a file beside it without a folder.
    if (fixed.length > 0) paths.add(/^[^/]+\.php$/.test(name) ? name : `/${name}`);
    // The path before a parameter alone may be written in another file.
    else for (const name of vocabularies.flatMap(namesInPaths)) paths.add(`/${name}`);
  }
  // Paths that are not known are found by the name of the resource.
  const names = serves ? vocabularies.flatMap(namesInPaths) : [];
  const { handed, started } = handedOnIn(text, vocabularies);
  // The address of a function says nothing of its paths, and neither does a route for all of them.
  const isForAll = isCloudFunction(source) || declared.some((one) => ALL_PATHS.test(one.path));
  const read = new Set(isForAll ? vocabularies.flatMap(goneNames) : []);
  if (paths.size === 0 && names.length === 0 && handed.size === 0) return undefined;
  const mayRead = (other: string, isProgram: boolean): boolean =>
    hasWordWhere(other, (word) =>
      isProgram ? interest.isHint(word) && interest.isDistinctive(word) : interest.names.has(word),
    );
  return { paths, names: new Set(names.map((one) => one.replace(/s$/, ""))), read, handed, started, mayRead };
}

function hasWordWhere(text: string, test: (word: string) => boolean): boolean {
  for (const [word] of text.matchAll(/\w+/g)) if (test(word)) return true;
  return false;
}

/** Returns the properties that templates and programs may read which a text fills or starts. */
function handedOnIn(
  text: string,
  vocabularies: readonly Vocabulary[],
): Pick<ServedTexts, "handed" | "started"> {
  const started = new Set(startedIn(text));
  const mayHandOn = started.size > 0 || fillsTemplates(text);
  return { started, handed: new Set(mayHandOn ? vocabularies.flatMap(goneNames) : []) };
}

/** Returns the properties that programs may read which a file without a program of its own starts, such as a workflow. */
export function startedBy(
  { text }: SourceText,
  vocabularies: readonly Vocabulary[],
): ServedTexts | undefined {
  const handedOn = handedOnIn(text, vocabularies);
  if (handedOn.started.size === 0) return undefined;
  return { paths: new Set(), names: new Set(), read: new Set(), ...handedOn, mayRead: () => true };
}
