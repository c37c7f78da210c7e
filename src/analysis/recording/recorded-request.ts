import { contains, keyOf, type Location } from "../../core/span.js";
import type {
  Credentials,
  HeaderEntry,
  HeaderSlot,
  OwnContentType,
  Parsing,
  QueryParameter,
  RequestFact,
  Setting,
} from "../../facts/request.js";
import { concatTexts, describe, flatten, type Hole, type Text } from "../../facts/text.js";
import type { Tree } from "../../facts/tree.js";
import { makeEntries } from "../builtins/collections.js";
import { headerNameOf } from "../builtins/header-names.js";
import type { Call } from "../evaluation/callable.js";
import type { Activation } from "../evaluation/environment.js";
import { knownStrings, textAlternatives, toText } from "../evaluation/coerce.js";
import { setMember, type HeapObject, type Slot } from "../evaluation/heap.js";
import { peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { emptyFieldOf } from "../evaluation/empty-fields.js";
import {
  alternatives,
  choice,
  holeOf,
  nullishness,
  opaque,
  unknownOf,
  type ObjectValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../evaluation/value.js";
import { headerSlots, headerSources, isPlain } from "./header-slots.js";
import { queryParameters } from "./query-parameters.js";
import { callersOf, type Draft } from "./recorder.js";
import { senderOf } from "./relays.js";
import { snapshot, textsOf } from "./snapshot.js";
import { writtenName } from "./written-names.js";

/** So many callers of a wrapper distinguish its requests. */
const CALLERS_TOLD_APART = 3;

const MEDIA_TYPE = /^\s*[\w*-]+\/[\w.*+-]/;
const DATED_TYPE = /^\s*application\/vnd\.[\w-]+\.\d{4}-\d{2}-\d{2}\+/;

/** A request that was recorded and that calls on the client's object (`.set("Accept", …)`) may still add to. */
export class RecordedRequest {
  #site: Location;
  /** True if every URL depends on an argument for which known code passes other values. */
  readonly isGuess: boolean;
  /** Bodies that the response is known to bring. */
  readonly answers: Tree[] = [];
  /** The one that the site is in. */
  readonly #activation: Activation;
  readonly #callers: readonly Location[];
  readonly #depth: number;
  readonly #entries = new Map<string, HeaderEntry>();
  readonly #open: Hole[] = [];
  readonly #draft: Draft;
  readonly #slots: readonly HeaderSlot[];
  readonly #sources: readonly Location[];
  readonly #isPlain: boolean;
  #headersLiteral: HeapObject | undefined;
  #methods: readonly string[];
  #urls: readonly Text[];
  #query: readonly QueryParameter[];
  #body: Tree | undefined;
  #ownContentType: OwnContentType | undefined;
  #parsing: Parsing | undefined;
  #credentials: Credentials;
  #setsContentType = false;
  #isLookedAt = false;

  constructor(
    run: Run,
    draft: Draft,
    readonly index: number,
    readonly setting: Setting,
  ) {
    const { call } = draft;
    this.#draft = draft;
    this.#depth = run.store.depth;
    const { place, activation } = senderOf(call);
    this.#site = place;
    this.#activation = activation;
    this.#callers = callersOf(activation);
    this.#methods = knownStrings(run, draft.method)?.map((method) => method.toUpperCase()) ?? [];
    const urls = urlTexts(run, draft.url);
    const known = urls.filter((url) => !isGuess(run, url));
    this.isGuess = known.length === 0;
    this.#urls = this.isGuess ? urls : known;
    this.#query = queryParameters(run, draft.query ?? []);
    this.#sends(run, draft.query ?? []);
    if (draft.body) this.setBody(run, draft.body);
    this.#readHeaders(run, draft.headers, call);
    for (const layer of draft.written ?? []) this.#headersLiteral = literalOf(layer) ?? this.#headersLiteral;
    this.#slots = headerSlots(draft, this.#site);
    this.#sources = headerSources(draft);
    this.#isPlain = isPlain(run, draft);
    this.#ownContentType = draft.ownContentType;
    this.#parsing = draft.parsing;
    this.#credentials = draft.credentials ?? this.#credentialsInHeaders();
  }

  /** Returns a description that requests share which differ only in calls far away, in headers and in bodies. */
  get likeness(): string {
    const callers = this.#callers.slice(-CALLERS_TOLD_APART).map(keyOf);
    return [keyOf(this.#site), ...this.#methods, ...this.#urls.map(flatten), ...callers].join(" ");
  }

  /** Returns whether it only asks for something. */
  get isGet(): boolean {
    return this.#methods.every((method) => method === "GET");
  }

  /** Returns the place at which reports name the request. */
  get client(): string {
    return this.#draft.client;
  }

  get site(): Location {
    return this.#site;
  }

  get urls(): readonly Text[] {
    return this.#urls;
  }

  /** Moves the request to the call that sends it, if the function that made it sends it as well. */
  sentAt({ node, environment }: Call): void {
    if (environment.activation.node === this.#activation.node) this.#site = environment.locate(node);
  }

  #readHeaders(run: Run, layers: readonly Value[], call: Call): void {
    for (const layer of layers) {
      const maybe = alternatives(layer).some((single) => nullishness(single) === true);
      const made = makeEntries(run, "Headers", layer, call);
      if (made.kind !== "object") continue;
      const content = run.store.read(made.object);
      for (const source of content.open) this.#openTo(holeOf(source));
      for (const value of content.rest) this.#addUnnamed(run, value, true);
      for (const [name, slot] of content.entries)
        this.#setEntry(run, String(name), slot, !slot.maybeAbsent && !maybe);
      this.#headersLiteral = literalOf(layer) ?? this.#headersLiteral;
    }
  }

  /** Adds an unknown source of headers: it may replace headers that were set before. */
  #openTo(hole: Hole): void {
    this.#open.push(hole);
    for (const [name, entry] of this.#entries) this.#entries.set(name, { ...entry, certain: false });
  }

  #setEntry(
    run: Run,
    name: string,
    { value, keyPlace: place, isJoined = false }: Pick<Slot, "value" | "keyPlace" | "isJoined">,
    certain: boolean,
  ): void {
    const { texts, mayBeMissing } = this.#draft.printsMissingHeaders
      ? { texts: alternatives(value).flatMap((single) => printed(run, single)), mayBeMissing: false }
      : textsOf(run, value);
    const before = this.#entries.get(name);
    const sure = certain && !mayBeMissing;
    if (texts.length === 0 && mayBeMissing) {
      if (certain) this.#entries.delete(name);
      return;
    }
    this.#entries.set(name, {
      name,
      values: sure || !before ? texts : [...before.values, ...texts],
      certain: sure || (before?.certain ?? false),
      ...(place ? { place } : {}),
      ...(isJoined ? { isJoined } : {}),
    });
  }

  /** Adds a header whose name is not known. A dated media type is what `Accept` is sent with. */
  #addUnnamed(run: Run, value: Value, mayReplace: boolean, place?: Location): void {
    const types = textsOf(run, value).texts.map(describe);
    const isType = types.some((one) => MEDIA_TYPE.test(one));
    const hole = holeOf(opaque(isType ? "import" : "computed", "computed header name", place));
    if (mayReplace) this.#openTo(hole);
    else this.#open.push(hole);
    if (types.some((one) => DATED_TYPE.test(one)))
      this.#setEntry(run, "accept", { value, ...(place ? { keyPlace: place } : {}) }, false);
  }

  /** Adds headers: `request.set(name, value)`, `setHeader(name, value)`, or an object of headers. */
  addHeaders(run: Run, name: Value, value: Value, call: Call): void {
    const certain = run.store.isSureSince(this.#depth);
    const place = call.environment.locate(call.node);
    const key = headerNameOf(run, name);
    if (key !== undefined) this.#setEntry(run, key.toLowerCase(), { value, keyPlace: place }, certain);
    else if (alternatives(name).every((single) => single.kind === "object"))
      this.#readHeaders(run, [name], call);
    else this.#addUnnamed(run, value, false, place);
  }

  /** Records that code which is not followed may set headers. */
  mayGetHeadersOf(source: UnknownValue): void {
    this.#openTo(holeOf(source));
  }

  /** Copies the headers so far to a record that code of the program gets and may change. */
  copyHeaders(run: Run, record: ObjectValue): void {
    for (const { name, values, certain, place } of this.#entries.values())
      setMember(run.store, record.object, spelled(name), {
        value: choice(values.map((text): Value => ({ kind: "text", text }))),
        maybeAbsent: !certain,
        ...(place ? { keyPlace: place } : {}),
      });
  }

  /** Takes the headers that such code has left of them. */
  takeHeaders(run: Run, record: Value, call: Call): void {
    this.dropHeaders(run);
    this.#readHeaders(run, [record], call);
  }

  /** Removes all headers so far: others replace them. */
  dropHeaders(run: Run): void {
    if (run.store.isSureSince(this.#depth)) this.#entries.clear();
  }

  /** Records a response that a test double returns. */
  answer(run: Run, body: Value): void {
    if (nullishness(body) !== true) this.answers.push(snapshot(run, body));
  }

  /** Adds parameters: `request.query(parameters)`. */
  addQuery(run: Run, query: Value): void {
    this.#query = [...this.#query, ...queryParameters(run, [query])];
    this.#sends(run, [query]);
  }

  #sends(run: Run, values: readonly Value[]): void {
    for (const value of values) run.recorder.escapes.sent(run, this.client, value, this.#site);
  }

  /** Puts something in front of URLs that are only a path, or empty. */
  prefixUrls(run: Run, prefix: Value): void {
    const prefixes = alternatives(prefix).map((single) => toText(run, single));
    this.#urls = this.#urls.flatMap((url) =>
      /^(?:\/|$)/.test(flatten(url)) ? prefixes.map((one) => concatTexts([one, url])) : [url],
    );
    for (const url of this.#urls) run.recorder.madeText(url);
  }

  setBody(run: Run, body: Value): void {
    // A body that may be left out is judged by what it is otherwise.
    const sent = alternatives(body).filter((single) => nullishness(single) !== true || emptyFieldOf(single));
    if (sent.length === 0) return;
    this.#body = snapshot(run, choice(sent));
    this.#sends(run, sent);
  }

  /** Records that the client sends JSON because of an option, and sets the header itself. */
  sendsJson(): void {
    this.#setsContentType = true;
  }

  /** Sets the Content-Type that the client adds for the last body. */
  setOwnContentType(type: OwnContentType | undefined): void {
    this.#ownContentType = type;
  }

  /** Sets the types of responses that the client parses. */
  setParsing(parsing: Parsing): void {
    this.#parsing = parsing;
  }

  /** Records that a test double has code that checks the request. */
  isLookedAt(): void {
    this.#isLookedAt = true;
  }

  setCredentials(credentials: Credentials): void {
    this.#credentials = credentials;
  }

  #credentialsInHeaders(): Credentials {
    const values = this.#entries.get("authorization")?.values;
    if (!values) return this.#open.length > 0 ? "unknown" : "none";
    const starts = values.map((text) => describe(text).toLowerCase());
    for (const scheme of ["digest", "basic", "bearer"] as const) {
      if (starts.every((start) => start.startsWith(scheme))) return scheme;
    }
    return "unknown";
  }

  toFact(prefix: string): RequestFact {
    const { call, client, instance, intake, understood = true, setsContentType = false } = this.#draft;
    const { node } = this.#activation;
    const { place, variable } = this.#headersLiteral ?? {};
    const inside = node ? { start: node.start, end: node.end } : { start: 0, end: Infinity };
    return {
      kind: "request",
      id: `${prefix}${this.index}`,
      client,
      understood,
      ...(understood ? {} : { calledAs: writtenName(call.node) }),
      ...(call.passedTo === undefined ? {} : { passedTo: call.passedTo }),
      form: "call",
      site: this.site,
      methods: this.#methods,
      urls: this.#urls,
      ...(this.#query.length > 0 ? { query: this.#query } : {}),
      headers: {
        entries: [...this.#entries.values()],
        open: this.#open,
        sources: this.#sources,
        slots: this.#slots,
        plain: this.#isPlain,
        atSite: place !== undefined && place.path === this.site.path && contains(inside, place),
        ...(place ? { place } : {}),
        ...(variable === undefined ? {} : { variable }),
        ...(intake && "isLower" in intake && intake.isLower === true ? { isLower: true } : {}),
      },
      setsContentType: setsContentType || this.#setsContentType,
      ...(this.#ownContentType ? { ownContentType: this.#ownContentType } : {}),
      ...(this.#parsing ? { parsing: this.#parsing } : {}),
      credentials: this.#credentials,
      callers: this.#callers,
      setting: this.setting,
      ...(instance ? { instance } : {}),
      ...(this.#body ? { body: this.#body } : {}),
      ...(this.answers.length > 0 ? { answers: this.answers } : {}),
      ...(this.#isLookedAt ? { isLookedAt: true } : {}),
    };
  }
}

/** Returns the usual spelling of a header: `Content-Type`. */
function spelled(name: string): string {
  return name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}

/** The texts of a value that is turned into a string whatever it is. */
function printed(run: Run, value: Single): Text[] {
  return nullishness(value) === true ? [toText(run, value)] : textsOf(run, value).texts;
}

function urlTexts(run: Run, url: Value): Text[] {
  const given = textAlternatives(run, url).filter((single) => nullishness(single) !== true);
  return (given.length > 0 ? given : [opaque("computed", "URL")]).flatMap((single) => {
    // A Request, or an object that stands for one.
    const href = single.kind === "object" ? peek(run, single, "url") : undefined;
    if (href?.kind === "text") return [href.text];
    const { texts } = textsOf(run, single);
    return texts.length > 0 ? texts : [{ kind: "text", parts: [holeOf(opaque("computed", "URL"))] }];
  });
}

/** Returns whether a URL depends on an argument for which known code passes other values. */
function isGuess(run: Run, { parts }: Text): boolean {
  return parts.some((part) => {
    const source = part.kind === "hole" ? unknownOf(part)?.source : undefined;
    return source !== undefined && run.isInheritedArgument(source);
  });
}

/** Returns the object of the headers, if they are written as one literal. */
function literalOf(layer: Value): HeapObject | undefined {
  const objects = alternatives(layer)
    .map((single) => (single.kind === "object" ? single.object : undefined))
    .filter((object): object is HeapObject => object?.place !== undefined);
  return objects.at(-1);
}
