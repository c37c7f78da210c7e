import {
  EMPTY_TEXT,
  HOLE_MARK,
  concatTexts,
  flatten,
  knownText,
  sliceText,
  type Hole,
  type Text,
} from "../../facts/text.js";
import { concat, knownString, toText } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import { setMember, type HeapObject, setMembers } from "../evaluation/heap.js";
import { makeObject, peek } from "../evaluation/members.js";
import { TEXT } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  unknownOf,
  type Single,
  type TextValue,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";
import type { QueryChange } from "./query-text.js";
import { changeable, changedBy } from "./search-params.js";
import { FILE_OF_URL, fileBeside, isPathOfFile } from "./file-places.js";
import { computed, definePrototype, nativeValue, natives, type NativeFunction } from "./native.js";

const HREF = TEXT;

/** Models `new URL(url, base)`. Its `href` has the places of both. */
export function urlConstructor(): Value {
  return nativeValue(
    "URL",
    (run, call) => {
      const url = run.make("URL", call.environment.locate(call.node));
      const base = call.args.at(1);
      const href = resolveUrl(run, call, call.args.at(0), base);
      setHref(run, url, href, call);
      setFile(run, url, call.args.at(0), base);
      return objectValue(url);
    },
    natives({ canParse: (_run, call) => computed(call, "canParse") }),
  );
}

/** `new URL("data.json", import.meta.url)` stands for a file. */
function setFile(run: Run, url: HeapObject, reference: Value, base: Value): void {
  if (base.kind === "choice") return;
  const file = mapAlternatives(reference, (single) => {
    const text = fileBeside(toText(run, single), base);
    return text ? { kind: "text", text } : UNDEFINED;
  });
  if (file.kind === "text") setMember(run.store, url, FILE_OF_URL, { value: file, maybeAbsent: false });
}

/** Returns the results of `new URL(reference, base)`, for each text; without a base the reference is the result. */
export function resolveUrl(run: Run, call: Call, reference: Value, base: Value): Value {
  if (nullishness(base) === true) return mapAlternatives(reference, (single) => asHref(toText(run, single)));
  return choice(
    alternatives(reference).flatMap((path) =>
      alternatives(base).map((single) => resolve(toText(run, path), toText(run, single), call)),
    ),
  );
}

function setHref(run: Run, url: HeapObject, href: Value, call: Call): void {
  for (const text of alternatives(href)) if (text.kind === "text") run.recorder.madeText(text.text);
  const derived: Record<string, Value> = {
    [HREF]: href,
    href,
    pathname: mapAlternatives(href, (single) => componentOf(run, single, call, "pathname")),
    origin: mapAlternatives(href, (single) => componentOf(run, single, call, "origin")),
    host: mapAlternatives(href, (single) => componentOf(run, single, call, "host")),
    hostname: mapAlternatives(href, (single) => componentOf(run, single, call, "hostname")),
    protocol: mapAlternatives(href, (single) => componentOf(run, single, call, "protocol")),
    search: mapAlternatives(href, (single) => componentOf(run, single, call, "search")),
    hash: computed(call, "hash"),
    port: mapAlternatives(href, (single) => componentOf(run, single, call, "port")),
    searchParams: searchParams(run, url, call),
  };
  setMembers(run.store, url, derived);
}

/** The parameters of a URL; changing them changes the end of the URL. */
function searchParams(run: Run, url: HeapObject, call: Call): Value {
  const change =
    (kind: QueryChange): NativeFunction =>
    (inner, changing) => {
      const href = mapAlternatives(peek(inner, objectValue(url), HREF), (single) => {
        const text = changeable(single);
        const around = text && aroundQuery(text);
        const made = around && changedBy(inner, around.query, kind, changing);
        if (!made) return withUnknownQuery(single);
        return mapAlternatives(made, (changed) =>
          changed.kind === "text"
            ? withQuery(around.before, changed.text, around.after)
            : withUnknownQuery(single),
        );
      });
      setHref(inner, url, href, call);
      return UNDEFINED;
    };
  return makeObject(
    run,
    natives({
      set: change("set"),
      append: change("append"),
      delete: change("delete"),
      get: () => computed(call, "query parameter"),
      toString: () => computed(call, "query"),
    }),
    "parameters of a URL",
  );
}

/** Returns the query of a URL, and the text before and after it without the marks. */
function aroundQuery(url: Text): { before: Text; query: Text; after: Text } {
  const flat = flatten(url);
  const hash = flat.indexOf("#");
  const end = hash < 0 ? flat.length : hash;
  const mark = flat.slice(0, end).indexOf("?");
  const path = mark < 0 ? end : mark;
  return {
    before: sliceText(url, 0, path),
    query: sliceText(url, Math.min(path + 1, end), end),
    after: sliceText(url, end, flat.length),
  };
}

