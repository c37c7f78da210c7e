import { shapedResources } from "../../catalog/matchers/resources.js";
import { keyOf, type Location } from "../../core/span.js";
import { hopsToList, sliceText, writtenIn } from "../../facts/text.js";
import type { ApiRequest } from "../../engine/api-request.js";
import { connectedGroups } from "../../core/connected-groups.js";
import { Doubts } from "./doubts.js";
import type { Move } from "./move.js";
import { ASSERTIONS, SEARCHES } from "./path-copies.js";
import type { AllRequests, FiledRequest } from "./requests.js";

/** The planned moves and reads that others depend on. */
interface Planned {
  readonly moves: readonly Move[];
  readonly isStopped: boolean;
  readonly isUnsafe: boolean;
}

/**
 * Finds requests of a program that stay on the unversioned form while the others move. A program is all files that
 * requests connect: the file that sends one, those that lead to it, and those that have a part of it. A program of
 * which one half has moved works with neither form, so that half is not safe.
 */
export class Programs {
  readonly #testFiles: ReadonlySet<string>;
  readonly #uses: ReadonlyMap<string, readonly string[]>;
  readonly #tested = new Map<string, ReadonlySet<number>>();
  readonly #programs: ReadonlyMap<string, number>;
  /** By program, the place of a request that cannot be moved. */
  readonly #stopped = new Map<number, Location>();
  /** By program, the place of a request that only an unsafe fix moves. */
  readonly #unsafe = new Map<number, Location>();
  /** By program and resource, the place of a request that goes on asking for an older version. */
  readonly #stoppedShapes = new Map<string, Location>();
  /** By program and resource, the place of a request that asks for a newer version only after an unsafe fix. */
  readonly #unsafeShapes = new Map<string, Location>();

  constructor(private readonly requests: AllRequests) {
    this.#testFiles = new Set(
      requests.contexts.flatMap(({ facts, fileClass }) => (fileClass === "test" ? [facts.path] : [])),
    );
    this.#uses = new Map(requests.contexts.map(({ facts: { path, uses = [] } }) => [path, uses]));
    const sent = requests.all.filter(({ request: { fact } }) => fact.setting === "code");
    const groups = connectedGroups(sent, (one) => this.#filesOf(one));
    this.#programs = new Map(
      groups.flatMap((group, index) =>
        group.flatMap((one) => this.#filesOf(one).map((path) => [path, index] as const)),
      ),
    );
  }

