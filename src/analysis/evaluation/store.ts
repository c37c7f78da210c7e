import { greatestOf } from "../../core/add-all.js";
import { ModuleLevelBirths, birthsSoFar, nextBirth, spanOf, type BirthSpan } from "./births.js";
import { Carried } from "./carried.js";
import { Observer } from "./observer.js";
import { work } from "./work.js";
import { UNFINISHED, contentsIn, type Written } from "./write-log.js";

/**
 * The state of the evaluated program at one point: what each variable and each object holds.
 *
 * Branches are evaluated one after the other, each on a layer of its own above the state at the branch, and the
 * layers are joined where the branches meet. A layer holds only what was written, so a join costs what the
 * branches wrote and not what the program holds. Each cell has its present content, and a layer that is in use has what
 * the cells held below it: reading costs the same at any depth.
 */
export class Store {
  #layers: Layer[] = [];
  /** Everything that was written since observing began. */
  #log: Written[] | undefined;
  #observer: Observer | undefined;
  #carried: Carried | undefined;
  #epoch = 0;
  #asyncScope: AsyncScope | undefined;
  readonly births = new ModuleLevelBirths();
  /** Cells that were born earlier are not those of the call from outside that runs at present. */
  #outsideSince = 0;
  /** The cells of libraries, as spans of births in their order, with the name of each library. */
  readonly #shared: (BirthSpan & { readonly name: string })[] = [];
  #lastShared = 0;
  /** Called when code changes a part of a library. */
  onSharedWrite: ((name: string) => void) | undefined;
  #leftBehind = 0;

  /**
   * Returns how often calls from outside wrote to cells that existed before them. Between two times with the same
   * number, code that only reads the state finds the same.
   */
  get leftBehind(): number {
    return this.#leftBehind;
  }

  /** Starts a call from an unknown caller. */
  beginOutside(): void {
    this.#outsideSince = nextBirth();
  }

  /**
   * Contents that were made in the present epoch have not been seen by another branch, so they may be changed in
   * place. Every fork, join and capture starts a new one.
   */
  get epoch(): number {
    return this.#log ? ++this.#epoch : this.#epoch;
  }

  get depth(): number {
    return this.#layers.length;
  }

  /** Returns whether what runs now happens on every path that goes on from code at a depth. */
  isSureSince(depth: number): boolean {
    return this.#layers.slice(depth).every((layer) => layer.isSure?.() ?? false);
  }

  /** Returns whether what runs at present runs when the code around it is done. */
  get asyncScope(): AsyncScope | undefined {
    return this.#asyncScope;
  }

  set asyncScope(asyncScope: AsyncScope | undefined) {
    this.#asyncScope = asyncScope;
    this.#epoch++;
  }

  read<Content>(cell: Cell<Content>): Content {
    const { content } = cell;
    this.#observer?.found(cell, content, this.#asyncScope?.before.has(cell) ?? false);
    this.#carried?.reads(cell);
    const asyncScope = this.#asyncScope;
    if (!asyncScope || asyncScope.before.has(cell) || !this.births.isOlder(cell.born, asyncScope.since))
      return content;
    return asyncScope.view(cell, content);
  }

  /** Returns the content for a comparison, without recording a read. */
  peek(cell: Cell<unknown>): unknown {
    return cell.content;
  }

