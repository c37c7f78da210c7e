import { YAMLMap, isMap, isScalar, type Node } from "yaml";

/** The module that sends requests: https://docs.ansible.com/ansible/latest/collections/ansible/builtin/uri_module.html */
const MODULE = /^(?:ansible\.(?:builtin|legacy|windows)\.)?(?:win_)?uri$/;

/** Returns the arguments of the module at a key and its value; `undefined` if it is none. */
export function uriTask(key: unknown, value: unknown): YAMLMap | undefined {
  const isTask = isModule(key) && isMap(value) && value.has("url");
  return isTask ? value : undefined;
}

/**
 * Returns the arguments of a task with the defaults of the nearest task, block or play that states some. Each argument
 * counts as a whole: own headers replace all headers of the defaults.
 * https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_module_defaults.html
 *
 * @param path the nodes around the arguments, outermost first
 */
export function withModuleDefaults(task: YAMLMap, path: readonly Node[]): YAMLMap {
  for (const node of path.toReversed()) {
    const all = isMap(node) ? node.get("module_defaults", true) : undefined;
    const defaults = isMap(all) ? all.items.findLast(({ key }) => isModule(key))?.value : undefined;
    if (!isMap(defaults)) continue;
    const merged = new YAMLMap();
    merged.items = [...defaults.items.filter(({ key }) => !task.has(key)), ...task.items];
    return merged;
  }
  return task;
}

function isModule(key: unknown): boolean {
  return isScalar(key) && MODULE.test(String(key.value));
}
