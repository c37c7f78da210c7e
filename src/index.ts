/** The library: what hosts other than the command are built on. */
export type { Confidence, Edit, Finding, Fix, Severity } from "./core/finding.js";
export { loadCatalog } from "./catalog/load.js";
export type { Catalog, Vocabulary } from "./catalog/catalog.js";
export { convertCluster } from "./convert/library.js";
export type { JsonData, ValueConversion } from "./convert/value.js";
export type { Decision, Purpose } from "./fix/cluster/conversion.js";
