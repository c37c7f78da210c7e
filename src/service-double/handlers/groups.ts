import { apiError } from "../../validation/api-error.js";
import { Refusal } from "../api-error.js";
import { CREATED, type Group } from "../store.js";
import { groupOf, pageOf, type Call, type Reply } from "./call.js";
import { objectIn } from "./cluster-settings.js";

export function listGroups(call: Call): Reply {
  const org = call.parameters.get("ORG-ID");
  const groups = call.store.groups().filter(({ orgId }) => org === undefined || orgId === org);
  return pageOf(
    groups.map((group) => shown(call, group)),
    call,
  );
}

export function getGroup(call: Call): Reply {
  return { status: 200, body: shown(call, groupOf(call)) };
}

export function getGroupByName(call: Call): Reply {
  const name = call.parameters.get("GROUP-NAME") ?? "";
  const group = call.store.groups().find((one) => one.name === name);
  if (group) return { status: 200, body: shown(call, group) };
  throw new Refusal(apiError(404, "GROUP_NAME_NOT_FOUND", `No group with name "${name}" exists.`, name));
}

export function createGroup(call: Call): Reply {
  const { name, orgId } = objectIn(call) as Readonly<Record<"name" | "orgId", string>>;
  if (call.store.groups().some((group) => group.name === name && group.orgId === orgId)) {
    const detail = `A group with name "${name}" already exists.`;
    throw new Refusal(apiError(409, "GROUP_ALREADY_EXISTS", detail, name));
  }
  const group: Group = {
    id: call.store.newIdentifier(),
    name,
    orgId,
    created: CREATED,
    privateIpMode: false,
  };
  call.store.setGroup(group);
  return { status: 201, body: shown(call, group) };
}

export function modifyGroup(call: Call): Reply {
  const group = groupOf(call);
  const { name = group.name } = objectIn(call);
  const changed = { ...group, name: String(name) };
  call.store.setGroup(changed);
  return { status: 200, body: shown(call, changed) };
}

export function deleteGroup(call: Call): Reply {
  const group = groupOf(call);
  if (call.store.clusters(group.id).length > 0) {
    const detail = "There are running clusters in this group.";
    throw new Refusal(apiError(409, "CANNOT_CLOSE_GROUP_ACTIVE_ATLAS_CLUSTERS", detail, group.id));
  }
  call.store.deleteGroup(group.id);
  return { status: 204 };
}

function shown(call: Call, { id, name, orgId, created }: Group): object {
  const links = [{ rel: "self", href: `${call.baseUrl}/groups/${id}` }];
  return { ...{ id, name, orgId, created, links }, clusterCount: call.store.clusters(id).length };
}
