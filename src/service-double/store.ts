import type { Cluster } from "../validation/cluster.js";
import { identifierOf } from "./identifiers.js";

/** A resource that the double keeps as it was sent. */
export type Document = Readonly<Record<string, unknown>>;

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
  readonly created: string;
  /** Peering-only mode. */
  readonly privateIpMode: boolean;
}

/** Everything in a store, for comparison: equal stores have deeply equal snapshots. */
export interface Snapshot {
  readonly groups: Readonly<Record<string, Group>>;
  /** By group, then by name. */
  readonly clusters: Readonly<Record<string, Readonly<Record<string, Cluster>>>>;
  /** By the path behind the base, lists and single documents. */
  readonly documents: Readonly<Record<string, readonly Document[]>>;
}

/** A day on which everything was created: answers are the same at every run. */
export const CREATED = "2024-01-15T09:00:00Z";

/** The data that both forms of the API show and change. */
export class Store {
  readonly #groups = new Map<string, Group>();
  readonly #clusters = new Map<string, Map<string, Cluster>>();
  readonly #documents = new Map<string, Document[]>();
  #made = 0;

  groups(): Group[] {
    return [...this.#groups.values()];
  }

  group(id: string): Group | undefined {
    return this.#groups.get(id);
  }

  setGroup(group: Group): void {
    this.#groups.set(group.id, group);
  }

  deleteGroup(id: string): void {
    this.#groups.delete(id);
    this.#clusters.delete(id);
  }

  clusters(groupId: string): Cluster[] {
    return [...(this.#clusters.get(groupId)?.values() ?? [])];
  }

  cluster(groupId: string, name: string): Cluster | undefined {
    return this.#clusters.get(groupId)?.get(name);
  }

  setCluster(groupId: string, cluster: Cluster): void {
    const clusters = this.#clusters.get(groupId) ?? new Map<string, Cluster>();
    this.#clusters.set(groupId, clusters.set(cluster.name, cluster));
  }

  deleteCluster(groupId: string, name: string): void {
    this.#clusters.get(groupId)?.delete(name);
    for (const path of this.#documents.keys())
      if (path.startsWith(`/groups/${groupId}/clusters/${name}/`)) this.#documents.delete(path);
  }

  /** Returns a copy of the documents at a path. */
  documents(path: string): Document[] {
    return [...(this.#documents.get(path) ?? [])];
  }

  setDocuments(path: string, documents: readonly Document[]): void {
    if (documents.length === 0) this.#documents.delete(path);
    else this.#documents.set(path, [...documents]);
  }

  /** Makes a new identifier. The n-th one of a store is always the same. */
  newIdentifier(): string {
    return identifierOf("made", String(++this.#made));
  }

  snapshot(): Snapshot {
    return structuredClone({
      groups: sorted(this.#groups),
      clusters: sorted(new Map([...this.#clusters].map(([id, clusters]) => [id, sorted(clusters)]))),
      documents: sorted(this.#documents),
    });
  }
}

function sorted<Value>(map: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...map].sort(([left], [right]) => (left < right ? -1 : 1)));
}
