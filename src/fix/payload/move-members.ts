import { groupBy } from "../../core/group-by.js";
import type { Payload, PayloadEntry, PayloadMember, PayloadObject } from "../../facts/payload.js";

/** Members at the root of a body, with their new paths: `definition.mappings`. */
export type MemberMoves = Readonly<Record<string, string>>;

type MovedMembers =
  | { readonly ok: true; readonly payload: Payload }
  | { readonly ok: false; readonly blockers: readonly string[] };

/**
 * Renames members at the root of a body, or moves them into an object there. The first one that goes into an object
 * becomes it, and takes the others in. Returns the whole new body, or what a person must decide, one sentence each.
 */
export function moveMembers(root: Payload, moves: MemberMoves): MovedMembers {
  if (root.kind !== "object") return { ok: false, blockers: ["The body is not written as one object."] };
  const found = root.entries.flatMap((entry) => {
    const to = entry.kind === "member" && Object.hasOwn(moves, entry.key) ? moves[entry.key] : undefined;
    return entry.kind === "member" && to !== undefined ? [{ entry, to }] : [];
  });
  const blockers = blockersOf(root, moves);
  if (blockers.length > 0) return { ok: false, blockers };
  if (found.length === 0) return { ok: true, payload: root };
  const made = new Map<PayloadEntry, PayloadMember | undefined>();
  for (const [head, all] of groupBy(found, ({ to }) => to.split(".")[0]!)) {
    const [first, ...others] = all;
    for (const { entry } of others) made.set(entry, undefined);
    const { entry: basis, to: path } = first!;
    const entries = all.map(({ entry, to }) => memberAs(entry, to.slice(head.length + 1)));
    made.set(
      basis,
      path === head
        ? { kind: "member", key: head, value: basis.value, basis }
        : { kind: "member", key: head, value: { kind: "object", entries } },
    );
  }
  const entries = root.entries.flatMap((entry) => {
    const member = made.get(entry);
    return made.has(entry) ? (member ? [member] : []) : [entry];
  });
  return { ok: true, payload: { kind: "object", entries, basis: root } };
}

/** Returns a member with its comments, for another object. */
function memberAs(entry: PayloadMember, key: string): PayloadMember {
  return { kind: "member", key, value: entry.value, standsFor: [entry] };
}

function blockersOf({ entries }: PayloadObject, moves: MemberMoves): string[] {
  const names = entries.flatMap((entry) => (entry.kind === "member" ? [entry.key] : []));
  const heads = new Set(Object.values(moves).map((to) => to.split(".")[0]!));
  return [
    ...entries.flatMap((entry) =>
      entry.kind === "unread" ? [`The body has a ${entry.form}: its content is unknown here.`] : [],
    ),
    ...names
      .filter((name, index) => names.indexOf(name) < index)
      .map((name) => `${name} occurs twice: remove the one that has no effect.`),
    ...names
      .filter((name) => heads.has(name) && !Object.hasOwn(moves, name))
      .map((name) => `The body has ${name} already.`),
  ];
}