function withQuery(before: Text, query: Text, after: Text): TextValue {
  const mark = query.parts.length > 0 ? [computedText("?").text] : [];
  return { kind: "text", text: concatTexts([before, ...mark, query, after]) };
}

function withUnknownQuery(single: Single): Value {
  if (single.kind !== "text") return single;
  const flat = flatten(single.text);
  const end = flat.search(/[?#]/);
  const before = sliceText(single.text, 0, end < 0 ? flat.length : end);
  const query: Hole = { kind: "hole", reason: "computed", name: "query", hops: undefined };
  return {
    kind: "text",
    text: concatTexts([before, computedText("?").text, { kind: "text", parts: [query] }]),
  };
}

/** A URL after its query has changed: the part before that stays written where it was. */
function withPathOf(single: Single, href: string): Value {
  if (single.kind !== "text") return computedText(href);
  const flat = flatten(single.text);
  const query = flat.search(/[?#]/);
  const end = query < 0 ? flat.length : query;
  if (!href.startsWith(flat.slice(0, end))) return computedText(href);
  return {
    kind: "text",
    text: concatTexts([sliceText(single.text, 0, end), computedText(href.slice(end)).text]),
  };
}

/** The parts of a URL that can be written, which changes the whole. */
const WRITABLE = ["pathname", "search", "hash", "host", "hostname", "port", "protocol", "href"] as const;

/** Evaluates `url.pathname = …` and similar assignments. */
export function writeUrl(run: Run, url: HeapObject, key: string, value: Value, call: Call): boolean {
  const name = WRITABLE.find((one) => one === key);
  if (!name) return false;
  const written = knownString(run, value);
  const before = peek(run, objectValue(url), HREF);
  const after = alternatives(before).flatMap((single) =>
    alternatives(value).map((part): Value => {
      const known = knownText(toText(run, single));
      const parsed = known === undefined ? undefined : parse(known);
      const joined = withPart(toText(run, single), name, toText(run, part));
      if (!parsed || written === undefined)
        return joined ?? (name === "search" ? withUnknownQuery(single) : computed(call, "URL"));
      try {
        parsed[name] = written;
      } catch {
        return computed(call, "URL");
      }
      return joined && flatten(joined.text) === parsed.href ? joined : withPathOf(single, parsed.href);
    }),
  );
  const href = choice(after);
  setHref(run, url, href, call);
  return true;
}

/** Returns a URL with another path or host, all of whose parts stay written where they were. */
function withPart(url: Text, name: (typeof WRITABLE)[number], part: Text): TextValue | undefined {
  if (name === "href") return { kind: "text", text: part };
  const flat = flatten(url);
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(flat)?.[0].length;
  // All of an unknown base but its path stays.
  const isHole = scheme === undefined && url.parts.length === 1 && url.parts[0]!.kind === "hole";
  const path = isHole ? flat.length : flat.slice(scheme).search(/[/?#]|$/) + (scheme ?? 0);
  const query = path + flat.slice(path).search(/[?#]|$/);
  const rest = (from: number): Text => sliceText(url, from, flat.length);
  if (name !== "search" && scheme === undefined && !isHole) return undefined;
  switch (name) {
    case "pathname": {
      const slash = computedText(flatten(part).startsWith("/") ? "" : "/").text;
      return { kind: "text", text: concatTexts([sliceText(url, 0, path), slash, part, rest(query)]) };
    }
    case "host":
    case "hostname":
      if (isHole) return undefined;
      return { kind: "text", text: concatTexts([sliceText(url, 0, scheme!), part, rest(path)]) };
    case "search": {
      const { before, after } = aroundQuery(url);
      const { query } = aroundQuery(concatTexts([computedText("?").text, part]));
      const isMarked = flatten(query).startsWith("?");
      return withQuery(before, isMarked ? sliceText(query, 1, flatten(query).length) : query, after);
    }
    default:
      return undefined;
  }
}

type Component = "pathname" | "origin" | "host" | "hostname" | "protocol" | "search" | "port";

function componentOf(run: Run, href: Single, call: Call, component: Component): Value {
  const text = toText(run, href);
  const known = knownText(text);
  if (known !== undefined) {
    const parsed = parse(known);
    return parsed ? computedText(parsed[component]) : computed(call, component);
  }
  const whole = holeThatIs(text);
  if (whole) return memberOfUnknown(whole, component);
  if (component !== "pathname") return computed(call, component);
  const flat = flatten(text);
  const path = pathStart(flat);
  if (path === undefined) return computed(call, component);
  const end = flat.slice(path).search(/[?#]/);
  return { kind: "text", text: sliceText(text, path, end < 0 ? flat.length : path + end) };
}

/** The unknown that a text is nothing but, where that is a part of a response: its URL, or a link in it. */
function holeThatIs({ parts: [first, ...others] }: Text): UnknownValue | undefined {
  const whole = first?.kind === "hole" && others.length === 0 ? unknownOf(first) : undefined;
  return whole?.source.request === undefined ? undefined : whole;
}

/** Returns the offset of the path in a URL with a known scheme and host. */
function pathStart(flat: string): number | undefined {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(flat);
  if (!authority || authority[0].includes(HOLE_MARK)) return undefined;
  return authority[0].length;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The text as a URL prints it. Where the standard form differs, the provenance is lost. */
function asHref(text: Text): Value {
  const known = knownText(text);
  if (known === undefined) return { kind: "text", text };
  const href = parse(known)?.href;
  if (href === undefined || href === known) return { kind: "text", text };
  if (href === `${known}/`) return { kind: "text", text: concatTexts([text, computedText("/").text]) };
  return computedText(href);
}

/** RFC 3986, section 5.3, for references of a known form. */
function resolve(reference: Text, base: Text, call: Call): Value {
  const [path, from] = [flatten(reference), flatten(base)];
  const [knownPath, knownBase] = [knownText(reference), knownText(base)];
  const naive = naivelyResolved(reference, base, path, from);
  if (knownPath !== undefined && knownBase !== undefined) {
    let href: string;
    try {
      ({ href } = new URL(knownPath, knownBase));
    } catch {
      return computed(call, "invalid URL");
    }
    return naive && flatten(naive) === href ? { kind: "text", text: naive } : computedText(href);
  }
  return naive && !/\/\.\.?(\/|$)/.test(flatten(naive))
    ? { kind: "text", text: naive }
    : computed(call, "resolved URL");
}

function naivelyResolved(reference: Text, base: Text, path: string, from: string): Text | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return reference;
  // A reference that starts with something unknown may be absolute, and what is before it a scheme.
  if (/^(?:[a-z][a-z0-9+.-]*)?$/i.test(path.split(HOLE_MARK, 1)[0]!) && path.includes(HOLE_MARK))
    return undefined;
  const start = pathStart(from);
  const stripped = from.search(/[?#]/);
  const end = stripped < 0 ? from.length : stripped;
  if (path.startsWith("//")) return undefined;
  if (path.startsWith("/")) {
    // If the base is unknown, its scheme and host are all that is left of it.
    if (start === undefined && from.startsWith(HOLE_MARK))
      return concatTexts([sliceText(base, 0, 1), reference]);
    return start === undefined ? undefined : concatTexts([sliceText(base, 0, start), reference]);
  }
  if (path === "") return sliceText(base, 0, end);
  if (path.startsWith("?") || path.startsWith("#")) return concatTexts([sliceText(base, 0, end), reference]);
  // The same for a path that does not start with one; more than scheme and host of it may go.
  if (from === HOLE_MARK) return concatTexts([base, computedText("/").text, reference]);
  const slash = from.lastIndexOf("/", end - 1);
  if (
    slash > 0 &&
    from.startsWith(HOLE_MARK) &&
    !from.includes("//") &&
    !from.slice(slash, end).includes(HOLE_MARK)
  )
    return concatTexts([sliceText(base, 0, slash + 1), reference]);
  const afterAuthority = start ?? from.indexOf("://") + 3;
  if (slash < afterAuthority) {
    if (from.slice(0, end).includes(HOLE_MARK)) return undefined;
    return concatTexts([sliceText(base, 0, end), computedText("/").text, reference]);
  }
  if (from.slice(slash, end).includes(HOLE_MARK)) return undefined;
  return concatTexts([sliceText(base, 0, slash + 1), reference]);
}

const toHref: NativeFunction = (run, call) => peek(run, call.this, HREF);

export function defineUrlPrototype(prototype: HeapObject): void {
  definePrototype(prototype, { toString: toHref, toJSON: toHref });
}

/**
 * Models `path.join` and `path.posix.join`: joins parts with one slash. `..` is kept in file paths. In other paths the
 * result is unknown.
 */
export function joinPaths(run: Run, call: Call, isUrl = false): Value {
  const pieces: Value[] = [];
  if (call.args.rest) return computed(call, "path");
  for (const [index, argument] of call.args.list.entries()) {
    const piece = mapAlternatives(argument, (single) => {
      let text = toText(run, single);
      if (index > 0) text = sliceText(text, /^\/*/.exec(flatten(text))![0].length, flatten(text).length);
      if (index < call.args.length - 1) text = sliceText(text, 0, flatten(text).replace(/\/+$/, "").length);
      return { kind: "text", text: text.parts.length > 0 ? text : EMPTY_TEXT };
    });
    if (index > 0 && pieces.length > 0) pieces.push(computedText("/"));
    pieces.push(piece);
  }
  const joined = concat(run, pieces);
  const isPlain = alternatives(joined).every((single) => {
    if (single.kind !== "text") return false;
    const flat = flatten(single.text);
    const path = isUrl ? flat.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "") : flat;
    return isPathOfFile(single.text) || !/(^|\/)\.{1,2}(\/|$)|\/\//.test(path);
  });
  return isPlain ? joined : computed(call, "path");
}
