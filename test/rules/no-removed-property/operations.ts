import type { InvalidCase, ValidCase } from "../../support/rule-tester.js";
import { declared, guessed, named, read, received } from "./expectations.js";

/** Operations whose bodies and answers keep names of the old shape, by their path and by what clients call them. */
export const otherOperations: readonly ValidCase[] = [
  {
    name: "a tenant upgrade behind a base that is not known",
    code: `export const upgrade = (base, group) =>
  fetch(\`\${base}/groups/\${group}/clusters/tenantUpgrade\`, {
    method: "POST",
    headers: { Accept: "application/vnd.%vendor%.2023-01-01+json" },
    body: JSON.stringify({ name: "c0", providerSettings: { providerName: "AWS", instanceSizeName: "M10" } }),
  });`,
  },
  {
    name: "a tenant upgrade of a project that is computed, which one vocabulary alone lists",
    code: `await fetch(\`%host%/api/%admin%/v2/groups/\${group}/clusters/tenantUpgrade\`, {
  method: "POST",
  headers: { Accept: "application/vnd.%vendor%.2023-01-01+json" },
  body: JSON.stringify({ name: "c0", providerSettings: { providerName: "AWS", instanceSizeName: "M10" } }),
});`,
  },
  {
    name: "flex clusters behind a base that is not known",
    code: `const flex = await (await fetch(\`\${base}/flexClusters/\${name}\`, { headers: { Accept: "application/vnd.%vendor%.2024-11-13+json" } })).json();
export const { providerSettings } = flex;`,
  },
  {
    name: "openapi-fetch, with the path of another operation",
    filename: "flex.ts",
    code: `import createClient from "openapi-fetch";
const client = createClient<paths>({ baseUrl: "%host%", headers: { Accept: "application/vnd.%vendor%.2024-11-13+json" } });
await client.POST("/api/%admin%/v2/groups/{groupId}/flexClusters", {
  params: { path: { groupId } },
  body: { name, providerSettings: { backingProviderName: "AWS", regionName: "US_EAST_1", instanceSizeName: "FLEX" } },
});`,
  },
  {
    name: "methods of a generated client",
    vocabulary: "atlas",
    code: `import { ClustersApi } from "company-sdk";
const api = new ClustersApi();
await api.upgradeSharedCluster(group, { name: "c0", providerSettings: { providerName: "AWS", instanceSizeName: "M10" } });
await api.upgrade_shared_cluster(group, { name: "c0", providerSettings: { providerName: "AWS", instanceSizeName: "M10" } });
const flex = await api.getFlexCluster(group, "f0");
export const { providerSettings } = flex;`,
  },
  {
    name: "the tenant upgrade of the old client for Go",
    vocabulary: "atlas",
    filename: "upgrade.go",
    code: `package a

import (
	"context"

	"go.mongodb.org/atlas/mongodbatlas"
)

func upgrade(ctx context.Context, c *mongodbatlas.Client, g string) error {
	out := &mongodbatlas.Cluster{ProviderSettings: &mongodbatlas.ProviderSettings{InstanceSizeName: "M10"}}
	_, _, err := c.Clusters.Upgrade(ctx, g, out)
	return err
}
`,
  },
  {
    name: "a body that a function gives to a method of a generated client, which a test replaces",
    filename: "upgrade.js",
    others: {
      "upgrade.test.js": `import { vi } from "vitest";
import { upgrade } from "./upgrade.js";
await upgrade({ upgradeTenantUpgrade: vi.fn() });`,
    },
    code: `const bodyOf = (name) => ({ name, providerSettings: { providerName: "AWS", instanceSizeName: "M10" }, autoScaling: { diskGBEnabled: true } });
export const upgrade = (api) => api.upgradeTenantUpgrade({ body: bodyOf("c0") });`,
  },
  {
    name: "such a body, and a client from a constructor that the class inherits",
    filename: "upgrade.js",
    code: `const bodyOf = (name) => ({ name, providerSettings: { providerName: "AWS", instanceSizeName: "M10" }, autoScaling: { diskGBEnabled: true } });
class Tool {
  constructor(session) {
    this.session = session;
  }
}
export class Upgrade extends Tool {
  run() {
    return this.session.client.upgradeTenantUpgrade({ body: bodyOf("c0") });
  }
}`,
  },
  {
    name: "the type of such a body",
    filename: "upgrade.ts",
    code: `type Upgrade = { name: string; providerSettings: { instanceSizeName: string }; autoScaling: { diskGBEnabled: boolean } };
const bodyOf = (name: string): Upgrade => ({ name, providerSettings: { instanceSizeName: "M10" }, autoScaling: { diskGBEnabled: true } });
export const upgrade = (api: Api) => api.upgradeTenantUpgrade({ body: bodyOf("c0") });`,
  },
  {
    name: "the type of such a body, in a file that reads a new property of the same name",
    filename: "upgrade.ts",
    code: `type Upgrade = { name: string; providerSettings: { instanceSizeName: string }; autoScaling: { diskGBEnabled: boolean } };
const bodyOf = (name: string): Upgrade => ({ name, providerSettings: { instanceSizeName: "M10" }, autoScaling: { diskGBEnabled: true } });
export const upgrade = (api: Api) => api.upgradeTenantUpgrade({ body: bodyOf("c0") });
export const scaling = (region: Region) => region.autoScaling.compute;`,
  },
  {
    name: "mock functions of a generated client",
    filename: "client.test.ts",
    code: `import { expect, vi } from "vitest";
const api: Record<string, ReturnType<typeof vi.fn>> = { getFlexCluster: vi.fn(), upgradeTenantUpgrade: vi.fn() };
api.getFlexCluster!.mockResolvedValue({ name: "f0", stateName: "IDLE", providerSettings: { instanceSizeName: "FLEX" } });
expect(api.upgradeTenantUpgrade).toHaveBeenCalledWith({
  body: { name: "c0", providerSettings: { instanceSizeName: "M10" }, autoScaling: { diskGBEnabled: true } },
});
const call = api.upgradeTenantUpgrade!.mock.calls[0]![0] as { name: string; providerSettings: { instanceSizeName: string } };`,
  },
  {
    name: "the type of another operation, and a version that has the old shape",
    filename: "bodies.ts",
    code: `type Flex = operations["createFlexCluster"]["requestBody"]["content"]["application/vnd.%vendor%.2024-11-13+json"];
export const region = (
  flex: paths["/api/%admin%/v2/groups/{groupId}/flexClusters"]["post"]["requestBody"],
  old: operations["createCluster"]["requestBody"]["content"]["application/vnd.%vendor%.2023-01-01+json"],
) => [flex.providerSettings.instanceSizeName, old.providerSettings.instanceSizeName, old.providerBackupEnabled];`,
  },
  {
    name: "the types of a document of the versioned API",
    filename: "openapi.d.ts",
    code: `export interface components {
  schemas: {
    LegacyCluster: { %dbURIWithOptions%?: string; providerBackupEnabled?: boolean; providerSettings?: object };
    LegacyReplicationSpec: { regionsConfig?: { [key: string]: object } };
  };
}
export interface operations {
  createCluster: { requestBody: { content: { "application/vnd.%vendor%.2023-01-01+json": components["schemas"]["LegacyCluster"] } } };
}`,
  },
  {
    name: "a parameter that goes to the tenant upgrade",
    vocabulary: "atlas",
    filename: "up.go",
    code: `package a

import (
	"context"

	"go.mongodb.org/atlas/mongodbatlas"
)

func up(ctx context.Context, c *mongodbatlas.Client, g string, out *mongodbatlas.Cluster) error {
	if out.ProviderSettings != nil {
		out.ProviderSettings.InstanceSizeName = "M10"
	}
	_, _, err := c.Clusters.Upgrade(ctx, g, out)
	return err
}`,
  },
  {
    name: "a parameter that a generated client gets for the tenant upgrade",
    vocabulary: "atlas",
    filename: "up.py",
    code: `def up(client, group, cluster):
    cluster["providerSettings"]["instanceSizeName"] = "M10"
    client.upgrade_shared_cluster(group, cluster)`,
  },
  {
    name: "a file of data that is called after another operation",
    filename: "payloads/tenant-upgrade.json",
    code: `{ "name": "c0", "providerSettings": { "providerName": "AWS", "instanceSizeName": "M10" } }`,
  },
];

