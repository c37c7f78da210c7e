/**
 * A tape of small numbers that decides the shape of a program, read from front to back. An empty tape always chooses
 * the first and simplest construct, so a shorter tape and smaller numbers make a simpler program.
 */
export class Tape {
  #at = 0;

  constructor(private readonly cells: readonly number[]) {}

  next(): number {
    return this.cells[this.#at++] ?? 0;
  }

  get isUsedUp(): boolean {
    return this.#at >= this.cells.length;
  }
}

/**
 * Types of the variables of a generated program. `string` never holds anything else, so that its methods can be called;
 * a `record` holds strings under some of `KEYS`; a `function` takes and gives a string.
 */
export type Type =
  | "string"
  | "number"
  | "flag"
  | "list"
  | "record"
  | "map"
  | "set"
  | "headers"
  | "function"
  | "async"
  | "promise"
  | "generator"
  | "class"
  | "instance"
  | "url"
  | "query";

interface Variable {
  readonly name: string;
  readonly type: Type;
  readonly isMutable: boolean;
}

/** The known variables, including those of the outer blocks. */
class Scope {
  readonly #own: Variable[] = [];

  constructor(readonly parent?: Scope) {}

  add(variable: Variable): void {
    this.#own.push(variable);
  }

  /** Returns the variables, newest first. A name that is declared again hides the older one. */
  all(): Variable[] {
    const own = [...this.#own].reverse();
    const hidden = new Set(own.map(({ name }) => name));
    return [...own, ...(this.parent?.all() ?? []).filter(({ name }) => !hidden.has(name))];
  }
}

/** The surroundings of a statement: what control flow may leave from there. */
interface Place {
  readonly mayAwait: boolean;
  readonly mayReturn: boolean;
  readonly isInLoop: boolean;
  readonly labels: readonly string[];
}

/** The body of a function that is not async. */
const FUNCTION_PLACE: Place = { mayAwait: false, mayReturn: true, isInLoop: false, labels: [] };

export type Form = (make: Maker) => string;

/** The productions of the grammar, by the type of what they make. The first of each needs nothing else. */
export interface Grammar {
  readonly expressions: Readonly<Partial<Record<Type | "condition" | "value", readonly Form[]>>>;
  readonly statements: readonly Form[];
}

/** More constructs inside constructs than this are cut off. */
const MAX_DEPTH = 6;

/** Makes source text as the tape decides. */
export class Maker {
  scope = new Scope();
  /** Statements that import the clients in use. */
  readonly imports = new Set<string>();
  place: Place = { mayAwait: true, mayReturn: false, isInLoop: false, labels: [] };
  #depth = 0;
  #names = 0;
  #tape = new Tape([]);

  constructor(private readonly grammar: Grammar) {}

  /** Reads from another tape from now on. */
  load(tape: Tape): void {
    this.#tape = tape;
  }

  /** Returns a number below `limit`. */
  below(limit: number): number {
    return this.#tape.next() % limit;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  fresh(): string {
    return `v${this.#names++}`;
  }

  expression(type: Type | "condition" | "value"): string {
    const forms = this.grammar.expressions[type] ?? [];
    const isCutOff = this.#depth >= MAX_DEPTH || this.#tape.isUsedUp;
    return this.#deeper(() => (isCutOff ? forms[0]! : this.pick(forms))(this));
  }

  string(): string {
    return this.expression("string");
  }

  #deeper<Result>(make: () => Result): Result {
    this.#depth++;
    try {
      return make();
    } finally {
      this.#depth--;
    }
  }

  /** Returns a known variable of the type. Undefined if there is none. */
  variable(type: Type, mutable = false): Variable | undefined {
    const found = this.scope.all().filter((one) => one.type === type && (!mutable || one.isMutable));
    return found.length > 0 ? this.pick(found) : undefined;
  }

  /** Returns a variable of the type, or an expression that creates such a value. */
  either(type: Type): string {
    return this.variable(type)?.name ?? this.expression(type);
  }

  declare(name: string, type: Type, isMutable = false): string {
    this.scope.add({ name, type, isMutable });
    return name;
  }

  /** Runs in a block of its own, in a place that may differ from the present one. */
  inside<Result>(make: () => Result, place: Partial<Place> = {}): Result {
    const [scope, before] = [this.scope, this.place];
    this.scope = new Scope(scope);
    this.place = { ...before, ...place };
    try {
      return this.#deeper(make);
    } finally {
      this.scope = scope;
      this.place = before;
    }
  }

  statement(): string {
    const isCutOff = this.#depth >= MAX_DEPTH || this.#tape.isUsedUp;
    return (isCutOff ? this.grammar.statements[0]! : this.pick(this.grammar.statements))(this);
  }

  statements(count: number): string[] {
    return Array.from({ length: count }, () => this.statement());
  }

  /** Makes `{ … }` with up to `most` statements that see strings under further names. */
  block(most = 2, place: Partial<Place> = {}, names: readonly string[] = []): string {
    return this.inside(() => {
      for (const name of names) this.declare(name, "string");
      return `{ ${this.statements(1 + this.below(most)).join(" ")} }`;
    }, place);
  }

  /** Makes the body of a function: statements, and a string that it returns. */
  functionBody(parameters: readonly string[], place: Partial<Place> = {}): string {
    return this.inside(
      () => {
        for (const name of parameters) this.declare(name, "string", true);
        const statements = this.statements(this.below(3));
        return `{ ${statements.join(" ")} return ${this.string()}; }`;
      },
      { ...FUNCTION_PLACE, ...place },
    );
  }

  /** Makes the body of a function that returns nothing. */
  callback(parameters: readonly string[]): string {
    return this.block(2, { ...FUNCTION_PLACE, mayReturn: false }, parameters);
  }

  /** Makes the result of an arrow function with the given parameters. */
  result(parameters: readonly string[], type: "string" | "condition" = "string"): string {
    return this.inside(
      () => {
        for (const name of parameters) this.declare(name, "string");
        return this.expression(type);
      },
      { ...FUNCTION_PLACE, mayReturn: false },
    );
  }
}

/** Makes a form whose parts are where `await` is not allowed: in parameters, in classes. */
export function withoutAwait(form: Form): Form {
  return (make) => make.inside(() => form(make), { mayAwait: false });
}
