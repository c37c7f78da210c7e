import type { Vocabulary } from "../../catalog/catalog.js";
import { apiError } from "../../validation/api-error.js";
import { Refusal } from "../api-error.js";
import { addressesOf } from "../cluster/connection-strings.js";
import type { Store } from "../store.js";

const PATH = /^\/groups\/([^/]+)\/discovery$/;

/**
 * Lists the targets of a project's metrics, one group for each node. It is not part of the administration API and has
 * no versions.
 *
 * @throws {Refusal} 404, 406, 400
 */
export function discover(
  path: string,
  query: URLSearchParams,
  accept: string | undefined,
  vocabulary: Vocabulary,
  store: Store,
): object[] {
  const id = PATH.exec(path)?.[1];
  const group = id === undefined ? undefined : store.group(id);
  if (!group) throw new Refusal(apiError(404, "RESOURCE_NOT_FOUND", `Cannot find resource ${path}.`, path));
  if (accept !== undefined && !/application\/json|\*\/\*/i.test(accept))
    throw new Refusal(apiError(406, "NOT_ACCEPTABLE", "Discovery answers application/json."));
  const scheme = query.get("targetScheme") ?? "PUBLIC";
  if (!["PUBLIC", "PRIVATE"].includes(scheme))
    throw new Refusal(
      apiError(400, "INVALID_ENUM_VALUE", `${scheme} is not a target scheme.`, "targetScheme"),
    );
  return store.clusters(group.id).flatMap((cluster) => {
    const { hosts, replicaSet } = addressesOf(group.id, cluster, vocabulary);
    const { provider, backingProvider, region } = cluster.shards[0]!.regions[0]!;
    return hosts.map((host) => ({
      targets: [scheme === "PRIVATE" ? host.replace(".", "-pri.") : host].map((one) =>
        one.replace(/:\d+$/, ":27018"),
      ),
      labels: {
        ...{ cl_name: cluster.name, group_id: group.id, group_name: group.name, org_id: group.orgId },
        ...{ node_type: "ELECTABLE", provider: backingProvider ?? provider, region },
        ...{ replica_set_name: replicaSet, availability_zone: "a" },
      },
    }));
  });
}
