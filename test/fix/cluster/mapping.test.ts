import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../../src/catalog/load.js";
import type { PropertyData } from "../../../src/catalog/model.js";
import { convertClusterValue, type JsonData } from "../../../src/convert/value.js";
import { CLUSTER_CASES } from "./mapping-of-clusters.js";
import { SETTINGS_CASES } from "./mapping-of-settings.js";

const { vocabularies, data } = loadCatalog();

/** A case or more for every property that the catalog knows of the two forms, by its path in canonical words. */
const CASES = { ...SETTINGS_CASES, ...CLUSTER_CASES };

/** Checks whether a change concerns a body of the unversioned form that is converted to 2023-02-01. */
function isInBoth({ resource, status, since, in: directions }: PropertyData): boolean {
  const isLater = since > "2023-02-01" && (status === "added" || status === "repurposed");
  const isOfNewAnswers = status === "added" && !directions.includes("request");
  return resource === "clusters" && !isLater && !isOfNewAnswers;
}

it("has a case for every property of the catalog that the two forms have", () => {
  const paths = new Set(data.properties.filter(isInBoth).map(({ path }) => path));
  expect(Object.keys(CASES).sort()).toEqual([...paths].sort());
});

describe.each(vocabularies)("with the names of $name", ({ words, name: vocabulary }) => {
  const inWords = (name: string): string => words.properties[name] ?? name;
  const translate = (value: JsonData): JsonData =>
    JSON.parse(
      JSON.stringify(value).replace(/"(\w+)":/g, (_, key: string) => `"${inWords(key)}":`),
    ) as JsonData;
  const cases = Object.entries(CASES).flatMap(([path, all]) =>
    all.map((one, index) => ({ path, index, ...one })),
  );

  it.each(cases)(
    `$path, $index: $action (${vocabulary})`,
    ({ path, body, purpose = "unknown", action, gives, decision = path }) => {
      const converted = convertClusterValue(translate(body), { vocabularies, purpose });
      if (!converted.ok) throw new Error(converted.blockers.join("\n"));
      const decisions = converted.decisions.filter((one) => fits(one.path, inWords(decision)));
      if (action === "untouched") expect(decisions).toEqual([]);
      else expect(decisions.map((one) => one.action)).toContain(action);
      for (const { reason } of converted.decisions) expect(reason).toMatch(/[.]$/);
      for (const [at, value] of Object.entries(gives)) {
        expect([at, valueAt(converted.value, at.split(".").map(inWords))]).toEqual([at, value]);
      }
    },
  );
});

/** Checks whether a path of a decision is one of the catalog: `replicationSpecs[0].x` is `replicationSpecs[].x`. */
function fits(path: string, pattern: string): boolean {
  const plain = path.replace(/\[\d+\]/g, "[]");
  const wanted = pattern.replace(/\[\d+\]/g, "[]").split(".");
  const parts = plain.split(".");
  return (
    parts.length === wanted.length &&
    parts.every((part, index) => part === wanted[index] || wanted[index] === "{region}")
  );
}

function valueAt(value: JsonData, [first, ...rest]: readonly string[]): JsonData | undefined {
  if (first === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return undefined;
  return valueAt((value as Readonly<Record<string, JsonData>>)[first]!, rest);
}
