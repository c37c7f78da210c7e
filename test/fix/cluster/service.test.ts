import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadCatalog } from "../../../src/catalog/load.js";
import { convertClusterJson } from "../../../src/convert/json.js";
import { convertClusterValue, type JsonData } from "../../../src/convert/value.js";
import type { Purpose } from "../../../src/fix/cluster/conversion.js";
import { applyEdits } from "../../../src/fix/text-edits.js";
import { acceptClusterBody } from "../../../src/validation/accept.js";
import type { Cluster } from "../../../src/validation/cluster.js";
import { changes, legacyBodies, type Body } from "./legacy-bodies.js";

/** `npm run conversions` runs 10,000 and more. */
const BODIES = Number(process.env["V2READY_BODIES"] ?? 300);
const SEED = Number(process.env["V2READY_SEED"] ?? 20230201);
const { vocabularies } = loadCatalog();

const convert = (value: JsonData, purpose: Purpose) => convertClusterValue(value, { vocabularies, purpose });

describe.each(vocabularies)("with the names of $name", (vocabulary) => {
  const { words } = vocabulary;
  const named = (name: string): string => words.properties[name] ?? name;
  const bodies = legacyBodies(named("dbVersion"), named("dbURI"));
  const accept = (version: string, body: unknown, current?: Cluster) =>
    acceptClusterBody(version, body, { vocabulary, ...(current ? { current } : {}) });
  const valid = bodies.filter((body) => accept("v1.0", body).ok);
  const runs = { numRuns: BODIES, seed: SEED };

  it("every valid body of the unversioned form, converted, asks the versioned form for the same cluster", () => {
    fc.assert(
      fc.property(valid, (body) => {
        const converted = convert(body, "create");
        if (!converted.ok) throw new Error(converted.blockers.join("\n"));
        expect(accept("2023-02-01", converted.value)).toEqual(accept("v1.0", body));
        expect(converted.doubts).toEqual(leavesDiskOpen(body) ? [expect.stringMatching(OPEN_DISK)] : []);
      }),
      runs,
    );
  });

  it("what is converted is not converted again, and a text says what the value says", () => {
    fc.assert(
      fc.property(valid, fc.constantFrom(undefined, 2, "\t"), (body, indentation) => {
        const converted = convert(body, "create");
        if (!converted.ok) throw new Error(converted.blockers.join("\n"));
        const again = convert(converted.value, "create");
        expect(again).toEqual({ ok: true, value: converted.value, decisions: [], doubts: [] });
        const text = JSON.stringify(body, null, indentation);
        const rewritten = convertClusterJson(text, { vocabularies, purpose: "create" });
        if (!rewritten.ok) throw new Error("the text is not converted");
        const result = applyEdits(
          text,
          rewritten.edits.map((edit) => ({ path: "", ...edit })),
        );
        expect(JSON.parse(result)).toEqual(converted.value);
      }),
      runs,
    );
  });

  it("a change that is converted without a doubt leaves any cluster as it would have been", () => {
    let compared = 0;
    fc.assert(
      fc.property(valid, changes(bodies), (first, change) => {
        const current = accept("v1.0", first);
        if (!current.ok) throw new Error("not valid");
        const before = accept("v1.0", change, current.cluster);
        fc.pre(before.ok);
        const converted = convert(change, "modify");
        if (!converted.ok || converted.doubts.length > 0) return;
        compared++;
        expect(accept("2023-02-01", converted.value, current.cluster)).toEqual(before);
      }),
      { ...runs, maxSkipsPerRun: 10_000 },
    );
    expect(compared).toBeGreaterThan(BODIES / 10);
  });
});

const OPEN_DISK =
  /^autoScaling\.diskGBEnabled is left out, and the service's documents disagree on its default/;

/** Checks whether a body of a dedicated cluster does not say if its disk scales. */
function leavesDiskOpen({ autoScaling, providerSettings }: Body): boolean {
  const [scaling, settings] = [autoScaling, providerSettings] as (Body | null | undefined)[];
  return settings?.["providerName"] !== "TENANT" && typeof scaling?.["diskGBEnabled"] !== "boolean";
}
