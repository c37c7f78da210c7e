import { acceptClusterBody } from "../validation/accept.js";
import { CREATED, Store } from "./store.js";

/** The one organization and the one project that a fresh double has. */
export const ORG_ID = "5e2211c17a3e5a48f5497de3";
export const GROUP_ID = "5e2211c17a3e5a48f5497de4";
export const INVOICE_ID = "5e4b1c2d3f6a7b8c9d0e1f22";

const CLUSTERS = [
  {
    name: "orders",
    providerBackupEnabled: true,
    pitEnabled: true,
    diskSizeGB: 100,
    autoScaling: { diskGBEnabled: true, compute: { enabled: true, scaleDownEnabled: true } },
    providerSettings: {
      ...{ providerName: "AWS", instanceSizeName: "M30", regionName: "US_EAST_1" },
      autoScaling: { compute: { minInstanceSize: "M10", maxInstanceSize: "M50" } },
    },
    labels: [{ key: "team", value: "shop" }],
  },
  {
    name: "events",
    clusterType: "SHARDED",
    autoScaling: { diskGBEnabled: true },
    providerSettings: { providerName: "GCP", instanceSizeName: "M40", regionName: "EASTERN_US" },
    replicationSpecs: [
      {
        numShards: 2,
        regionsConfig: {
          EASTERN_US: { electableNodes: 2, priority: 7 },
          CENTRAL_US: { electableNodes: 1, priority: 6, readOnlyNodes: 1 },
        },
      },
    ],
  },
  {
    name: "sandbox",
    providerSettings: {
      ...{ providerName: "TENANT", backingProviderName: "AWS" },
      ...{ instanceSizeName: "M0", regionName: "EU_WEST_1" },
    },
  },
];

const group = `/groups/${GROUP_ID}`;
const org = `/orgs/${ORG_ID}`;

const DOCUMENTS: ReadonlyMap<string, readonly object[]> = new Map(
  Object.entries<readonly object[]>({
    "/orgs": [{ id: ORG_ID, name: "Example", isDeleted: false }],
    [`${org}/invoices`]: [
      { id: INVOICE_ID, orgId: ORG_ID, amountBilledCents: 12_345, statusName: "PAID", startDate: CREATED },
    ],
    [`${org}/teams`]: [{ id: "5e4b1c2d3f6a7b8c9d0e1f30", name: "operations" }],
    [`${org}/users`]: [
      {
        id: "5e4b1c2d3f6a7b8c9d0e1f31",
        username: "ada@example.com",
        firstName: "Ada",
        lastName: "Example",
        roles: [
          { orgId: ORG_ID, roleName: "ORG_OWNER" },
          { groupId: GROUP_ID, roleName: "GROUP_OWNER" },
        ],
      },
    ],
    [`${org}/apiKeys`]: [{ id: "5e4b1c2d3f6a7b8c9d0e1f32", desc: "deploy", publicKey: "abcdefgh" }],
    [`${org}/events`]: [
      { id: "5e4b1c2d3f6a7b8c9d0e1f33", eventTypeName: "GROUP_CREATED", created: CREATED, orgId: ORG_ID },
    ],
    [`${group}/databaseUsers`]: [
      {
        ...{ username: "app", databaseName: "admin", groupId: GROUP_ID },
        roles: [{ roleName: "readWriteAnyDatabase", databaseName: "admin" }],
      },
    ],
    [`${group}/accessList`]: [
      { ipAddress: "192.0.2.10", cidrBlock: "192.0.2.10/32", comment: "office", groupId: GROUP_ID },
    ],
    [`${group}/alerts`]: [
      {
        ...{ id: "5e4b1c2d3f6a7b8c9d0e1f34", eventTypeName: "HOST_DOWN", status: "OPEN", groupId: GROUP_ID },
        ...{ created: CREATED, clusterName: "orders" },
      },
    ],
    [`${group}/alertConfigs`]: [
      {
        ...{ id: "5e4b1c2d3f6a7b8c9d0e1f35", eventTypeName: "HOST_DOWN", enabled: true, groupId: GROUP_ID },
        notifications: [{ typeName: "GROUP", intervalMin: 15, delayMin: 0 }],
      },
    ],
    [`${group}/events`]: [
      {
        ...{ id: "5e4b1c2d3f6a7b8c9d0e1f36", eventTypeName: "CLUSTER_CREATED", groupId: GROUP_ID },
        ...{ created: CREATED, clusterName: "orders" },
      },
    ],
    [`${group}/clusters/orders/backup/snapshots`]: [
      {
        ...{ id: "5e4b1c2d3f6a7b8c9d0e1f37", status: "completed", type: "replicaSet" },
        ...{ createdAt: CREATED, storageSizeBytes: 1_048_576 },
      },
    ],
  }),
);

/** Makes a store with a project, three clusters and some data of each kind that clients read. */
export function seededStore(): Store {
  const store = new Store();
  store.setGroup({ id: GROUP_ID, name: "shop", orgId: ORG_ID, created: CREATED, privateIpMode: false });
  for (const body of CLUSTERS) {
    const acceptance = acceptClusterBody("v1.0", body);
    if (!acceptance.ok) throw new Error(acceptance.errors[0]!.detail);
    store.setCluster(GROUP_ID, acceptance.cluster);
  }
  for (const [path, documents] of DOCUMENTS) store.setDocuments(path, documents as Record<string, unknown>[]);
  return store;
}
