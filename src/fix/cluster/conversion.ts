import type { CalendarDate } from "../../core/calendar-date.js";
import type { Vocabulary } from "../../catalog/catalog.js";
import type { DefaultData } from "../../catalog/model.js";
import type { ConversionData } from "../../catalog/model-of-names.js";
import type { MemberMoves } from "../payload/move-members.js";
import type { Payload, PayloadLeaf, PayloadScalar, PayloadText } from "../../facts/payload.js";

/** The version whose shape the converter writes unless it is asked for another one. */
export const CONVERTER_TARGET: CalendarDate = "2023-02-01";

/** A vocabulary as far as a conversion needs it. */
export type ConversionVocabulary = Pick<Vocabulary, "defaults" | "properties" | "conversions">;

export interface ConvertOptions {
  /** The vocabularies that the payload may use; its names do not change. */
  readonly vocabularies: readonly ConversionVocabulary[];
  /**
   * The use of the payload: `create` a cluster (POST), `modify` one (PATCH, which keeps omitted members), or unknown.
   * Only a payload that creates a cluster gets defaults written out.
   */
  readonly purpose?: Purpose;
  /** The version whose shape the payload has; by its content where it is left out. */
  readonly from?: CalendarDate;
  /** The version whose shape is written, `CONVERTER_TARGET` or later: the newest shape that is not later is. */
  readonly to?: CalendarDate;
  /** Given for the payload of another resource: only these members change. */
  readonly members?: MemberMoves;
}

export type Purpose = "create" | "modify" | "unknown";

/** The decision about one property. */
export interface Decision {
  /** `results[0].providerSettings.instanceSizeName`, with the names of the payload. */
  readonly path: string;
  readonly action: "moved" | "renamed" | "dropped" | "added" | "kept";
  /** Its new path, if it was moved or renamed. */
  readonly to?: string;
  /** One sentence. */
  readonly reason: string;
}

/** The result of a conversion, which fails as a whole if one part fails. */
export type Conversion =
  | {
      readonly ok: true;
      /** The given payload itself if there is nothing to convert. */
      readonly payload: Payload;
      readonly decisions: readonly Decision[];
      /** The reasons why the result is probably right but not certain, one sentence each. */
      readonly doubts: readonly string[];
    }
  | {
      readonly ok: false;
      /** One sentence for each decision that a person must make; at least one. */
      readonly blockers: readonly string[];
    };

/** Collects what is decided while a payload is converted. */
export class Log {
  readonly decisions: Decision[] = [];
  readonly #doubts = new Set<string>();
  readonly #blockers = new Set<string>();
  readonly #defaults: ReadonlyMap<string, DefaultData>;
  readonly names: ConversionData["names"];
  readonly old: ConversionData["old"];
  readonly versioned: ConversionData["new"];
  /** Removed properties of responses whose value is the same in their replacement, in all vocabularies. */
  readonly movedInAnswers: ReadonlySet<string>;
  /** Properties at the root that only the service writes, in all vocabularies. */
  readonly setByService: ReadonlySet<string>;

  constructor(
    { vocabularies }: Pick<ConvertOptions, "vocabularies">,
    readonly conversion: ConversionData,
  ) {
    ({ names: this.names, old: this.old, new: this.versioned } = conversion);
    this.movedInAnswers = new Set(
      vocabularies.flatMap(({ conversions }) => conversions.flatMap((one) => one.movedInAnswers)),
    );
    this.setByService = new Set(
      vocabularies.flatMap(({ conversions }) => conversions.flatMap((one) => one.setByService)),
    );
    this.#defaults = new Map(vocabularies.flatMap(({ defaults }) => defaults.map((one) => [one.id, one])));
  }

  /** The path of every region, for sentences. */
  get region(): string {
    return `${this.names.elements}[].${this.versioned.regions}[]`;
  }

  /** The path of the specs of all kinds of nodes, for sentences. */
  get specs(): string {
    return `${this.region}.${this.conversion.anySpecs}`;
  }

  get doubts(): readonly string[] {
    return [...this.#doubts];
  }

  get blockers(): readonly string[] {
    return [...this.#blockers];
  }

  get isBlocked(): boolean {
    return this.#blockers.size > 0;
  }

  doubt(sentence: string): void {
    this.#doubts.add(sentence);
  }

  block(sentence: string): void {
    this.#blockers.add(sentence);
  }

  /**
   * Adds a doubt for a value that may be `undefined` at run time, if the old default applied then and no longer does.
   */
  doubtPresence(path: string, leaf: PayloadLeaf, id: string): void {
    if (leaf.kind === "opaque" && !leaf.isDefined)
      this.doubt(
        `${path} is unknown here; if it is undefined, it meant ${this.#default(id).value}, which is no longer the default.`,
      );
  }

  /** Returns whether the catalog has a value to write under an id. */
  hasDefault(id: string): boolean {
    return this.#defaults.get(id)?.value !== undefined;
  }

  /**
   * Returns a new value from the table of the catalog, which cites its source.
   *
   * @param at the path of the value, for people
   */
  added(at: string, id: string): PayloadText | PayloadScalar {
    this.decisions.push({ path: at, action: "added", reason: this.#default(id).reason });
    return this.#leaf(id);
  }

  /** Returns a value from the table that replaces another value with the same meaning. */
  replaced(path: string, to: string, id: string): PayloadText | PayloadScalar {
    this.moved(path, to, this.#default(id).reason);
    return this.#leaf(id);
  }

  /** Doubts what a body leaves out and the sources contradict each other on. */
  doubtDefault(id: string): void {
    this.doubt(this.#default(id).reason);
  }

  #leaf(id: string): PayloadText | PayloadScalar {
    const { value } = this.#default(id);
    if (value === undefined) throw new TypeError(`the catalog has no value for ${id}`);
    return typeof value === "string" ? { kind: "text", value } : { kind: "scalar", value };
  }

  #default(id: string): DefaultData {
    const found = this.#defaults.get(id);
    if (!found) throw new TypeError(`the catalog has no default ${id}`);
    return found;
  }

  moved(path: string, to: string, reason: string): void {
    this.decisions.push({ path, action: "moved", to, reason });
  }

  renamed(path: string, to: string, reason: string): void {
    this.decisions.push({ path, action: "renamed", to, reason });
  }

  dropped(path: string, reason: string): void {
    this.decisions.push({ path, action: "dropped", reason });
  }

  copied(path: string, reason: string): void {
    this.decisions.push({ path, action: "added", reason });
  }

  kept(path: string, reason: string): void {
    this.decisions.push({ path, action: "kept", reason });
  }
}
