import { CUSTOM_GROUP } from "../plain/custom-resource.js";
import { stringAt, type JsonValue } from "./nodes.js";

/**
 * Returns whether a document is a custom resource of Kubernetes. An operator reads it, and has names of its own for what
 * it sends. https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/custom-resources/
 */
export function isCustomResource(root: JsonValue): boolean {
  const group = stringAt(root, "apiVersion");
  return group !== undefined && CUSTOM_GROUP.test(group) && stringAt(root, "kind") !== undefined;
}
