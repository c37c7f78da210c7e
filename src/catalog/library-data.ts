/** A library for the unversioned API, whose types have its properties as fields. */
export interface LibraryData {
  readonly ecosystem: "go" | "npm" | "pypi" | "terraform";
  /** As a program imports it: `go.mongodb.org/atlas/mongodbatlas`. */
  readonly import: string;
  /** As manifests name it: `go.mongodb.org/atlas`. */
  readonly package: string;
  /** The last version that is known to need the unversioned API; absent if that is every version. */
  readonly until?: string;
  /** The library to use instead, if there is one. */
  readonly replacement?: string;
  /** For a resource of Terraform: its attributes that the replacement does not have under this name. */
  readonly gone?: readonly GoneAttributeData[];
  /** For a resource of Terraform with a list of others: what they are, and where they are. */
  readonly holds?: { readonly package: string; readonly in: string };
  readonly sources: readonly string[];
}

/** An attribute of a resource of Terraform that goes with it. */
export interface GoneAttributeData {
  /** Without indices: `replication_specs.num_shards`. */
  readonly path: string;
  /** The attribute to read instead, if there is one. */
  readonly replacement?: string;
}
