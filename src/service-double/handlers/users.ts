import type { Document } from "../store.js";
import { pageOf, type Call, type Reply } from "./call.js";

/**
 * Lists the users of an organization, a project or a team. From 2025-02-19 on, their roles have another shape (facts
 * 2.3).
 */
export function listUsers(call: Call): Reply {
  const org = call.parameters.get("ORG-ID") ?? call.store.groups()[0]?.orgId ?? "";
  const users = call.store.documents(`/orgs/${org}/users`);
  return pageOf(
    users.map((user) => (call.version >= "2025-02-19" ? renewed(user) : former(user, call))),
    call,
  );
}

function former(user: Document, call: Call): Document {
  const href = `${call.baseUrl}/users/${String(user["id"])}`;
  return { ...user, emailAddress: user["username"], links: [{ rel: "self", href }] };
}

function renewed(user: Document): Document {
  const roles = user["roles"] as readonly Readonly<Record<string, string>>[];
  const groups = [...new Set(roles.flatMap(({ groupId }) => groupId ?? []))];
  return {
    ...user,
    orgMembershipStatus: "ACTIVE",
    roles: {
      orgRoles: roles.flatMap(({ orgId, roleName }) => (orgId === undefined ? [] : [roleName])),
      groupRoleAssignments: groups.map((groupId) => ({
        groupId,
        groupRoles: roles.filter((role) => role["groupId"] === groupId).map(({ roleName }) => roleName),
      })),
    },
  };
}
