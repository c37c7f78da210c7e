import type { Node } from "@oxc-project/types";
import { DefinitionType, type Variable } from "@typescript-eslint/scope-manager";
import type { Location } from "../../core/span.js";
import { bounds } from "./bounds.js";
import type { ModuleRecord } from "./module-record.js";
import { Cell, type Layer } from "./store.js";
import type { ClassCallable } from "./callable.js";
import { choice, sameValue, type ObjectValue, type Value } from "./value.js";

/** The data that `super(…)` needs in a constructor. */
interface Construction {
  readonly callable: ClassCallable;
  readonly instance: ObjectValue;
  /** True if no known code makes the instance. */
  readonly isFromOutside: boolean;
}

/** The variables that code can see at one place, innermost scope first. */
export class Environment {
  /** Those of this scope alone. */
  readonly cells = new Map<Variable, VariableCell>();
  /** Present for a class whose constructor runs. */
  constructing?: Construction;

  constructor(
    readonly module: ModuleRecord,
    readonly activation: Activation,
    readonly parent?: Environment,
  ) {}

  /** Makes a nested scope in the same call. */
  inner(): Environment {
    return new Environment(this.module, this.activation, this);
  }

  declare(variable: Variable, initial?: Value): VariableCell {
    const cell = new VariableCell(variable, this.activation, initial);
    this.cells.set(variable, cell);
    return cell;
  }

  lookup(variable: Variable): VariableCell | undefined {
    return this.cells.get(variable) ?? this.parent?.lookup(variable);
  }

  locate(node: Node): Location {
    // For some parsers a program begins with its first token, for others with the text.
    if (node.type === "Program")
      return { path: this.module.path, start: 0, end: this.module.source.text.length };
    return { path: this.module.path, start: node.start, end: node.end };
  }
}

/** `undefined` as a content means: not initialised yet. */
export class VariableCell extends Cell<Value | undefined> {
  /** For an import: returns its present value. */
  alias?: () => Value;
  /** For an import: its specifier. */
  specifier?: string;
  /** Every value that was ever written, on whatever path: what a function that runs later may find. */
  readonly history: Value[] = [];
  /** Values that asynchronous code may still write: see `Run.runAsync`. */
  readonly asyncValues: Value[] = [];
  /** The identifiers that were written through. */
  readonly writers = new Set<Node>();

  constructor(
    readonly variable: Variable,
    /** The call in which the variable was made. */
    readonly activation: Activation,
    initial: Value | undefined,
  ) {
    super(initial);
    if (initial) this.history.push(initial);
  }

  override isForever(content: Value | undefined): boolean {
    const isOfModule = this.activation.node === undefined;
    return content !== undefined && isOfModule && this.alias === undefined && isConstant(this.variable);
  }

  remember(value: Value): void {
    if (
      this.history.length <= bounds().alternatives &&
      !this.history.some((other) => sameValue(other, value))
    ) {
      this.history.push(value);
    }
  }

  rememberLate(values: readonly (Value | undefined)[]): void {
    for (const value of values) {
      if (
        value &&
        this.asyncValues.length <= bounds().alternatives &&
        !this.asyncValues.some((other) => sameValue(other, value))
      )
        this.asyncValues.push(value);
    }
  }

  override join(contents: readonly (Value | undefined)[]): Value | undefined {
    return choice(contents.filter((content) => content !== undefined));
  }
}

const constant = new WeakMap<Variable, boolean>();

/** Returns whether a variable holds what it was given first, and nothing else. */
function isConstant(variable: Variable): boolean {
  let known = constant.get(variable);
  if (known === undefined) {
    const [definition, ...others] = variable.defs;
    const isDeclaredOnce =
      definition !== undefined &&
      others.length === 0 &&
      (definition.type !== DefinitionType.Variable || definition.parent.kind === "const");
    const writes = variable.references.filter((reference) => reference.isWrite());
    constant.set(variable, (known = isDeclaredOnce && writes.every(({ init }) => init)));
  }
  return known;
}

/** One call of a function, or one evaluation of a module's top level. */
export interface Activation {
  /** The function or class that is called; absent for a module's top level. */
  readonly node?: Node;
  readonly thisValue: Value;
  /** For `super` inside methods. */
  readonly home?: Value;
  /** The operand of `new`, in a constructor. */
  readonly newTarget?: Value;
  readonly arguments: Value | undefined;
  /** The call that led here. */
  readonly caller?: { readonly activation: Activation; readonly place: Location };
  readonly depth: number;
  /** Grows from call to call; tells which of two began first. */
  readonly serial: number;
  /** True if it is an async call that the caller does not wait for. */
  readonly isDetached?: boolean;
  /** Depth of the store's layers at entry. */
  readonly storeDepth: number;
  /** The exits from the function before its end, each with the value that it returns. */
  readonly returns: { readonly value: Value; readonly layer: Layer }[];
  /** For a generator: the observer of what it yields. */
  readonly emit?: (value: Value) => void;
  /** The loops, switches and labelled statements that control is in, innermost last. */
  readonly jumps: JumpTarget[];
}

/** A statement that `break` leaves, or a loop that `continue` goes on with. */
export interface JumpTarget {
  readonly labels: readonly string[];
  readonly isLoop: boolean;
  /** Depth of the store's layers before the statement. */
  readonly depth: number;
  readonly breaks: Layer[];
  /** Depth before the present round of the loop's body. */
  bodyDepth: number;
  /** For an outermost loop: the number of iterations of nested loops that were run one by one. */
  rounds: number;
  continues: Layer[];
}
