import type { CalendarDate } from "../core/calendar-date.js";
import { loadCatalog } from "../catalog/load.js";
import type { Purpose } from "../fix/cluster/conversion.js";
import { convertClusterValue, type JsonData, type ValueConversion } from "./value.js";

export interface ConvertClusterOptions {
  /** `create` for what POST sends, `modify` for PATCH; default: by the content. */
  readonly purpose?: Purpose;
  /** Names of built-in vocabularies; default: all. */
  readonly vocabularies?: readonly string[];
  /** The version whose shape the value has, `yyyy-mm-dd`; default: by the content. */
  readonly from?: CalendarDate;
  /** The version whose shape is written, `2023-02-01` or later; default: `2023-02-01`. */
  readonly to?: CalendarDate;
}

/**
 * Converts a cluster from the shape of the unversioned API, or of a version, to that of a later version: a body, a
 * response, or a list of them. The conversion fails as a whole if one part fails. Does not change the given value.
 *
 * @param value a result of `JSON.parse`
 *
 * @throws {CatalogError} a vocabulary that does not exist
 */
export function convertCluster(value: JsonData, options: ConvertClusterOptions = {}): ValueConversion {
  const { purpose = "unknown", vocabularies: names, from, to } = options;
  const { vocabularies } = loadCatalog(names ? { vocabularies: [...names] } : {});
  return convertClusterValue(value, {
    vocabularies,
    purpose,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
}
