import { invalidAttribute } from "../../validation/api-error.js";
import { Refusal } from "../api-error.js";
import { contractErrors } from "../../validation/contract.js";
import { identifierOf } from "../identifiers.js";
import type { Document } from "../store.js";
import { zonesOf } from "../../validation/cluster.js";
import { clusterOf } from "./clusters.js";
import { groupOf, type Call, type Reply } from "./call.js";

const NEWER = "2024-08-05";

const PROCESS_ARGUMENTS: Document = {
  defaultReadConcern: "available",
  defaultWriteConcern: "majority",
  failIndexKeyTooLong: false,
  javascriptEnabled: true,
  minimumEnabledTlsProtocol: "TLS1_2",
  noTableScan: false,
  oplogSizeMB: null,
  sampleRefreshIntervalBIConnector: null,
  sampleSizeBIConnector: null,
};
/** Gone at 2024-08-05. */
const FORMER_ARGUMENTS = ["defaultReadConcern", "failIndexKeyTooLong"];

/** Answers reads and changes of the advanced options of a cluster's processes. */
export function processArguments(call: Call): Reply {
  clusterOf(call);
  const path = settingsPath(call, "processArgs");
  const hidden = call.version >= NEWER ? FORMER_ARGUMENTS : [];
  const before = call.store.documents(path)[0] ?? PROCESS_ARGUMENTS;
  if (call.method !== "PATCH") return { status: 200, body: without(before, hidden) };
  const change = objectIn(call);
  const after = { ...before, ...change };
  call.store.setDocuments(path, [after]);
  return { status: 200, body: without(after, hidden) };
}

const SCHEDULE: Document = {
  ...{ referenceHourOfDay: 12, referenceMinuteOfHour: 0, restoreWindowDays: 7, autoExportEnabled: false },
  policies: [
    {
      id: identifierOf("policy"),
      policyItems: [
        {
          id: identifierOf("policy", "daily"),
          ...{ frequencyType: "daily", frequencyInterval: 1, retentionUnit: "days", retentionValue: 7 },
        },
      ],
    },
  ],
  copySettings: [],
};

/**
 * Answers reads and changes of the backup schedule. Elements of two lists name a zone: by the id of its replication
 * spec before 2024-08-05, then by its own id. Both ids are the same here, but the names of the attribute differ.
 */
export function backupSchedule(call: Call): Reply {
  const cluster = clusterOf(call);
  const path = settingsPath(call, "backup/schedule");
  const [own, other] =
    call.version >= NEWER ? ["zoneId", "replicationSpecId"] : ["replicationSpecId", "zoneId"];
  const { id: groupId } = groupOf(call);
  const zones = zonesOf(cluster).map(({ zoneName }) => identifierOf(groupId, cluster.name, "zone", zoneName));
  const before = call.store.documents(path)[0] ?? SCHEDULE;
  if (call.method === "DELETE") {
    call.store.setDocuments(path, [{ ...before, policies: [] }]);
    return { status: 200, body: {} };
  }
  const change = call.method === "PATCH" ? objectIn(call) : {};
  const kept = Object.fromEntries(
    Object.entries(change).map(([name, value]) => {
      if (!["copySettings", "deleteCopiedBackups"].includes(name) || !Array.isArray(value))
        return [name, value];
      return [name, value.map((one: unknown) => toStored(one, name, own!, other!, zones))];
    }),
  );
  const after = { ...before, ...kept };
  if (call.method === "PATCH") call.store.setDocuments(path, [after]);
  const copySettings = (after["copySettings"] as Document[]).map(({ zone, ...rest }) => ({
    ...rest,
    [own!]: zone,
  }));
  const { clusterName, ...body } = { clusterName: cluster.name, ...after, copySettings };
  return { status: 200, body: { clusterName, clusterId: identifierOf(groupId, cluster.name), ...body } };
}

function toStored(
  element: unknown,
  list: string,
  own: string,
  other: string,
  zones: readonly string[],
): Document {
  const given = (typeof element === "object" && element !== null ? element : {}) as Document;
  if (Object.hasOwn(given, other)) throw new Refusal(invalidAttribute(`${list}[].${other}`));
  const { [own]: zone, ...rest } = given;
  if (!zones.includes(String(zone)))
    throw new Refusal(invalidAttribute(`${list}[].${own}`, "It names no zone."));
  return { ...rest, zone };
}

export function privateIpMode(call: Call): Reply {
  const group = groupOf(call);
  if (call.method !== "PATCH") return { status: 200, body: { enabled: group.privateIpMode } };
  const { enabled } = objectIn(call) as { readonly enabled: boolean };
  call.store.setGroup({ ...group, privateIpMode: enabled });
  return { status: 200, body: { enabled } };
}

/** Returns the body of a request. @throws {Refusal} 400 if it is not an object, or not as the catalog says */
export function objectIn({ body, endpoint: { id }, version, method, vocabulary }: Call): Document {
  const [error] = contractErrors(body, { id, version, creates: method !== "PATCH" }, vocabulary);
  if (error) throw new Refusal(error);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Document;
  throw new Refusal(invalidAttribute("body", "An object is expected."));
}

function settingsPath(call: Call, name: string): string {
  return `/groups/${groupOf(call).id}/clusters/${clusterOf(call).name}/${name}`;
}

function without(document: Document, names: readonly string[]): Document {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}