/** The same names where they are of a cluster whose shape changes. */
export const clusterOperations: readonly InvalidCase[] = [
  {
    name: "a parameter that goes to the tenant upgrade and to the change of a cluster",
    filename: "size.py",
    vocabulary: "atlas",
    code: `def size(client, group, cluster):
    cluster[⟦"providerSettings"⟧]["instanceSizeName"] = "M10"
    cluster[⟦"providerSettings"⟧]["diskIOPS"] = 3000
    if cluster["name"]:
        client.upgrade_shared_cluster(group, cluster)
    else:
        client.update_cluster(group, cluster)`,
    errors: [read("providerSettings"), read("providerSettings")],
  },
  {
    name: "a cluster that has the name of another resource, behind a base that is not known",
    code: `const cluster = await (await fetch(\`\${base}/groups/1/clusters/serverless\`)).json();
export const { ⟦srvAddress⟧, ⟦providerSettings⟧ } = cluster;`,
    errors: [guessed(received("srvAddress")), guessed(received("providerSettings"))],
  },
  {
    name: "a method of a generated client that creates clusters",
    code: `import { ClustersApi } from "company-sdk";
await new ClustersApi().createCluster(group, { name: "c0", ⟦numShards⟧: 1, ⟦providerSettings⟧: { instanceSizeName: "M10" } });`,
    errors: [named("numShards"), named("providerSettings")],
  },
  {
    name: "the type of an operation in a version of the new shape",
    filename: "bodies.ts",
    code: `export const size = (
  body: operations["createCluster"]["requestBody"]["content"]["application/vnd.%vendor%.2023-02-01+json"],
) => body.⟦providerSettings⟧.instanceSizeName;`,
    errors: [read("providerSettings")],
  },
  {
    name: "the types of a document of the unversioned API",
    filename: "openapi.d.ts",
    code: `export interface components {
  schemas: { Cluster: { name?: string; ⟦providerBackupEnabled⟧?: boolean } };
}
export interface paths {
  "/api/%admin%/v1.0/groups/{groupId}/clusters": { post: { responses: { content: { "application/json": components["schemas"]["Cluster"] } } } };
}`,
    errors: [declared("providerBackupEnabled", "medium")],
  },
];
