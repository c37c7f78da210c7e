import type { Location } from "../core/span.js";
import type { Hop, Text } from "./text.js";
import type { Setting } from "./request.js";

/** A property that code writes into, reads from or declares for an object. */
export interface FieldFact {
  readonly kind: "field";
  readonly name: string;
  readonly place: Location;
  /** The whole access if it is longer than the name: `cluster.providerSettings`, `"numShards": 3`. */
  readonly extent: Location;
  readonly access: "read" | "write" | "declare";
  /**
   * Keys from the outermost known object to this one, `[]` for an element of a list: `["results", "[]",
   * "replicationSpecs", "[]", "regionsConfig"]`. Ends with `name`.
   */
  readonly path: readonly string[];
  readonly owner: Owner;
  /** The trace of the value from its origin. */
  readonly trace: readonly Hop[];
  readonly setting: Setting;
  /** Values that the field is given or compared with, if they are known. */
  readonly values?: readonly Text[];
  /**
   * For a field that holds an object: the keys that are written into it or read from it, with known strings as values.
   */
  readonly contents?: Readonly<Record<string, string | undefined>>;
  /** For a name bound in a pattern (`const { srvAddress } = …`): the local name, if it differs. */
  readonly binding?: string;
  /** For a declaration: whether the property is optional. */
  readonly isOptional?: boolean;
  /** For a read from a response: the code also handles the absence of the property. */
  readonly hasFallback?: boolean;
  /** For a read from a response: it is the alternative for what replaces the property, which the code reads first. */
  readonly isStandby?: boolean;
  /** For a read from a response: on the other way of a condition, the code reads what replaces the property. */
  readonly isBesideReplacement?: boolean;
  /** For a read from a response with another way: the code reads what replaces the property on that way. */
  readonly precedesReplacement?: boolean;
  /** It is in the markup of a component, not in a script. */
  readonly isInMarkup?: boolean;
  /** For a read: the code deletes the property there, which fails if the object does not have it. */
  readonly isDeletion?: boolean;
  /** For a read: an unknown function gets the object and the name, and may read it. */
  readonly isPerhaps?: boolean;
  /** For a read from a response: the code reads a column of a table, whose name cannot lead into an object. */
  readonly isColumn?: boolean;
  /** For a read from a response: what else the object may be. */
  readonly alternatives?: readonly Alternative[];
}

/** Something that may not come from a server. */
export interface Alternative {
  /** The name that the code gives it. */
  readonly name: string;
  /** The place where the value enters the program. */
  readonly place?: Location;
}

/** The known facts about the object at which `path` starts. */
export type Owner =
  | {
      /** The body of a request, or of its response. */
      readonly kind: "request" | "response";
      /** `RequestFact.id`s in the same file; several if a wrapper serves several endpoints. */
      readonly requests: readonly string[];
      /** The declared type of the object that is read, followed by `[]` for a list. */
      readonly typeName?: string;
    }
  /** A declared type: interface, alias, class, schema. */
  | {
      readonly kind: "type";
      readonly name: string;
      readonly siblings: Siblings;
      /** True if the place only names a member that is declared elsewhere: `Pick<Cluster, "name">`. */
      readonly isElsewhere?: boolean;
      /**
       * For a schema: the requests whose responses it parses, and the path of the property in them. `isRequired` if it
       * refuses a response without the property.
       */
      readonly parses?: {
        readonly requests: readonly string[];
        readonly path: readonly string[];
        readonly isRequired?: boolean;
      };
      /** For a type that code states for responses: their requests, and the path of the property in them. */
      readonly statedFor?: { readonly requests: readonly string[]; readonly path: readonly string[] };
    }
  /** An object literal or data without a known use. */
  | {
      readonly kind: "object";
      readonly name?: string;
      readonly siblings: Siblings;
      /** `RequestFact.id`s of which it has parts of the responses. */
      readonly madeOf?: readonly string[];
    }
  /** Something of which only a name is known: a parameter, the result of an unknown call, a declared type. */
  | {
      readonly kind: "named";
      readonly name: string;
      /** The declared type of the object at which `path` starts, followed by `[]` for a list. */
      readonly typeName?: string;
      readonly siblings: Siblings;
      /** True if its type is that of a library for the API: it may be a body that is sent, or a response. */
      readonly isOfApi?: boolean;
      /** The names of unknown functions that get it, or what holds it. */
      readonly passedTo?: readonly string[];
      /** The parts of responses that an unknown function got, which gave it. */
      readonly madeOf?: readonly { readonly requests: readonly string[]; readonly path: readonly string[] }[];
    };

/** All known keys of the object that holds the field. They are evidence for what the object is. */
export type Siblings = readonly string[];
