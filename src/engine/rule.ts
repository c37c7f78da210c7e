import type { CalendarDate } from "../core/calendar-date.js";
import type { Confidence, Fix, Part, RelatedPlace, Role, Severity } from "../core/finding.js";
import type { FileClass } from "../core/report.js";
import type { Location } from "../core/span.js";
import type { Catalog, Vocabulary } from "../catalog/catalog.js";
import type { FileFacts } from "../facts/file-facts.js";
import type { ApiRequest } from "./api-request.js";
import type { Anchor } from "./anchors.js";
import type { ExpiryDays } from "./expiry.js";
import type { TypeOracle } from "./type-oracle.js";

/** What a rule is told of one file. Nothing in it can be changed, and nothing of it leads to a syntax tree or a disk. */
export interface FileContext {
  readonly catalog: Catalog;
  /** The resource version that the user migrates to. */
  readonly target: CalendarDate;
  /** The day that is asked about. */
  readonly asOf: CalendarDate;
  /** When a version that ends soon is a warning or an error; `DEFAULT_EXPIRY` where it is left out. */
  readonly expiry?: ExpiryDays;
  readonly facts: FileFacts;
  readonly fileClass: FileClass;
  /** The file's requests with what the catalog says of them. */
  readonly requests: readonly ApiRequest[];
  /** The requests that a field's owner names. */
  requestsOf(ids: readonly string[]): readonly ApiRequest[];
  vocabulary(name: string): Vocabulary;
  /** What the program's types say; absent where nobody wants to know. */
  readonly types?: TypeOracle;
}

/** What a rule is told when its question is about the repository as a whole. */
export interface RepositoryContext {
  readonly catalog: Catalog;
  readonly target: CalendarDate;
  readonly asOf: CalendarDate;
  readonly files: readonly FileContext[];
}

/** Placeholders `{{name}}` of a message. */
type Placeholders<Message extends string> = Message extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** What a rule reports: one of its messages with all of its placeholders filled. */
type Report<Messages extends Readonly<Record<string, string>>> = {
  [Id in keyof Messages & string]: {
    readonly messageId: Id;
    readonly place: Location;
    readonly confidence: Confidence;
    /** Where it differs from the rule's. */
    readonly severity?: Severity;
    readonly role?: Role;
    readonly property?: string;
    /** The requests that it is about. */
    readonly requests?: readonly ApiRequest[];
    /** From where a value comes to what shows it best; the place itself comes last and is not among them. */
    readonly related?: readonly RelatedPlace[];
    readonly fixes?: readonly Fix[];
    /** What to do instead, one sentence. */
    readonly advice?: string;
  } & ([Placeholders<Messages[Id]>] extends [never]
    ? { readonly data?: undefined }
    : { readonly data: Readonly<Record<Placeholders<Messages[Id]>, string>> });
}[keyof Messages & string];

export type AnyReport = Report<Readonly<Record<string, string>>> & {
  readonly data?: Readonly<Record<string, string>>;
};

interface RuleMeta<Messages extends Readonly<Record<string, string>> = Readonly<Record<string, string>>> {
  /** Kebab-case; the name of the file. */
  readonly id: string;
  /** One sentence, without a full stop: what is reported. */
  readonly description: string;
  readonly severity: Severity;
  /** How sure its findings can be, surest first; no other confidence may be reported. */
  readonly confidence: readonly Confidence[];
  /** What can be known to mend its findings; left out where nothing is. */
  readonly fixes?: readonly ("safe" | "unsafe")[];
  readonly messages: Messages;
  /** The messages in fewer words, for a report that has named the request already; with the same placeholders. */
  readonly brief?: Readonly<Partial<Record<keyof Messages & string, string>>>;
  /** What of a request the findings are about, where their role does not tell. */
  readonly part?: Part;
  /** Section of the specification or public document that the rule rests on: keys of the catalog's sources. */
  readonly sources: readonly string[];
  /**
   * Messages that another rule's message at the same place makes superfluous: `{ discovery: "other-rule/messageId" }`.
   * Where both rules run, one of the two is reported.
   */
  readonly yields?: Readonly<Partial<Record<keyof Messages & string, string>>>;
  /**
   * What must be in a file for the rule to have something to say in it, for one vocabulary. A rule without anchors
   * is refused.
   */
  readonly anchors: (vocabulary: Vocabulary) => readonly Anchor[];
}

export interface Rule {
  readonly meta: RuleMeta;
  readonly check: (context: FileContext) => Iterable<AnyReport>;
  /** For what can only be told of all files together. Not run in editors. */
  readonly checkRepository?: (context: RepositoryContext) => Iterable<AnyReport>;
}

/** A rule with the messages typed: a missing placeholder is an error of the compiler. */
export function defineRule<const Messages extends Readonly<Record<string, string>>>(rule: {
  readonly meta: RuleMeta<Messages>;
  readonly check: (context: FileContext) => Iterable<Report<Messages>>;
  readonly checkRepository?: (context: RepositoryContext) => Iterable<Report<Messages>>;
}): Rule {
  return rule as unknown as Rule;
}

/** The message with its placeholders filled. */
export function fillMessage(message: string, data: Readonly<Record<string, string>> = {}): string {
  return message.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => data[name] ?? whole);
}
