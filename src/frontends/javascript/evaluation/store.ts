import { addToGroup } from "../../../core/group-by.js";

/**
 * The state of the evaluated program at one point: what each variable and each object holds.
 *
 * Branches are evaluated one after the other, each on a layer of its own above the state at the branch, and the
 * layers are joined where the branches meet. A layer holds only what was written, so a join costs what the
 * branches wrote and not what the program holds.
 */
export class Store {
  #layers: Layer[] = [];
  #watchers: Map<Cell<unknown>, unknown[]>[] = [];
  #observers: Map<Cell<unknown>, unknown>[] = [];
  #epoch = 0;
  #late: Lateness | undefined;
  /** Cells that were born earlier are not those of the call from outside that runs at present. */
  #outsideSince = 0;
  #leftBehind = 0;

  /**
   * How often something was left behind for others: what a call from outside wrote to cells that were there before it
   * began. Nothing that reads the state alone can tell two times apart between which this has not grown.
   */
  get leftBehind(): number {
    return this.#leftBehind;
  }

  /** From now on a call from outside runs. */
  beginOutside(): void {
    this.#outsideSince = nextBirth();
  }

  /**
   * Contents that were made in the present epoch have not been seen by another branch, so they may be changed in
   * place. Every fork, join and capture starts a new one.
   */
  get epoch(): number {
    return this.#watchers.length > 0 ? ++this.#epoch : this.#epoch;
  }

  get depth(): number {
    return this.#layers.length;
  }

  /** Whether what runs at present runs when the code around it is done. */
  get late(): Lateness | undefined {
    return this.#late;
  }

  set late(late: Lateness | undefined) {
    this.#late = late;
    this.#epoch++;
  }

  read<Content>(cell: Cell<Content>): Content {
    const content = this.#content(cell);
    for (const observer of this.#observers) if (!observer.has(cell)) observer.set(cell, content);
    const late = this.#late;
    if (!late || late.before.has(cell) || !isOlder(cell.born, late.since)) return content;
    return late.view(cell, content);
  }

  /** What is there, for a comparison: nobody is told that it was read. */
  peek(cell: Cell<unknown>): unknown {
    return this.#content(cell);
  }

  #content<Content>(cell: Cell<Content>): Content {
    for (let index = this.#layers.length - 1; index >= 0; index--) {
      const layer = this.#layers[index]!;
      if (layer.has(cell)) return layer.get(cell) as Content;
    }
    return cell.ground;
  }

