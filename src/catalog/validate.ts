import { createRequire } from "node:module";
import type * as Ajv from "ajv/dist/2020.js";
import type * as Validator from "./schema-validator.js";
import type { Defect } from "./defect.js";
import { step } from "./defect.js";
import { nearestName } from "../core/nearest-name.js";
import catalogSchema from "./schema/catalog.schema.json" with { type: "json" };
import overlaySchema from "./schema/overlay.schema.json" with { type: "json" };
import vocabularySchema from "./schema/vocabulary.schema.json" with { type: "json" };

/** Errors that only point to another error. */
const SUMMARIES: ReadonlySet<string> = new Set(["if", "propertyNames"]);

let ajv: Ajv.Ajv2020 | undefined;

/** Returns where `data` does not fit the published schema of a catalog, a vocabulary or an overlay; empty if it fits. */
export function fitSchema(data: unknown, schema: "catalog" | "vocabulary" | "overlay"): readonly Defect[] {
  ajv ??= createValidator();
  const validate = ajv.getSchema(`${schema}.schema.json`)!;
  if (validate(data)) return [];
  return (validate.errors ?? []).filter(({ keyword }) => !SUMMARIES.has(keyword)).map(defectOf);
}

/**
 * Loaded on first use, because most runs have no vocabulary of their own and should not wait for the validator.
 * References that are not inlined and schemas that are not validated (a test does that) make it five times faster.
 */
function createValidator(): Ajv.Ajv2020 {
  // By its name in package.json, so that both the sources and the build find it.
  const { Ajv2020 } = createRequire(import.meta.url)("#schema-validator") as typeof Validator;
  return new Ajv2020({
    allErrors: true,
    verbose: true,
    strictTypes: true,
    inlineRefs: false,
    validateSchema: false,
    schemas: [catalogSchema, vocabularySchema, overlaySchema],
  });
}

function defectOf(error: Ajv.ErrorObject): Defect {
  const path = pathOf(error);
  const params = error.params as Record<string, unknown>;
  const expected = (error.parentSchema as { description?: string } | undefined)?.description;
  switch (error.keyword) {
    case "additionalProperties": {
      const name = String(params["additionalProperty"]);
      const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {});
      return {
        path: step(path, name),
        problem: "is not a known member",
        hint: didYouMean(name, known) ?? `Known members: ${known.join(", ")}.`,
      };
    }
    case "required":
      return { path, problem: `lacks the member ${String(params["missingProperty"])}` };
    case "enum": {
      const allowed = (params["allowedValues"] as unknown[]).map(String);
      return {
        path,
        problem: `is ${shown(error.data)}, and must be one of ${allowed.join(", ")}`,
        ...hintOf(didYouMean(String(error.data), allowed)),
      };
    }
    case "pattern":
      return { path, problem: `${shown(error.data)} does not fit`, ...hintOf(expected) };
    case "not":
      return { path, problem: (error.schema as { description: string }).description };
    default:
      return { path, problem: error.message ?? error.keyword, ...hintOf(expected) };
  }
}

/** Converts a JSON pointer to a path; for a refused name, to the place of its value. */
function pathOf(error: Ajv.ErrorObject): string {
  let path = "";
  for (const part of error.instancePath.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    path = step(path, /^\d+$/.test(key) ? Number(key) : key);
  }
  return error.propertyName === undefined ? path : step(path, error.propertyName);
}

function didYouMean(name: string, known: readonly string[]): string | undefined {
  const nearest = nearestName(name, known);
  return nearest === undefined ? undefined : `Did you mean ${nearest}?`;
}

function hintOf(hint: string | undefined): { hint: string } | Record<never, never> {
  return hint === undefined ? {} : { hint };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
