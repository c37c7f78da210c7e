import type { InvalidCase } from "../../support/rule-tester.js";
import { declared, required } from "./expectations.js";

/** Types, classes and schemas. */
export const declarations: readonly InvalidCase[] = [
  {
    name: "an interface",
    filename: "cluster.ts",
    code: `export interface Cluster {
  name: string;
  ⟦%dbURI%⟧?: string;
  ⟦%dbURIWithOptions%⟧?: string;
  ⟦numShards⟧: number;
  ⟦autoScaling⟧: { diskGBEnabled: boolean };
  ⟦providerSettings⟧: { providerName: string; autoScaling?: object };
  replicationSpecs: { numShards: number; ⟦regionsConfig⟧: Record<string, unknown> }[];
}`,
    errors: [
      declared("%dbURI%", "medium"),
      declared("%dbURIWithOptions%", "high"),
      declared("numShards", "medium"),
      declared("autoScaling", "medium"),
      declared("providerSettings", "medium"),
      declared("replicationSpecs[].regionsConfig", "high"),
    ],
  },
  {
    name: "the part of a cluster as a type of its own",
    filename: "cluster.ts",
    code: `type ReplicationSpec = { id?: string; numShards: number; zoneName: string; ⟦regionsConfig⟧: object };
class ClusterBody {
  ⟦providerSettings⟧?: object;
  name = "";
}`,
    errors: [declared("replicationSpecs[].regionsConfig", "high"), declared("providerSettings", "medium")],
  },
  {
    name: "a type that is called after a cluster, in a program that asks for clusters",
    filename: "info.ts",
    code: `interface ClusterInfo { name: string; ⟦srvAddress⟧: string }
interface HostInfo { name: string; srvAddress: string }
export const load = () =>
  fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0").then((answer) => answer.json());`,
    errors: [declared("srvAddress", "medium")],
  },
  {
    name: "a schema",
    filename: "schema.mts",
    code: `import { z } from "zod";
export const clusterSchema = z.object({
  name: z.string(),
  ⟦srvAddress⟧: z.string().optional(),
  ⟦providerBackupEnabled⟧: z.boolean(),
});`,
    errors: [declared("srvAddress", "medium"), declared("providerBackupEnabled", "high")],
  },
  {
    name: "a schema that an answer goes through",
    filename: "schema.mjs",
    code: `import { z } from "zod";
const Cluster = z.object({
  name: z.string(),
  ⟦srvAddress⟧: z.string(),
  ⟦%dbURIUpdated%⟧: z.string().optional(),
  ⟦numShards⟧: z.number().default(1),
  ⟦providerSettings⟧: z.object({ instanceSizeName: z.string() }),
  ⟦autoScaling⟧: z.object({ diskGBEnabled: z.boolean() }).optional(),
  replicationSpecs: z.array(z.object({ ⟦regionsConfig⟧: z.record(z.string(), z.unknown()) })),
});
const answer = await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0");
export const cluster = Cluster.parse(await answer.json());`,
    errors: [
      required("srvAddress"),
      declared("%dbURIUpdated%", "high"),
      declared("numShards", "high"),
      required("providerSettings"),
      declared("autoScaling", "high"),
      required("replicationSpecs[].regionsConfig"),
    ],
  },
  {
    name: "a schema for each cluster of a list, one of two schemas, and one with a value in place of what it refuses",
    filename: "schema.mjs",
    code: `import { z } from "zod";
const list = async () => (await fetch("%host%/api/%admin%/v1.0/groups/1/clusters")).json();
const one = async () => (await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0")).json();
z.object({ results: z.array(z.object({ ⟦replicationFactor⟧: z.number() })) }).safeParse(await list());
z.union([z.object({ ⟦replicationFactor⟧: z.number() }), z.object({ id: z.string() })]).parse(await one());
z.object({ ⟦replicationFactor⟧: z.number() }).catch({ replicationFactor: 3 }).parse(await one());`,
    errors: [
      required("replicationFactor"),
      declared("replicationFactor", "high"),
      declared("replicationFactor", "high"),
    ],
  },
];
