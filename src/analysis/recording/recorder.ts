import type { Node, ObjectExpression } from "@oxc-project/types";
import { haveSameStart, keyOf, type Location } from "../../core/span.js";
import type {
  CommandSlot,
  Credentials,
  OwnContentType,
  Parsing,
  RequestFact,
  Setting,
} from "../../facts/request.js";
import { flatten, type Text } from "../../facts/text.js";
import type { Interest } from "../../frontends/interest.js";
import type { Call } from "../evaluation/callable.js";
import type { Activation, Environment } from "../evaluation/environment.js";
import type { HeapObject } from "../evaluation/heap.js";
import { placeOfName, type Site } from "../evaluation/members.js";
import { isReadOfDeletion } from "../evaluation/removals.js";
import type { Run } from "../evaluation/run.js";
import {
  alternatives,
  nameOf,
  type Source,
  type UnknownValue,
  type Value,
  unknown,
  computedText,
} from "../evaluation/value.js";
import { OPERATIONS_PER_STEP, work } from "../evaluation/work.js";
import { Additions } from "./additions.js";
import { Discoveries } from "./discoveries.js";
import { ownerOf } from "../evaluation/answers.js";
import { TextUses } from "./text-uses.js";
import { FileReads } from "./file-reads.js";
import { FirstElementWrites } from "./first-element-writes.js";
import { FailureBranches } from "./failure-branches.js";
import { Escapes } from "./escapes.js";
import { PLAIN_TYPE, isContentType } from "./loose-comparisons.js";
import { Offsets } from "./offsets.js";
import { keyRead } from "./key-tests.js";
import { holdsBase, isPathOfResource, opaqueRequest, shortName } from "./opaque-requests.js";
import { RecordedRequest } from "./recorded-request.js";
import { namesTakenOut } from "./removed-names.js";
import { readsContent } from "./response-reads.js";
import { SchemaUses } from "./schema-uses.js";
import { bindingOf } from "./written-names.js";
import { StatedTypes } from "./stated-types.js";
import { Searches } from "./searches.js";

/** A request as a client's model describes it. */
export interface Draft {
  readonly client: string;
  readonly call: Call;
  readonly url: Value;
  /** Sources of the query of the URL: defaults of an instance, options of the call. */
  readonly query?: readonly Value[];
  /** `GET` where the client has no other default. */
  readonly method: Value;
  /** Headers from the weakest to the strongest: defaults of an instance, options of the call. */
  readonly headers: readonly Value[];
  /** The headers as they are written, where something on the way changes them. */
  readonly written?: readonly Value[];
  readonly intake?: HeaderIntake;
  readonly body?: Value;
  /** The client sends a fitting Content-Type for this body by itself. */
  readonly setsContentType?: boolean;
  readonly ownContentType?: OwnContentType;
  /** The client parses a response depending on its content type. */
  readonly parsing?: Parsing;
  readonly credentials?: Credentials;
  /** A header that is `undefined` or `null` is sent as that word, as fetch does, and not left out. */
  readonly printsMissingHeaders?: boolean;
  readonly instance?: RequestFact["instance"];
  readonly understood?: boolean;
  readonly setting?: Setting;
}

/** The way to add a header to a call of a client. */
export type HeaderIntake =
  | {
      /** The argument of the call at `index`. */
      readonly options: Value;
      readonly index: number;
      /** The key of the headers in the options; without it the options are the headers. */
      readonly key?: string;
      /** The value of a header is a list of strings. */
      readonly isList?: boolean;
      /** See `Headers.isLower` of a request's fact. */
      readonly isLower?: boolean;
    }
  /** By a method of what the call gives, or of what was made at another place; the lines of headers may be a list. */
  | { readonly method: string; readonly at?: Location; readonly isList?: boolean }
  /** By an option behind the name of a program in a text. */
  | { readonly command: Omit<CommandSlot, "kind"> };

/** A property of an unknown that was read, written or deleted. */
export interface Access {
  readonly of: UnknownValue;
  readonly access: "read" | "write";
  readonly place: Location;
  readonly extent: Location;
  readonly value?: Value;
  readonly binding?: string;
  /** For a read: the object is only above or below a response in a chain of spreads. */
  readonly isAside?: boolean;
  readonly hasFallback?: boolean;
  readonly isStandby?: boolean;
  readonly isDeletion?: boolean;
  readonly isColumn?: boolean;
  /** An unknown function gets the object and the name. */
  readonly isPerhaps?: boolean;
}

