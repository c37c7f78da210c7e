import type { InvalidCase } from "../../support/rule-tester.js";
import { declared } from "./expectations.js";

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
];
