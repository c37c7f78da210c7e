import { loadCatalog } from "../catalog/load.js";
import type { Purpose } from "../fix/cluster/conversion.js";
import { convertClusterValue, type JsonData, type ValueConversion } from "./value.js";

export interface ConvertClusterOptions {
  /** `create` for what POST sends, `modify` for PATCH; default: by the content. */
  readonly purpose?: Purpose;
  /** Names of built-in vocabularies; default: all. */
  readonly vocabularies?: readonly string[];
}

/**
 * Converts a cluster from the shape of the unversioned API to that of 2023-02-01: a body, a response, or a list of them.
 * Converts everything or nothing. Does not change the given value.
 *
 * @param value a result of `JSON.parse`
 * @throws {CatalogError} a vocabulary that does not exist
 */
export function convertCluster(value: JsonData, options: ConvertClusterOptions = {}): ValueConversion {
  const { purpose = "unknown", vocabularies: names } = options;
  const { vocabularies } = loadCatalog(names ? { vocabularies: [...names] } : {});
  return convertClusterValue(value, { vocabularies, purpose });
}
