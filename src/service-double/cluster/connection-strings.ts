import type { Vocabulary } from "../../catalog/catalog.js";
import { identifierOf } from "../identifiers.js";
import { zonesOf, type Cluster } from "../../validation/cluster.js";

/** Names under which the nodes of a cluster are reached. */
interface Addresses {
  /** `host:port`, three a shard. */
  readonly hosts: readonly string[];
  readonly replicaSet: string;
  /** Only the hosts. */
  readonly bare: string;
  readonly standard: string;
  readonly standardSrv: string;
}

export function addressesOf(groupId: string, cluster: Cluster, vocabulary: Vocabulary): Addresses {
  const { schemes, domains } = vocabulary.connectionStrings;
  const suffix = identifierOf("project", groupId).slice(0, 5);
  const prefix = cluster.name.toLowerCase().slice(0, 23);
  const domain = `${suffix}.${domains[0]!}`;
  const two = (number: number): string => String(number).padStart(2, "0");
  const hosts = cluster.shards.flatMap((_, shard) =>
    [0, 1, 2].map((node) => `${prefix}-shard-${two(shard)}-${two(node)}.${domain}:27017`),
  );
  const replicaSet = `atlas-${identifierOf(groupId, cluster.name).slice(0, 6)}-shard-0`;
  const bare = `${schemes[0]!}://${hosts.join(",")}`;
  const isSharded = cluster.shards.length > 1 || zonesOf(cluster).length > 1;
  return {
    hosts,
    replicaSet,
    bare,
    standard: `${bare}/?ssl=true&authSource=admin${isSharded ? "" : `&replicaSet=${replicaSet}`}`,
    standardSrv: `${schemes[0]!}+srv://${prefix}.${domain}`,
  };
}
