import { addToGroup, groupBy } from "../../core/group-by.js";
import { PlaceIndex } from "../../core/place-index.js";
import { encloses, haveSameStart, isSamePlace, keyOf, overlap, type Location } from "../../core/span.js";
import type {
  ComparisonFact,
  EscapeFact,
  OffsetFact,
  SchemaFact,
  SearchFact,
} from "../../facts/file-facts.js";
import type { StringFact } from "../../facts/string.js";
import { flatten, writtenIn, type Text } from "../../facts/text.js";
import type { Tree } from "../../facts/tree.js";
import type { AdministrationReading, ApiRequest } from "../../engine/api-request.js";
import { AuthorCalls } from "../../engine/author-calls.js";
import type { FileContext } from "../../engine/rule.js";
import type { TemplateRead } from "../../engine/template-reads.js";
import { leadingTo } from "./links.js";
import { LooseReads } from "./loose-reads.js";
import { TextUses } from "./text-uses.js";

/** A request and the file that it is sent from. */
export interface FiledRequest {
  readonly request: ApiRequest;
  readonly context: FileContext;
}

/** The settings of texts that only people read. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(["comment", "message"]);

/** The markup of a component, a template, or an included file: what has variables of the code around it. */
interface Markup {
  readonly kind: "markup" | "template" | "included file";
  readonly path: string;
  /** The properties that it reads of something unknown. */
  readonly reads: readonly TemplateRead[];
  /** True if it contains code that is not followed. */
  readonly isUnknown: boolean;
}

/** All requests of a run and what else is known of the places that they are written at. */
export class AllRequests {
  readonly all: readonly FiledRequest[];
  /** All but those that are a part of the URL of a request: these change with it. */
  readonly comparisons: readonly ComparisonFact[];
  readonly offsets: readonly OffsetFact[];
  /** Requests by their number, so that those at a place can be given in the order of `all`. */
  readonly #texts = new PlaceIndex<number>();
  readonly #headerTexts = new PlaceIndex<number>();
  readonly #sites = new Map<string, FiledRequest[]>();
  readonly #instances = new Map<string, FiledRequest[]>();
  readonly #sources = new Map<string, FiledRequest[]>();
  readonly #entries = new Map<string, FiledRequest[]>();
  readonly #strangers = new Map<string, FiledRequest | undefined>();
  readonly #headerEscapes = new Map<string, readonly EscapeFact[]>();
  /** Requests by the header entries that are in none of the literals passed to them. */
  readonly #placed = new PlaceIndex<{ readonly place: Location; readonly of: FiledRequest }>();
  readonly #bodies = new Map<string, FiledRequest[]>();
  readonly #escapedResponses = new Map<string, EscapeFact[]>();
  readonly #searches = new Map<string, SearchFact[]>();
  readonly #members = new Map<string, EscapeFact[]>();
  readonly #answerSchemas = new Map<string, SchemaFact[]>();
  readonly #literalSchemas = new Map<string, SchemaFact[]>();
  /** The escapes of values by the places where these are written, each with its number. */
  readonly #escapedObjects = new PlaceIndex<{ readonly number: number; readonly escape: EscapeFact }>();
  readonly #byId = new Map<string, FiledRequest>();
  #calls: AuthorCalls | undefined;
  #tests: ReadonlySet<string> | undefined;
  #markups: readonly Markup[] | undefined;
  #looseMediaTypes: readonly StringFact[] | undefined;
  #looseReads: LooseReads | undefined;
  readonly textUses: TextUses;

