import { expect, it } from "vitest";
import { convertCluster, type JsonData } from "../../src/index.js";
import { acceptClusterBody } from "../../src/validation/accept.js";

it("the library converts plain data and leaves what it was given as it is", () => {
  const body = { name: "x", mongoDBMajorVersion: "5.0", providerBackupEnabled: true };
  const given = structuredClone(body);
  expect(convertCluster(given)).toEqual({
    ok: true,
    value: { name: "x", mongoDBMajorVersion: "5.0", backupEnabled: true },
    decisions: [
      {
        path: "providerBackupEnabled",
        action: "renamed",
        to: "backupEnabled",
        reason: "It was cloud backup, which now has this name.",
      },
    ],
    doubts: [],
  });
  expect(given).toEqual(body);
});

it("gives the very value back where there is nothing to do", () => {
  for (const value of [{ paused: true }, [], "text", 7, null] satisfies JsonData[])
    expect(convertCluster(value)).toEqual({ ok: true, value, decisions: [], doubts: [] });
});

it("says what a person must decide", () => {
  const converted = convertCluster({ backupEnabled: false }, { purpose: "modify", vocabularies: ["atlas"] });
  expect(converted).toEqual({ ok: false, blockers: [expect.stringContaining("now turns cloud backup off")] });
});

it("refuses a vocabulary that is not there", () => {
  expect(() => convertCluster({}, { vocabularies: ["nope"] })).toThrow(/nope/);
});

it("keeps a key that would change the prototype", () => {
  const body = JSON.parse('{"name":"x","__proto__":{"a":1},"providerBackupEnabled":true}') as JsonData;
  const converted = convertCluster(body);
  expect(JSON.stringify(converted.ok && converted.value)).toBe(
    '{"name":"x","__proto__":{"a":1},"backupEnabled":true}',
  );
});

const ANSWER = {
  ...{ id: "1", groupId: "2", name: "rs", createDate: "2024-01-01T00:00:00Z", stateName: "IDLE" },
  ...{ mongoDBVersion: "8.0.4", connectionStrings: { standard: "x" }, links: [] },
  ...{ featureCompatibilityVersion: "8.0", configServerType: "DEDICATED" },
  clusterType: "REPLICASET",
  diskSizeGB: 30,
  replicationSpecs: [
    {
      ...{ id: "5e2211c17a3e5a48f5497de4", numShards: 1, zoneName: "A" },
      regionConfigs: [
        {
          ...{ providerName: "AWS", regionName: "EU_WEST_1", priority: 7 },
          electableSpecs: { instanceSize: "M30", nodeCount: 3 },
        },
      ],
    },
  ],
} satisfies JsonData;

it("removes what only the service writes from a response that is sent back", () => {
  const versions = { from: "2023-02-01", to: "2024-10-23", vocabularies: ["atlas"] } as const;
  const body = convertCluster(ANSWER, { purpose: "create", ...versions });
  if (!body.ok) throw new Error(body.blockers.join("\n"));
  expect(Object.keys(body.value as object)).toEqual(["name", "clusterType", "replicationSpecs"]);
  expect(acceptClusterBody("2024-10-23", body.value)).toMatchObject({ ok: true });
  expect(body.decisions).toContainEqual({
    ...{ path: "stateName", action: "dropped", reason: "Only the service writes it." },
  });
  const inAny = convertCluster(ANSWER, { purpose: "create", from: versions.from, to: versions.to });
  expect(inAny.ok && inAny.value).toEqual(body.value);
  const response = convertCluster(ANSWER, versions);
  expect(response.ok && response.value).toMatchObject({
    id: "1",
    stateName: "IDLE",
    mongoDBVersion: "8.0.4",
  });
});
