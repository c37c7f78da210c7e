import type { Vocabulary } from "../catalog/catalog.js";
import { CLUSTER_TYPES, type Cluster, type Label } from "./cluster.js";
import type { BodyReader } from "./body-reader.js";

/** The part of a vocabulary that decides how attributes of a cluster are called. */
export type Words = Pick<Vocabulary["words"], "properties">;

/** Returns the name of an attribute in the vocabulary: `dbMajorVersion` is `mongoDBMajorVersion` in one of them. */
export function nameIn(words: Words, canonical: string): string {
  return Object.hasOwn(words.properties, canonical) ? words.properties[canonical]! : canonical;
}

/** The members that have the same form and meaning in every shape; present if the body has them. */
type CommonAttributes = Partial<
  Omit<Cluster, "shards" | "diskSizeGB" | "backupEnabled" | "newer" | "biConnector">
> & { readonly biConnector?: { readonly enabled?: boolean; readonly readPreference?: string } };

/** Reads the attributes that no version changed (facts: `groupId / id / name / paused / …`). */
export function readCommon(body: BodyReader, words: Words): CommonAttributes {
  const bi = body.object("biConnector");
  const biConnector = bi && {
    ...given("enabled", bi.boolean("enabled")),
    ...given("readPreference", bi.text("readPreference")),
  };
  return {
    ...given("name", body.text("name")),
    ...given("clusterType", body.oneOf("clusterType", CLUSTER_TYPES)),
    ...given("paused", body.boolean("paused")),
    ...given("pitEnabled", body.boolean("pitEnabled")),
    ...given("majorVersion", body.text(nameIn(words, "dbMajorVersion"))),
    ...given("versionReleaseSystem", body.oneOf("versionReleaseSystem", ["LTS", "CONTINUOUS"])),
    ...given(
      "encryptionAtRestProvider",
      body.oneOf("encryptionAtRestProvider", ["NONE", "AWS", "AZURE", "GCP"]),
    ),
    ...given("rootCertType", body.oneOf("rootCertType", ["ISRGROOTX1", "DST"])),
    ...given("terminationProtectionEnabled", body.boolean("terminationProtectionEnabled")),
    ...given("biConnector", biConnector),
    ...given("labels", readLabels(body, "labels")),
    ...given("tags", readLabels(body, "tags")),
  };
}

const DEFAULTS: Omit<Cluster, "shards" | "diskSizeGB" | "name" | "clusterType"> = {
  backupEnabled: false,
  pitEnabled: false,
  paused: false,
  majorVersion: "8.0",
  versionReleaseSystem: "LTS",
  encryptionAtRestProvider: "NONE",
  rootCertType: "ISRGROOTX1",
  terminationProtectionEnabled: false,
  biConnector: { enabled: false, readPreference: "secondary" },
  labels: [],
  tags: [],
  newer: {},
};

/** Returns everything except topology, name and disk: from the body, else the present value, else the default. */
export function completed(
  common: CommonAttributes,
  current: Cluster | undefined,
): Omit<Cluster, "shards" | "diskSizeGB" | "name" | "clusterType"> {
  const before = current ?? DEFAULTS;
  const { name: _name, clusterType: _type, biConnector, ...rest } = common;
  return {
    ...DEFAULTS,
    ...current,
    ...rest,
    biConnector: { ...before.biConnector, ...biConnector },
  };
}

/** Returns a member, or no member if there is no value for it. */
export function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}

function readLabels(body: BodyReader, name: string): Label[] | undefined {
  return body.objects(name)?.map((label) => {
    return { key: label.text("key") ?? "", value: label.text("value") ?? "" };
  });
}
