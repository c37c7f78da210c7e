import { memberOf } from "../../facts/payload.js";
import type { Log } from "./conversion.js";
import { is, isNull, member } from "./members.js";
import type { Fates } from "./read-only.js";
import type { Shape } from "./shape.js";

/**
 * Converts the two flags for backups. `backupEnabled` is a false friend: it was legacy continuous backup, and is now
 * cloud backup, which was `providerBackupEnabled` (facts 1.3, 1).
 */
export function convertBackup(shape: Shape, prefix: string, fates: Fates, log: Log): void {
  const path = (key: string): string => (prefix === "" ? key : `${prefix}.${key}`);
  const old = memberOf(shape.cluster, "backupEnabled");
  const cloud = memberOf(shape.cluster, "providerBackupEnabled");
  const isOff = old && (is(old.value, false) || isNull(old.value));
  if (cloud) {
    if (old && !isOff) {
      log.block(
        "The body has backupEnabled and providerBackupEnabled, and backupEnabled now means cloud backup: decide which backup you want.",
      );
      return;
    }
    if (old) {
      fates.set(old, undefined);
      log.dropped(
        path("backupEnabled"),
        "It turned legacy backup off, which no longer exists; the name now means cloud backup.",
      );
    }
    if (isNull(cloud.value)) {
      fates.set(cloud, undefined);
      log.dropped(path("providerBackupEnabled"), "null has no meaning here.");
      return;
    }
    fates.set(cloud, { ...member("backupEnabled", cloud.value), basis: cloud });
    log.renamed(
      path("providerBackupEnabled"),
      path("backupEnabled"),
      "It was cloud backup, which now has this name.",
    );
    return;
  }
  if (!old || shape.hasNewTopology || isNull(old.value)) return;
  if (isOff && shape.isTenant && shape.role !== "response") {
    fates.set(old, undefined);
    log.dropped(
      path("backupEnabled"),
      "A tenant cluster has no cloud backup, which is the new meaning of the name.",
    );
    return;
  }
  if (!isOff) {
    log.block(
      "backupEnabled asked for legacy continuous backup, and now asks for cloud backup, which costs money: decide whether you want it.",
    );
  } else if (shape.role === "modify" || shape.role === "either") {
    log.block(
      "backupEnabled turned legacy continuous backup off, and now turns cloud backup off: decide whether you want that.",
    );
  } else if (shape.isLegacy) {
    log.kept(path("backupEnabled"), "It was off in both meanings.");
  }
}
