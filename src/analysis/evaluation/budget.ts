import type { Location } from "../../core/span.js";
import type { Limits } from "../../frontends/limits.js";
import { Asides } from "./asides.js";
import { boundedBy } from "./bounds.js";
import type { HeapObject, ObjectContent } from "./heap.js";
import { slotCount } from "./member-tables.js";
import type { ModuleRecord } from "./module-record.js";
import { Store } from "./store.js";
import { OPERATIONS_PER_STEP, work, workDone } from "./work.js";

/** Counts the work of an evaluation and its limits. Nothing depends on time. */
export class Budget {
  readonly store = new Store();
  readonly asides = new Asides();
  #module: ModuleRecord | undefined;
  /** The work that was done when it was last counted; see `work.ts`. */
  #counted = workDone();
  /** Operations in the name of all modules. */
  #spent: number;
  #stepsTaken = 0;
  #nesting = 0;
  /** The number of parts of the value that is being unfolded, so far. */
  #unfolded = 0;
  /** The place of that value. */
  #whole: Location | undefined;

  /** The operations that each module may still do after those of all are used up. */
  readonly #share: number;

  /**
   * @param spent operations of the evaluations before this one
   * @param files the number of files that the program was given
   * @param following see `ModuleHost.following`
   */
  constructor(
    readonly limits: Limits,
    spent: number,
    files: number,
    private readonly following: (path: string, steps: number) => void,
  ) {
    this.#spent = spent;
    const share = LEAST_SHARE * Math.min(1, FILES_WITH_WHOLE_SHARE / files);
    this.#share = limits.steps * share * OPERATIONS_PER_STEP;
  }

  /** Returns the operations so far, with those of the evaluations before this one. */
  get spent(): number {
    return this.#spent;
  }

  /** True after so many steps that calls which find nothing new are cut short. */
  get isLong(): boolean {
    return this.#spent > STEPS_WITHOUT_CUTS * OPERATIONS_PER_STEP;
  }

  /** Counts a step, unless a budget is used up: then nothing more is to be done in the name of the module. */
  step(): "steps" | "total" | "aside" | undefined {
    this.#stepsTaken++;
    work(OPERATIONS_PER_STEP);
    if (this.#stepsTaken % STEPS_PER_NOTICE === 0 && this.#module)
      this.following(this.#module.source.path, Math.floor(this.#spent / OPERATIONS_PER_STEP));
    return this.limitReached();
  }

  /**
   * Returns the budget that is used up. Code that copies or unfolds many values without a step in between calls it.
   */
  limitReached(): "steps" | "total" | "aside" | undefined {
    const module = this.#module;
    if (!module) return undefined;
    this.#count();
    if (this.asides.isSpent) {
      this.store.observer?.markNotReplayable();
      return "aside";
    }
    const { steps, total } = this.limits;
    const reached =
      module.work > steps * OPERATIONS_PER_STEP
        ? "steps"
        : // Every file has its share, so that the first ones do not leave the others without any.
          this.#spent > total * OPERATIONS_PER_STEP && module.work > this.#share
          ? "total"
          : undefined;
    if (reached) {
      module.failures.set(reached, undefined);
      this.store.observer?.markNotReplayable();
    }
    return reached;
  }

  /**
   * Begins a nested evaluation. The depth is counted, because the stack of the process has more or less room from one
   * run to the next.
   *
   * @param weight in expressions; the caller must subtract the same amount afterwards
   */
  goDeeper(weight: number): "depth" | undefined {
    this.#nesting += weight;
    if (this.#nesting <= MAX_NESTING) return undefined;
    this.#nesting -= weight;
    this.#module?.failures.set("too-deep", undefined);
    this.store.observer?.markNotReplayable();
    return "depth";
  }

  comeBack(weight: number): void {
    this.#nesting -= weight;
  }

  /** Expressions and statements evaluated so far. */
  get stepsTaken(): number {
    return this.#stepsTaken;
  }

  /** Returns whether a search in values may continue with this number of further ones. */
  mayLookInto(values: number): boolean {
    work(values + 1);
    return !this.limitReached();
  }

  /**
   * Returns whether an object in a value may be copied or printed when the value is used as a whole. An object that
   * occurs several times is used several times.
   *
   * @param isWhole whether it is the value itself
   */
  mayUnfold(object: HeapObject, isWhole: boolean): boolean {
    const parts = slotCount(this.store.peek(object) as ObjectContent) + 1;
    if (isWhole) {
      this.#unfolded = 0;
      this.#whole = object.place;
    }
    this.#unfolded += parts;
    work(parts * OPERATIONS_PER_STEP);
    if (this.limitReached()) return false;
    if (this.#unfolded <= this.limits.parts) return true;
    this.store.observer?.markNotReplayable();
    if (this.#module && !this.#module.failures.has("parts")) this.#module.failures.set("parts", this.#whole);
    return false;
  }

  /** Adds the work since it was last counted to the module at hand. */
  #count(): void {
    const now = workDone();
    if (this.#module) {
      this.#module.work += now - this.#counted;
      this.#spent += now - this.#counted;
    }
    this.#counted = now;
  }

  /** Evaluates on the account of a module. */
  protected charge(module: ModuleRecord, evaluate: () => void): void {
    const [before, nesting] = [this.#module, this.#nesting];
    this.#count();
    this.#module = module;
    try {
      this.asides.inFull(() => boundedBy(this.limits, evaluate));
    } catch (error) {
      // Not seen since depth is counted, but a host may have less of a stack; what was seen until then stands.
      if (!(error instanceof RangeError)) throw error;
      module.failures.set("too-deep", undefined);
    } finally {
      this.#count();
      this.#module = before;
      this.#nesting = nesting;
    }
  }
}

/**
 * Expressions, statements and, with more weight, calls inside each other. With the interpreter of V8 alone, which has the
 * largest frames, loops in loops overflow the stack at 568 of them, all else later.
 */
const MAX_NESTING = 500;

/** The steps between two calls of `ModuleHost.following`: a few milliseconds of work. */
const STEPS_PER_NOTICE = 1000;

/** Programs that take fewer steps are evaluated completely. */
const STEPS_WITHOUT_CUTS = 50_000;

/** The share of its own budget that a file may use after that of all files is used up. */
const LEAST_SHARE = 1 / 60;

/** The shares of more files are smaller, so that a limit of the whole run remains: half as much as its `total` again. */
const FILES_WITH_WHOLE_SHARE = 200;
