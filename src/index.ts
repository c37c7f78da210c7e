/** The library: `import { analyze, fix, convertCluster } from "v2ready"`. Each function loads what it needs when it is called. */
export { analyze } from "./hosts/library/analyze.js";
export { fix, type FixedFile, type FixResult } from "./hosts/library/fix.js";
export type { AnalyzeOptions, FixOptions } from "./hosts/library/options.js";
export { UncheckedError } from "./hosts/library/unchecked-error.js";
export { convertCluster, type ConvertClusterOptions } from "./convert/library.js";
export type { JsonData, ValueConversion } from "./convert/value.js";
export type { Decision, Purpose } from "./fix/cluster/conversion.js";
export { loadCatalog } from "./catalog/load.js";
export type { Catalog, Vocabulary } from "./catalog/catalog.js";
export { CatalogError, InputError, UsageError, V2readyError } from "./core/errors.js";
export type { Applicability, Confidence, Edit, Finding, Fix, Severity } from "./core/finding.js";
export type { Problem, ProblemKind } from "./core/problem.js";
export type { Summary } from "./core/report.js";
export type { Unchecked, UncheckedKind, UncheckedPlace } from "./core/unchecked.js";
export type { Limits } from "./frontends/limits.js";
export type { JsonFinding, JsonFix, JsonRelatedPlace, JsonReport } from "./report/json.js";
export type {
  FindingPlace,
  FixReportEdit,
  FixReportUnit,
  LeftFinding,
  UnitOutcome,
} from "./report/fix-report.js";