  write<Content>(cell: Cell<Content>, content: Content): void {
    for (const observer of this.#observers) if (!observer.has(cell)) observer.set(cell, this.#content(cell));
    for (const watcher of this.#watchers) addToGroup(watcher, cell, content);
    if (cell.born < this.#outsideSince) this.#leftBehind++;
    const late = this.#late;
    if (late && !late.before.has(cell) && isOlder(cell.born, late.since))
      late.before.set(cell, this.#content(cell));
    const top = this.#layers.at(-1);
    if (top) top.set(cell, content);
    else cell.ground = content;
  }

  /** Runs on a new layer and takes it off again; what was written is in the result and nowhere else. */
  fork(run: () => void): Layer {
    const layer = new Layer();
    this.#layers.push(layer);
    this.#epoch++;
    try {
      run();
    } finally {
      this.#layers.length = this.#layers.indexOf(layer);
      this.#epoch++;
    }
    return layer;
  }

  /** All that was written above `depth`, as one layer; for a path that leaves the block it is in. */
  capture(depth: number): Layer {
    this.#epoch++;
    const captured = new Layer(this.#layers[depth]?.since);
    for (let index = depth; index < this.#layers.length; index++) {
      for (const [cell, content] of this.#layers[index]!) captured.set(cell, content);
    }
    return captured;
  }

  /** Goes on with the state that any of the paths may have led to. No path at all leaves the state as it is. */
  join(paths: readonly Layer[]): void {
    this.#epoch++;
    const [only] = paths;
    if (paths.length === 1) {
      for (const [cell, content] of only!) this.write(cell, content);
      return;
    }
    const cells = new Set<Cell<unknown>>();
    for (const path of paths) for (const cell of path.keys()) cells.add(cell);
    const since = Math.min(...paths.map((path) => path.since));
    for (const cell of cells) {
      // What came into being on one of the paths is not there on the others, so they have no say in what it holds.
      const isNew = cell.born > since && !wasBornAtGround(cell.born, since);
      const before = this.read(cell);
      const contents: unknown[] = [];
      for (const path of paths) {
        const isWritten = path.has(cell);
        if (isNew && !isWritten) continue;
        const content = isWritten ? path.get(cell) : before;
        if (!contents.includes(content)) contents.push(content);
      }
      this.write(cell, contents.length === 1 ? contents[0] : cell.join(contents, this.epoch));
    }
  }

  /** Runs below all layers: what it writes holds on every path. */
  atGround<Result>(run: () => Result): Result {
    const layers = this.#layers;
    const watchers = this.#watchers;
    const observers = this.#observers;
    this.#layers = [];
    this.#watchers = [];
    this.#observers = [];
    this.#epoch++;
    const from = births;
    try {
      return run();
    } finally {
      rememberGround(from, births);
      this.#layers = layers;
      this.#watchers = watchers;
      this.#observers = observers;
      this.#epoch++;
    }
  }

  /** Runs and tells what was there before of everything that was read or written meanwhile. */
  observe(run: () => void): ReadonlyMap<Cell<unknown>, unknown> {
    const observer = new Map<Cell<unknown>, unknown>();
    this.#observers.push(observer);
    try {
      run();
    } finally {
      this.#observers.splice(this.#observers.indexOf(observer), 1);
    }
    return observer;
  }

  /** Runs and tells every content that was written meanwhile, on whatever path. */
  watch(run: () => void): ReadonlyMap<Cell<unknown>, readonly unknown[]> {
    const watcher = new Map<Cell<unknown>, unknown[]>();
    this.#watchers.push(watcher);
    try {
      run();
    } finally {
      this.#watchers.splice(this.#watchers.indexOf(watcher), 1);
    }
    return watcher;
  }
}

/** Code that runs when the code around it is done, which may have written to what was there before. */
export interface Lateness {
  /** Cells that were born earlier are not its own. */
  readonly since: number;
  /** Those of them that it wrote, with what they held. */
  readonly before: Map<Cell<unknown>, unknown>;
  /** What it may find in one of them that it has not written. */
  view<Content>(cell: Cell<Content>, content: Content): Content;
}

let births = 0;

/** A number between those of the cells that there are and those of the cells to come. */
export function nextBirth(): number {
  return ++births;
}

/** Births at ground, as spans that grow and do not overlap: what came into being there is there on every path. */
const groundBirths: { readonly from: number; readonly to: number }[] = [];

function rememberGround(from: number, to: number): void {
  if (from === to) return;
  while (groundBirths.length > 0 && groundBirths.at(-1)!.from >= from) groundBirths.pop();
  groundBirths.push({ from, to });
}

/** Whether what was born then was there before late code, or came with a module that is there for all code alike. */
export function isOlder(born: number, since: number): boolean {
  return born < since || wasBornAtGround(born, since);
}

/** Whether a cell came into being at ground in a span that began after `since`. */
function wasBornAtGround(born: number, since: number): boolean {
  let [low, high] = [0, groundBirths.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (groundBirths[middle]!.to < born) low = middle + 1;
    else high = middle;
  }
  const span = groundBirths[low];
  return span !== undefined && span.from >= since && span.from < born && born <= span.to;
}

/** What a path wrote. */
export class Layer extends Map<Cell<unknown>, unknown> {
  constructor(
    /** How many cells there were when the path began. */
    readonly since: number = births,
  ) {
    super();
  }
}

/** The path on which nothing happened. */
export const UNTOUCHED: Layer = new Layer(Infinity);

/** Something that holds a content that may change: a variable, an object. */
export abstract class Cell<Content> {
  /** The content below all layers. Only the store touches it. */
  ground: Content;
  /** Cells are numbered as they come into being. */
  readonly born = ++births;

  constructor(initial: Content) {
    this.ground = initial;
  }

  /** The content of a cell that on different paths holds different contents; at least two, all different. */
  abstract join(contents: readonly Content[], epoch: number): Content;
}
