import { memberOf, type Payload, type PayloadEntry, type PayloadMember } from "../../facts/payload.js";
import type { Log } from "./conversion.js";
import { isNull, member, notVisible, object } from "./members.js";
import type { Shape, VaryingName } from "./shape.js";

/** The new members of members, or `undefined` to remove one. Members that are not in it stay. */
export type Fates = Map<PayloadEntry, PayloadMember | undefined>;

/**
 * Removes properties that only the service writes. In a response the addresses are in `connectionStrings`, where the
 * unversioned form also has them. In a request these properties never had an effect.
 */
export function convertReadOnly(shape: Shape, prefix: string, fates: Fates, log: Log): void {
  const path = (found: PayloadMember): string => (prefix === "" ? found.key : `${prefix}.${found.key}`);
  const drop = (found: PayloadMember | undefined, reason: string): void => {
    if (!found) return;
    fates.set(found, undefined);
    log.dropped(path(found), reason);
  };
  const { role } = shape;
  drop(shape.varying("dbURIUpdated"), "No property says when a connection string changed.");
  const version = shape.varying("dbVersion");
  if (version && role === "response")
    log.kept(path(version), "It is in responses, and read-only in requests.");
  else if (shape.isRequest || shape.isLegacy || shape.hasNewTopology)
    drop(version, "It is read-only in requests; the major version can be sent.");
  const addresses = readAddresses(shape);
  if (role !== "response") {
    if (shape.isRequest) for (const key of ANSWERED) drop(memberOf(shape.cluster, key), "It is read-only.");
    for (const { found } of addresses) drop(found, "It is read-only.");
    drop(shape.varying("dbURI"), "It is read-only.");
    return;
  }
  moveAddresses(shape, addresses, path, fates, log);
  const plain = shape.varying("dbURI");
  drop(plain, "connectionStrings.standard has the same hosts, and options after them.");
}

/** Members of responses that the unversioned form ignores in a request and the versioned form does not. */
const ANSWERED = ["id", "groupId", "links", "stateName", "createDate", "connectionStrings"];

interface Address {
  readonly found: PayloadMember;
  readonly to: "standard" | "standardSrv";
}

function readAddresses(shape: Shape): readonly Address[] {
  const withOptions = shape.varying("dbURIWithOptions" satisfies VaryingName);
  const srv = memberOf(shape.cluster, "srvAddress");
  return [
    ...(withOptions ? [{ found: withOptions, to: "standard" as const }] : []),
    ...(srv ? [{ found: srv, to: "standardSrv" as const }] : []),
  ];
}

function moveAddresses(
  shape: Shape,
  addresses: readonly Address[],
  path: (found: PayloadMember) => string,
  fates: Fates,
  log: Log,
): void {
  const strings = memberOf(shape.cluster, "connectionStrings");
  const known = strings && !isNull(strings.value) ? strings.value : undefined;
  if (known && known.kind !== "object") {
    if (addresses.length > 0) log.block(notVisible("connectionStrings", known));
    return;
  }
  const missing: Record<string, Payload> = {};
  for (const { found, to } of addresses) {
    fates.set(found, undefined);
    if (isNull(found.value) || (known && memberOf(known, to))) {
      log.dropped(path(found), `connectionStrings.${to} is the same.`);
    } else {
      missing[to] = found.value;
      log.moved(path(found), `connectionStrings.${to}`, "The value is the same.");
    }
  }
  if (Object.keys(missing).length === 0) return;
  const added = object(missing);
  if (!known) {
    const [first] = addresses.filter(({ to }) => to in missing);
    const value = member("connectionStrings", added);
    // An empty one in the text takes them; otherwise they stand where the first of them stood.
    fates.set(strings ?? first!.found, strings ? { ...value, basis: strings } : value);
    return;
  }
  const entries = [...known.entries, ...added.entries];
  fates.set(strings!, { ...strings!, value: { kind: "object", entries, basis: known }, basis: strings! });
}
