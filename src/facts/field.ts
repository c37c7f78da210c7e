import type { Location } from "../core/span.js";
import type { Hop, Text } from "./text.js";
import type { Setting } from "./request.js";

/** A property that is written into, read from or declared for some object. */
export interface FieldFact {
  readonly kind: "field";
  readonly name: string;
  readonly place: Location;
  /** The whole access where it is more than the name: `cluster.providerSettings`, `"numShards": 3`. */
  readonly extent: Location;
  readonly access: "read" | "write" | "declare";
  /**
   * Keys from the outermost object that is known down to this one, `[]` for an element of a list:
   * `["results", "[]", "replicationSpecs", "[]", "regionsConfig"]`. Ends with `name`.
   */
  readonly path: readonly string[];
  readonly owner: Owner;
  /** The way of the value from where it came into being. */
  readonly trace: readonly Hop[];
  readonly setting: Setting;
  /** Values that the field is given or compared with, where known. */
  readonly values?: readonly Text[];
  /** Of a field that holds an object: the keys that are written into or read from it, with known strings as values. */
  readonly contents?: Readonly<Record<string, string | undefined>>;
  /** A name bound in a pattern (`const { srvAddress } = …`): the local name, when it differs. */
  readonly binding?: string;
  /** Of a declaration: whether the property may be absent. */
  readonly isOptional?: boolean;
  /** It stands in the markup of a component, not in one of its scripts. */
  readonly isInMarkup?: boolean;
  /** Of a read of an answer: what else the object may be that it is read of. */
  readonly alternatives?: readonly Alternative[];
}

/** Something that is not known to come from a server. */
export interface Alternative {
  /** As a reader of the code would call it. */
  readonly name: string;
  /** Where it comes into the program. */
  readonly place?: Location;
}

/** What is known of the object that `path` starts at. */
export type Owner =
  | {
      /** The body that a request sends, or that its response brings. */
      readonly kind: "request" | "response";
      /** `RequestFact.id`s in the same file; several where a wrapper serves several endpoints. */
      readonly requests: readonly string[];
      /** The type that the code states for what is read of, `[]` behind it for a list. */
      readonly typeName?: string;
    }
  /** A declared type: interface, alias, class, schema. */
  | {
      readonly kind: "type";
      readonly name: string;
      readonly siblings: Siblings;
      /** Whether the place only names a member that the type declares somewhere else: `Pick<Cluster, "name">`. */
      readonly isElsewhere?: boolean;
      /**
       * Of a schema: the requests whose answers it parses, and the path of the property in them; `isRequired` where it
       * refuses an answer that does not have it.
       */
      readonly parses?: {
        readonly requests: readonly string[];
        readonly path: readonly string[];
        readonly isRequired?: boolean;
      };
    }
  /** An object literal or data of which no use is known. */
  | { readonly kind: "object"; readonly name?: string; readonly siblings: Siblings }
  /** Something of which only a name is known: a parameter, the result of an unknown call, a declared type. */
  | {
      readonly kind: "named";
      readonly name: string;
      /** The type that the code states for what `path` starts at, `[]` behind it for a list. */
      readonly typeName?: string;
      readonly siblings: Siblings;
    };

/** All keys that are seen in the object that holds the field: what company the name is in. */
export type Siblings = readonly string[];
