import type { Node } from "@oxc-project/types";
import { firstFrom } from "../../core/ordered.js";
import { classOfFile } from "../../core/file-class.js";
import { addToGroup, groupBy } from "../../core/group-by.js";
import { walk } from "../walk.js";
import type { ModuleRecord } from "./module-record.js";
import type { Pending, Run } from "./run.js";

/**
 * The order in which functions without a caller are called as entry points. Callers come before callees, so that a
 * wrapper is seen with its real arguments, and alone only if no known code passes any. What registers something for
 * other code is first, and hooks of clients are last.
 */
export class CallOrder {
  readonly #rank: ReadonlyMap<ModuleRecord, number>;
  readonly #names = new Map<ModuleRecord, Map<string, number[]>>();

  constructor(
    private readonly run: Run,
    modules: readonly ModuleRecord[],
  ) {
    const known = new Set(modules);
    const importedBy = (module: ModuleRecord) =>
      run.modules.importsOf(module).filter((imported) => known.has(imported));
    const order = modules.length < 2 ? modules : callersFirst(modules, importedBy);
    this.#rank = new Map(order.map((module, index) => [module, index]));
  }

  sort(pending: readonly Pending[]): Pending[] {
    const byModule = groupBy(pending, ({ callable }) => callable.environment.module);
    const rank = (module: ModuleRecord) => this.#rank.get(module) ?? this.#rank.size;
    const sorted = [...byModule]
      .sort(([a], [b]) => rank(a) - rank(b))
      .flatMap(([module, own]) => this.#sortInModule(module, own));
    const rankOf = (one: Pending): number =>
      this.run.isHook(one.callable.node) ? 2 : this.#registers(one) ? 0 : 1;
    return [0, 1, 2].flatMap((at) => sorted.filter((one) => rankOf(one) === at));
  }

  /** Checks whether something registers what a container gives to other code. */
  #registers({ callable }: Pending): boolean {
    const { registers } = this.run.language;
    if (!registers) return false;
    const { start, end } = callable.node;
    const names = this.#namesIn(callable.environment.module);
    return [...registers].some((name) =>
      names.get(name)?.some((position) => start <= position && position < end),
    );
  }

  /**
   * Sorts functions of a module: classes first, so that methods find instances, each before its subclasses. Callers
   * follow, before the functions that they name.
   */
  #sortInModule(module: ModuleRecord, pending: readonly Pending[]): Pending[] {
    if (pending.length < 2) return [...pending];
    const uses = this.#namesIn(module);
    const named = groupBy(
      pending.filter(({ callable }) => uses.has(callable.name)),
      ({ callable }) => callable.name,
    );
    const index = new Map(pending.map((one, at) => [one, at]));
    const written = [...named.keys()]
      .flatMap((name) => uses.get(name)!.map((position) => ({ position, name })))
      .sort((a, b) => a.position - b.position);
    const calledBy = (caller: Pending): Pending[] => {
      const part = callingPart(caller);
      if (!part) return [];
      const [first, behind] = [part.start, part.end].map((offset) =>
        firstFrom(written, ({ position }) => position < offset),
      );
      const inside = written.slice(first, behind);
      return [...groupBy(inside, ({ name }) => name)]
        .flatMap(([name, positions]) =>
          named.get(name)!.filter((one) => {
            // A function that only names itself has no caller around it.
            const { start, end } = one.callable.node;
            return one !== caller && positions.some(({ position }) => position < start || position >= end);
          }),
        )
        .sort((a, b) => index.get(a)! - index.get(b)!);
    };
    const isClass = ({ callable }: Pending): boolean => callable.kind === "class";
    const sorted = (all: readonly Pending[]): readonly Pending[] =>
      all.length > MAX_SORTED ? all : callersFirst(all, calledBy);
    return [...sorted(pending.filter(isClass)), ...sorted(pending.filter((one) => !isClass(one)))];
  }

  /** Returns the places of each name in a module. */
  #namesIn(module: ModuleRecord): Map<string, number[]> {
    let names = this.#names.get(module);
    if (!names) {
      this.#names.set(module, (names = new Map()));
      const found = names;
      walk(module.program, (node) => {
        const name = nameOf(node);
        if (name !== undefined) addToGroup(found, name, node.start);
        return true;
      });
    }
    return names;
  }
}

/** The part that says what something calls: of a class what it extends, since its methods are called later. */
function callingPart({ callable }: Pending): Node | null {
  return callable.kind === "class" ? callable.node.superClass : callable.node;
}

/** Above this the order of one file is that of its text. */
const MAX_SORTED = 500;

function nameOf(node: Node): string | undefined {
  return node.type === "Identifier" || node.type === "PrivateIdentifier" || node.type === "JSXIdentifier"
    ? (node as { name: string }).name
    : undefined;
}

/** Separates the program from its tests, because the arguments in a test do not show what other callers pass. */
export function programAndTests(
  modules: readonly ModuleRecord[],
): [program: ModuleRecord[], tests: ModuleRecord[]] {
  const isTest = ({ path }: ModuleRecord): boolean => classOfFile(path) === "test";
  return [modules.filter((module) => !isTest(module)), modules.filter(isTest)];
}

/** A topological order as far as there is one: in a circle the first of the list comes first. */
function callersFirst<Item>(items: readonly Item[], calledBy: (item: Item) => readonly Item[]): Item[] {
  const done = new Set<Item>();
  const order: Item[] = [];
  for (const item of [...items].reverse()) {
    const stack = [{ item, called: calledBy(item), next: 0 }];
    if (done.has(item)) continue;
    done.add(item);
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const called = top.called[top.next++];
      if (called === undefined) {
        order.push(top.item);
        stack.pop();
      } else if (!done.has(called)) {
        done.add(called);
        stack.push({ item: called, called: calledBy(called), next: 0 });
      }
    }
  }
  return order.reverse();
}
