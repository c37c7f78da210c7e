import { classOfFile } from "../core/file-class.js";
import { encloses, keyOf, type Location } from "../core/span.js";
import { writtenPlaces } from "../facts/text.js";
import type { ApiRequest } from "./api-request.js";
import { nameOfRequest, serviceReadings } from "./request-names.js";

/** The names of all requests that one call of a client sends, and by which calls around it. */
class Site {
  readonly #names = new Set<string>();
  readonly #namesByCaller = new Map<string, Set<string>>();

  add(request: ApiRequest): void {
    const name = nameOfRequest(request);
    this.#names.add(name);
    for (const caller of request.fact.callers) {
      const key = keyOf(caller);
      const known = this.#namesByCaller.get(key);
      if (known) known.add(name);
      else this.#namesByCaller.set(key, new Set([name]));
    }
  }

  /** Returns whether requests of another name are sent here as well. */
  hasOthers(name: string): boolean {
    return hasOther(this.#names, name);
  }

  /** Returns whether a call around it leads to requests of another name. */
  leadsToOthers(caller: Location, name: string): boolean {
    const names = this.#namesByCaller.get(keyOf(caller));
    return names !== undefined && hasOther(names, name);
  }
}

function hasOther(names: ReadonlySet<string>, name: string): boolean {
  return names.size > (names.has(name) ? 1 : 0);
}

/** The calls that authors write for requests. Hundreds of requests of a wrapper are sent by one call of a client. */
export class AuthorCalls {
  readonly #sites = new Map<string, Site>();

  constructor(requests: Iterable<ApiRequest>) {
    for (const request of requests) {
      const key = keyOf(request.fact.site);
      let site = this.#sites.get(key);
      if (!site) this.#sites.set(key, (site = new Site()));
      site.add(request);
    }
  }

  /**
   * Returns the call that the author writes if a wrapper sends the request. This is the nearest call around the path of
   * the request, or else the nearest one that other requests of the wrapper do not share. Without a wrapper it is the
   * call of the client.
   */
  of(request: ApiRequest): Location {
    return callOf(request, this.#sites.get(keyOf(request.fact.site)));
  }
}

function callOf(request: ApiRequest, sent: Site | undefined): Location {
  const { site, callers } = request.fact;
  const paths = serviceReadings(request).flatMap(({ text, match }) =>
    writtenPlaces(text, match.end, match.end + match.path.length),
  );
  // A test that calls the program is not the place to change, unless the whole path is of the test.
  const isOfProgram = !isInTest(site) && !(paths.length > 0 && paths.every(isInTest));
  // A function that no code in the repository calls has its own declaration as its caller. The call is then the nearest one in it.
  const around = callers
    .filter((caller) => !encloses(caller, site) && !(isOfProgram && isInTest(caller)))
    .reverse();
  const nearest = around.filter((caller) => !around.some((other) => isInside(other, caller)));
  if (paths.some((path) => encloses(site, path))) return site;
  const holder = around.find((caller) => paths.some((path) => encloses(caller, path)));
  if (holder) return nearest.find((caller) => encloses(holder, caller)) ?? holder;
  const name = nameOfRequest(request);
  if (!sent?.hasOthers(name)) return site;
  return nearest.find((caller) => !sent.leadsToOthers(caller, name)) ?? site;
}

function isInTest({ path }: Location): boolean {
  return classOfFile(path) === "test";
}

function isInside(inner: Location, outer: Location): boolean {
  return encloses(outer, inner) && !encloses(inner, outer);
}
