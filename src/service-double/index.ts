export { acceptClusterBody, type AcceptOptions, type Acceptance } from "./cluster/accept.js";
export type { Cluster } from "./cluster/cluster.js";
export type { ApiError } from "./api-error.js";
export type { Credentials } from "./authentication.js";
export { GROUP_ID, INVOICE_ID, ORG_ID, seededStore } from "./seed.js";
export { startServiceDouble, type DoubleOptions, type SeenRequest, type ServiceDouble } from "./server.js";
export type { Snapshot, Store } from "./store.js";
