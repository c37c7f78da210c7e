/**
 * The body of an upgrade of a tenant cluster has the form of the unversioned API at every date. MongoDB's own callers leave
 * out the region that the cluster has already, and ask for a flex cluster:
 * https://github.com/mongodb-js/mongodb-mcp-server/blob/main/packages/tools-atlas/src/tools/update/upgradeCluster.ts
 */

interface Upgrade {
  readonly providerSettings?: Readonly<Record<string, unknown>>;
}

/** Returns whether a body asks for a flex cluster, which is a resource of its own. */
export function becomesFlex(body: unknown): boolean {
  return settingsOf(body)?.["providerName"] === "FLEX";
}

/** Returns a body with the region of the present cluster where it does not name its own. */
export function withRegion(region: string, body: unknown): unknown {
  const settings = settingsOf(body);
  return settings ? { ...(body as object), providerSettings: { regionName: region, ...settings } } : body;
}

function settingsOf(body: unknown): Upgrade["providerSettings"] {
  const settings = (body as Upgrade | null | undefined)?.providerSettings;
  return typeof settings === "object" && settings !== null ? settings : undefined;
}
