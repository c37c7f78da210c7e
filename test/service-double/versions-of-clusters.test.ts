import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import { stepsOf } from "../../src/catalog/matchers/properties.js";
import type { PropertyData } from "../../src/catalog/model.js";
import { acceptClusterBody } from "../../src/validation/accept.js";

type Json = Record<string, unknown>;

/** The versions of creating and modifying a cluster. The bodies and the properties of the catalog were written apart. */
const VERSIONS = ["2023-01-01", "2023-02-01", "2024-08-05", "2024-10-23"];
const { properties } = loadCatalog({ vocabularies: ["service"] }).vocabularies[0]!;

const SPECS: Json = { instanceSize: "M30", nodeCount: 3 };
const REGION: Json = {
  ...{ providerName: "AWS", regionName: "US_EAST_1", priority: 7 },
  ...{ electableSpecs: SPECS, readOnlySpecs: SPECS, analyticsSpecs: SPECS },
};

/** A small body that a version takes, with every object that a property may be in. */
function bodyOf(version: string): Json {
  if (version < "2023-02-01")
    return {
      name: "orders",
      autoScaling: { compute: {} },
      providerSettings: {
        ...{ providerName: "AWS", instanceSizeName: "M30", regionName: "US_EAST_1" },
        autoScaling: { compute: {} },
      },
      replicationSpecs: [{ numShards: 1, regionsConfig: { US_EAST_1: { electableNodes: 3, priority: 7 } } }],
    };
  const element = version < "2024-08-05" ? { numShards: 1 } : {};
  return {
    ...{ name: "orders", clusterType: "REPLICASET" },
    replicationSpecs: [{ ...element, regionConfigs: [REGION] }],
  };
}

/** The body with a value at a path, the first element of every list on the way. */
function withValue(body: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step === "[]") {
    const [first, ...others] = (Array.isArray(body) ? body : [{}]) as unknown[];
    return [withValue(first, rest, value), ...others];
  }
  const object = (body ?? {}) as Json;
  return { ...object, [step]: withValue(object[step], rest, value) };
}

/** Returns the error of the double about a property at a path. Undefined if it accepts the name. */
function refusalOf({ path }: PropertyData, version: string): string | undefined {
  const steps = stepsOf(path).map((step) => (step === "{region}" ? "US_EAST_1" : step));
  const { [path]: value = { nothing: "that anybody takes" } } = VALUES;
  const acceptance = acceptClusterBody(version, withValue(bodyOf(version), steps, value));
  if (acceptance.ok) return undefined;
  const name = steps.join(".").replaceAll(".[]", "[0]");
  const isOuter = (one: string): boolean =>
    name === one || name.startsWith(`${one}.`) || name.startsWith(`${one}[`);
  return acceptance.errors
    .filter(({ errorCode }) => errorCode === "INVALID_ATTRIBUTE")
    .flatMap(({ parameters }) => parameters)
    .find(isOuter);
}

const VALUES: Readonly<Record<string, unknown>> = {
  "replicationSpecs[].numShards": 1,
  diskSizeGB: 40,
  ...Object.fromEntries(
    ["electableSpecs", "readOnlySpecs", "analyticsSpecs"].map((specs) => [
      `replicationSpecs[].regionConfigs[].${specs}.diskSizeGB`,
      40,
    ]),
  ),
  "replicationSpecs[].regionConfigs": [REGION],
  redactClientLogData: true,
  adaptiveCapacity: "AUTO",
  retainBackups: true,
  useAwsTimeBasedSnapshotCopyForFastInitialSync: true,
  providerBackupEnabled: true,
  numShards: 1,
  replicationFactor: 3,
  replicationSpec: { US_EAST_1: { electableNodes: 3, priority: 7 } },
};

function writable(...statuses: readonly PropertyData["status"][]): PropertyData[] {
  return properties.filter(
    ({ path, status, in: directions }) =>
      statuses.includes(status) && directions.includes("request") && Object.hasOwn(VALUES, path),
  );
}

describe("a version of the clusters resource in the double", () => {
  it("is tried with what the catalog says of it", () => {
    expect(new Set(writable("removed", "moved", "added").map(({ since }) => since))).toEqual(
      new Set(["2023-02-01", "2024-08-05"]),
    );
    const outermost = properties.filter(
      ({ path, status, in: directions }) =>
        directions.includes("request") && ["moved", "added"].includes(status) && !path.includes("effective"),
    );
    expect(outermost.filter(({ path }) => !Object.hasOwn(VALUES, path))).toEqual([]);
  });

  it.each(VERSIONS.flatMap((version) => writable("removed", "moved").map((one) => ({ version, ...one }))))(
    "$version has $path exactly before $since",
    ({ version, ...property }) => {
      const refused = refusalOf(property, version);
      if (version < property.since) expect(refused).toBeUndefined();
      else expect(refused).toBeDefined();
    },
  );

  it.each(VERSIONS.flatMap((version) => writable("added").map((one) => ({ version, ...one }))))(
    "$version has $path exactly from $since on",
    ({ version, ...property }) => {
      const refused = refusalOf(property, version);
      if (version < property.since) expect(refused).toBeDefined();
      else expect(refused).toBeUndefined();
    },
  );
});
