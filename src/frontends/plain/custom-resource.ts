/** The group and version of a kind that does not belong to Kubernetes itself: `atlas.mongodb.com/v1`. */
export const CUSTOM_GROUP = /^(?!(?:[\w-]+\.)*k8s\.io\/)[\w-]+(?:\.[\w-]+)+\/v\w+$/;
const GROUP_LINE = /^apiVersion\s*:\s*["']?([\w.-]+\/\w+)["']?\s*$/m;
const KIND_LINE = /^kind\s*:\s*\S/m;

/** Returns whether a YAML text begins with a custom resource of Kubernetes, or has one among its documents. */
export function describesCustomResource(text: string): boolean {
  const group = GROUP_LINE.exec(text)?.[1];
  return group !== undefined && CUSTOM_GROUP.test(group) && KIND_LINE.test(text);
}
