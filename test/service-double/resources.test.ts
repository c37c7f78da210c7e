import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import { GROUP_ID, ORG_ID, startServiceDouble, type ServiceDouble } from "../../src/service-double/index.js";
import { TEST_DAY } from "../support/analyze.js";
import { withDigest, type Received } from "../support/digest-client.js";

const CLUSTERS = `/groups/${GROUP_ID}/clusters`;

let double: ServiceDouble;
beforeEach(async () => {
  const credentials = { publicKey: "public", privateKey: "private" };
  double = await startServiceDouble({ catalog: loadCatalog(), asOf: TEST_DAY, credentials });
});
afterEach(() => double.close());

/** @param form `v1.0`, `v1.5`, or a date for the versioned form */
function send(form: string, method: string, path: string, body?: unknown): Promise<Received> {
  const versioned = form.includes("-");
  const base = `/api/atlas/${versioned ? "v2" : form}`;
  const headers = versioned ? { accept: `application/vnd.atlas.${form}+json` } : {};
  return withDigest(double, `${base}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
}

const LEGACY = {
  name: "new",
  replicationFactor: 3,
  autoScaling: { diskGBEnabled: false },
  providerSettings: { providerName: "AWS", instanceSizeName: "M10", regionName: "EU_WEST_1" },
};
const SCALING = { diskGB: { enabled: false }, compute: { enabled: false, scaleDownEnabled: false } };
const REGION = {
  ...{ providerName: "AWS", regionName: "EU_WEST_1", priority: 7 },
  electableSpecs: { instanceSize: "M10", nodeCount: 3 },
  autoScaling: SCALING,
};
const VERSIONED = {
  name: "new",
  clusterType: "REPLICASET",
  replicationSpecs: [{ numShards: 1, regionConfigs: [REGION] }],
};

describe("clusters", () => {
  it("made by either form are the same to the other", async () => {
    const one = await send("v1.0", "POST", CLUSTERS, LEGACY);
    expect([one.status, one.body.srvAddress]).toEqual([201, one.body.connectionStrings.standardSrv]);
    const before = double.store.snapshot();
    expect((await send("2023-02-01", "DELETE", `${CLUSTERS}/new`)).status).toBe(202);
    const two = await send("2023-02-01", "POST", CLUSTERS, VERSIONED);
    expect(two.status).toBe(201);
    expect(double.store.snapshot()).toEqual(before);
    expect(two.body.replicationSpecs[0].regionConfigs[0].electableSpecs).toMatchObject({ nodeCount: 3 });
  });

  const removed = [
    ...[
      "autoScaling",
      "mongoURI",
      "mongoURIUpdated",
      "mongoURIWithOptions",
      "numShards",
      "providerBackupEnabled",
    ],
    ...["providerSettings", "replicationFactor", "replicationSpec", "srvAddress"],
  ];

  it("have the legacy shape in v1.0 and at 2023-01-01, the other one in v1.5 and later", async () => {
    for (const form of ["v1.0", "2023-01-01"]) {
      const { body } = await send(form, "GET", `${CLUSTERS}/orders`);
      expect(Object.keys(body)).toEqual(expect.arrayContaining(removed));
      expect(body.replicationSpecs[0].regionsConfig.US_EAST_1.electableNodes).toBe(3);
    }
    for (const form of ["v1.5", "2023-02-01", "2024-08-05"]) {
      const { body } = await send(form, "GET", `${CLUSTERS}/orders`);
      expect(Object.keys(body).filter((name) => removed.includes(name))).toEqual([]);
      expect(body.replicationSpecs[0].regionConfigs[0].regionName).toBe("US_EAST_1");
    }
  });

  it("are one element a zone at 2023-02-01, one a shard at 2024-08-05", async () => {
    const zones = (await send("2023-02-01", "GET", `${CLUSTERS}/events`)).body;
    expect(zones.replicationSpecs.map((one: { numShards: number }) => one.numShards)).toEqual([2]);
    expect(zones.diskSizeGB).toBe(80);
    const shards = (await send("2024-08-05", "GET", `${CLUSTERS}/events`)).body;
    expect(shards.replicationSpecs).toHaveLength(2);
    expect(shards.replicationSpecs[1]).not.toHaveProperty("numShards");
    expect(shards).not.toHaveProperty("diskSizeGB");
    expect(shards.replicationSpecs[1].regionConfigs[0].electableSpecs.diskSizeGB).toBe(80);
  });

  it("have the nodes that are in use at 2024-08-05, which may be sent back", async () => {
    const { body } = await send("2024-08-05", "GET", `${CLUSTERS}/events`);
    const [{ zoneId, regionConfigs }] = body.replicationSpecs;
    expect(regionConfigs[0].effectiveElectableSpecs).toEqual(regionConfigs[0].electableSpecs);
    expect(body.effectiveReplicationSpecs[1].regionConfigs[0]).not.toHaveProperty("effectiveElectableSpecs");
    expect(body.internalClusterRole).toBe("NONE");
    const zones = (await send("2023-02-01", "GET", `${CLUSTERS}/events`)).body;
    expect(zones.replicationSpecs[0].zoneId).toBe(zoneId);
    const { replicationSpecs, effectiveReplicationSpecs, internalClusterRole } = body;
    const change = { replicationSpecs, effectiveReplicationSpecs, internalClusterRole };
    const before = double.store.snapshot();
    expect((await send("2024-10-23", "PATCH", `${CLUSTERS}/events`, change)).status).toBe(200);
    expect(double.store.snapshot()).toEqual(before);
  });

  it.each(["v1.5", "2023-02-01", "2024-10-23"])(
    "read in %s and written back stay as they are",
    async (form) => {
      const before = double.store.snapshot();
      for (const name of ["orders", "events", "sandbox"]) {
        const { body } = await send(form, "GET", `${CLUSTERS}/${name}`);
        const change = { replicationSpecs: body.replicationSpecs };
        expect((await send(form, "PATCH", `${CLUSTERS}/${name}`, change)).status).toBe(200);
      }
      expect(double.store.snapshot()).toEqual(before);
    },
  );

  it("read in v1.0 and written back as a whole stay as they are", async () => {
    const before = double.store.snapshot();
    for (const name of ["orders", "events"]) {
      const { replicationSpec: _, ...body } = (await send("v1.0", "GET", `${CLUSTERS}/${name}`)).body;
      expect((await send("v1.0", "PATCH", `${CLUSTERS}/${name}`, body)).status).toBe(200);
    }
    expect(double.store.snapshot()).toEqual(before);
  });

  it("refuse in v2 what v1.0 takes, with the name of what is wrong", async () => {
    const settings = { providerSettings: { providerName: "AWS", instanceSizeName: "M40" } };
    expect((await send("v1.0", "PATCH", `${CLUSTERS}/orders`, settings)).status).toBe(200);
    const { status, body } = await send("2023-02-01", "PATCH", `${CLUSTERS}/orders`, settings);
    expect([status, body.errorCode, body.parameters]).toEqual([
      400,
      "INVALID_ATTRIBUTE",
      ["providerSettings"],
    ]);
    expect(body.detail).toBe("Invalid attribute providerSettings specified.");
    expect((await send("2023-01-01", "PATCH", `${CLUSTERS}/orders`, settings)).status).toBe(200);
  });

  it("pause in every form, keep their name and are there once", async () => {
    for (const [form, paused] of [
      ["v1.0", true],
      ["2023-02-01", false],
      ["2024-08-05", true],
    ] as const)
      expect((await send(form, "PATCH", `${CLUSTERS}/orders`, { paused })).body.paused).toBe(paused);
    expect((await send("2023-02-01", "PATCH", `${CLUSTERS}/orders`, { name: "other" })).status).toBe(400);
    const again = await send("2023-02-01", "POST", CLUSTERS, { ...VERSIONED, name: "orders" });
    expect(again.body.errorCode).toBe("DUPLICATE_CLUSTER_NAME");
  });

  it("of several providers, or with shards that differ, are none of the older versions'", async () => {
    const gcp = { ...REGION, providerName: "GCP", regionName: "EASTERN_US", priority: 6 };
    const few = { ...REGION, electableSpecs: { instanceSize: "M10", nodeCount: 2 } };
    const other = { ...gcp, electableSpecs: { instanceSize: "M10", nodeCount: 1 } };
    const body = { ...VERSIONED, replicationSpecs: [{ numShards: 1, regionConfigs: [few, other] }] };
    expect((await send("2023-02-01", "POST", CLUSTERS, body)).status).toBe(201);
    expect((await send("v1.0", "GET", `${CLUSTERS}/new`)).body.errorCode).toBe("MULTI_CLOUD_CLUSTER_INVALID");
    const big = { ...REGION, electableSpecs: { instanceSize: "M20", nodeCount: 3 } };
    const shards = [{ regionConfigs: [REGION] }, { regionConfigs: [big] }];
    const uneven = { name: "uneven", clusterType: "SHARDED", replicationSpecs: shards };
    expect((await send("2024-10-23", "POST", CLUSTERS, uneven)).status).toBe(201);
    const old = await send("2023-02-01", "GET", `${CLUSTERS}/uneven`);
    expect([old.status, old.body.errorCode]).toEqual([400, "ASYMMETRIC_SHARD_UNSUPPORTED"]);
  });

  it("that are protected cannot be deleted", async () => {
    await send("2023-02-01", "PATCH", `${CLUSTERS}/orders`, { terminationProtectionEnabled: true });
    expect((await send("v1.0", "DELETE", `${CLUSTERS}/orders`)).status).toBe(409);
  });

  it("of tenants are upgraded by a legacy body, also in v2, but not in one step with a newer date", async () => {
    const body = { ...LEGACY, name: "sandbox" };
    const path = `${CLUSTERS}/tenantUpgrade`;
    expect((await send("2025-03-12", "POST", path, body)).status).toBe(400);
    const { status, body: upgraded } = await send("2023-01-01", "POST", path, body);
    expect([status, upgraded.providerSettings.instanceSizeName]).toEqual([202, "M10"]);
  });

  it("of tenants are upgraded in their region, and are no longer clusters when they become flex", async () => {
    const path = `${CLUSTERS}/tenantUpgrade`;
    const upgrade = (providerSettings: object) =>
      send("2023-01-01", "POST", path, { name: "sandbox", providerSettings });
    expect((await upgrade({ providerName: "FLEX", instanceSizeName: "FLEX" })).status).toBe(202);
    expect((await send("2023-01-01", "GET", `${CLUSTERS}/sandbox`)).status).toBe(404);
  });
});

describe("the words of the specification", () => {
  it("are those of the other base path, on the same store", async () => {
    const accept = "application/vnd.service.2023-02-01+json";
    const path = `/api/admin/v2${CLUSTERS}/orders`;
    const { status, body, headers } = await withDigest(double, path, { headers: { accept } });
    expect([status, headers.get("content-type")]).toEqual([200, `${accept};charset=utf-8`]);
    expect(body.dbMajorVersion).toBe("8.0");
    expect(body.connectionStrings.standardSrv).toMatch(/^db\+srv:/);
    const old = (await withDigest(double, `/api/admin/v1.0${CLUSTERS}/orders`)).body;
    expect(old.dbURIWithOptions).toBe(body.connectionStrings.standard);
    expect(
      (await withDigest(double, `/api/admin/v2/groups/${GROUP_ID}/databaseUsers`, { headers: { accept } }))
        .status,
    ).toBe(200);
  });
});

describe("settings of a cluster", () => {
  it("lose two process arguments at 2024-08-05", async () => {
    const path = `${CLUSTERS}/orders/processArgs`;
    expect((await send("v1.0", "PATCH", path, { failIndexKeyTooLong: true, noTableScan: true })).status).toBe(
      200,
    );
    const newer = await send("2024-08-05", "GET", path);
    expect(newer.body).toMatchObject({ noTableScan: true });
    expect(newer.body).not.toHaveProperty("failIndexKeyTooLong");
    expect((await send("2024-08-05", "PATCH", path, { failIndexKeyTooLong: true })).status).toBe(400);
    expect((await send("2023-01-01", "PATCH", path, { unheardOf: 1 })).status).toBe(400);
  });

  it("name zones of the backup schedule in another way at 2024-08-05", async () => {
    const path = `${CLUSTERS}/orders/backup/schedule`;
    const zone = (await send("2023-02-01", "GET", `${CLUSTERS}/orders`)).body.replicationSpecs[0].id;
    const old = { copySettings: [{ replicationSpecId: zone, regionName: "US_WEST_2" }] };
    expect((await send("v1.0", "PATCH", path, old)).status).toBe(200);
    expect((await send("2024-08-05", "PATCH", path, old)).status).toBe(400);
    expect((await send("2024-08-05", "GET", path)).body.copySettings[0]).toEqual({
      zoneId: zone,
      regionName: "US_WEST_2",
    });
    expect(
      (await send("v1.0", "PATCH", path, { copySettings: [{ replicationSpecId: "none" }] })).status,
    ).toBe(400);
  });

  it("of the project say whether it is private", async () => {
    const path = `/groups/${GROUP_ID}/privateIpMode`;
    expect((await send("v1.0", "PATCH", path, { enabled: true })).body).toEqual({ enabled: true });
    expect((await send("2023-02-01", "GET", path)).body).toEqual({ enabled: true });
    expect((await send("2023-02-01", "PATCH", path, { enabled: "no" })).status).toBe(400);
    expect((await send("2023-02-01", "PATCH", path, { enabled: false, other: 1 })).status).toBe(400);
  });
});

describe("other resources", () => {
  it("are kept, changed and deleted, and secrets are not shown", async () => {
    const path = `/groups/${GROUP_ID}/databaseUsers`;
    const user = { username: "job", databaseName: "admin", password: "secret", roles: [] };
    const made = await send("v1.0", "POST", path, user);
    expect([made.status, made.text]).toEqual([201, expect.not.stringContaining("secret")]);
    expect((await send("2023-01-01", "POST", path, user)).status).toBe(409);
    expect((await send("2023-01-01", "PATCH", `${path}/admin/job`, { roles: [1] })).body.roles).toEqual([1]);
    expect((await send("v1.0", "GET", path)).body.totalCount).toBe(2);
    expect((await send("2023-01-01", "DELETE", `${path}/admin/job`)).status).toBe(204);
    expect((await send("v1.0", "GET", `${path}/admin/job`)).status).toBe(404);
  });

  it("take lists of entries, found by address", async () => {
    const path = `/groups/${GROUP_ID}/accessList`;
    const added = await send("2023-01-01", "POST", path, [
      { ipAddress: "192.0.2.99" },
      { cidrBlock: "198.51.100.0/24" },
    ]);
    expect([added.status, added.body.totalCount]).toEqual([201, 3]);
    expect((await send("v1.0", "GET", `${path}/198.51.100.0%2F24`)).body.cidrBlock).toBe("198.51.100.0/24");
    expect((await send("v1.0", "DELETE", `${path}/192.0.2.99`)).status).toBe(204);
  });

  it("get identifiers, and names that only one of them has", async () => {
    const path = `/orgs/${ORG_ID}/teams`;
    const { id } = (await send("v1.0", "POST", path, { name: "reporting" })).body;
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect((await send("2023-01-01", "GET", `${path}/${id}`)).body.name).toBe("reporting");
    expect((await send("2023-01-01", "GET", `${path}/byName/reporting`)).body.id).toBe(id);
    expect((await send("2023-01-01", "POST", path, { name: "reporting" })).status).toBe(409);
  });

  it("are projects that are made, found by name and deleted", async () => {
    const made = (await send("v1.0", "POST", "/groups", { name: "test", orgId: ORG_ID })).body;
    expect((await send("2023-01-01", "GET", "/groups/byName/test")).body.id).toBe(made.id);
    expect((await send("2023-01-01", "DELETE", `/groups/${GROUP_ID}`)).status).toBe(409);
    expect((await send("2023-01-01", "DELETE", `/groups/${made.id}`)).status).toBe(204);
  });

  it("show users with roles of another shape at 2025-02-19", async () => {
    const path = `/orgs/${ORG_ID}/users`;
    const old = (await send("v1.0", "GET", path)).body.results[0];
    expect([old.emailAddress, Array.isArray(old.roles)]).toEqual(["ada@example.com", true]);
    const now = (await send("2025-02-19", "GET", path)).body.results[0];
    expect(now).not.toHaveProperty("emailAddress");
    expect(now.roles.orgRoles).toEqual(["ORG_OWNER"]);
  });
});
