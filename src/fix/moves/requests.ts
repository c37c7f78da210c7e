import type { Location } from "../../core/span.js";
import type { ComparisonFact, HandOverFact } from "../../facts/file-facts.js";
import type { Text } from "../../facts/text.js";
import type { ApiRequest } from "../../engine/api-request.js";
import type { FileContext } from "../../engine/rule.js";

/** A request and the file that it is sent from. */
export interface FiledRequest {
  readonly request: ApiRequest;
  readonly context: FileContext;
}

/** All requests of a run and what else is known of the places that they are written at. */
export class AllRequests {
  readonly all: readonly FiledRequest[];
  readonly handOvers: readonly HandOverFact[];
  readonly comparisons: readonly ComparisonFact[];
  readonly #texts = new Map<
    string,
    { readonly start: number; readonly end: number; readonly of: FiledRequest }[]
  >();
  readonly #sites = new Map<string, FiledRequest[]>();
  readonly #instances = new Map<string, FiledRequest[]>();
  readonly #sources = new Map<string, FiledRequest[]>();
  readonly #entries = new Map<string, FiledRequest[]>();
  readonly #byId = new Map<string, FiledRequest>();

  constructor(contexts: readonly FileContext[]) {
    this.all = contexts.flatMap((context) => context.requests.map((request) => ({ request, context })));
    this.handOvers = contexts.flatMap(({ facts }) => facts.handOvers);
    this.comparisons = contexts.flatMap(({ facts }) => facts.comparisons);
    for (const one of this.all) {
      const { fact } = one.request;
      push(this.#sites, keyOf(fact.site), one);
      if (fact.instance) push(this.#instances, keyOf(fact.instance.site), one);
      this.#byId.set(fact.id, one);
      for (const { path, start, end } of writtenIn(one.request))
        push(this.#texts, path, { start, end, of: one });
      for (const source of fact.headers.sources) push(this.#sources, keyOf(source), one);
      for (const { place } of fact.headers.entries) if (place) push(this.#entries, keyOf(place), one);
    }
  }

  /** Whether a request can be moved: it is sent by code, to the administration API or where one of its answers leads. */
  isMovable(one: FiledRequest): boolean {
    const { fact, readings, administration } = one.request;
    if (fact.setting !== "code" || fact.form === "recorded" || !fact.understood) return false;
    if (administration.length > 0) return true;
    return readings.every((reading) => this.isLink(reading.text, one.request));
  }

  /**
   * Whether a URL is a link of an answer of the API. What a loop makes of a URL that was one in all rounds before is
   * taken for one, too.
   */
  isLink(text: Text, { readings }: ApiRequest): boolean {
    if (this.leadingTo(text).length > 0) return true;
    const [first] = text.parts;
    const isVarying = first?.kind === "hole" && first.reason === "varying";
    return isVarying && readings.some((other) => this.leadingTo(other.text).length > 0);
  }

  /** The requests to the administration API whose answers a URL comes from: it is one of their links. */
  leadingTo({ parts: [first] }: Text): FiledRequest[] {
    if (first?.kind !== "hole" || !first.answeredAt) return [];
    return this.sentAt(first.answeredAt).filter(
      ({ request: { fact, administration } }) => fact.setting === "code" && administration.length > 0,
    );
  }

  /** The requests to the administration API that a request is one of, or follows the links of. */
  sourcesOf(one: FiledRequest): FiledRequest[] {
    const { administration, readings } = one.request;
    const linked = readings.flatMap(({ text }) => this.leadingTo(text));
    return administration.length > 0 ? [one, ...linked] : linked;
  }

  byId(id: string): FiledRequest | undefined {
    return this.#byId.get(id);
  }

  /** The requests with a URL that the characters at a place are a part of. */
  withUrlAt({ path, start, end }: Location): FiledRequest[] {
    const found = (this.#texts.get(path) ?? []).filter((one) => one.start < end && start < one.end);
    return [...new Set(found.map(({ of }) => of))];
  }

  /** The requests whose headers or options come from the literal at a place. */
  withHeadersFrom(literal: Location): readonly FiledRequest[] {
    return this.#sources.get(keyOf(literal)) ?? [];
  }

  /** The requests with the header that is set at a place. */
  withHeaderAt(entry: Location): readonly FiledRequest[] {
    return this.#entries.get(keyOf(entry)) ?? [];
  }

  sentAt(site: Location): readonly FiledRequest[] {
    return this.#sites.get(keyOf(site)) ?? [];
  }

  ofInstance(site: Location): readonly FiledRequest[] {
    return this.#instances.get(keyOf(site)) ?? [];
  }

  /** Who prints the object that is written at a place. */
  shownBy(place: Location): HandOverFact[] {
    return this.handOvers.filter(
      ({ what }) => what.kind === "written" && what.isShown && keyOf(what.place) === keyOf(place),
    );
  }

  /** Who else gets what is written at a place. */
  handedOver({ path, start, end }: Location): HandOverFact[] {
    return this.handOvers.filter(
      ({ what }) =>
        what.kind === "written" &&
        !what.isShown &&
        what.place.path === path &&
        what.place.start < end &&
        start < what.place.end,
    );
  }
}

export function keyOf({ path, start }: Location): string {
  return `${path}:${start}`;
}

function writtenIn({ fact }: ApiRequest): Location[] {
  return fact.urls.flatMap((url) =>
    url.parts.flatMap((part) => (part.kind === "segment" && part.written ? [part.written] : [])),
  );
}

function push<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const known = map.get(key);
  if (known) known.push(item);
  else map.set(key, [item]);
}
