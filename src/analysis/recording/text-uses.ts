import { keyOf, type Location } from "../../core/span.js";
import type { CutFact, JoinFact } from "../../facts/file-facts.js";
import { knownText, type Text } from "../../facts/text.js";
import { replacesText, splitsText } from "../../facts/text-methods.js";
import { ownerOf } from "../evaluation/answers.js";
import type { Call } from "../evaluation/callable.js";
import { alternatives, unknownOf, type UnknownValue, type Value } from "../evaluation/value.js";
import type { Discoveries } from "./discoveries.js";
import { fieldOfAccess } from "./fields.js";
import type { Access, Recorder } from "./recorder.js";

/** Returns whether a step of a path stands for what a method that takes a text apart gives. */
export function isCut(step: string): boolean {
  return step.endsWith("()") && splitsText(step.slice(0, -2));
}

interface Cut {
  readonly access: Access;
  readonly by: string;
  readonly args: readonly (string | undefined)[];
}

interface Join {
  readonly access: Access;
  readonly isGlued: boolean;
}

/**
 * Records where code takes the text of a property of interest apart, or makes it a part of a longer text, wherever the
 * value has been meanwhile.
 */
export class TextUses {
  readonly #cuts = new Map<string, Cut>();
  readonly #joins = new Map<string, Join>();

  constructor(
    private readonly names: ReadonlySet<string>,
    private readonly discoveries: Discoveries,
  ) {}

  /** Takes a call of a method of an unknown value: `mongoURI.split("//")`. */
  calledUnknown(callee: UnknownValue, call: Call): void {
    const by = callee.path.at(-1);
    if (by === undefined || !splitsText(by)) return;
    const of = ownerOf(callee);
    if (this.#isNamed(of)) this.#cut(of, by, call, call.args.list);
  }

  /** Takes a call of a function that is modelled: `strings.Split(mongoURI, ",")`. */
  calledNative(name: string, call: Call): void {
    // Operators of other languages are functions too: `py:slice`, `ps:split`.
    const by = name.slice(name.indexOf(":") + 1);
    if (!splitsText(by)) return;
    const { list } = call.args;
    const receiver = this.#propertiesIn(call.this);
    for (const of of receiver) this.#cut(of, by, call, list);
    // An argument of a method of a text or a list is not what the method takes apart.
    const isFunction = alternatives(call.this).every(
      (one) => one.kind !== "text" && (one.kind !== "object" || one.object.className !== "Array"),
    );
    if (receiver.length > 0 || !isFunction) return;
    // `strings.ReplaceAll(text, old, new)`, `re.sub(pattern, new, text)`
    const replacedIn = by !== name || /^[A-Z]/.test(by) ? 0 : list.length - 1;
    for (const [index, value] of list.entries()) {
      if (replacesText(by) && index !== replacedIn) continue;
      for (const of of this.#propertiesIn(value)) this.#cut(of, by, call, list.toSpliced(index, 1));
    }
  }

  /** Takes a text that was made of parts: `mongoURI + "/admin"`. */
  made({ parts }: Text): void {
    for (const [index, part] of parts.entries()) {
      const of = part.kind === "hole" ? unknownOf(part) : undefined;
      if (of?.source.request === undefined || !this.#isNamed(of)) continue;
      const [before, next] = [parts[index - 1], parts[index + 1]];
      const place = placeOf(next) ?? placeOf(before) ?? placeOf(part);
      if (!place) continue;
      const key = `${keyOf(place)}:${of.source.request}:${of.path.join(".")}`;
      const isGlued = next?.kind === "hole" || (next?.kind === "segment" && GLUED.test(next.text));
      if (this.#joins.has(key)) continue;
      this.discoveries.add();
      this.#joins.set(key, { access: { of, access: "read", place, extent: place }, isGlued });
    }
  }

  cuts(recorder: Recorder, sameAs: (id: string) => string): CutFact[] {
    return [...this.#cuts.values()].map(({ access, by, args }) => {
      return { kind: "cut", field: fieldOfAccess(access, recorder, sameAs), by, args };
    });
  }

  joins(recorder: Recorder, sameAs: (id: string) => string): JoinFact[] {
    return [...this.#joins.values()].map(({ access, isGlued }) => {
      return { kind: "join", field: fieldOfAccess(access, recorder, sameAs), isGlued };
    });
  }

  #cut(of: UnknownValue, by: string, { node, environment }: Call, args: readonly Value[]): void {
    const target = node.type === "CallExpression" ? node.callee : node;
    const place = environment.locate(target.type === "MemberExpression" ? target.property : target);
    const key = `${keyOf(place)}:${of.source.request ?? of.source.name}`;
    if (this.#cuts.has(key)) return;
    this.discoveries.add();
    const access: Access = { of, access: "read", place, extent: environment.locate(node) };
    this.#cuts.set(key, { access, by, args: args.map(textIn) });
  }

  /** The properties of interest whose whole text a value is. */
  #propertiesIn(value: Value): UnknownValue[] {
    return alternatives(value).flatMap((single) => {
      const [only, more] = single.kind === "text" ? single.text.parts : [];
      const of =
        single.kind === "unknown" ? single : only?.kind === "hole" && !more ? unknownOf(only) : undefined;
      return of && this.#isNamed(of) ? [of] : [];
    });
  }

  #isNamed({ path }: UnknownValue): boolean {
    return this.names.has(path.at(-1) ?? "");
  }
}

/** The first character of a text that continues a connection string. */
const GLUED = /^[\w/?&,:;@=-]/;

function placeOf(part: Text["parts"][number] | undefined): Location | undefined {
  return part?.kind === "segment" ? part.written : part?.place;
}

function textIn(value: Value): string | undefined {
  return value.kind === "text" ? startOf(value.text) : undefined;
}

/** The text, as far as it is known from its start. */
function startOf(text: Text): string | undefined {
  const [first] = text.parts;
  return knownText(text) ?? (first?.kind === "segment" ? first.text : undefined);
}