export interface Comparison {
  readonly of: UnknownValue;
  readonly value: string;
  readonly place: Location;
  readonly by?: string;
}

interface MadeObject {
  readonly object: HeapObject;
  readonly environment: Environment;
}

/** To write down a request, and to make a fact of it, is as much work as so many steps. */
const STEPS_OF_REQUEST = 50;

/** A literal in a function that many callers reach makes as many objects; the first few tell what it is. */
const MAX_OBJECTS = 4;

/** Records what the evaluation of a file finds. The facts are made from it when the evaluation is over. */
export class Recorder {
  readonly requests: RecordedRequest[] = [];
  readonly accesses: Access[] = [];
  readonly comparisons: Comparison[] = [];
  readonly texts: Text[] = [];
  /** The places of keys that code takes out of their object again. */
  readonly takenOut = new Set<Location>();
  readonly failures = new FailureBranches();
  /** Values that escape to code that is not followed. */
  readonly escapes = new Escapes(this.failures);
  readonly additions = new Additions();
  readonly schemas = new SchemaUses();
  readonly statedTypes = new StatedTypes();
  readonly searches = new Searches();
  readonly firstElementWrites = new FirstElementWrites();
  readonly fileReads = new FileReads();
  readonly offsets: Offsets;
  readonly textUses: TextUses;
  readonly #objects = new Map<ObjectExpression, MadeObject[]>();
  readonly #seenAccesses = new Set<string>();
  readonly #seenTexts = new Set<string>();
  readonly #siblings = new Map<Source, Map<string, Set<string>>>();
  setting: Setting = "code";
  readonly discoveries = new Discoveries();
  /** True while reads are recorded that unknown code may do. */
  #isPerhaps = false;

  /** @param prefix what tells the ids of requests from those of other languages */
  constructor(
    readonly interest: Interest,
    readonly prefix = "",
  ) {
    this.offsets = new Offsets(interest);
    this.textUses = new TextUses(interest.names, this.discoveries);
  }

  /** Records a request. Returns the result of waiting for its response. */
  request(run: Run, draft: Draft): { readonly response: UnknownValue; readonly recorded: RecordedRequest } {
    const recorded = new RecordedRequest(run, draft, this.requests.length, draft.setting ?? this.setting);
    work(STEPS_OF_REQUEST * OPERATIONS_PER_STEP);
    run.store.observer?.markNotReplayable();
    const place = draft.call.environment.locate(draft.call.node);
    const source: Source = { reason: "response", name: "response", place };
    if (recorded.isGuess) return { response: unknown(source, place), recorded };
    this.requests.push(recorded);
    this.discoveries.addIfNew(recorded.likeness);
    this.fileReads.requested(run, draft.url, draft.call);
    return { response: unknown({ ...source, request: recorded.index }, place), recorded };
  }

  /** Records the reads of a function as those that unknown code may do. */
  perhaps(read: () => void): void {
    this.#isPerhaps = true;
    read();
    this.#isPerhaps = false;
  }

  read(member: UnknownValue, site: Site, isAside = false): void {
    this.#access(member, "read", site, undefined, isAside);
  }

  write(member: UnknownValue, value: Value, site: Site): void {
    this.firstElementWrites.written(member, site);
    this.#access(member, "write", site, value);
  }

