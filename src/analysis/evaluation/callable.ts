import type { ArrowFunctionExpression, Class, Function as FunctionNode, Node } from "@oxc-project/types";
import type { Environment } from "./environment.js";
import type { HeapObject } from "./heap.js";
import { UNDEFINED, type ObjectValue, type Value } from "./value.js";
import type { Run } from "./run.js";

/** The behaviour of an object that is called or constructed. */
export type Callable = Closure | ClassCallable | Native;

export type AnyFunction = FunctionNode | ArrowFunctionExpression;

/** A function of the evaluated program with the variables around it. */
export interface Closure {
  readonly kind: "closure";
  readonly name: string;
  readonly node: AnyFunction;
  readonly environment: Environment;
  /** For a method: the prototype that contains it, for `super`. */
  readonly home?: Value;
  /** The object that the function first became a member of: probably its `this` in unknown calls. */
  receiver?: HeapObject;
}

export interface ClassCallable {
  readonly kind: "class";
  readonly name: string;
  readonly node: Class;
  readonly environment: Environment;
  readonly superclass?: Value;
  /** The value of `prototype`, which instances inherit from. */
  readonly prototype: Value;
}

/** A function of the language, the platform or a library that is modelled here. */
export interface Native {
  readonly kind: "native";
  readonly name: string;
  readonly call: (run: Run, call: Call) => Value;
  /** All that it does is in what it gives and in the state of the program. */
  isOfLanguage?: boolean;
  /** The method of the program that it calls. */
  method?: Closure;
}

/** One call as a native function sees it. */
export interface Call {
  readonly this: Value;
  readonly args: Arguments;
  /** The call expression, for places. */
  readonly node: Node;
  readonly environment: Environment;
  /** True if it is called with `new`. */
  readonly isNew: boolean;
  /** The operand of `new`, in a constructor. */
  readonly newTarget?: Value;
  /** The name of the unknown function that gets the called one with its arguments, and is taken to call it. */
  readonly passedTo?: string;
}

/**
 * The arguments of a call; after a spread of unknown length the rest may be anything of `rest`. Arguments that are given
 * by name are the members of `keywords`.
 */
export class Arguments {
  constructor(
    readonly list: readonly Value[],
    readonly rest?: Value,
    readonly keywords?: ObjectValue,
  ) {}

  /** Returns the argument at an index, or `undefined` of the evaluated program if there is none. */
  at(index: number): Value {
    return this.list[index] ?? this.rest ?? UNDEFINED;
  }

  /** Returns whether there is certainly an argument at the index. */
  has(index: number): boolean {
    return index < this.list.length;
  }

  get length(): number {
    return this.list.length;
  }

  from(index: number): Arguments {
    return new Arguments(this.list.slice(index), this.rest, this.keywords);
  }
}

/** Returns whether a value is a class of the program. */
export function isClass(value: Value): value is ObjectValue {
  return value.kind === "object" && value.object.callable?.kind === "class";
}
