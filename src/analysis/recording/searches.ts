import { ownerOf } from "../evaluation/answers.js";
import type { Node } from "@oxc-project/types";
import { keyOf } from "../../core/span.js";
import type { SearchFact } from "../../facts/file-facts.js";
import { knownText } from "../../facts/text.js";
import type { Call, Closure } from "../evaluation/callable.js";
import type { Place } from "../evaluation/language.js";
import {
  alternatives,
  isFunction,
  nullishness,
  nameOf,
  unknownOf,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";
import { walk } from "../walk.js";
import { payloadPath } from "../evaluation/payload-path.js";

/** Methods of strings and functions that take what they look for first, in all languages, in small letters. */
const SEARCHING: ReadonlySet<string> = new Set([
  ...["endswith", "includes", "indexof", "lastindexof", "match", "matchall"],
  ...["replace", "replaceall", "search", "split", "startswith"],
  ...["contains", "matches", "replacefirst", "findinline", "findwithinhorizon", "usedelimiter"],
  ...["count", "find", "index", "partition", "removeprefix", "removesuffix", "rfind", "rindex"],
  ...["rpartition", "rsplit"],
  ...[
    "[]",
    "delete_prefix",
    "delete_suffix",
    "end_with?",
    "grep",
    "gsub",
    "gsub!",
    "include?",
    "match?",
    "scan",
  ],
  ...["slice", "slice!", "start_with?", "sub", "sub!"],
]);

/**
 * Methods that return a part of a text, or the text in other case. A name that is searched for in the result is
 * searched for in the text.
 */
const PIECES: ReadonlySet<string> = new Set([
  ...["text", "[]", "trim()", "trimStart()", "trimEnd()", "slice()", "substring()", "substr()", "split()"],
  ...["toLowerCase()", "toUpperCase()", "normalize()", "replace()", "replaceAll()"],
  ...["lines()", "strip()", "Trim()", "ToLower()", "Substring()", "Split()", "Replace()"],
  ...["lower()", "splitlines()", "partition()", "lines", "downcase", "each_line()", "gsub()", "sub()"],
]);

const MAX_SEARCHES = 5000;

interface Search extends Pick<SearchFact, "by" | "place" | "leavesOut"> {
  readonly request: number;
  readonly sought: SearchFact["sought"];
}

/** Writes down what is looked for in the texts that requests are answered with. */
export class Searches {
  readonly #all = new Map<string, Search>();

  /** Records a method call on an unknown value: on a text that may be a response, or on a pattern with such a text. */
  called(callee: UnknownValue, call: Call): void {
    const method = callee.path.at(-1);
    if (method === undefined) return;
    const receiver = ownerOf(callee);
    // A method of strings that is not modelled is one of their prototype's.
    const isOfText = callee.path.length === 1 && callee.source.name === "String.prototype";
    const [first, second] = call.args.list;
    if (SEARCHING.has(method.toLowerCase())) {
      this.inText(isOfText ? call.this : receiver, method, first, call);
      // A function gets the text first: `strings.Contains(text, "…")`.
      if (first && second) this.inText(first, method, second, call);
    }
    if (isPatternCall(callee))
      for (const argument of call.args.list) this.#keep(argument, nameOf(callee), soughtBy(receiver), call);
  }

  /** Records a search in a text by one of its own methods, or by a command such as `grep`. */
  inText(text: Value, method: string, sought: Value | undefined, site: Place, leavesOut = false): void {
    // `find(function)` is a method of lists, and a number is a position.
    if (sought && sought.kind !== "scalar" && !isFunction(sought))
      this.#keep(text, method, soughtBy(sought), site, leavesOut);
  }

  /**
   * Records `JSON.parse(text, reviver)`. The function is called for each property with its name. The strings that it
   * compares the name with, and all other names in it, are what it searches for.
   */
  revived(text: Value, reviver: Value, call: Call): void {
    for (const single of alternatives(reviver)) {
      if (nullishness(single) === true) continue;
      const callable = single.kind === "object" ? single.object.callable : undefined;
      const words = callable?.kind === "closure" ? wordsOf(callable.node) : undefined;
      for (const sought of words ? [...words].map((word) => ({ text: word })) : [undefined])
        this.#keep(text, "the reviver of JSON.parse", sought, call);
    }
  }

  #keep(
    text: Value,
    by: string,
    sought: SearchFact["sought"],
    { node, environment }: Place,
    leavesOut = false,
  ): void {
    const place = environment.locate(node);
    for (const request of answersIn(text)) {
      const identity = `${keyOf(place)}:${request}:${by}:${sought?.text}`;
      if (this.#all.size < MAX_SEARCHES)
        this.#all.set(identity, { request, by, place, sought, ...(leavesOut ? { leavesOut } : {}) });
    }
  }

  /**
   * Returns the facts.
   *
   * @param sameAs returns the id under which a request is among the facts
   */
  facts(sameAs: (id: string) => string): SearchFact[] {
    return [...this.#all.values()].map(({ request, sought, ...rest }) => ({
      kind: "search",
      requests: [sameAs(String(request))],
      ...rest,
      ...(sought ? { sought } : {}),
    }));
  }
}