  /**
   * Notes what is planned. Call it before `reasonsFor`.
   *
   * @param copies places of base paths that change with requests and are sent with none
   */
  note(plans: readonly Planned[], copies: readonly Location[]): void {
    const planned = new Set(plans.flatMap(({ moves }) => moves.map(({ of }) => of)));
    for (const one of this.requests.all)
      if (!planned.has(one) && isSentUnversioned(one) && !this.requests.isAlsoUnderstood(one))
        this.#take(this.#stopped, one.request.fact.site);
    for (const { moves, isStopped, isUnsafe } of plans)
      for (const { of } of moves.filter(leavesForm))
        if (isStopped) this.#take(this.#stopped, of.request.fact.site);
        else if (isUnsafe) this.#take(this.#unsafe, of.request.fact.site);
    for (const { moves, isStopped, isUnsafe } of plans) {
      const shapes = isStopped ? this.#stoppedShapes : isUnsafe ? this.#unsafeShapes : undefined;
      for (const move of shapes ? moves.filter(isUpgrade) : [])
        for (const key of this.#shapesOf(move)) shapes!.set(key, move.of.request.fact.site);
    }
    const copied = new Set(copies.map(keyOf));
    for (const { facts } of this.requests.contexts) {
      if (facts.isCutOff) this.#take(this.#stopped, { path: facts.path, start: 0, end: 0 });
      if (facts.reading === "syntax")
        for (const { what, setting, place } of facts.strings)
          if (what === "base-path" && setting === "code" && !copied.has(keyOf(place)) && this.#isLost(place))
            this.#take(this.#stopped, place);
    }
  }

  /**
   * Returns the reasons why movable requests are not safe to move, one sentence each.
   *
   * @param isUnsafe whether they are unsafe for another reason
   */
  reasonsFor(moves: readonly Move[], isUnsafe: boolean): Doubts {
    const reasons = new Doubts();
    for (const { of } of moves.filter(leavesForm)) {
      const program = this.#programs.get(siteOf(of));
      const stopped = program === undefined ? undefined : this.#stopped.get(program);
      const unsafe = program === undefined ? undefined : this.#unsafe.get(program);
      if (stopped !== undefined)
        reasons.add(
          `another request of the same program, in ${stopped.path}, stays on the unversioned API`,
          stopped,
        );
      else if (unsafe !== undefined && !isUnsafe)
        reasons.add(`another request of the same program, in ${unsafe.path}, needs an unsafe fix`, unsafe);
    }
    for (const move of moves.filter(changesVersion)) {
      const shapes = this.#shapesOf(move);
      const [stopped] = shapes.flatMap((key) => this.#stoppedShapes.get(key) ?? []);
      const [unsafe] = shapes.flatMap((key) => this.#unsafeShapes.get(key) ?? []);
      if (stopped !== undefined)
        reasons.add(
          `another request for the same resource, in ${stopped.path}, stays at an older version`,
          stopped,
        );
      else if (unsafe !== undefined && !isUnsafe)
        reasons.add(`another request for the same resource, in ${unsafe.path}, needs an unsafe fix`, unsafe);
    }
    return reasons;
  }

  /** Returns the program and the resources of a move whose shape differs between versions. */
  #shapesOf({ of }: Move): string[] {
    const program = this.#programs.get(siteOf(of));
    return of.request.administration.flatMap(({ match: { vocabulary }, endpoint }) => {
      const asked = new Set(endpoint.endpoints.map(({ id }) => id));
      return shapedResources(vocabulary).flatMap(({ resource: { name, endpoints } }) =>
        endpoints.some(({ id }) => asked.has(id)) ? [`${program} ${vocabulary.name} ${name}`] : [],
      );
    });
  }

  /** Returns the programs that moves take out of the unversioned form. */
  programsOf(moves: readonly Move[]): readonly string[] {
    const left = moves.filter(leavesForm).flatMap(({ of }) => this.#programs.get(siteOf(of)) ?? []);
    return [...new Set(left)].map(String);
  }

  /** Returns the number of the program that sends a request. */
  programOf({ of }: Move): number | undefined {
    return this.#programs.get(siteOf(of));
  }

  /**
   * Returns whether a file may belong to the program that sends a request: it is known to, or to belong to no other
   * one.
   */
  mayBeInProgramOf(move: Move, path: string): boolean {
    const own = this.programOf(move);
    const program = this.#programs.get(path);
    return !this.#testFiles.has(path) && (program === undefined || program === own);
  }

  /**
   * Returns whether a file is a test that uses, directly or by way of others, what belongs to the program that sends a
   * request.
   */
  isTestOf(move: Move, path: string): boolean {
    const own = this.programOf(move);
    return own !== undefined && this.#testFiles.has(path) && this.#testedBy(path).has(own);
  }

  /** Returns the programs that a test file uses. */
  #testedBy(path: string): ReadonlySet<number> {
    let tested = this.#tested.get(path);
    if (!tested) {
      const reached = new Set([path]);
      for (const one of reached) for (const used of this.#uses.get(one) ?? []) reached.add(used);
      tested = new Set([...reached].flatMap((one) => this.#programs.get(one) ?? []));
      this.#tested.set(path, tested);
    }
    return tested;
  }

  #take(into: Map<number, Location>, place: Location): void {
    const program = this.#testFiles.has(place.path) ? undefined : this.#programs.get(place.path);
    if (program !== undefined && !into.has(program)) into.set(program, place);
  }

  /** Returns whether a base path goes where no request is seen that is sent to it; people and tests send none. */
  #isLost(place: Location): boolean {
    if (this.requests.withUrlAt(place).length > 0) return false;
    const to = this.requests.escapesAt(place).map((one) => one.to);
    return (
      to.length === 0 || to.some((name) => !SEARCHES.has(name.split(".").at(-1)!) && !ASSERTIONS.test(name))
    );
  }

  /** Returns the files of a request. Tests are left out, because they combine unrelated code. */
  #filesOf(one: FiledRequest): string[] {
    const { callers, alsoCalledFrom = [], instance, headers } = one.request.fact;
    const entries = headers.entries.flatMap(({ place }) => place ?? []);
    const others = [
      ...callers,
      ...placesOfBases(one.request),
      ...headers.sources,
      ...entries,
      ...(instance ? [instance.site] : []),
    ]
      .map(({ path }) => path)
      .concat(alsoCalledFrom)
      .filter((path) => !this.#testFiles.has(path));
    return [...new Set([siteOf(one), ...others])];
  }
}

/**
 * Returns where the texts of the URLs are written. A file that only sets a part of the path, such as a file of settings
 * with the number of a project, is left out. Programs that share it work without each other.
 */
function placesOfBases({ readings }: ApiRequest): Location[] {
  return readings.flatMap(({ text, match }) => {
    const places = writtenIn([text]);
    if (!match) return places;
    const base = sliceText(text, match.start, match.end).parts;
    const through = new Set(
      base.flatMap((part) => [
        ...(part.kind === "segment" && part.written ? [part.written.path] : []),
        ...hopsToList(part.hops).map(({ place: { path } }) => path),
      ]),
    );
    return places.filter(({ path }) => through.has(path));
  });
}

function siteOf({ request: { fact } }: FiledRequest): string {
  return fact.site.path;
}

/** Returns whether a move takes a request of the code to the other form of the API; some only lack a header there. */
export function leavesForm({ bases, standsFor, succession }: Move): boolean {
  return bases.length > 0 && !standsFor && !succession;
}

/** Returns whether a move makes a request of the code that states a version ask for a newer one. */
function isUpgrade({ isUpgraded, standsFor }: Move): boolean {
  return isUpgraded && !standsFor;
}

/**
 * Returns whether a move makes a request of the code ask for another version, in whatever form of the API it does so
 * now.
 */
export function changesVersion(move: Move): boolean {
  return leavesForm(move) || isUpgrade(move);
}

function isSentUnversioned({ request: { fact, administration } }: FiledRequest): boolean {
  return (
    fact.setting === "code" &&
    fact.form === "call" &&
    administration.some(({ match }) => match.form === "unversioned")
  );
}