  /** Ignores `delete cluster.providerSettings`: deleting a property does not use it. */
  #access(member: UnknownValue, access: "read" | "write", site: Site, value?: Value, isAside = false): void {
    const name = member.path.at(-1);
    if (name === undefined) return;
    this.#remember(member, name);
    if (!this.interest.names.has(name) && !(access === "read" && this.#isMemberOfInterest(member))) return;
    const place = placeOfName(site, name);
    const source = member.source.request ?? member.source.name;
    const identity = `${keyOf(place)}:${access}:${source}:${member.path.join(".")}:${isAside}`;
    if (this.#seenAccesses.has(identity)) return;
    this.#seenAccesses.add(identity);
    const ofRequest = member.source.request;
    const from = ofRequest === undefined ? member.source.name : this.requests[ofRequest]!.likeness;
    this.discoveries.addIfNew(`${keyOf(place)}:${access}:${member.path.join(".")} ${from}`);
    const binding = bindingOf(site.node);
    this.accesses.push({
      ...{ of: member, access, place },
      extent: site.names?.has(name) ? place : site.environment.locate(site.node),
      ...(value ? { value } : {}),
      ...(binding === undefined || binding === name ? {} : { binding }),
      ...(isAside ? { isAside } : {}),
      ...(this.#isPerhaps ? { isPerhaps: true } : {}),
      ...(isReadOfDeletion(site.node) ? { isDeletion: true } : {}),
      ...(site.isColumn ? { isColumn: true } : {}),
      ...(site.hasFallback ? { hasFallback: true } : {}),
      ...(site.isStandby ? { hasFallback: true, isStandby: true } : {}),
    });
  }

  /** Returns whether an everyday name is read from a response, inside a property that gives it a meaning. */
  #isMemberOfInterest({ path, source }: UnknownValue): boolean {
    const { membersOf } = this.interest;
    if (!membersOf || source.request === undefined) return false;
    const holder = path.slice(0, -1).findLast((step) => step !== "[]" && !/^\d+$/.test(step));
    return holder !== undefined && membersOf.get(holder)?.has(path.at(-1)!) === true;
  }

  /** Remembers the keys that code reads from one unknown object, which show what the object is. */
  #remember(member: UnknownValue, name: string): void {
    let paths = this.#siblings.get(member.source);
    if (!paths) this.#siblings.set(member.source, (paths = new Map()));
    const prefix = member.path.slice(0, -1).join(".");
    const names = paths.get(prefix);
    if (names) names.add(name);
    else paths.set(prefix, new Set([name]));
  }

  /** The requests whose answers are read as what they say, and not only for their status or as a text that is parsed. */
  get answersRead(): ReadonlySet<number> {
    const answers = [...this.#siblings].filter(
      ([{ request }, paths]) => request !== undefined && readsContent(paths),
    );
    return new Set(answers.map(([{ request }]) => request!));
  }

  /** Returns the keys that were read from or written to the object itself. */
  keysOf(value: UnknownValue): string[] {
    return [...(this.#siblings.get(value.source)?.get(value.path.join(".")) ?? [])];
  }

  /** Returns the keys that were read from or written to the object that contains the last key of the path. */
  siblingsOf(member: UnknownValue): string[] {
    return [...(this.#siblings.get(member.source)?.get(member.path.slice(0, -1).join(".")) ?? [])];
  }

  compared(left: Value, right: Value, node: Node, environment: Environment): void {
    for (const [of, against] of [
      [left, right],
      [right, left],
    ] as const) {
      if (against.kind !== "text") continue;
      for (const single of alternatives(of)) {
        if (single.kind !== "unknown") continue;
        const read = keyRead(single, against.text, this.interest, { node, environment });
        if (read) this.perhaps(() => this.read(...read));
        if (single.path.length === 0) continue;
        const isNamed = single.path.slice(-2).some((step) => this.interest.names.has(step));
        if (!isNamed && !isContentType(single, against.text)) continue;
        this.#compare(single, against.text, node, environment);
      }
    }
  }

  /** Records that the text of a property is split, `mongoURI.split("//")`, or its characters are counted. */
  takenApart(callee: UnknownValue, call: Call): void {
    const method = callee.path.at(-1);
    if (method !== undefined) this.offsets.asked(ownerOf(callee), method, call);
    this.textUses.calledUnknown(callee, call);
  }

  /** Records a search for a string in a part of a response: `type.includes("application/json")`. */
  lookedFor(callee: UnknownValue, call: Call): void {
    const by = callee.path.at(-1);
    const [given] = call.args.list;
    if (by === undefined || !given) return;
    const of = { ...callee, path: callee.path.slice(0, -1) };
    if (PATTERN_LOOKS.has(by)) {
      this.#lookedForPattern(of, given, call, by);
      this.#lookedForPattern(given, of, call, by);
    }
    if (!LOOKS.has(by) || given.kind !== "text") return;
    if (isContentType(of, given.text)) this.#compare(of, given.text, call.node, call.environment, by);
  }

  /** Records a search with a regular expression: `/application\/json/.test(type)`, `type.match(…)`. */
  #lookedForPattern(of: Value, pattern: Value, call: Call, by: string): void {
    if (pattern.kind !== "unknown" || pattern.path.length > 0) return;
    const { reason, name } = pattern.source;
    if (reason !== "computed" || !name.startsWith("/")) return;
    const { text } = computedText(name.replaceAll("\\/", "/"));
    for (const single of alternatives(of))
      if (single.kind === "unknown" && isContentType(single, text))
        this.#compare(single, computedText(PLAIN_TYPE).text, call.node, call.environment, by);
  }

  #compare(of: UnknownValue, text: Text, node: Node, environment: Environment, by?: string): void {
    const written = text.parts[0]?.kind === "segment" ? text.parts[0].written : undefined;
    const place = written ?? environment.locate(node);
    const known = this.comparisons.some(
      (other) => haveSameStart(other.place, place) && other.of.source === of.source,
    );
    if (!known)
      this.comparisons.push({ of, value: flatten(text), place, ...(by === undefined ? {} : { by }) });
  }

  /**
   * Records a text that was joined from parts, if it may contain a string of interest that no literal contains alone.
   */
  madeText(text: Text): void {
    if (text.parts.length < 2) return;
    this.textUses.made(text);
    const flat = flatten(text);
    if (!this.interest.mayHold(flat)) return;
    const identity =
      text.parts.map((part) => (part.kind === "segment" ? `${part.written?.start}` : "?")).join() + flat;
    if (this.#seenTexts.has(identity)) return;
    this.#seenTexts.add(identity);
    this.discoveries.add();
    this.texts.push(text);
  }

  madeObject(node: ObjectExpression, object: HeapObject, environment: Environment): void {
    object.literal = { node, environment };
    const made = this.#objects.get(node);
    if (!made) this.discoveries.add();
    if (!made) this.#objects.set(node, [{ object, environment }]);
    else if (made.length < MAX_OBJECTS) made.push({ object, environment });
  }

  /** Records that an object is created again by replaying a call. */
  madeAgain({ literal }: HeapObject, object: HeapObject): void {
    if (literal) this.madeObject(literal.node, object, literal.environment);
  }

  /** Copies the known members of one unknown value to another one. */
  askedAgain(before: Source, now: Source): void {
    const paths = this.#siblings.get(before);
    if (!paths) return;
    const known = this.#siblings.get(now) ?? new Map<string, Set<string>>();
    for (const [path, names] of paths) known.set(path, new Set([...(known.get(path) ?? []), ...names]));
    this.#siblings.set(now, known);
  }

  /** The objects that each literal made, as far as they are kept. */
  get objects(): ReadonlyMap<ObjectExpression, readonly MadeObject[]> {
    return this.#objects;
  }

  /**
   * Records a call of an unknown function. It may be a request through a client without a model. With a base path of the
   * API or the path of a resource it is one, and the result is the response. Others are also given to functions that
   * send nothing.
   */
  calledUnknown(run: Run, callee: UnknownValue, call: Call): UnknownValue | undefined {
    const draft = opaqueRequest(run, callee, call, shortName(nameOf(callee)));
    const response = draft && this.request(run, draft).response;
    const isCertain = draft !== undefined && (holdsBase(run, draft.url) || isPathOfResource(run, draft.url));
    this.fileReads.calledUnknown(run, callee, call, draft !== undefined);
    for (const place of namesTakenOut(run, callee, call)) this.takenOut.add(place);
    return isCertain && response?.source.request !== undefined ? response : undefined;
  }
}

/** Methods of strings that look for another one. */
const LOOKS: ReadonlySet<string> = new Set(["includes", "indexOf", "startsWith", "endsWith"]);

/** Methods of strings and of regular expressions that take the other. */
const PATTERN_LOOKS: ReadonlySet<string> = new Set(["test", "exec", "match", "search"]);

/**
 * Returns the calls that lead to an activation, outermost first. Calls without source text, such as those of a whole
 * script, are left out.
 */
export function callersOf(activation: Activation): Location[] {
  const callers: Location[] = [];
  for (let at: Activation | undefined = activation; at?.caller; at = at.caller.activation)
    if (at.caller.place.end > at.caller.place.start) callers.unshift(at.caller.place);
  return callers;
}
