import type { CalendarDate } from "../../core/calendar-date.js";
import { apiError } from "../../validation/api-error.js";
import { Refusal } from "../api-error.js";
import { acceptClusterBody, cannotShow } from "../../validation/accept.js";
import { isTenant, type Cluster, type Region } from "../../validation/cluster.js";
import { becomesFlex, withRegion } from "../../validation/tenant-upgrade.js";
import { addressesOf } from "../cluster/connection-strings.js";
import { renderCluster } from "../cluster/render.js";
import { identifierOf } from "../identifiers.js";
import { groupOf, pageOf, type Call, type Reply } from "./call.js";

export function listClusters(call: Call): Reply {
  const group = groupOf(call);
  return pageOf(
    call.store.clusters(group.id).map((cluster) => shown(call, cluster)),
    call,
  );
}

export function getCluster(call: Call): Reply {
  return { status: 200, body: shown(call, clusterOf(call)) };
}

export function createCluster(call: Call): Reply {
  const group = groupOf(call);
  const cluster = accepted(call);
  if (call.store.cluster(group.id, cluster.name)) {
    const detail = `A cluster named ${cluster.name} is already present in group ${group.id}.`;
    throw new Refusal(apiError(400, "DUPLICATE_CLUSTER_NAME", detail, cluster.name, group.id));
  }
  call.store.setCluster(group.id, cluster);
  return { status: 201, body: shown(call, cluster) };
}

export function modifyCluster(call: Call): Reply {
  const cluster = accepted(call, clusterOf(call));
  call.store.setCluster(groupOf(call).id, cluster);
  return { status: 200, body: shown(call, cluster) };
}

export function deleteCluster(call: Call): Reply {
  const cluster = clusterOf(call);
  if (cluster.terminationProtectionEnabled) {
    const detail = "The cluster cannot be terminated when termination protection is enabled.";
    throw new Refusal(
      apiError(409, "CANNOT_TERMINATE_CLUSTER_WHEN_TERMINATION_PROTECTION_ENABLED", detail, cluster.name),
    );
  }
  call.store.deleteCluster(groupOf(call).id, cluster.name);
  return { status: 202, body: {} };
}

/** Upgrades a tenant cluster to a larger one. Body and response keep the legacy shape in every form (facts 4.2). */
export function upgradeTenant(call: Call): Reply {
  const group = groupOf(call);
  const name = nameIn(call.body);
  const current = call.store.cluster(group.id, name);
  if (!current) throw noCluster(name, group.id);
  if (!isTenant(current)) {
    const detail = `Cluster ${name} is not a tenant cluster.`;
    throw new Refusal(apiError(400, "NOT_TENANT_CLUSTER", detail, name));
  }
  const shape: CalendarDate = "2023-01-01";
  const { name: fixed, ...rest } = current;
  const [{ region, electable }] = rest.shards[0]!.regions as readonly [Region];
  if (becomesFlex(call.body)) {
    call.store.deleteCluster(group.id, name);
    return { status: 202, body: shown(call, current, shape) };
  }
  const acceptance = acceptClusterBody(shape, withRegion(region, call.body), { vocabulary: call.vocabulary });
  if (!acceptance.ok) throw new Refusal(acceptance.errors[0]!);
  const wasFree = electable!.size === "M0";
  if (call.requested !== undefined && call.requested > shape && wasFree && !isTenant(acceptance.cluster)) {
    const detail = "A free cluster cannot become a dedicated one in one step.";
    throw new Refusal(apiError(400, "INVALID_CLUSTER_CONFIGURATION", detail, fixed));
  }
  call.store.setCluster(group.id, acceptance.cluster);
  return { status: 202, body: shown(call, acceptance.cluster, shape) };
}

/** Lists the clusters of every project, in short form. */
export function listAllClusters(call: Call): Reply {
  const projects = call.store.groups().map(({ id, name, orgId }) => ({
    ...{ groupId: id, groupName: name, orgId },
    clusters: call.store.clusters(id).map((cluster) => ({
      clusterId: identifierOf(id, cluster.name),
      name: cluster.name,
      type: cluster.shards.length > 1 ? "SHARDED_CLUSTER" : "REPLICA_SET",
      versions: [`${cluster.majorVersion}.4`],
      nodeCount: addressesOf(id, cluster, call.vocabulary).hosts.length,
    })),
  }));
  return pageOf(projects, call);
}

export function getClusterStatus(call: Call): Reply {
  clusterOf(call);
  return { status: 200, body: { changeStatus: "APPLIED" } };
}

/** Lists the nodes of all clusters, or returns one of them. */
export function listProcesses(call: Call): Reply {
  const group = groupOf(call);
  const processes = call.store.clusters(group.id).flatMap((cluster) =>
    addressesOf(group.id, cluster, call.vocabulary).hosts.map((id, index) => ({
      id,
      groupId: group.id,
      hostname: id.slice(0, id.lastIndexOf(":")),
      port: Number(id.slice(id.lastIndexOf(":") + 1)),
      userAlias: id.slice(0, id.lastIndexOf(":")),
      typeName: index % 3 === 0 ? "REPLICA_PRIMARY" : "REPLICA_SECONDARY",
      version: `${cluster.majorVersion}.4`,
    })),
  );
  const wanted = call.parameters.get("PROCESS-ID");
  if (wanted === undefined) return pageOf(processes, call);
  const found = processes.find(({ id }) => id === wanted);
  if (found) return { status: 200, body: found };
  throw new Refusal(apiError(404, "HOST_NOT_FOUND", `No host ${wanted} exists.`, wanted));
}

/**
 * Returns the cluster of a call.
 *
 * @throws {Refusal} 404
 */
export function clusterOf(call: Call): Cluster {
  const group = groupOf(call);
  const name = call.parameters.get("CLUSTER-NAME") ?? "";
  const cluster = call.store.cluster(group.id, name);
  if (cluster) return cluster;
  if (call.store.documents(`/groups/${group.id}/flexClusters`).some((flex) => flex["name"] === name)) {
    const detail = `Flex cluster ${name} cannot be used in the cluster API.`;
    throw new Refusal(apiError(400, "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API", detail, name));
  }
  throw noCluster(name, group.id);
}

function noCluster(name: string, groupId: string): Refusal {
  const detail = `No cluster named ${name} exists in group ${groupId}.`;
  return new Refusal(apiError(404, "CLUSTER_NOT_FOUND", detail, name, groupId));
}

function accepted(call: Call, current?: Cluster): Cluster {
  const acceptance = acceptClusterBody(call.version, call.body, {
    vocabulary: call.vocabulary,
    ...(current && { current }),
  });
  if (acceptance.ok) return acceptance.cluster;
  throw new Refusal(acceptance.errors[0]!);
}

function shown(call: Call, cluster: Cluster, version = call.version): object {
  const unsupported = cannotShow(cluster, version);
  if (unsupported) throw new Refusal(unsupported);
  const { vocabulary, baseUrl } = call;
  const { id } = groupOf(call);
  const clustersUrl = `${baseUrl}/groups/${id}/clusters`;
  return renderCluster(cluster, { groupId: id, vocabulary, version, clustersUrl });
}

function nameIn(body: unknown): string {
  const name = typeof body === "object" && body !== null && "name" in body ? body.name : undefined;
  return typeof name === "string" ? name : "";
}
