import type { Credentials } from "../../facts/request.js";
import type { Run } from "../../analysis/evaluation/run.js";
import type { Value } from "../../analysis/evaluation/value.js";
import type { HookPlace } from "./client-hooks.js";
import type { MemberKey } from "../../analysis/evaluation/member-tables.js";

/** An HTTP client of a lowered language, as data. */
export interface ClientTable {
  /** As reports name it. */
  readonly client: string;
  /** The page that says so. */
  readonly source: string;
  readonly rows: readonly ClientRow[];
  /** Returns the headers that are sent of those that are written; they are the same without it. */
  readonly headersOf?: (run: Run, written: Value) => Value;
  /** Classes of instances → the members that their defaults are found under. */
  readonly instances?: Readonly<Record<string, InstanceMembers>>;
  /** The places of functions that get its requests before they go out. */
  readonly hooks?: readonly HookPlace[];
}

/** Which argument: by position, or by name; of several the first that is given. */
export type Slot = number | string | readonly (number | string)[];

/** A setting that a call implies, whatever its arguments are. */
export interface Fixed {
  readonly is: string;
}

export interface ClientRow {
  /** `requests.get`: a module, a period and a member; `Session#get`: a method of what another row gave. */
  readonly call: string;
  /**
   * The result of the call. An instance has defaults for later calls, and another call sends a draft. An answer is the
   * response of an earlier call, and self is the object that the method is called on. A record keeps the arguments of a
   * request until another call sends it, whose `options` it is. Shown is the response to a request that the program gets
   * before it goes out.
   */
  readonly gives: "response" | "shown" | "answer" | "instance" | "draft" | "self" | "record" | "credentials";
  /** The class of the instance, draft or record, under which rows with `#` find it. */
  readonly as?: string;
  /** The arguments that a record keeps, by the names of its members. */
  readonly members?: Readonly<Record<string, Slot>>;
  /** The number of results of the call, in languages in which it may be more than one. */
  readonly results?: number;
  /** The place of the response among the results. Default: 0. */
  readonly resultAt?: number;
  /** The method itself, where the call implies it. */
  readonly method?: string;
  readonly methodAt?: Slot;
  /** The method where none is given and there is a body. */
  readonly methodWithBody?: string;
  /** The argument whose members are the arguments by name, where a record holds these. */
  readonly options?: number;
  /** For an instance, the base of the URLs of its calls. */
  readonly url?: Slot;
  readonly query?: Slot;
  readonly headers?: Slot;
  /** True if headers of the call replace all those of its instance. */
  readonly replacesHeaders?: true;
  /** The call sends a record to which its instance adds only these; all else comes from the instance that made it. */
  readonly addsOnly?: readonly (keyof InstanceMembers)[];
  /** One header, of a draft or an instance. */
  readonly header?: readonly [name: Slot | Fixed, value: Slot | Fixed];
  readonly body?: Slot;
  /** True if a row that gives the `answer` gets the response to the request of this call. */
  readonly isAnsweredLater?: true;
  /** The argument that the client prints as JSON, with a fitting Content-Type. */
  readonly json?: Slot;
  /** The client sends a record as a form; a text goes as it is. */
  readonly isForm?: boolean;
  readonly auth?: Slot;
  /** The scheme of credentials, and of `auth` if it has no scheme of its own. */
  readonly scheme?: Credentials;
  /** The arguments that an instance keeps: functions that get its requests, by the member that has them. */
  readonly keeps?: Readonly<Record<string, Slot>>;
  /** The member of an instance, and the argument that is added to its functions; or all arguments. */
  readonly adds?: readonly [member: string, at: Slot];
  /** The method that this one calls, with the HTTP method as its first argument. Programs may write another one. */
  readonly through?: string;
  /** The draft that this call sends; of `self` the object that is given back instead of its own. */
  readonly sends?: Slot;
  /** The class of the instance that all calls without one share: the call uses it, or sets it up. */
  readonly shares?: string;
  /** The instance that the client uses for such calls from now on. */
  readonly replaces?: Slot;
  /** The way to add a header to the call. */
  readonly intake?:
    | { readonly keyword: string }
    | { readonly argument: number }
    | { readonly method: string };
}

export interface InstanceMembers {
  readonly headers?: MemberKey;
  readonly auth?: MemberKey;
  readonly base?: MemberKey;
  readonly query?: MemberKey;
}

/** Returns whether a call has an instance: its own one, or the one that calls share. */
export function hasInstance({ call, shares }: ClientRow): boolean {
  return call.includes("#") || shares !== undefined;
}

/** Returns the rows of methods that differ only in their names: `requests.get`, `requests.post`, … */
export function rowsOfMethods(
  prefix: string,
  names: readonly string[],
  row: Omit<ClientRow, "call">,
): ClientRow[] {
  return names.map((name) => ({ call: `${prefix}${name}`, method: name.toUpperCase(), ...row }));
}
