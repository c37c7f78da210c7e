import { addToGroup } from "../core/group-by.js";
import { checkVersions } from "./check-versions.js";
import type { Defect } from "./defect.js";
import { step } from "./defect.js";
import type { EndpointData, GoneEndpointData, ResourceData } from "./model.js";

/** Checks the resources of `own` together with all other known resources. */
export function checkEndpoints(
  own: readonly ResourceData[],
  all: readonly ResourceData[],
  formats: readonly string[],
): Defect[] {
  const defects: Defect[] = [];
  const claims = new Map<string, EndpointData[]>();
  for (const endpoint of all.flatMap((resource) => resource.endpoints)) {
    addToGroup(claims, endpoint.id, endpoint);
    addToGroup(claims, callOf(endpoint), endpoint);
  }
  for (const [index, resource] of own.entries()) {
    const path = step("resources", index);
    if (own.findIndex(({ name }) => name === resource.name) < index)
      defects.push({ path: step(path, "name"), problem: `${resource.name} occurs twice` });
    for (const [number, endpoint] of resource.endpoints.entries()) {
      const at = step(step(path, "endpoints"), number);
      if (!endpoint.id.startsWith(`${resource.name}.`))
        defects.push({ path: step(at, "id"), problem: `${endpoint.id} must start with ${resource.name}.` });
      if (claims.get(endpoint.id)!.length > 1)
        defects.push({ path: step(at, "id"), problem: `${endpoint.id} occurs twice` });
      const rival = claims.get(callOf(endpoint))!.find((other) => other !== endpoint);
      if (rival)
        defects.push({
          path: step(at, "path"),
          problem: `${endpoint.method} ${endpoint.path} is the call of ${rival.id} too`,
        });
      if (endpoint.format !== undefined && !formats.includes(endpoint.format))
        defects.push({
          path: step(at, "format"),
          problem: `${endpoint.format} is not one of ${formats.join(", ")}`,
        });
      defects.push(...checkVersions(endpoint.versions, step(at, "versions")));
      defects.push(...checkSuccessor(endpoint, claims, step(at, "successor")));
    }
  }
  return defects;
}

function checkSuccessor(
  { method, path: from, successor, versions }: EndpointData,
  claims: ReadonlyMap<string, readonly EndpointData[]>,
  path: string,
): Defect[] {
  if (!successor) return [];
  const { endpoint: id, since, move } = successor;
  const [next] = claims.get(id) ?? [];
  if (next?.id !== id)
    return [{ path: step(path, "endpoint"), problem: `${id} is not the id of an endpoint` }];
  if (!next.versions.some(({ date }) => date === since))
    return [{ path: step(path, "since"), problem: `${since} is not a version of ${id}` }];
  if (move && (next.method !== method || segmentsOf(next.path) !== segmentsOf(from)))
    return [{ path: step(path, "move"), problem: `${id} has another method or other parts of the path` }];
  const { deprecated, sunset, noSunset } = versions.at(-1)!;
  return deprecated === undefined && sunset === undefined && noSunset === undefined
    ? [{ path, problem: "the endpoint is not deprecated" }]
    : [];
}

/** Returns the number of segments and where the parameters are: `{}` stands for each parameter. */
function segmentsOf(path: string): string {
  return path
    .split("/")
    .map((segment) => (segment.startsWith("{") ? "{}" : "-"))
    .join("/");
}

/** Checks that no gone endpoint is also listed as an endpoint. */
export function checkGone(gone: readonly GoneEndpointData[], resources: readonly ResourceData[]): Defect[] {
  const calls = new Map(resources.flatMap(({ endpoints }) => endpoints).map((e) => [callOf(e), e.id]));
  const defects: Defect[] = [];
  for (const [index, { methods, path }] of gone.entries()) {
    for (const method of methods ?? ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const id = calls.get(callOf({ method, path }));
      if (id !== undefined)
        defects.push({
          path: step(step("goneEndpoints", index), "path"),
          problem: `${method} ${path} is gone and is the call of ${id}`,
        });
    }
  }
  return defects;
}

/** Returns method and path without the names of parameters. */
function callOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;
}