  /** @param templates what templates read that may be of a response */
  constructor(
    readonly contexts: readonly FileContext[],
    private readonly templates: readonly TemplateRead[],
  ) {
    this.all = contexts.flatMap((context) => context.requests.map((request) => ({ request, context })));
    const escapes = contexts.flatMap(({ facts }) => facts.escapes);
    for (const [number, one] of escapes.entries()) {
      if (one.what.kind === "response")
        for (const id of one.what.requests) addToGroup(this.#escapedResponses, id, one);
      else {
        this.#escapedObjects.add(one.what.place, { number, escape: one });
        if (one.what.member !== undefined) addToGroup(this.#members, one.what.member, one);
      }
    }
    for (const one of contexts.flatMap(({ facts }) => facts.schemas ?? []))
      if (one.of.kind === "written") addToGroup(this.#literalSchemas, keyOf(one.of.place), one);
      else for (const id of one.of.requests) addToGroup(this.#answerSchemas, id, one);
    for (const one of contexts.flatMap(({ facts }) => facts.searches ?? []))
      for (const id of one.requests) addToGroup(this.#searches, id, one);
    const basePaths = [...new Set(this.all.flatMap(({ request }) => request.administration.map(basePathOf)))];
    const holdsNoPath = (text: Text): boolean => !basePaths.some((base) => flatten(text).includes(base));
    this.offsets = contexts.flatMap(({ facts }) => facts.offsets ?? []);
    this.textUses = new TextUses(contexts);
    for (const [number, one] of this.all.entries()) {
      const { fact } = one.request;
      addToGroup(this.#sites, keyOf(fact.site), one);
      for (const slot of fact.headers.slots)
        if (slot.kind === "command") addToGroup(this.#sites, keyOf(slot.call), one);
      if (fact.instance) addToGroup(this.#instances, keyOf(fact.instance.site), one);
      this.#byId.set(fact.id, one);
      for (const place of writtenIn(fact.urls)) this.#texts.add(place, number);
      for (const place of writtenIn(headerTexts(one.request).filter(holdsNoPath)))
        this.#headerTexts.add(place, number);
      for (const source of fact.headers.sources) addToGroup(this.#sources, keyOf(source), one);
      for (const tree of fact.body ? alternativesOf(fact.body) : [])
        if (tree.kind === "object" && tree.place) addToGroup(this.#bodies, keyOf(tree.place), one);
      for (const { place } of fact.headers.entries) {
        if (!place) continue;
        addToGroup(this.#entries, keyOf(place), one);
        if (!isInSource(place, one)) this.#placed.add(place, { place, of: one });
      }
    }
    this.comparisons = contexts
      .flatMap(({ facts }) => facts.comparisons)
      .filter((one) => !isOfVersion(one) || this.withUrlAt(one.place).length === 0);
  }

  /** Returns whether a file is a test, or has a test double in it. */
  isTest(path: string): boolean {
    this.#tests ??= new Set(
      this.contexts.flatMap(({ facts, fileClass, requests }) =>
        fileClass === "test" || requests.some(({ fact }) => fact.setting === "mock") ? [facts.path] : [],
      ),
    );
    return this.#tests.has(path);
  }

  /** The markup that reads a property of something unknown, or that contains code that is not followed. */
  get markups(): readonly Markup[] {
    return (this.#markups ??= [
      ...this.contexts.flatMap(({ facts: { path, fields, hasUnknownMarkup }, servedPaths }): Markup[] => {
        const isUnknown = hasUnknownMarkup === true;
        const isIncluded = servedPaths().isIncluded(path);
        const reads = fields.filter(
          ({ isInMarkup, access, owner }) =>
            (isInMarkup === true || isIncluded) && access === "read" && owner.kind === "named",
        );
        const kind = isIncluded ? "included file" : "markup";
        return isUnknown || reads.length > 0 ? [{ kind, path, reads, isUnknown }] : [];
      }),
      ...[...groupBy(this.templates, ({ place }) => place.path)].map(([path, reads]): Markup => ({
        kind: "template",
        path,
        reads,
        isUnknown: false,
      })),
    ]);
  }

  /** Texts that name a dated media type, are not only for people, and are in no header of a request. */
  get looseMediaTypes(): readonly StringFact[] {
    return (this.#looseMediaTypes ??= this.contexts.flatMap(({ facts }) =>
      facts.strings.filter(
        ({ what, setting, place }) =>
          what === "media-type" && !FOR_PEOPLE.has(setting) && this.withHeaderOf(place).length === 0,
      ),
    ));
  }

  /** Returns the reads of properties that may be those of a cluster in a response. */
  get looseReads(): LooseReads {
    return (this.#looseReads ??= new LooseReads(this));
  }

  /**
   * Returns whether a request can be moved: it is sent by code, to the administration API or where one of its answers
   * leads.
   */
  isMovable(one: FiledRequest): boolean {
    const { fact, readings, administration } = one.request;
    if (fact.setting !== "code" || fact.form === "recorded" || !fact.understood) return false;
    if (administration.length > 0) return true;
    return readings.every((reading) => this.isLink(reading.text, one.request));
  }

  /**
   * Returns whether a URL is a link from a response of the API: not one of another host. If it was one in all rounds of
   * a loop, its later values count as links, too.
   */
  isLink(text: Text, { readings }: ApiRequest): boolean {
    if (leadingTo(this, text).length > 0) return true;
    const [first] = text.parts;
    const isVarying = first?.kind === "hole" && (first.reason === "varying" || first.reason === "changing");
    return isVarying && readings.some((other) => leadingTo(this, other.text).length > 0);
  }

  /** Returns the requests to the administration API that a request is, or follows the links of. */
  sourcesOf(one: FiledRequest): FiledRequest[] {
    const { administration, readings } = one.request;
    const linked = readings.flatMap(({ text }) => leadingTo(this, text));
    return administration.length > 0 ? [one, ...linked] : linked;
  }

  byId(id: string): FiledRequest | undefined {
    return this.#byId.get(id);
  }

  /** Returns the requests whose URL includes characters at a place. */
  withUrlAt(place: Location): FiledRequest[] {
    return this.#inOrder(this.#texts.overlapping(place));
  }

  /** Returns the requests whose headers or options come from the literal at a place, directly or through a spread. */
  withHeadersFrom(literal: Location): readonly FiledRequest[] {
    const direct = this.#sources.get(keyOf(literal)) ?? [];
    const spread = this.#placed.touching(literal).filter(({ place }) => encloses(literal, place));
    return spread.length === 0 ? direct : [...new Set([...direct, ...spread.map(({ of }) => of)])];
  }

  /** Returns the first request with the header at a place that may not get what requests that are moved get. */
  strangerWithHeaderAt(entry: Location): FiledRequest | undefined {
    const key = keyOf(entry);
    if (!this.#strangers.has(key))
      this.#strangers.set(
        key,
        this.#entries.get(key)?.find((one) => !this.mayBelong(one)),
      );
    return this.#strangers.get(key);
  }

  /** Returns who else receives the header at a place. Thousands of requests may share it. */
  escapesOfHeader(entry: Location): readonly EscapeFact[] {
    const key = keyOf(entry);
    let known = this.#headerEscapes.get(key);
    if (!known) this.#headerEscapes.set(key, (known = this.escapesAt(entry)));
    return known;
  }

  /** Returns the first request that sends a media type with a version in the header at a place. */
  datedWithHeaderAt(entry: Location): FiledRequest | undefined {
    return this.#entries
      .get(keyOf(entry))
      ?.find(({ request: { accept } }) => accept.values.some((value) => "vocabulary" in value));
  }

  /** Returns the requests whose body, or one alternative of it, is the object at a place. */
  withBodyAt(literal: Location): readonly FiledRequest[] {
    return this.#bodies.get(keyOf(literal)) ?? [];
  }

  /** Returns whether a call that is not understood is, as it is written, also one that can be moved. */
  isAlsoUnderstood({ request: { fact } }: FiledRequest): boolean {
    return !fact.understood && this.sentAt(fact.site).some((other) => this.isMovable(other));
  }

  /** Returns whether a request may get what requests that are moved get. */
  mayBelong(one: FiledRequest): boolean {
    return this.isMovable(one) || this.isAlsoUnderstood(one);
  }

  /**
   * Returns whether a request of the program goes to no administration API, and to none of the links that lead there.
   */
  isOfOther(id: string): boolean {
    const one = this.#byId.get(id);
    if (!one || one.request.fact.setting !== "code" || one.request.fact.form === "recorded") return false;
    return one.request.administration.length === 0 && !this.mayBelong(one);
  }

  /** Returns the call that the author writes for a request, which may be that of a wrapper. */
  callOf({ request }: FiledRequest): Location {
    this.#calls ??= new AuthorCalls(this.all.map((one) => one.request));
    return this.#calls.of(request);
  }

  sentAt(site: Location): readonly FiledRequest[] {
    return this.#sites.get(keyOf(site)) ?? [];
  }

  ofInstance(site: Location): readonly FiledRequest[] {
    return this.#instances.get(keyOf(site)) ?? [];
  }

  /** Returns the receivers of a response of a request, or of a part of it. */
  escapesOfResponse(id: string): readonly EscapeFact[] {
    const all = this.#escapedResponses.get(id) ?? [];
    return all.filter(
      (one) => one.use !== "sends" || !this.sentAt(one.place).some((to) => this.isMovable(to)),
    );
  }

  /** Returns the schemas of a response of a request, or of a part of it. */
  schemasOfAnswer(id: string): readonly SchemaFact[] {
    return this.#answerSchemas.get(id) ?? [];
  }

  /** Returns the schemas of the object that is written at a place. */
  schemasOfLiteral(place: Location): readonly SchemaFact[] {
    return this.#literalSchemas.get(keyOf(place)) ?? [];
  }

  /** Returns the searches in the text of the response of a request. */
  searchesOf(id: string): readonly SearchFact[] {
    return this.#searches.get(id) ?? [];
  }

  /** Returns the objects of the program from which a member is read by its name at a place. */
  objectsReadAt(place: Location, member: string): Location[] {
    return (this.#members.get(member) ?? []).flatMap(({ what, place: where }) =>
      what.kind === "written" && encloses(where, place) ? [what.place] : [],
    );
  }

  /** Returns the code that prints the object that is written at a place. */
  shownBy(place: Location): EscapeFact[] {
    return this.#escapesOf(place).filter(
      ({ what }) => what.kind === "written" && what.isShown && haveSameStart(what.place, place),
    );
  }

  /** Returns the code that prints a part of the text at a place, if that part is only the version of the API. */
  escapesOfVersion(place: Location): EscapeFact[] {
    return this.#escapesOf(place).filter(
      ({ what }) => what.kind === "written" && what.isShown && encloses(what.place, place),
    );
  }

  /**
   * Returns the code that enumerates the object that is written at a place, and so gets everything that is added to it.
   */
  enumeratedBy(literal: Location): EscapeFact[] {
    return this.#escapesOf(literal).filter(
      ({ what, place }) =>
        what.kind === "written" &&
        what.enumeratedBy !== undefined &&
        isSamePlace(what.place, literal) &&
        !this.sentAt(place).some((one) => this.isMovable(one)),
    );
  }

  /** Returns the callers of the function around a place, if it replaces a global function. */
  callersOfGlobalAround(place: Location): string | undefined {
    return this.#escapesOf(place).find(
      ({ what }) => what.kind === "written" && what.isGlobal && encloses(what.place, place),
    )?.to;
  }

  /** Returns the requests with a header that includes characters at a place, if the path of a request does not. */
  withHeaderOf(place: Location): FiledRequest[] {
    return this.#inOrder(this.#headerTexts.overlapping(place));
  }

  /** Returns the escapes of values that are written at a place, around it, in it or beside it. */
  #escapesOf(place: Location): EscapeFact[] {
    const found = this.#escapedObjects.touching(place).sort((a, b) => a.number - b.number);
    return found.map(({ escape }) => escape);
  }

  #inOrder(numbers: readonly number[]): FiledRequest[] {
    return [...new Set(numbers)].sort((a, b) => a - b).map((number) => this.all[number]!);
  }

  /**
   * Returns who else receives the value that is written at a place. A call that sends a request may also call something
   * unknown, as `(options.fetch ?? fetch)(url)` does: a replacement of a client gets the same arguments. Values
   * computed from a response, `(await fetch(url)).results.map(…)`, do not contain the URL in it.
   */
  escapesAt(written: Location): EscapeFact[] {
    const sites = this.withUrlAt(written)
      .map(({ request }) => request.fact.site)
      .filter((site) => encloses(site, written));
    return this.#escapesOf(written).filter(
      ({ what, place }) =>
        what.kind === "written" &&
        !what.isShown &&
        !what.enumeratedBy &&
        !what.isGlobal &&
        overlap(what.place, written) &&
        !sites.some((site) => encloses(what.place, site)) &&
        !this.sentAt(place).some((one) => this.isMovable(one)),
    );
  }
}

/** Returns true if code compares with the version itself, not with a type or the value of a header. */
export function isOfVersion({ namesVersion, inType, header }: ComparisonFact): boolean {
  return namesVersion === true && inType === undefined && header === undefined;
}

function headerTexts({ fact }: ApiRequest): Text[] {
  return fact.headers.entries.flatMap(({ values }) => values);
}

function basePathOf({ match, flat }: AdministrationReading): string {
  return flat.slice(match.start, match.end);
}

/** Returns the alternatives of a body. */
export function alternativesOf(body: Tree): readonly Tree[] {
  return body.kind === "choice" ? body.of.flatMap(alternativesOf) : [body];
}

function isInSource(place: Location, { request: { fact } }: FiledRequest): boolean {
  return fact.headers.sources.some((source) => encloses(source, place));
}
