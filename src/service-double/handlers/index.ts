import type { Call, Reply } from "./call.js";
import { backupSchedule, privateIpMode, processArguments } from "./cluster-settings.js";
import {
  createCluster,
  deleteCluster,
  getCluster,
  getClusterStatus,
  listAllClusters,
  listClusters,
  listProcesses,
  modifyCluster,
  upgradeTenant,
} from "./clusters.js";
import { documents } from "./documents.js";
import { getCompressed, getInvoiceTable, getLog } from "./downloads.js";
import { createGroup, deleteGroup, getGroup, getGroupByName, listGroups, modifyGroup } from "./groups.js";
import { searchIndexes } from "./search-indexes.js";
import { listUsers } from "./users.js";

/** Endpoints with rules of their own, by their id in the catalog. */
const HANDLERS: ReadonlyMap<string, (call: Call) => Reply> = new Map(
  Object.entries<(call: Call) => Reply>({
    "root.get": (call) => ({
      status: 200,
      body: { appName: "MMS", links: [{ rel: "self", href: call.baseUrl }] },
    }),
    "clusters.list": listClusters,
    "clusters.create": createCluster,
    "clusters.get": getCluster,
    "clusters.modify": modifyCluster,
    "clusters.delete": deleteCluster,
    "clusters.tenantUpgrade": upgradeTenant,
    "allClusters.list": listAllClusters,
    "clusterStatus.get": getClusterStatus,
    "processArgs.get": processArguments,
    "processArgs.modify": processArguments,
    "backupSchedule.get": backupSchedule,
    "backupSchedule.modify": backupSchedule,
    "backupSchedule.delete": backupSchedule,
    "privateIpMode.get": privateIpMode,
    "privateIpMode.modify": privateIpMode,
    "processes.list": listProcesses,
    "processes.get": listProcesses,
    "groups.list": listGroups,
    "orgGroups.list": listGroups,
    "groups.get": getGroup,
    "groups.getByName": getGroupByName,
    "groups.create": createGroup,
    "groups.modify": modifyGroup,
    "groups.delete": deleteGroup,
    "logs.get": getLog,
    "invoices.getCsv": getInvoiceTable,
    "orgUsers.list": listUsers,
    "groupUsers.list": listUsers,
    "orgTeams.listUsers": listUsers,
  }),
);

/**
 * Answers a call.
 *
 * @throws {Refusal} what the service would refuse
 */
export function handle(call: Call): Reply {
  const own = HANDLERS.get(call.endpoint.id);
  if (own) return own(call);
  if (/^(fts|search)Indexes\./.test(call.endpoint.id) && !call.vocabulary.isStandalone)
    return searchIndexes(call);
  if (call.format === "gzip") return getCompressed(call);
  if (call.format === "csv") return getInvoiceTable(call);
  return documents(call);
}
