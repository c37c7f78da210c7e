import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import { bodyShapeOf, type BodyShape } from "../../src/catalog/matchers/bodies.js";
import { stepsOf } from "../../src/catalog/matchers/properties.js";
import type { PropertyData } from "../../src/catalog/model.js";

const VERSIONS = ["2023-01-01", "2023-02-01", "2024-08-05", "2024-10-23"];

/** Returns whether a body of a version may have a property; `undefined` if it lists nothing there. */
function has(shape: BodyShape | undefined, [step, ...rest]: readonly string[]): boolean | undefined {
  if (!shape) return false;
  if (step === undefined) return true;
  if (shape.kind === "any") return undefined;
  if (step === "[]") return shape.element && has(shape.element, rest);
  if (step.startsWith("{")) return has(shape.each, rest);
  return has(shape.members.get(step), rest);
}

/** Returns whether requests of a version have a property; `undefined` where that is not said. */
function isListed({ status, since }: PropertyData, version: string): boolean | undefined {
  if (status === "repurposed" && version < since) return undefined;
  return status === "added" || status === "required" ? version >= since : !isGone(status) || version < since;
}

function isGone(status: PropertyData["status"]): boolean {
  return status === "removed" || status === "moved" || status === "read-only";
}

/** The properties of bodies and the changes of each property are stated apart. */
describe.each(loadCatalog().vocabularies)("the bodies of $name", (vocabulary) => {
  const { bodies, properties, provenProperties } = vocabulary;
  const of = (endpoints: readonly string[]) =>
    [...properties, ...provenProperties].filter(
      ({ resource, in: directions, endpoints: own = endpoints }) =>
        directions.includes("request") &&
        endpoints.some((id) => id.startsWith(`${resource}.`) && own.includes(id)),
    );

  it.each(VERSIONS)("agree at %s with what the catalog says of each property", (version) => {
    const wrong = bodies.flatMap(({ endpoints }) => {
      const shape = bodyShapeOf(endpoints[0]!, vocabulary, version);
      return of(endpoints)
        .filter((one) => TOLERATED.get(one.path) === undefined)
        .filter((one) => {
          const [own, listed] = [has(shape, stepsOf(one.path)), isListed(one, version)];
          return own !== undefined && listed !== undefined && own !== listed;
        })
        .map(({ path, status, since }) => `${path} ${status} ${since}`);
    });
    expect(wrong).toEqual([]);
  });

  it("are of one version for each call", () => {
    const all = bodies.flatMap(({ endpoints }) => endpoints);
    expect(new Set(all).size).toBe(all.length);
  });
});

/** Properties that a request may have although the service sets them. */
const TOLERATED: ReadonlyMap<string, string> = new Map([
  ["replicationSpecs[].id", "It names an existing element."],
]);