  write<Content>(cell: Cell<Content>, content: Content): void {
    if (cell.born <= this.#lastShared) this.#writesShared(cell);
    const observer = this.#observer;
    if (observer?.isOutside(cell)) {
      if (!observer.seen.has(cell))
        observer.found(cell, cell.content, this.#asyncScope?.before.has(cell) ?? false);
      observer.written.add(cell);
    }
    this.#carried?.writes(cell);
    this.#log?.push({ cell, content });
    if (cell.born < this.#outsideSince) this.#leftBehind++;
    const asyncScope = this.#asyncScope;
    if (asyncScope && !asyncScope.before.has(cell) && this.births.isOlder(cell.born, asyncScope.since))
      asyncScope.before.set(cell, cell.content);
    const top = this.#layers.at(-1);
    if (top && !top.has(cell)) top.set(cell, cell.content);
    cell.content = content;
  }

  /** Creates a part of a library, which files that do not import each other share. */
  makeShared<Result>(name: string, make: () => Result): Result {
    const from = birthsSoFar();
    const result = make();
    // One library may create another one on the way.
    while (this.#shared.length > 0 && this.#shared.at(-1)!.from >= from) this.#shared.pop();
    const to = birthsSoFar();
    if (to > from) this.#shared.push({ from, to, name });
    this.#lastShared = to;
    return result;
  }

  #writesShared({ born }: Cell<unknown>): void {
    const span = spanOf(this.#shared, born);
    if (span) this.onSharedWrite?.(span.name);
  }

  /**
   * Runs on a new layer and takes it off again; what was written is in the result and nowhere else.
   *
   * @param isSure tells if the path is still the only one, as a round of a loop that surely happens is
   */
  fork(run: () => void, isSure?: () => boolean): Layer {
    const layer = new Layer(undefined, isSure);
    const { depth } = this;
    const carried = this.#carried;
    this.#layers.push(layer);
    this.#epoch++;
    carried?.enterPath();
    try {
      run();
    } finally {
      carried?.leavePath();
      while (this.depth > depth) this.#layers.pop()!.exchange();
      this.#epoch++;
    }
    return layer;
  }

  /** Returns all writes above `depth` as one layer, for a path that leaves its block. */
  capture(depth: number): Layer {
    this.#epoch++;
    const captured = new Layer(this.#layers[depth]?.since);
    for (let index = depth; index < this.#layers.length; index++) {
      for (const cell of this.#layers[index]!.keys()) captured.set(cell, cell.content);
    }
    work(captured.size);
    return captured;
  }

  /** Goes on with the state that any of the paths may have led to. No path at all leaves the state as it is. */
  join(paths: readonly Layer[]): void {
    this.#epoch++;
    const [only] = paths;
    for (const path of paths) work(path.size);
    if (paths.length === 1) {
      for (const [cell, content] of only!) this.write(cell, content);
      return;
    }
    const cells = new Set<Cell<unknown>>();
    for (const path of paths) for (const cell of path.keys()) cells.add(cell);
    const since = -greatestOf(paths.map((path) => -path.since));
    work(cells.size * paths.length);
    for (const cell of cells) {
      const isNew = this.#isNew(cell, since);
      const contents: unknown[] = [];
      for (const path of paths) {
        const isWritten = path.has(cell);
        if (isNew && !isWritten) continue;
        const content = isWritten ? path.get(cell) : this.read(cell);
        if (!contents.includes(content)) contents.push(content);
      }
      this.write(cell, contents.length === 1 ? contents[0] : cell.join(contents, this.epoch));
    }
  }

  /** Returns whether a cell was created on a path that began then. Others do not affect its content: they have none. */
  #isNew({ born }: Cell<unknown>, since: number): boolean {
    return born > since && !this.births.isIn(born, since);
  }

  /**
   * Goes on with any state that a path went through, or that before it. Each cell has one of the contents that it had on
   * the way. Costs what was written.
   */
  joinHistories(
    histories: Iterable<readonly [Cell<unknown>, history: readonly unknown[]]>,
    since: number,
  ): void {
    this.#epoch++;
    for (const [cell, history] of histories) {
      const contents = new Set(history);
      if (!this.#isNew(cell, since)) contents.add(this.read(cell));
      work(contents.size);
      const [only] = contents;
      this.write(cell, contents.size === 1 ? only : cell.join([...contents], this.epoch));
    }
  }

  /** Runs below all layers: what it writes holds on every path. */
  atModuleLevel<Result>(run: () => Result): Result {
    const layers = this.#layers;
    const log = this.#log;
    const observer = this.#observer;
    const carried = this.#carried;
    for (const layer of layers.toReversed()) layer.exchange();
    this.#layers = [];
    this.#log = undefined;
    this.#observer = undefined;
    this.#carried = undefined;
    this.#epoch++;
    const from = birthsSoFar();
    try {
      return run();
    } finally {
      this.births.remember(from, birthsSoFar());
      for (const layer of layers) layer.exchange();
      this.#layers = layers;
      this.#log = log;
      this.#observer = observer;
      this.#carried = carried;
      this.#epoch++;
    }
  }

  /** Runs a round of a loop; what it reads before it writes it may come from another round. */
  carry(run: () => void): Carried {
    const outer = this.#carried;
    const carried = (this.#carried = new Carried(outer, nextBirth(), this.births));
    try {
      run();
    } finally {
      this.#carried = outer;
    }
    return carried;
  }

  /** Says that the work may depend on the content of a cell, although no code reads it now. */
  mayDependOn(cell: Cell<unknown>): void {
    this.#carried?.reads(cell);
  }

  /** The observer of what the present code reads. */
  get observer(): Observer | undefined {
    return this.#observer;
  }

  /** Returns whether an observer wants every content that is written. */
  get isWatched(): boolean {
    return this.#log !== undefined;
  }

  /** Observers receive an intermediate content of a cell. */
  notify(cell: Cell<unknown>, content: unknown): void {
    this.#log?.push({ cell, content });
  }

  /**
   * Runs and writes down what it finds and leaves of what was there before. Contents that were there when it began, and
   * those that are there when it ends, stay as they are.
   */
  observe(run: () => void): Observer {
    const observer = new Observer(this.#observer, this.births);
    this.#observer = observer;
    this.#epoch++;
    try {
      run();
    } finally {
      this.#observer = observer.outer;
      this.#epoch++;
      observer.end();
    }
    return observer;
  }

  /** Runs and tells every content that was written meanwhile, on whatever path. */
  watch(run: () => void): ReadonlyMap<Cell<unknown>, readonly unknown[]> {
    const outer = this.#log;
    const log = (this.#log ??= []);
    const start = log.length;
    try {
      run();
    } finally {
      this.#log = outer;
    }
    return contentsIn(log, start);
  }

  /** Forgets what a cell held so far while it was made: no other code can see it unfinished. */
  finish(cell: Cell<unknown>): void {
    this.#log?.push({ cell, content: UNFINISHED }, { cell, content: this.read(cell) });
  }

  /** Returns the number of writes since observing began. */
  get writtenSoFar(): number {
    return this.#log?.length ?? 0;
  }

  /** Returns what was written after that position; `undefined` without an observer. */
  writtenSince(soFar: number): ReadonlyMap<Cell<unknown>, readonly unknown[]> | undefined {
    return this.#log && contentsIn(this.#log, soFar);
  }
}

/** Code that runs when the code around it is done, which may have written to what was there before. */
export interface AsyncScope {
  /** Cells that were born earlier are not its own. */
  readonly since: number;
  /** The number of calls that lead to the place where it was started. */
  readonly depth: number;
  /** Those of them that it wrote, with what they held. */
  readonly before: Map<Cell<unknown>, unknown>;
  /** Returns the content that it may find in a cell that it has not written. */
  view<Content>(cell: Cell<Content>, content: Content): Content;
}

/** The writes of a path; while the path is evaluated, the contents before. */
export class Layer extends Map<Cell<unknown>, unknown> {
  constructor(
    /** The number of cells when the path began. */
    readonly since: number = birthsSoFar(),
    /** Tells if no other path has left the code so far. Without it there are others. */
    readonly isSure?: () => boolean,
  ) {
    super();
  }

  /** Swaps the contents of the cells with those in the layer. */
  exchange(): void {
    work(this.size);
    for (const [cell, other] of this) {
      this.set(cell, cell.content);
      cell.content = other;
    }
  }
}

/** The path on which nothing happened. */
export const UNTOUCHED: Layer = new Layer(Infinity);

/** Something that holds a content that may change: a variable, an object. */
export abstract class Cell<Content> {
  /** Its present content. Only the store changes it, except for objects that no other code has yet. */
  content: Content;
  /** Cells are numbered as they come into being. */
  readonly born = nextBirth();

  constructor(initial: Content) {
    this.content = initial;
  }

  /** Returns whether it holds a content from the first to the last. */
  isForever(_content: Content): boolean {
    return false;
  }

  /** Joins the contents that a cell has on different paths: at least two, all different. */
  abstract join(contents: readonly Content[], epoch: number): Content;
}
