import { isMap, isScalar, type YAMLMap } from "yaml";

/** The module that sends requests: https://docs.ansible.com/ansible/latest/collections/ansible/builtin/uri_module.html */
const MODULE = /^(?:ansible\.(?:builtin|legacy|windows)\.)?(?:win_)?uri$/;

/** Returns the arguments of the module at a key and its value; `undefined` if it is none. */
export function uriTask(key: unknown, value: unknown): YAMLMap | undefined {
  const isTask = isScalar(key) && MODULE.test(String(key.value)) && isMap(value) && value.has("url");
  return isTask ? value : undefined;
}
