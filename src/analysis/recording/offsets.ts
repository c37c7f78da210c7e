import type { Node } from "@oxc-project/types";
import type { OffsetFact } from "../../facts/file-facts.js";
import { flatten, type Text } from "../../facts/text.js";
import type { Interest } from "../../frontends/interest.js";
import type { Call } from "../evaluation/callable.js";
import { knownNumber } from "../evaluation/coerce.js";
import { alternatives, unknownOf, type UnknownValue, type Value } from "../evaluation/value.js";

/** Methods of strings that count characters, with the arguments that say how many. */
const COUNTING: ReadonlyMap<string, readonly number[]> = new Map([
  ["at", [0]],
  ["charAt", [0]],
  ["charCodeAt", [0]],
  ["codePointAt", [0]],
  ["endsWith", [1]],
  ["includes", [1]],
  ["indexOf", [1]],
  ["lastIndexOf", [1]],
  ["slice", [0, 1]],
  ["startsWith", [1]],
  ["substr", [0]],
  ["substring", [0, 1]],
]);

/** The methods of strings that count characters. */
export const COUNTING_METHODS: readonly string[] = [...COUNTING.keys()];

/** Common names of URLs and their paths, in programs and in the objects that clients and servers pass. */
const URL_NAME = /(?:url|uri|href|path|pathname)$/i;

/** The parts of an `OffsetFact`; responses are still identified by their number. */
export interface Offset extends Omit<OffsetFact, "kind" | "of"> {
  readonly of:
    | Extract<OffsetFact["of"], { kind: "text" }>
    | { readonly kind: "named"; readonly name: string; readonly request?: number };
}

/** Gathers where code counts the characters of a URL and states as a number how many. */
export class Offsets {
  readonly all: Offset[] = [];
  readonly #seen = new Set<string>();

  constructor(private readonly interest: Interest) {}

  /** Records a call of a string method. */
  asked(value: Value, by: string, call: Call): void {
    const indexes = COUNTING.get(by);
    if (!indexes || call.isNew) return;
    const counts = indexes.flatMap((index) => fixedAt(call, index));
    if (counts.every((count) => count === 0)) return;
    const place = call.environment.locate(call.node);
    for (const single of alternatives(value)) {
      const of =
        single.kind === "text"
          ? this.#ofText(single.text)
          : single.kind === "unknown"
            ? ofUnknown(single)
            : undefined;
      if (!of) continue;
      for (const count of counts) {
        const what = of.kind === "text" ? flatten(of.text) : `${of.name} ${of.request}`;
        const identity = [place.path, place.start, count, what].join("\n");
        if (this.#seen.has(identity)) continue;
        this.#seen.add(identity);
        this.all.push({ by, count, of, place });
      }
    }
  }

  #ofText(text: Text): Offset["of"] | undefined {
    const [first, ...others] = text.parts;
    const whole = first?.kind === "hole" && others.length === 0 ? unknownOf(first) : undefined;
    if (whole) return ofUnknown(whole);
    if (!this.interest.namesVersion(flatten(text))) return undefined;
    const isWritten = text.parts.some((part) => part.kind === "segment" && part.written);
    // The result of the platform for a URL, such as its path, has no place.
    return isWritten ? { kind: "text", text } : { kind: "named", name: "path" };
  }
}

function ofUnknown({ source, path }: UnknownValue): Offset["of"] | undefined {
  // `url.toString()` and `String(url)` are the URL.
  const name = path.findLast((step) => !step.endsWith("()")) ?? source.name;
  if (!URL_NAME.test(name)) return undefined;
  return { kind: "named", name, ...(source.request === undefined ? {} : { request: source.request }) };
}

/** The number that code states for an argument. What it asks something else for, as a length, changes with that. */
function fixedAt({ node, args }: Call, index: number): number[] {
  const value = args.at(index);
  const number = knownNumber(value);
  if (number === undefined || value.kind !== "scalar") return [];
  const written = node.type === "CallExpression" ? node.arguments[index] : undefined;
  const isStated = written?.type === "Identifier" ? value.place !== undefined : written && isFixed(written);
  return isStated ? [Math.trunc(number)] : [];
}

function isFixed(node: Node): boolean {
  if (node.type === "UnaryExpression") return isFixed(node.argument);
  if (node.type === "BinaryExpression") return isFixed(node.left) && isFixed(node.right);
  return node.type === "Literal";
}

export function offsetFact({ of, ...offset }: Offset, sameAs: (id: string) => string): OffsetFact {
  const common = { kind: "offset", ...offset } as const;
  if (of.kind === "text") return { ...common, of };
  const { name, request } = of;
  return {
    ...common,
    of: { kind: "named", name, requests: request === undefined ? [] : [sameAs(String(request))] },
  };
}
