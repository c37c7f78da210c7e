import {
  ANSWER,
  answered,
  BASE,
  FIRST,
  MAP,
  SECOND,
  sent,
  SETTINGS,
  zones,
  type Case,
} from "./mapping-case.js";

/** Everything else that is known of a cluster. */
export const CLUSTER_CASES: Readonly<Record<string, readonly Case[]>> = {
  dbURI: [{ body: { ...ANSWER, dbURI: "db://a" }, action: "dropped", gives: { dbURI: undefined } }],
  dbURIWithOptions: [
    {
      body: { ...ANSWER, dbURIWithOptions: "db://a/?ssl=true" },
      action: "moved",
      gives: { dbURIWithOptions: undefined, "connectionStrings.standard": "db://a/?ssl=true" },
    },
    {
      body: { ...ANSWER, dbURIWithOptions: "db://a", connectionStrings: { standard: "db://b" } },
      action: "dropped",
      gives: { "connectionStrings.standard": "db://b" },
    },
    {
      body: { ...BASE, dbURIWithOptions: "db://a" },
      purpose: "create",
      action: "dropped",
      gives: { connectionStrings: undefined },
    },
  ],
  dbURIUpdated: [
    {
      body: { ...ANSWER, dbURIUpdated: "2020-01-01T00:00:00Z" },
      action: "dropped",
      gives: { dbURIUpdated: undefined },
    },
  ],
  srvAddress: [
    {
      body: { ...ANSWER, srvAddress: "db+srv://a", connectionStrings: { private: "db://p" } },
      action: "moved",
      gives: { "connectionStrings.standardSrv": "db+srv://a", "connectionStrings.private": "db://p" },
    },
  ],
  providerBackupEnabled: [
    {
      body: { providerBackupEnabled: true },
      action: "renamed",
      gives: { backupEnabled: true, providerBackupEnabled: undefined },
    },
    {
      body: { providerBackupEnabled: "true" },
      action: "renamed",
      gives: { backupEnabled: true, providerBackupEnabled: undefined },
    },
    {
      body: { providerBackupEnabled: true, backupEnabled: false },
      action: "renamed",
      gives: { backupEnabled: true },
    },
  ],
  backupEnabled: [
    { body: { ...BASE, backupEnabled: false }, action: "kept", gives: { backupEnabled: false } },
    {
      body: { providerBackupEnabled: false, backupEnabled: false },
      action: "dropped",
      gives: { backupEnabled: false },
    },
  ],
  numShards: [
    {
      body: { ...BASE, clusterType: "SHARDED", numShards: 3 },
      action: "moved",
      gives: { "replicationSpecs.0.numShards": 3, numShards: undefined },
    },
    {
      body: { ...zones(), clusterType: "SHARDED", numShards: 2 },
      action: "moved",
      gives: { "replicationSpecs.0.numShards": 2 },
    },
    {
      body: { ...zones({ numShards: 1 }), numShards: 2 },
      action: "dropped",
      gives: { "replicationSpecs.0.numShards": 1, numShards: undefined },
    },
  ],
  replicationFactor: [
    {
      body: { ...BASE, replicationFactor: 5 },
      action: "moved",
      gives: { [`${FIRST}.electableSpecs.nodeCount`]: 5, [`${FIRST}.priority`]: 7 },
    },
    {
      body: BASE,
      action: "added",
      decision: "replicationSpecs[0].regionConfigs[0].electableSpecs.nodeCount",
      gives: { [`${FIRST}.electableSpecs.nodeCount`]: 3 },
    },
    {
      body: { ...zones(), replicationFactor: 5 },
      action: "dropped",
      gives: { [`${FIRST}.electableSpecs.nodeCount`]: 2 },
    },
  ],
  replicationSpec: [
    {
      body: { ...BASE, replicationSpec: MAP },
      action: "moved",
      gives: {
        replicationSpec: undefined,
        [`${FIRST}.regionName`]: "US_EAST_1",
        "replicationSpecs.0.numShards": 1,
      },
    },
    {
      body: { ...zones(), ...ANSWER, replicationSpec: MAP },
      action: "dropped",
      gives: { "replicationSpecs.1": undefined },
    },
  ],
  "replicationSpec.{region}.electableNodes": [
    {
      body: { ...BASE, replicationSpec: MAP },
      action: "moved",
      gives: { [`${FIRST}.electableSpecs`]: { instanceSize: "M10", nodeCount: 2 } },
    },
  ],
  "replicationSpec.{region}.readOnlyNodes": [
    {
      body: { ...BASE, replicationSpec: MAP },
      action: "moved",
      gives: {
        [`${FIRST}.readOnlySpecs`]: { instanceSize: "M10", nodeCount: 1 },
        [`${SECOND}.readOnlySpecs`]: undefined,
      },
    },
  ],
  "replicationSpec.{region}.analyticsNodes": [
    {
      body: { ...BASE, replicationSpec: MAP },
      action: "moved",
      decision: "replicationSpec.EU_WEST_1.analyticsNodes",
      gives: { [`${SECOND}.analyticsSpecs`]: { instanceSize: "M10", nodeCount: 1 } },
    },
  ],
  "replicationSpec.{region}.priority": [
    { body: { ...BASE, replicationSpec: MAP }, action: "moved", gives: { [`${SECOND}.priority`]: 6 } },
  ],
  "replicationSpecs[].regionsConfig": [
    {
      body: zones(),
      action: "renamed",
      gives: {
        "replicationSpecs.0.regionsConfig": undefined,
        [`${FIRST}.regionName`]: "US_EAST_1",
        [`${SECOND}.regionName`]: "EU_WEST_1",
      },
    },
  ],
  "replicationSpecs[].regionsConfig.{region}.electableNodes": [
    { body: zones(), action: "moved", gives: { [`${FIRST}.electableSpecs.nodeCount`]: 2 } },
    {
      body: {
        ...BASE,
        replicationSpecs: [{ regionsConfig: { ...MAP, US_EAST_1: { electableNodes: 0, readOnlyNodes: 1 } } }],
      },
      action: "dropped",
      gives: { [`${SECOND}.electableSpecs`]: undefined, [`${SECOND}.priority`]: 0 },
    },
  ],
  "replicationSpecs[].regionsConfig.{region}.readOnlyNodes": [
    {
      body: zones(),
      action: "moved",
      gives: { [`${FIRST}.readOnlySpecs.nodeCount`]: 1, [`${FIRST}.readOnlySpecs.instanceSize`]: "M10" },
    },
  ],
  "replicationSpecs[].regionsConfig.{region}.analyticsNodes": [
    {
      body: { ...zones(), autoScaling: { diskGBEnabled: false } },
      action: "dropped",
      gives: {
        [`${FIRST}.analyticsSpecs`]: undefined,
        [`${SECOND}.analyticsSpecs.nodeCount`]: 1,
        [`${FIRST}.analyticsAutoScaling`]: { diskGB: { enabled: false } },
        [`${SECOND}.analyticsAutoScaling`]: { diskGB: { enabled: false } },
      },
    },
    {
      body: zones(),
      action: "dropped",
      gives: { [`${SECOND}.analyticsSpecs.nodeCount`]: 1, [`${SECOND}.analyticsAutoScaling`]: undefined },
    },
  ],
  "replicationSpecs[].regionsConfig.{region}.priority": [
    { body: zones(), action: "moved", gives: { [`${FIRST}.priority`]: 7, [`${SECOND}.priority`]: 6 } },
  ],
  "replicationSpecs[].regionConfigs": [
    {
      body: {
        ...ANSWER,
        backupEnabled: true,
        replicationSpecs: [
          { numShards: 1, regionConfigs: [{ regionName: "US_EAST_1", providerName: "AWS", priority: 7 }] },
        ],
      },
      action: "untouched",
      gives: { backupEnabled: true },
    },
  ],
  dbVersion: [
    {
      body: { ...BASE, dbVersion: "4.4.1" },
      purpose: "create",
      action: "dropped",
      gives: { dbVersion: undefined },
    },
    { body: { ...ANSWER, dbVersion: "4.4.1" }, action: "kept", gives: { dbVersion: "4.4.1" } },
  ],
  "replicationSpecs[].id": [
    {
      body: zones({ id: "5f" }),
      purpose: "create",
      action: "dropped",
      gives: { "replicationSpecs.0.id": undefined },
    },
    { body: { ...zones({ id: "5f" }), ...ANSWER }, action: "kept", gives: { "replicationSpecs.0.id": "5f" } },
  ],
  "replicationSpecs[].numShards": [
    {
      body: zones(),
      action: "added",
      decision: "replicationSpecs[0].numShards",
      gives: { "replicationSpecs.0.numShards": 1 },
    },
    {
      body: { ...zones({ numShards: 2 }), clusterType: "SHARDED" },
      action: "untouched",
      gives: { "replicationSpecs.0.numShards": 2 },
    },
  ],
  "replicationSpecs[].zoneName": [
    {
      body: zones({ zoneName: "Zone 1" }),
      action: "untouched",
      gives: { "replicationSpecs.0.zoneName": "Zone 1" },
    },
  ],
  clusterType: [
    {
      body: { name: "c", providerSettings: SETTINGS, numShards: 2 },
      action: "added",
      gives: { clusterType: "SHARDED" },
    },
    {
      body: { name: "c", providerSettings: SETTINGS },
      action: "added",
      gives: { clusterType: "REPLICASET" },
    },
    sent("clusterType", "SHARDED"),
  ],
  diskSizeGB: [sent("diskSizeGB", 100)],
  links: [answered("links", [])],
  groupId: [answered("groupId", "5e")],
  id: [
    answered("id", "5e"),
    { body: { ...BASE, id: "5e" }, purpose: "create", action: "dropped", gives: { id: undefined } },
  ],
  name: [sent("name", "prod")],
  paused: [
    sent("paused", true),
    { body: { paused: true }, purpose: "modify", action: "untouched", gives: { paused: true } },
  ],
  pitEnabled: [sent("pitEnabled", true)],
  biConnector: [sent("biConnector", { enabled: true })],
  encryptionAtRestProvider: [sent("encryptionAtRestProvider", "AWS")],
  labels: [sent("labels", [{ key: "autoScaling", value: "providerSettings" }])],
  tags: [sent("tags", [])],
  dbMajorVersion: [sent("dbMajorVersion", "5.0")],
  versionReleaseSystem: [sent("versionReleaseSystem", "LTS")],
  rootCertType: [sent("rootCertType", "DST")],
  stateName: [answered("stateName", "IDLE")],
  createDate: [answered("createDate", "2020-01-01T00:00:00Z")],
  connectionStrings: [answered("connectionStrings", { standard: "db://a" })],
  terminationProtectionEnabled: [sent("terminationProtectionEnabled", true)],
  acceptDataRisksAndForceReplicaSetReconfig: [
    sent("acceptDataRisksAndForceReplicaSetReconfig", "2020-01-01T00:00:00Z"),
  ],
};