/** Returns whether a regular expression is asked about a text: `/…/.test(text)`, `re.compile("…").search(text)`. */
export function isPatternCall({ source, path }: UnknownValue): boolean {
  if (source.name === "RegExp" && source.reason === "global")
    return path.at(-1) === "test" || path.at(-1) === "exec";
  return path.length === 1 && isPatternSource(source);
}

/** Returns whether a value is a regular expression: a literal, or what a function compiled. */
export function isPattern(value: Value): boolean {
  return value.kind === "unknown" && value.path.length === 0 && isPatternSource(value.source);
}

/** Other computed values are named after an operator or a function, and one operator is a slash. */
function isPatternSource({ reason, name }: UnknownValue["source"]): boolean {
  return reason === "computed" && (name === "RegExp" || (name.startsWith("/") && name.lastIndexOf("/") > 0));
}

/** Returns whether all that a value may be is the text of an answer, or a piece of it. */
export function isAnswerText(value: Value): boolean {
  return alternatives(value).every((single) => single.kind === "unknown" && isText(single));
}

/** The requests whose answers' texts a value is, or that it is put together of. */
function answersIn(value: Value): number[] {
  return alternatives(value).flatMap((single) => {
    const unknowns =
      single.kind === "unknown"
        ? [single]
        : single.kind === "text"
          ? single.text.parts.flatMap((part) => (part.kind === "hole" ? (unknownOf(part) ?? []) : []))
          : [];
    return unknowns.filter(isText).map(({ source }) => source.request!);
  });
}

/** Steps to the text of an answer, in any language. Other steps of clients may lead to a text or to a document. */
const TO_TEXT: ReadonlySet<string> = new Set([
  ...["text()", "text", "responseText", "getContentText()", "rawBody"],
  ...["string()", "String()", "toString()", "Bytes()", "content"],
]);

/** Steps to a document that is parsed already. */
const TO_DOCUMENT: ReadonlySet<string> = new Set([
  ...["json()", "parse()", "toJSON()", "responseJSON", "Result()"],
]);

/**
 * Returns whether an unknown callee is a method of the text of an answer. Each method of what is certain to be a text
 * is one, and of what may be a text those that search. None of them reads a property of the document in the text.
 */
export function isTextMethod({ source, path }: UnknownValue): boolean {
  const method = path.at(-1);
  const of = path.slice(0, -1);
  if (method === undefined || !isText({ source, path: of })) return false;
  const form = of.findLast((step) => TO_TEXT.has(step) || TO_DOCUMENT.has(step));
  if (form === undefined) return SEARCHING.has(method.toLowerCase());
  return TO_TEXT.has(form);
}

function isText({ source: { request }, path }: Pick<UnknownValue, "source" | "path">): boolean {
  const [first, ...others] = payloadPath(path);
  if (request === undefined) return false;
  return first === undefined || (first !== "[]" && [first, ...others].every((step) => PIECES.has(step)));
}

/** Returns the text that is searched for; `undefined` if it is unknown. */
function soughtBy(value: Value): SearchFact["sought"] {
  if (value.kind === "text") {
    const text = knownText(value.text);
    return text === undefined ? undefined : { text };
  }
  if (value.kind !== "unknown" || !isPattern(value)) return undefined;
  const { name } = value.source;
  const end = name.lastIndexOf("/");
  if (end <= 0) return undefined;
  return { text: name.slice(1, end), flags: name.slice(end + 1) };
}

/**
 * Returns the names and strings that a reviver may compare a name with. Returns `undefined` if it uses the name in
 * another way.
 */
function wordsOf(reviver: Closure["node"]): ReadonlySet<string> | undefined {
  const [key] = reviver.params;
  if (key && key.type !== "Identifier") return undefined;
  const words = new Set<string>();
  let isPlain = true;
  walk(reviver, (node, parent) => {
    if (node.type === "ThisExpression") isPlain = false;
    if (node.type === "Literal" && typeof node.value === "string") words.add(node.value);
    if (node.type !== "Identifier") return undefined;
    if (node.name === "arguments") isPlain = false;
    if (node.name !== key?.name) words.add(node.name);
    else if (node !== key && !isComparison(node, parent)) isPlain = false;
    return undefined;
  });
  return isPlain ? words : undefined;
}

/** `key === "…"`, a `switch` over strings, and a name that only looks like that of the parameter: `date.key`. */
function isComparison(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === "BinaryExpression" && /^[=!]==?$/.test(parent.operator)) {
    const other = parent.left === node ? parent.right : parent.left;
    return other.type === "Literal";
  }
  if (parent?.type === "SwitchStatement" && parent.discriminant === node)
    return parent.cases.every(({ test }) => test === null || test.type === "Literal");
  return parent?.type === "MemberExpression" && parent.property === node && !parent.computed;
}
