import { stringAt, type JsonValue } from "./nodes.js";

/** The group and version of a kind that does not belong to Kubernetes itself: `atlas.mongodb.com/v1`. */
const GROUP = /^(?!(?:[\w-]+\.)*k8s\.io\/)[\w-]+(?:\.[\w-]+)+\/v\w+$/;
const GROUP_LINE = /^apiVersion\s*:\s*["']?([\w.-]+\/\w+)["']?\s*$/m;
const KIND_LINE = /^kind\s*:\s*\S/m;

/**
 * Returns whether a document is a custom resource of Kubernetes. An operator reads it, and has names of its own for what
 * it sends. https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/custom-resources/
 */
export function isCustomResource(root: JsonValue): boolean {
  const group = stringAt(root, "apiVersion");
  return group !== undefined && GROUP.test(group) && stringAt(root, "kind") !== undefined;
}

/** Returns whether a YAML text begins with such a resource, or has one among its documents. */
export function describesCustomResource(text: string): boolean {
  const group = GROUP_LINE.exec(text)?.[1];
  return group !== undefined && GROUP.test(group) && KIND_LINE.test(text);
}
