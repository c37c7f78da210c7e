import type { History } from "./histories.js";
import type { Members } from "./members.js";

/**
 * Returns where the elements of a list are in the response of a collection, `results[]`: the whole response, or the one
 * list of objects in it. The elements must be like one item of the collection, where an operation answers with one.
 */
export function listPrefixOf(list: History, all: readonly History[]): string | undefined {
  const { operation, path, resource } = list.of;
  if (operation.method !== "GET" || path.endsWith("}")) return undefined;
  const item = all.find(
    ({ of }) => of.operation.method === "GET" && of.resource === resource && of !== list.of,
  );
  const shapes = [...(list.before ? [list.before] : []), ...list.shapes];
  const prefixes = new Set(shapes.map(({ response }) => prefixIn(response, item?.shapes.at(-1)?.response)));
  return prefixes.size === 1 ? [...prefixes][0] : undefined;
}

function prefixIn(response: Members, item: Members | undefined): string | undefined {
  const tops = new Set([...response.keys()].map((path) => path.slice(0, path.indexOf("[]") + 2)));
  const lists = [...tops].filter((top) => /^[\w$@-]*\[\]$/.test(top) && hasMembers(response, top));
  const likely = lists.filter((top) => item === undefined || isLike(inside(response, top), item));
  return likely.length === 1 ? likely[0] : undefined;
}

function hasMembers(response: Members, prefix: string): boolean {
  return [...response.keys()].some((path) => path.startsWith(`${prefix}.`));
}

/** At least half of the names at the root are the same. */
function isLike(element: readonly string[], item: Members): boolean {
  const own = element.filter((path) => !/[.[]/.test(path));
  return own.filter((path) => item.has(path)).length * 2 >= own.length;
}

function inside(response: Members, prefix: string): string[] {
  return [...response.keys()].flatMap((path) =>
    path.startsWith(`${prefix}.`) ? [path.slice(prefix.length + 1)] : [],
  );
}

/** Returns the properties of a response from the object of the resource on. */
export function inItems(response: Members, prefix: string | undefined): Members {
  if (prefix === undefined) return response;
  const items = new Map<string, NonNullable<ReturnType<Members["get"]>>>();
  for (const [path, member] of response) {
    if (!path.startsWith(`${prefix}.`)) continue;
    const own = path.slice(prefix.length + 1);
    items.set(own, { ...member, path: own });
  }
  for (const [path, member] of response)
    if (!path.startsWith(prefix) && !items.has(path)) items.set(path, member);
  return items;
}
