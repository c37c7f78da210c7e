import { memberOf, type Payload } from "../../facts/payload.js";
import type { Log } from "./conversion.js";
import { is, isNull, member, scalar } from "./members.js";
import type { Replacements } from "./read-only.js";
import type { Shape } from "./shape.js";

/**
 * Converts the two flags for backups. One name is a false friend: it was legacy continuous backup, and is now cloud
 * backup, which had a name of its own (facts 1.3, 1).
 */
export function convertBackup(shape: Shape, prefix: string, replacements: Replacements, log: Log): void {
  const { backup } = log.names;
  const { cloudFlag } = log.old;
  const path = (key: string): string => (prefix === "" ? key : `${prefix}.${key}`);
  const old = memberOf(shape.cluster, backup);
  const cloud = memberOf(shape.cluster, cloudFlag);
  const isOff = old && (is(old.value, false) || isNull(old.value));
  if (cloud) {
    if (old && !isOff) {
      log.block(
        `The body has ${backup} and ${cloudFlag}, and ${backup} now means cloud backup: decide which backup you want.`,
      );
      return;
    }
    if (old) {
      replacements.set(old, undefined);
      log.dropped(
        path(backup),
        "It turned legacy backup off, which no longer exists; the name now means cloud backup.",
      );
    }
    if (isNull(cloud.value)) {
      replacements.set(cloud, undefined);
      log.dropped(path(cloudFlag), "null has no meaning here.");
      return;
    }
    const isOn = booleanOf(cloud.value);
    if (isOn.kind === "text") {
      log.block(`${path(cloudFlag)} is a text, but ${backup} has to be true or false: correct it first.`);
      return;
    }
    replacements.set(cloud, { ...member(backup, isOn), basis: cloud });
    log.renamed(path(cloudFlag), path(backup), "It was cloud backup, which now has this name.");
    return;
  }
  if (!old || shape.hasNewTopology || isNull(old.value)) return;
  if (isOff && shape.isTenant && shape.role !== "response") {
    replacements.set(old, undefined);
    log.dropped(path(backup), "A tenant cluster has no cloud backup, which is the new meaning of the name.");
    return;
  }
  if (!isOff) {
    log.block(
      `${backup} asked for legacy continuous backup, and now asks for cloud backup, which costs money: decide whether you want it.`,
    );
  } else if (shape.role === "modify" || shape.role === "either") {
    log.block(
      `${backup} turned legacy continuous backup off, and now turns cloud backup off: decide whether you want that.`,
    );
  } else if (shape.isLegacy) {
    log.kept(path(backup), "It was off in both meanings.");
  }
}

/** Returns the boolean that a text spells, because the versioned form takes no text for it. */
function booleanOf(value: Payload): Payload {
  if (is(value, "true")) return scalar(true);
  return is(value, "false") ? scalar(false) : value;
}
