export { GROUP_ID, INVOICE_ID, ORG_ID, seededStore } from "./seed.js";
export { startServiceDouble, type DoubleOptions, type SeenRequest, type ServiceDouble } from "./server.js";
export type { Snapshot } from "./store.js";
