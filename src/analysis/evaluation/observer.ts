import type { Node } from "@oxc-project/types";
import type { Location } from "../../core/span.js";
import type { HeapObject } from "./heap.js";
import { nextBirth, type ModuleLevelBirths } from "./births.js";
import type { Cell } from "./store.js";
import type { Value } from "./value.js";
import { work } from "./work.js";

/** Something that code does beside what it writes to the state, to be done again where the code is not run again. */
export type Effect = (again: Again) => void;

/** The context in which an effect is replayed. */
export interface Again {
  /** The calls that lead there this time, instead of those of the first time. */
  callers(before: readonly Location[]): readonly Location[];
  /** Returns the value that a value of the first time is mapped to. */
  copy(value: Value): Value;
}

/** More effects than this are not kept. */
const MAX_EFFECTS = 5000;

/** Writes down what a stretch of the evaluation finds, and leaves, of what was there before it. */
export class Observer {
  readonly since = nextBirth();
  /** The contents of all cells that it has read or written, before the first access. */
  readonly seen = new Map<Cell<unknown>, unknown>();
  /** Those of them that their asynchronous code had written by then; see `Run.runAsync`. */
  readonly rewritten = new Set<Cell<unknown>>();
  readonly written = new Set<Cell<unknown>>();
  /** Files that it has imported from. */
  readonly imported = new Set<string>();
  /** Functions and classes that it has created, as far as they are called as entry points. */
  readonly functions = new Set<Node>();
  /** Functions that were called from outside and that it has called, which counts for nothing: see `Run.entered`. */
  readonly reentered = new Set<Node>();
  readonly effects: Effect[] = [];
  readonly instances: Value[] = [];
  /** True if it would be the same again, were the state the same. */
  #isRepeatable = true;
  /** It depends on calls that had begun by then and go on. */
  #dependsOn = Infinity;
  #asksCallers = false;
  /** True if it has asked if a variable is one that others may have changed by now. */
  asksWhen = false;

  constructor(
    readonly outer: Observer | undefined,
    private readonly births: ModuleLevelBirths,
  ) {}

  /** Returns whether it does the same wherever it finds the same. */
  get isRepeatable(): boolean {
    return this.#isRepeatable && this.effects.length <= MAX_EFFECTS;
  }

  /** Returns whether it depends on the calls that lead there. */
  get asksCallers(): boolean {
    return this.#asksCallers || this.since >= this.#dependsOn;
  }

  found(cell: Cell<unknown>, content: unknown, isRewritten: boolean): void {
    if (this.seen.has(cell) || !this.isOutside(cell) || cell.isForever(content)) return;
    this.seen.set(cell, content);
    if (isRewritten) this.rewritten.add(cell);
  }

  /** Returns whether something was there before. */
  isOutside(cell: Cell<unknown>): boolean {
    return this.isKnown(cell.born);
  }

  /** Returns whether what was born then was there before. */
  isKnown(born: number): boolean {
    return this.births.isKnownSince(born, this.since);
  }

  /**
   * Marks that the code has an effect or a dependency that the observer does not record, so its result cannot be
   * reused.
   */
  markNotReplayable(): void {
    this.#isRepeatable = false;
  }

  /**
   * Marks a dependency on all calls that lead here. Asynchronous code sees the changes that its callers make after
   * starting it.
   */
  dependsOnCallers(): void {
    this.#asksCallers = true;
  }

  /** Marks a dependency on a call that started before. */
  dependsOnCall(serial: number): void {
    this.#dependsOn = Math.min(this.#dependsOn, serial);
  }

  did(effect: Effect): void {
    if (this.effects.length <= MAX_EFFECTS) this.effects.push(effect);
  }

  made(prototype: HeapObject, instance: Value): void {
    if (this.births.has(prototype.born)) this.instances.push(instance);
    else this.markNotReplayable();
  }

  /** Passes everything that it has found to the observer around it. */
  end(): void {
    const { outer } = this;
    if (!outer) return;
    work(this.seen.size + this.written.size + this.functions.size + this.effects.length);
    for (const [cell, content] of this.seen) outer.found(cell, content, this.rewritten.has(cell));
    for (const cell of this.written) if (outer.isOutside(cell)) outer.written.add(cell);
    for (const path of this.imported) outer.imported.add(path);
    for (const node of this.functions) outer.functions.add(node);
    for (const node of this.reentered) outer.reentered.add(node);
    for (const effect of this.effects) outer.did(effect);
    for (const instance of this.instances) outer.instances.push(instance);
    if (!this.#isRepeatable || this.effects.length > MAX_EFFECTS) outer.markNotReplayable();
    outer.dependsOnCall(this.#dependsOn);
    if (this.#asksCallers) outer.dependsOnCallers();
    outer.asksWhen ||= this.asksWhen;
  }
}
