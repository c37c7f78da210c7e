/** The library: what hosts other than the command are built on. */
export type { Confidence, Edit, Finding, Fix, Severity } from "./core/finding.js";
export { loadCatalog } from "./catalog/load.js";
export type { Catalog, Vocabulary } from "./catalog/catalog.js";
