import { loadCatalog } from "../catalog/load.js";
import type { Purpose } from "../fix/cluster/conversion.js";
import { convertClusterValue, type JsonData, type ValueConversion } from "./value.js";

export interface ConvertClusterOptions {
  /** `create` for what POST sends, `modify` for PATCH; by the content where it is left out. */
  readonly purpose?: Purpose;
  /** Names of built-in vocabularies; all of them where it is left out. */
  readonly vocabularies?: readonly string[];
}

/**
 * Converts a cluster from the shape of the unversioned API to that of 2023-02-01: a body, a response, or a list of them.
 * Whole or not at all. Pure: the value that is given stays as it is.
 *
 * @param value what `JSON.parse` gives
 * @throws {CatalogError} a vocabulary that is not there
 */
export function convertCluster(value: JsonData, options: ConvertClusterOptions = {}): ValueConversion {
  const { purpose = "unknown", vocabularies: names } = options;
  const { vocabularies } = loadCatalog(names ? { vocabularies: [...names] } : {});
  return convertClusterValue(value, { vocabularies, purpose });
}
