import type { CalendarDate } from "../core/calendar-date.js";
import type { Concern, Confidence, Fix, Part, RelatedPlace, Role, Severity } from "../core/finding.js";
import type { FileClass } from "../core/report.js";
import type { Location } from "../core/span.js";
import type { Catalog, Vocabulary } from "../catalog/catalog.js";
import type { FieldFact } from "../facts/field.js";
import type { FileFacts, LibraryImportFact } from "../facts/file-facts.js";
import type { ApiRequest } from "./api-request.js";
import type { Anchor } from "./anchors.js";
import type { ExpiryDays } from "./expiry.js";
import type { OwnObjects } from "./own-objects.js";
import type { ServedPaths } from "./served-paths.js";
import type { TypeOracle } from "./type-oracle.js";

/** The input of a rule for one file. It is read-only, and gives no access to a syntax tree or to the disk. */
export interface FileContext {
  readonly catalog: Catalog;
  /** The resource version that the user migrates to. */
  readonly target: CalendarDate;
  /** The day to check for. */
  readonly asOf: CalendarDate;
  /** When a version that ends soon is a warning or an error. Default: `DEFAULT_EXPIRY`. */
  readonly expiry?: ExpiryDays;
  readonly facts: FileFacts;
  readonly fileClass: FileClass;
  /** The requests of the file, with what the catalog knows about them. */
  readonly requests: readonly ApiRequest[];
  /** Returns the requests with these ids, as `FieldFact.owner` has them; the same function for all files of a program. */
  requestsOf(ids: readonly string[]): readonly ApiRequest[];
  /** The requests of all files of the program. */
  readonly programRequests: readonly ApiRequest[];
  /** The requests of code in files of other kinds, such as a workflow, which may use what a program holds. */
  readonly embeddedRequests: readonly ApiRequest[];
  /** The properties that types of the program declare, by name. */
  readonly declaredFields: ReadonlyMap<string, readonly FieldFact[]>;
  /** Returns the objects of the program that have names of an old form and are its own. */
  ownObjects(): OwnObjects;
  /** Returns the paths of the repository that pass on what the service answers. */
  servedPaths(): ServedPaths;
  /** Returns whether a file of the program has a string that only the service has. */
  namesService(): boolean;
  vocabulary(name: string): Vocabulary;
  /** The libraries of the API that programs of the repository import. */
  readonly libraryImports: readonly LibraryImportFact[];
  /** Answers questions about types; absent with `--no-types`. */
  readonly types?: TypeOracle;
}

/** The input of a rule for a question about the whole repository. */
export interface RepositoryContext {
  readonly catalog: Catalog;
  readonly target: CalendarDate;
  readonly asOf: CalendarDate;
  readonly files: readonly FileContext[];
}

/** The names of the placeholders `{{name}}` of a message. */
type Placeholders<Message extends string> = Message extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** A report of a rule: one of its messages, with data for all placeholders. */
type Report<Messages extends Readonly<Record<string, string>>> = {
  [Id in keyof Messages & string]: {
    readonly messageId: Id;
    readonly place: Location;
    readonly confidence: Confidence;
    /** If it differs from that of the rule. */
    readonly severity?: Severity;
    readonly role?: Role;
    readonly property?: string;
    /** The requests that it is about. */
    readonly requests?: readonly ApiRequest[];
    /** Places that explain it, origin first. `place` itself is not among them. */
    readonly related?: readonly RelatedPlace[];
    readonly fixes?: readonly Fix[];
    /** One sentence that tells people what to write instead. */
    readonly advice?: string;
    /** The kind of thing that kept v2ready from deciding. Reports count these. */
    readonly cause?: string;
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
  /** The confidences of its findings, highest first. It may report no other confidence. */
  readonly confidence: readonly Confidence[];
  /** The kinds of fixes that its findings can have; absent if there is none. */
  readonly fixes?: readonly ("safe" | "unsafe")[];
  readonly messages: Messages;
  /** Shorter messages with the same placeholders, for reports that have already named the request. */
  readonly brief?: Readonly<Partial<Record<keyof Messages & string, string>>>;
  /** The part of a request that the findings are about, if their role does not say it. */
  readonly part?: Part;
  /** The concern of its findings, or of those with some of its messages. Fixes find their findings by it. */
  readonly concern?: Concern | Readonly<Partial<Record<keyof Messages & string, Concern>>>;
  /** Messages of findings that may be new after a fix, see `Finding.isNotice`. */
  readonly notices?: readonly (keyof Messages & string)[];
  /** The sections of the specification and the public documents that support the rule: keys of the sources of the catalog. */
  readonly sources: readonly string[];
  /**
   * Messages that are not needed if one of others is at the same place, with at least the same confidence:
   * `{ discovery: ["other-rule/messageId"] }`. Where both rules run, one of the two is reported.
   */
  readonly yields?: Readonly<Partial<Record<keyof Messages & string, readonly string[]>>>;
  /**
   * The strings that a file must contain for the rule to report anything in it, for one vocabulary. A rule without
   * anchors is refused.
   */
  readonly anchors: (vocabulary: Vocabulary) => readonly Anchor[];
}

export interface Rule {
  readonly meta: RuleMeta;
  readonly check: (context: FileContext) => Iterable<AnyReport>;
  /** Checks all files together. Does not run in editors. */
  readonly checkRepository?: (context: RepositoryContext) => Iterable<AnyReport>;
  readonly explain?: Explain;
}

/** Says why a rule has no finding for something, without a full stop. Undefined if it does not look at it. */
export interface Explain {
  readonly request?: (request: ApiRequest, context: FileContext) => string | undefined;
  readonly field?: (field: FieldFact, context: FileContext) => string | undefined;
}

/** Defines a rule with typed messages: a missing placeholder is a compile error. */
export function defineRule<const Messages extends Readonly<Record<string, string>>>(rule: {
  readonly meta: RuleMeta<Messages>;
  readonly check: (context: FileContext) => Iterable<Report<Messages>>;
  readonly checkRepository?: (context: RepositoryContext) => Iterable<Report<Messages>>;
  readonly explain?: Explain;
}): Rule {
  return rule as unknown as Rule;
}

/** Returns the message with its placeholders filled. */
export function fillMessage(message: string, data: Readonly<Record<string, string>> = {}): string {
  return message.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => data[name] ?? whole);
}
