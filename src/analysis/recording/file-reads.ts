import type { Node } from "@oxc-project/types";
import { keyOf } from "../../core/span.js";
import type { FileReadFact } from "../../facts/file-facts.js";
import { flatten, knownText } from "../../facts/text.js";
import { nameOfFile } from "../builtins/file-places.js";
import { fileWrittenIn } from "../builtins/json.js";
import type { Call } from "../evaluation/callable.js";
import type { Environment } from "../evaluation/environment.js";
import type { HeapObject } from "../evaluation/heap.js";
import { TEXT, slotCount, valuesIn } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import {
  alternatives,
  nameOf,
  nullishness,
  type Single,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";
import { sendsNothing } from "./opaque-requests.js";
import { callersOf } from "./recorder.js";
import { SearchedObjects } from "./searched-objects.js";

/** Functions that read the file that their first argument names, by the last part of their name. */
const READERS: ReadonlySet<string> = new Set([
  ...["readFile", "readFileSync", "createReadStream", "open", "openSync", "openAsBlob"],
  ...["readJson", "readJsonSync", "readJSON", "readJSONSync"],
  ...["readTextFile", "readTextFileSync", "loadJsonFile", "loadJsonFileSync", "loadYamlFile", "readYamlFile"],
]);
/** Names of the platform under which they are found; in other places `open` and the like mean something else. */
const PLATFORM = /^(?:node:)?(?:fs|fs\/promises|graceful-fs|fs-extra|jsonfile)$|^Deno$/;
/** Functions that are all of a package, or its default export. */
const READING_PACKAGES = /^(?:load-json-file|load-yaml-file|read-yaml-file)$/;

/** Members of the text of a file that do not depend on its shape. */
const HARMLESS_MEMBERS: ReadonlySet<string> = new Set([
  ...["toString", "valueOf", "trim", "trimStart", "trimEnd", "normalize", "then", "replace"],
]);
/** Native functions that take a text apart as data, that only pass it on, and those that requests are built with. */
const HARMLESS_NATIVES: ReadonlySet<string> = new Set([
  ...["parse", "load", "safeLoad", "resolve", "promisified", "callback", "String"],
  ...["push", "unshift", "set", "add", "assign", "write", "end", "send", "body"],
]);
/** A pattern that takes the mark off that a text in UTF-8 may begin with. */
const BYTE_ORDER_MARK = /^\/\^\\u(?:\{)?feff\}?\/u?$/i;

/** A character that separates the words of a command. */
const BETWEEN_WORDS = /[\s"'`=@<>|;&(),]/;
/** The end of the name of a file of data. */
const EXTENSION = /[.](?:json|ya?ml)(?![\w-]|[.]\w)/g;
/** Functions that do not read a file that they are given the name of. */
const NOT_READING =
  /^(?:exists|access|stat|lstat|unlink|rm|mkdir|existsSync|accessSync|statSync|lstatSync|unlinkSync|rmSync|basename|extname|relative|isAbsolute)$/;

/** An object that escapes brings the texts that it contains, down to this depth. */
const MAX_DEPTH = 2;
const MAX_READS = 5000;

interface Site {
  readonly node: Node;
  readonly environment: Environment;
}

/** Records reads of files whose content is not followed. */
export class FileReads {
  readonly #seen = new Map<string, FileReadFact>();

  get facts(): readonly FileReadFact[] {
    return [...this.#seen.values()];
  }

  /**
   * Records a call of an unknown function, which may read a file or get the text of one.
   *
   * @param isRequest whether it sends its arguments
   */
  calledUnknown(run: Run, callee: UnknownValue, call: Call, isRequest: boolean): void {
    if (readsFile(callee)) {
      for (const path of alternatives(call.args.at(0))) {
        const file = nameOfFile(run, path);
        if (file) this.#keep(run, nameOf(callee), file, call);
      }
    } else if (!isRequest && !readsNothing(callee, call))
      for (const given of call.args.list) this.#namesInside(run, given, nameOf(callee), call, MAX_DEPTH);
    if (!isRequest)
      for (const given of call.args.list) this.#usesInside(run, given, nameOf(callee), call, MAX_DEPTH);
  }

  /** Names of files of data in what a function is given, commands included. */
  #namesInside(
    run: Run,
    value: Value,
    by: string,
    site: Site,
    levels: number,
    searched = new SearchedObjects(),
  ): void {
    for (const single of alternatives(value)) {
      if (single.kind === "text")
        for (const name of namesOfData(flatten(single.text))) this.#keep(run, by, { name }, site);
      if (single.kind !== "object" || single.object.callable || levels === 0) continue;
      if (!searched.enter(single.object, levels)) continue;
      const path = nameOfFile(run, single);
      if (path && path.from !== undefined) this.#keep(run, by, path, site);
      const values = valuesOf(run, single.object);
      if (!values) return;
      for (const held of values) this.#namesInside(run, held, by, site, levels - 1, searched);
    }
  }

  /**
   * Records an import with a computed specifier.
   *
   * @param isFollowed whether the whole specifier is known, so that its values are followed
   */
  imported(run: Run, specifier: Value, site: Site, isFollowed: boolean): void {
    if (isFollowed && isNamedAt(site.node)) return;
    for (const single of alternatives(specifier)) {
      const file = nameOfFile(run, single);
      if (!file) continue;
      // Relative to the module; a name that is not a path is that of a package.
      const isBeside = file.from === undefined && /^\.{1,2}\//.test(file.name);
      const named = isBeside ? { ...file, from: site.environment.module.path } : file;
      this.#keep(run, "import()", named, site, isFollowed);
    }
  }

  /** Records a request for a data file, which a server may serve from the repository. */
  requested(run: Run, url: Value, site: Site): void {
    this.#namesInside(run, url, "a request", site, 0);
  }

  /** Records a call of a native function. */
  calledNative(run: Run, name: string, call: Call, isRequest: boolean): void {
    if (name === "replace" && !takesOffMark(call.args.at(0))) this.usesText(run, call.this, name, call);
    if (isRequest || HARMLESS_NATIVES.has(name)) return;
    for (const given of call.args.list) this.usesText(run, given, name, call);
  }

  /**
   * Records a read of a member.
   *
   * @param key undefined if it is unknown
   */
  readMember(run: Run, value: Single, key: string | undefined, site: Site): void {
    if (key === undefined || !HARMLESS_MEMBERS.has(key)) this.usesText(run, value, key ?? "[]", site);
  }

  /** Records a comparison or concatenation of two values. */
  operated(run: Run, by: string, sides: readonly Value[], site: Site): void {
    if (sides.some(isNothing)) return;
    for (const side of sides) this.usesText(run, side, by, site);
  }

  /** Records a use of a value that depends on its characters, if it is the text of a data file. */
  usesText(run: Run, value: Value, by: string, site: Site): void {
    for (const single of alternatives(value)) {
      const path = fileOfData(run, single);
      if (path !== undefined) this.#keep(run, by, { path }, site);
    }
  }

  #usesInside(
    run: Run,
    value: Value,
    by: string,
    site: Site,
    levels: number,
    searched = new SearchedObjects(),
  ): void {
    this.usesText(run, value, by, site);
    if (levels === 0) return;
    for (const single of alternatives(value)) {
      if (single.kind !== "object" || single.object.callable || single.object.className === "Buffer")
        continue;
      if (!searched.enter(single.object, levels)) continue;
      const values = valuesOf(run, single.object);
      if (!values) return;
      for (const held of values) this.#usesInside(run, held, by, site, levels - 1, searched);
    }
  }

  #keep(
    run: Run,
    by: string,
    file: FileReadFact["file"],
    { node, environment }: Site,
    isFollowed = false,
  ): void {
    run.store.observer?.markNotReplayable();
    const place = environment.locate(node);
    const callers = [...new Set(callersOf(environment.activation).map(({ path }) => path))];
    const identity = [keyOf(place), ...Object.values(file), ...callers].join("\n");
    if (this.#seen.has(identity) || this.#seen.size >= MAX_READS) return;
    const how = isFollowed ? { isFollowed } : {};
    this.#seen.set(identity, { kind: "file-read", by, file, place, callers, ...how });
  }
}

/** Returns the values that an object holds; undefined if it is too large to look into. */
function valuesOf(run: Run, object: HeapObject): readonly Value[] | undefined {
  const content = run.store.read(object);
  return run.mayLookInto(slotCount(content)) ? valuesIn(content) : undefined;
}

/**
 * Returns the words that name a file of data, in a command or by themselves. Each is cut behind its last ending. A part
 * that is not known is a mark. It looks around the endings only, because most texts have none and some are pages long.
 */
function namesOfData(text: string): string[] {
  const names = new Map<number, string>();
  let after = 0;
  let start = 0;
  for (const { 0: extension, index } of text.matchAll(EXTENSION)) {
    let first = index;
    while (first > after && !BETWEEN_WORDS.test(text[first - 1]!)) first--;
    if (first > after || BETWEEN_WORDS.test(text[first - 1] ?? " ")) start = first;
    after = index + extension.length;
    if (index > start) names.set(start, text.slice(start, after));
  }
  return [...names.values()];
}

function readsFile({ source, path }: UnknownValue): boolean {
  if (source.reason !== "import" && source.reason !== "global") return false;
  const library = source.specifier ?? source.name;
  if (READING_PACKAGES.test(library)) return true;
  if (library === "Bun") return path.at(-1) === "file";
  return PLATFORM.test(library) && READERS.has(path.at(-1) ?? source.name);
}

/** Returns whether a function only prints or keeps its arguments, or only checks that a file exists. */
function readsNothing(callee: UnknownValue, { isNew }: Call): boolean {
  const last = callee.path.at(-1) ?? callee.source.name;
  return sendsNothing(last) || NOT_READING.test(last) || (isNew && last.endsWith("Error"));
}

/** Returns whether the name of the import is written in the call, so that the search for importers finds it. */
function isNamedAt(node: Node): boolean {
  const given =
    node.type === "ImportExpression"
      ? node.source
      : node.type === "CallExpression"
        ? node.arguments[0]
        : undefined;
  return given?.type === "Literal" || (given?.type === "TemplateLiteral" && given.expressions.length === 0);
}

function takesOffMark(pattern: Value): boolean {
  return pattern.kind === "unknown" && BYTE_ORDER_MARK.test(pattern.source.name);
}

function isNothing(value: Value): boolean {
  return nullishness(value) === true || (value.kind === "text" && knownText(value.text) === "");
}

/** The file of data whose text, or bytes, a value is. */
function fileOfData(run: Run, single: Single): string | undefined {
  const inner =
    single.kind === "object" && single.object.className === "Buffer"
      ? run.store.read(single.object).symbols.get(TEXT)?.value
      : single;
  const path = inner?.kind === "text" ? fileWrittenIn(run, inner.text)?.path : undefined;
  return path !== undefined && /[.](?:json|ya?ml)$/.test(path) ? path : undefined;
}
