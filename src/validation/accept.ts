import type { Vocabulary } from "../catalog/catalog.js";
import { loadCatalog } from "../catalog/load.js";
import type { CalendarDate } from "../core/calendar-date.js";
import { apiError, type ApiError } from "./api-error.js";
import { contractErrors } from "./contract.js";
import { BodyReader } from "./body-reader.js";
import type { Cluster } from "./cluster.js";
import { isAsymmetric, isTenant } from "./cluster.js";
import { checkCluster } from "./constraints.js";
import { readLegacyBody } from "./legacy-body.js";
import { readVersionedBody } from "./versioned-body.js";

interface AcceptOptions {
  /** The names of the attributes, and what a body may have; by default those of the specification. */
  readonly vocabulary?: Pick<Vocabulary, "bodies" | "words">;
  /** The cluster that the body modifies; without it the body creates one. */
  readonly current?: Cluster;
}

type Acceptance =
  | { readonly ok: true; readonly cluster: Cluster }
  /** At least one; the first is what the service would answer. */
  | { readonly ok: false; readonly errors: readonly ApiError[] };

/** The shape of the clusters resource that the two unversioned forms have. */
const UNVERSIONED: ReadonlyMap<string, CalendarDate> = new Map(
  Object.entries<CalendarDate>({ "v1.0": "2023-01-01", "v1.5": "2023-02-01" }),
);

/** Names of attributes that a tenant cluster's body may not have at all, in the shape before and after 2023-02-01. */
const NOT_OF_TENANTS = { legacy: "providerBackupEnabled", versioned: "backupEnabled" } as const;

/**
 * Returns whether the service would take a body for a cluster, and the cluster that would come of it: what POST and
 * PATCH of the double do, without a server. Two bodies ask for the same cluster exactly when their clusters are deeply
 * equal.
 *
 * It knows nothing of how bodies of one shape are converted into another: each shape is read on its own.
 *
 * @param version `v1.0`, `v1.5`, or the version of the clusters resource that answers: `2023-01-01` (legacy shape),
 * `2023-02-01`, `2024-08-05`, `2024-10-23`
 * @param body parsed JSON
 */
export function acceptClusterBody(version: string, body: unknown, options: AcceptOptions = {}): Acceptance {
  const { vocabulary = loadCatalog({ vocabularies: ["service"] }).vocabularies[0]!, current } = options;
  const { words } = vocabulary;
  const shape = UNVERSIONED.get(version) ?? version;
  const errors: ApiError[] = [];
  const unsupported = current && cannotShow(current, shape);
  if (unsupported) return { ok: false, errors: [unsupported] };
  const endpoint = current ? "clusters.modify" : "clusters.create";
  const broken = contractErrors(body, { id: endpoint, version: shape, creates: !current }, vocabulary);
  if (broken.length > 0) return { ok: false, errors: broken };
  const reader = new BodyReader(body as Record<string, unknown>, "", errors);
  const legacy = shape < "2023-02-01";
  const cluster = legacy
    ? readLegacyBody(reader, words, current)
    : readVersionedBody(reader, shape, words, current);
  if (cluster && errors.length === 0) {
    if (isTenant(cluster))
      reader.refuse(NOT_OF_TENANTS[legacy ? "legacy" : "versioned"], "A tenant cluster has no cloud backup.");
    if (current && cluster.name !== current.name)
      reader.refuse("name", "The name of a cluster cannot change.");
    errors.push(...checkCluster(cluster));
  }
  return cluster && errors.length === 0 ? { ok: true, cluster } : { ok: false, errors };
}

/** Returns the error if a version of the clusters resource cannot represent a cluster. Undefined if it can. */
export function cannotShow(cluster: Cluster, shape: CalendarDate): ApiError | undefined {
  if (shape < "2024-08-05" && isAsymmetric(cluster)) {
    const detail = "The cluster has shards that differ, which this version of the API does not support.";
    return apiError(400, "ASYMMETRIC_SHARD_UNSUPPORTED", detail, cluster.name);
  }
  const providers = new Set(cluster.shards.flatMap(({ regions }) => regions.map(({ provider }) => provider)));
  if (shape < "2023-02-01" && providers.size > 1) {
    const detail = `Cluster ${cluster.name} spans several cloud providers, which this version does not support.`;
    return apiError(400, "MULTI_CLOUD_CLUSTER_INVALID", detail, cluster.name);
  }
  return undefined;
}
