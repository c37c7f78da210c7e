import { isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from "yaml";
import { JinjaReader, commandOfRead, type Data, type JinjaRead, type Step } from "./jinja-reads.js";
import type { Piece } from "./piece.js";
import { pieceOfScalar } from "./yaml-data.js";

/** Keys whose values are expressions without braces. */
const EXPRESSIONS: ReadonlySet<string> = new Set([
  "when",
  "until",
  "failed_when",
  "changed_when",
  "that",
  "var",
]);
const LOOPS = ["loop", "with_items", "with_list", "with_flattened"];
const FACTS = /^(?:ansible\.(?:builtin|legacy)\.)?set_fact$/;

/** The parts of a text that are expressions of templates, and those of a loop. */
const TEMPLATE = /\{\{([^{}]*)\}\}|\{%-?\s*(?:for\s+(\w+)\s+in\s+)?([^%]*?)-?%\}/g;

/** A task that sends a request and gives its response a name. */
export interface Registered {
  readonly name: string;
  readonly isInLoop: boolean;
  readonly reads: Piece[];
}

/** Follows the names that tasks give to responses, in the order of a document. */
export class TaskReads {
  /** The names that are known at this point, and what they are. */
  readonly #known = new Map<string, Registered | Data>();
  readonly #tasks = new Map<string, Registered>();
  readonly #items = new WeakMap<YAMLMap, { readonly name: string; readonly data: Data }>();
  #count = 0;

  constructor(private readonly source: string) {}

  /** Takes a task. Returns its name for the response, if it sends a request and has one. */
  task(map: YAMLMap, sends: boolean): Registered | undefined {
    const register = map.get("register");
    const loop = LOOPS.map((key) => map.get(key, true)).find(isScalar);
    const item = loop && this.#wholeOf(loop, map);
    if (item) {
      const control = map.get("loop_control");
      const named = isMap(control) ? control.get("loop_var") : undefined;
      this.#items.set(map, {
        name: typeof named === "string" ? named : "item",
        data: { ...item, steps: [...item.steps, "element"] },
      });
    }
    if (typeof register !== "string") return undefined;
    this.#known.delete(register);
    if (!sends || !/^[A-Za-z_]\w*$/.test(register)) return undefined;
    const isInLoop = map.items.some(
      ({ key }) => isScalar(key) && /^(?:loop|with_\w+)$/.test(String(key.value)),
    );
    const made: Registered = { name: `${register}_${this.#count++}`, isInLoop, reads: [] };
    this.#known.set(register, made);
    this.#tasks.set(made.name, made);
    return made;
  }

  /** Takes the members of a map that give names to data: `set_fact`, `vars`. */
  names(pair: Pair, path: readonly Node[]): void {
    const key = isScalar(pair.key) ? String(pair.key.value) : "";
    if (!(FACTS.test(key) || key === "vars") || !isMap(pair.value)) return;
    for (const { key: name, value } of pair.value.items as Pair[]) {
      if (!isScalar(name) || !isScalar(value)) continue;
      const data = this.#wholeOf(value, ...path.filter(isMap));
      if (data) this.#known.set(String(name.value), data);
    }
  }

  /** Takes a text, and keeps what the expressions in it read of responses. */
  text(scalar: Scalar, path: readonly Node[]): void {
    const { value } = scalar;
    if (typeof value !== "string" || this.#known.size === 0) return;
    const isExpression = EXPRESSIONS.has(keyAbove(path));
    if (!isExpression && !/\{[{%]/.test(value)) return;
    const piece = pieceOfScalar(scalar, this.source);
    if (!piece) return;
    for (const read of this.#readsIn(piece, isExpression, path.filter(isMap))) this.#keep(read);
  }

  #readsIn(piece: Piece, isExpression: boolean, around: readonly YAMLMap[]): readonly JinjaRead[] {
    const own = new Map<string, Data>();
    const reader = new JinjaReader(piece, (name) => own.get(name) ?? this.#dataNamed(name, around));
    if (isExpression) reader.expression(0, piece.text.length);
    else
      for (const { index, 0: whole, 1: printed, 2: variable, 3: rest } of piece.text.matchAll(TEMPLATE)) {
        const text = printed ?? rest ?? "";
        const start = index + (printed === undefined ? whole.lastIndexOf(text, whole.length - 2) : 2);
        const data = reader.expression(start, start + text.length);
        if (variable !== undefined && data) own.set(variable, { ...data, steps: [...data.steps, "element"] });
      }
    return reader.reads;
  }

  /** Returns the data that a text is as a whole: `{{ result.json.results }}`. */
  #wholeOf(scalar: Scalar, ...around: readonly YAMLMap[]): Data | undefined {
    const piece = pieceOfScalar(scalar, this.source);
    const found = piece && /^\s*\{\{([^{}]*)\}\}\s*$/.exec(piece.text);
    if (!found) return undefined;
    const start = piece.text.indexOf("{{") + 2;
    return new JinjaReader(piece, (name) => this.#dataNamed(name, around)).expression(
      start,
      start + found[1]!.length,
    );
  }

  #dataNamed(name: string, around: readonly YAMLMap[]): Data | undefined {
    const item = around.map((map) => this.#items.get(map)).findLast((one) => one?.name === name);
    if (item) return item.data;
    const known = this.#known.get(name);
    return known && "reads" in known ? { of: known.name, steps: [] } : known;
  }

  #keep(read: JinjaRead): void {
    const task = this.#tasks.get(read.of);
    const steps = task && insideOf(read.steps, task.isInLoop);
    if (steps && (steps.length > 0 || read.query)) task.reads.push(commandOfRead({ ...read, steps }));
  }
}

/** The members of a result with the answer: of a request, and of commands. */
const ANSWERS: ReadonlySet<string | undefined> = new Set(["json", "content", "stdout"]);

/** Returns the steps in the data of the response: `result.json.x`, `(result.content | from_json).x`. */
function insideOf(steps: readonly Step[], isInLoop: boolean): readonly Step[] | undefined {
  let at = 0;
  // A task in a loop has a list of results.
  if (isInLoop && nameAt(steps, 0) === "results")
    at = steps.findIndex((step, index) => index > 0 && step !== "element");
  const name = at < 0 ? undefined : nameAt(steps, at);
  if (!ANSWERS.has(name)) return undefined;
  const inside = steps.slice(at + 1);
  // The elements of such a list are the data of one response each.
  return isInLoop
    ? inside.slice(
        Math.max(
          0,
          inside.findIndex((step) => step !== "element"),
        ),
      )
    : inside;
}

function nameAt(steps: readonly Step[], index: number): string | undefined {
  const step = steps[index];
  return step === undefined || step === "element" ? undefined : step.name.text;
}

/** Returns the key that a value or an element of a list is under. */
function keyAbove(path: readonly Node[]): string {
  const pair = (path as readonly unknown[]).findLast((one) => !isSeq(one)) as Pair | undefined;
  return pair && isScalar(pair.key) ? String(pair.key.value) : "";
}
