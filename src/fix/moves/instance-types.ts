import type { CalendarDate } from "../../core/calendar-date.js";
import { keyOf } from "../../core/span.js";
import { sharedMediaType } from "./media-types.js";
import type { AllRequests, FiledRequest } from "./requests.js";

/** The media types that the requests of an instance, which share its headers, ask for. */
export class InstanceTypes {
  readonly #most = new Map<string, string | undefined>();

  /** @param target the resource version that the user migrates to */
  constructor(
    private readonly requests: AllRequests,
    private readonly target: CalendarDate,
  ) {}

  /**
   * Returns whether a request of an instance asks for another media type than most requests of it, as a download does.
   * Then it gets its own header, which overrides that of the instance.
   */
  isApart(one: FiledRequest): boolean {
    const { instance } = one.request.fact;
    if (!instance) return false;
    const key = keyOf(instance.site);
    if (!this.#most.has(key))
      this.#most.set(key, this.#mostAskedFor(this.requests.ofInstance(instance.site)));
    const most = this.#most.get(key);
    const own = this.#typeOf(one);
    return own !== undefined && most !== undefined && own !== most;
  }

  #typeOf(one: FiledRequest): string | undefined {
    const shared = sharedMediaType(
      this.requests.sourcesOf(one).map(({ request }) => request),
      this.target,
    );
    return "type" in shared ? shared.type : undefined;
  }

  /** Returns the media type that most of the movable requests need, or JSON if two are equally frequent. */
  #mostAskedFor(all: readonly FiledRequest[]): string | undefined {
    const counts = new Map<string, number>();
    for (const one of all) {
      const type = this.requests.isMovable(one) ? this.#typeOf(one) : undefined;
      if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    const weight = ([type, count]: readonly [string, number]): number =>
      count + (type.endsWith("+json") ? 0.5 : 0);
    return [...counts].sort((a, b) => weight(b) - weight(a))[0]?.[0];
  }
}
