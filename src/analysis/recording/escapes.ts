import { encloses, keyOf, type Location } from "../../core/span.js";
import type { EscapeFact, EscapeUse } from "../../facts/file-facts.js";
import type { RequestFact } from "../../facts/request.js";
import { flatten, writtenIn, type Text } from "../../facts/text.js";
import type { Call, Closure, ClassCallable } from "../evaluation/callable.js";
import { knownStrings } from "../evaluation/coerce.js";
import { mayGive } from "../evaluation/generators.js";
import type { HeapObject } from "../evaluation/heap.js";
import { findSlot, type Site } from "../evaluation/members.js";
import { isBoundReader, ownerOf } from "../evaluation/answers.js";
import { allSlots, slotCount, valuesIn } from "../evaluation/member-tables.js";
import { recordListed } from "../evaluation/record-keys.js";
import type { Run } from "../evaluation/run.js";
import {
  alternatives,
  isFunction,
  nameOf,
  objectValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";
import { unwrapJson } from "../builtins/json.js";
import { awaitValue } from "../builtins/promises.js";
import { payloadPath } from "../evaluation/payload-path.js";
import { identityOf, type Escape, type HowAnswered, type Written } from "./escape.js";
import { Enumerations } from "./enumerations.js";
import type { FailureBranches } from "./failure-branches.js";
import { sendsNothing } from "./opaque-requests.js";
import { answersIn, isWholeResponse, unknownsOf } from "./held-answers.js";
import { Receivers } from "./receivers.js";
import { Routes } from "./routes.js";
import { SearchedObjects } from "./searched-objects.js";
import { isAnswerText, isPatternCall } from "./searches.js";
import { plainName, receiverName, writtenName } from "./written-names.js";

/** An object that escapes brings its contents, down to this depth. */
const MAX_DEPTH = 3;
const MAX_HAND_OVERS = 20_000;

/** Digests and signatures are made of what is sent, and change with it. One of a response is compared with others. */
const HASHES = /\b(?:crypto|createHash|createHmac|md5|sha\d+)\b/i;

/** Functions that call a function for its effect: runners of tests, timers, event listeners. */
const IGNORING =
  /(?:^|\.)(?:after|afterAll|afterEach|before|beforeAll|beforeEach|bench|describe|it|suite|test|on|once|addEventListener|addListener|forEach|setInterval|setTimeout|setImmediate|queueMicrotask|nextTick|useEffect|useLayoutEffect|listen)$/;

/** Names of functions that say nothing: those of exports. */
const NO_NAMES: ReadonlySet<string> = new Set(["", "default", "exports"]);

/** The place where code reads the length of a JSON text, and the object in that text. */
interface Measured {
  readonly place: Location;
  readonly object: Location;
}

/** Writes down what goes where values are not followed. */
export class Escapes {
  readonly #seen = new Map<string, Escape>();
  readonly #failures: FailureBranches;
  readonly #measured: Measured[] = [];
  readonly #enumerations = new Enumerations();
  readonly receivers = new Receivers();
  readonly routes = new Routes();
  /** The name in the source of the call whose arguments are recorded. */
  #calledAs: string | undefined;
  /** The use of the values that are recorded now. */
  #use: EscapeUse | undefined;

  /** @param failures where the responses of failed requests are used, which are the same in both forms of the API */
  constructor(failures: FailureBranches) {
    this.#failures = failures;
  }

  /** Records the arguments of a call of an unknown function. */
  toUnknown(run: Run, callee: UnknownValue, call: Call): void {
    this.routes.called(run, callee, call);
    const last = callee.path.at(-1) ?? callee.source.name;
    const place = call.environment.locate(call.node);
    if (HASHES.test(nameOf(callee))) {
      for (const argument of call.args.list) this.#keepAnswers(run, argument, nameOf(callee), place);
      return;
    }
    // A value in an error is shown to people, and errors are the same in both forms of the API.
    if (call.isNew && last.endsWith("Error")) return;
    const isPrinted = sendsNothing(last);
    this.#calledAs = writtenName(call.node);
    this.#use = callee.source.name === "console" ? "prints" : undefined;
    for (const [index, argument] of call.args.list.entries()) {
      // `new Response(body, response)` takes the status and the headers of it.
      if (call.isNew && last === "Response" && index === 1 && isWholeResponse(argument)) continue;
      // The pattern of a search is known, and recorded separately.
      if (isPatternCall(callee) && isAnswerText(argument)) continue;
      const to = receiverName(callee, call.node);
      this.#add(run, argument, to, place, isPrinted, 0);
      for (const single of isPrinted ? [] : alternatives(argument))
        if (single.kind === "unknown") this.receivers.add(single, [to, this.#calledAs ?? to]);
      if (isPrinted) this.#print(run, argument, nameOf(callee), place, 0);
      if (!isPrinted) this.#enumerations.add(run, argument, this.#by(nameOf(callee)), call, MAX_DEPTH);
    }
    this.#calledAs = undefined;
    this.#addLengths(run, nameOf(callee), place, call);
    this.#use = undefined;
  }

  /** Records that a function replaces a global one, so that callers of the global one call it. */
  replaced(name: string, { node, environment }: Closure): void {
    const place = environment.locate(node);
    this.#keepWritten(`every caller of ${name}`, place, place, { isGlobal: true });
  }

  /** Records the result of a function without a known caller. */
  toCaller(run: Run, callable: Closure | ClassCallable, result: Value): void {
    const place = callable.environment.locate(callable.node);
    const name = NO_NAMES.has(callable.name) ? "the function" : callable.name;
    this.#as("calls", () => {
      this.#add(run, awaitValue(run, result), `the caller of ${name}`, place, true, 0);
    });
  }

  /** Records the result of a function that was passed to an unknown function. */
  given(run: Run, callee: UnknownValue, call: Call, result: Value): void {
    if (IGNORING.test(nameOf(callee))) return;
    this.#add(run, awaitValue(run, result), nameOf(callee), call.environment.locate(call.node), true, 0);
  }

  /** Records values that are printed or turned into text as a whole. */
  shown(run: Run, by: string, call: Call, use?: EscapeUse): void {
    const place = call.environment.locate(call.node);
    this.#as(use, () => {
      for (const argument of call.args.list) {
        this.#add(run, argument, by, place, true, 0);
        this.#enumerations.add(run, argument, this.#by(by), call, MAX_DEPTH);
      }
    });
  }

  /** Records values of which JSON text is made, under the name that the code has for that. */
  madeJson(run: Run, call: Call): void {
    this.shown(run, plainName(call.node) ?? "JSON.stringify", call, "makes-text");
  }

  /** Records that a value is written out in a text. */
  inText(run: Run, by: string, value: Value, { node, environment }: Omit<Site, "key">): void {
    this.#as("makes-text", () => this.#add(run, value, by, environment.locate(node), true, 0));
  }

  /** Records the parts of answers that a client sends with another request. */
  sent(run: Run, client: string, value: Value, place: Location): void {
    this.#as("sends", () => {
      this.#keepAnswers(run, value, `the ${client} call`, place);
    });
  }

  /** Records printed values; keeps the place of an object in them that has properties of interest. */
  printed(run: Run, by: string, call: Call): void {
    this.shown(run, by, call, "prints");
    const place = call.environment.locate(call.node);
    this.#as("prints", () => {
      for (const argument of call.args.list) this.#print(run, argument, by, place, 0);
      this.#addLengths(run, by, place, call);
    });
  }

  /** Records that a value becomes a member of an unknown object, where other code may read it. */
  kept(run: Run, member: UnknownValue, value: Value, { node, environment }: Site): void {
    const place = environment.locate(node);
    // Code that reads it from the answer, such as the URL of a next request, gets what a fix writes.
    if (member.source.request !== undefined)
      for (const single of alternatives(value))
        if (single.kind === "text")
          this.#addSingle(run, single, nameOf(member), place, false, 0, new SearchedObjects());
    this.#keepAnswers(run, value, nameOf(member), place, { isKept: true });
  }

  /** Records that a value is written to a file, which other code may read. */
  saved(run: Run, file: string, value: Value, { node, environment }: Omit<Site, "key">): void {
    this.#keepAnswers(run, value, file, environment.locate(node), { isKept: true, isInFile: true });
  }

  /** Records that code reads the names of all properties of an object, which a fix may change. */
  listed(run: Run, value: Value, by: string, site: Omit<Site, "key">): void {
    const place = site.environment.locate(site.node);
    this.#enumerations.add(run, value, { to: by }, site, 0);
    for (const single of alternatives(value)) {
      if (single.kind === "object") this.#print(run, single, by, place, MAX_DEPTH);
      for (const one of unknownsOf(run, single)) this.#keepAnswer(by, place, one, { isListed: true });
    }
  }

  /** Records an iteration over headers. */
  iterated(run: Run, value: Value, by: string, site: Omit<Site, "key">): void {
    for (const single of alternatives(value))
      if (single.kind === "object" && single.object.className === "Headers")
        this.#enumerations.add(run, single, { to: by }, site, 0);
  }

  /** Records a read of a property under an unknown name, which a fix may remove. */
  readUnnamed(run: Run, value: Value, { node, environment }: Omit<Site, "key">): void {
    const place = environment.locate(node);
    for (const one of alternatives(value).flatMap((single) => unknownsOf(run, single)))
      if (this.#seen.size < MAX_HAND_OVERS)
        this.#keepAnswer(place.path, place, one, { isListed: true, isUnnamed: true });
  }

  /** Returns whether a property of something is there is asked, perhaps one that goes away. */
  asked(run: Run, value: Value, key: Value, by: string, site: Omit<Site, "key">): void {
    const names = knownStrings(run, key);
    if (!names || names.some((name) => run.interest.names.has(name))) this.listed(run, value, by, site);
  }

  /** Lengths of JSON texts, with the call that reads them. */
  #addLengths(run: Run, to: string, place: Location, call: Call): void {
    // A function that is passed on reads when it is called, which may be later.
    const use = this.#use;
    if (call.args.list.some(isFunction))
      run.store.observer?.did(() => {
        this.#as(use, () => {
          this.#addLengths(run, to, place, call);
        });
      });
    for (const { place: measured, object } of this.#measured)
      if (encloses(place, measured)) this.#keepShown(to, place, object);
  }

  #measure(run: Run, text: HeapObject, { node, environment }: Site): void {
    const made = unwrapJson(run, objectValue(text));
    if (!made) return;
    for (const single of alternatives(made)) {
      const object = single.kind === "object" ? single.object.place : undefined;
      if (object && statesNames(run, single))
        this.#measured.push({ place: environment.locate(node), object });
    }
  }

  #print(run: Run, value: Value, to: string, place: Location, depth: number): void {
    for (const single of alternatives(value)) {
      if (single.kind !== "object" || single.object.callable || this.#seen.size >= MAX_HAND_OVERS) continue;
      const content = run.store.read(single.object);
      const written = single.object.place;
      if (written && statesNames(run, single)) {
        this.#keepShown(to, place, written);
      } else if (depth < MAX_DEPTH && run.mayLookInto(slotCount(content))) {
        for (const slot of allSlots(content)) this.#print(run, slot.value, to, place, depth + 1);
      }
    }
  }

  /**
   * Records a read of a property of interest from an object that the code itself creates, or that a data file contains.
   */
  readBack(run: Run, object: HeapObject, key: string, site: Site): void {
    if (key === "length") this.#measure(run, object, site);
    if (!run.interest.names.has(key)) return;
    const slot = findSlot(run, object, key);
    const isThere = slot !== undefined;
    if (object.className !== "Object" && !isThere) return;
    const place = site.environment.locate(site.node);
    const written = object.place ?? slot?.keyPlace ?? place;
    // A member that the object has in some branches only counts as existing.
    this.#keepWritten(`code that reads its ${key}`, place, written, isThere ? { member: key } : {});
  }

  #add(
    run: Run,
    value: Value,
    to: string,
    place: Location,
    isPrinted: boolean,
    depth: number,
    searched = new SearchedObjects(),
  ): void {
    if (this.#seen.size >= MAX_HAND_OVERS) return;
    for (const single of alternatives(value))
      this.#addSingle(run, single, to, place, isPrinted, depth, searched);
  }

  #addSingle(
    run: Run,
    single: Single,
    to: string,
    place: Location,
    isPrinted: boolean,
    depth: number,
    searched: SearchedObjects,
  ): void {
    if (single.kind === "unknown") {
      this.#keepAnswer(to, place, isBoundReader(single) ? ownerOf(single) : single);
      const record = single.source.keyOf ?? recordListed(single);
      if (record) this.#keepAnswer(to, place, record, { isListed: true });
    } else if (single.kind === "text") {
      const flat = flatten(single.text);
      if (isPrinted) this.#addVersion(run, single.text, to, place);
      if (isPrinted || !(run.interest.mayHold(flat) || run.interest.namesVersion(flat))) return;
      for (const written of writtenIn([single.text])) this.#keepWritten(to, place, written);
    } else if (single.kind === "object" && !single.object.callable) {
      if (single.object.place && !isPrinted) this.#keepWritten(to, place, single.object.place);
      if (depth === MAX_DEPTH || !searched.enter(single.object, MAX_DEPTH - depth)) return;
      const content = run.store.read(single.object);
      if (!run.mayLookInto(slotCount(content))) return;
      const held = [...valuesIn(content), ...content.open, ...mayGive(single.object)];
      for (const value of held) this.#add(run, value, to, place, isPrinted, depth + 1, searched);
    }
  }

  /** Records the version of the API by itself, `client/v1.0`. A whole URL may change without harm. */
  #addVersion({ interest }: Run, text: Text, to: string, place: Location): void {
    const flat = flatten(text);
    if (!interest.namesVersion(flat) || interest.mayHold(flat)) return;
    for (const part of text.parts)
      if (part.kind === "segment" && part.written && interest.namesVersion(part.text))
        this.#keepShown(to, place, part.written);
  }

  #keepShown(to: string, place: Location, written: Location): void {
    this.#keepWritten(to, place, written, { isShown: true });
  }

  #keepWritten(
    to: string,
    place: Location,
    { path, start, end }: Location,
    how: Omit<Written, "kind" | "place"> = {},
  ): void {
    this.#keep({ to, place, what: { kind: "written", place: { path, start, end }, ...how } });
  }

  /** Records a use of the parts of responses that a value is or contains. */
  #keepAnswers(run: Run, value: Value, to: string, place: Location, how: HowAnswered = {}): void {
    if (this.#seen.size >= MAX_HAND_OVERS) return;
    for (const one of answersIn(run, value, MAX_DEPTH)) this.#keepAnswer(to, place, one, how);
  }

  /** Records a use of a response. */
  #keepAnswer(
    to: string,
    place: Location,
    { source: { request }, path }: UnknownValue,
    how: HowAnswered = {},
  ): void {
    if (request === undefined || this.#failures.covers(place, request)) return;
    this.#keep({ to, place, what: { kind: "response", request, path: payloadPath(path), ...how } });
  }

  /** Records what code gets that is known to do something. */
  #as(use: EscapeUse | undefined, record: () => void): void {
    const before = this.#use;
    this.#use = use;
    record();
    this.#use = before;
  }

  /** Returns the receiver of this name, with what the present code does. */
  #by(to: string): Pick<Escape, "to" | "use"> {
    return this.#use === undefined ? { to } : { to, use: this.#use };
  }

  #keep(escape: Escape): void {
    const identity = `${keyOf(escape.place)}:${identityOf(escape.what)}`;
    if (this.#seen.has(identity)) return;
    const calledAs = this.#calledAs;
    const by = this.#by(escape.to);
    this.#seen.set(identity, { ...escape, ...by, ...(calledAs === undefined ? {} : { calledAs }) });
  }

  /**
   * Returns the facts.
   *
   * @param sameAs returns the id under which a request is among the facts
   *
   * @param requests those that are among the facts
   */
  facts(sameAs: (id: string) => string, requests: readonly RequestFact[]): EscapeFact[] {
    const found = [...this.#seen.values()].map(({ what, ...escape }): EscapeFact => {
      if (what.kind === "written") return { kind: "escape", ...escape, what };
      const { request, ...rest } = what;
      return { kind: "escape", ...escape, what: { ...rest, requests: [sameAs(String(request))] } };
    });
    return [...found, ...this.#enumerations.facts(requests)];
  }
}

/** Returns whether an object states properties of interest. */
function statesNames(run: Run, single: Single): boolean {
  if (single.kind !== "object") return false;
  return [...run.store.read(single.object).members.keys()].some((key) => run.interest.names.has(key));
}
