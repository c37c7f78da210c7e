import { ownerOf } from "./answers.js";
import type { Site } from "./members.js";
import type { Run } from "./run.js";
import { memberOfUnknown, type UnknownValue } from "./value.js";

/**
 * Returns the result of reading a member of an unknown value.
 *
 * @param isAside whether it only lies over or under an answer, as options that are spread beside it do
 */
export function readUnknown(
  run: Run,
  value: UnknownValue,
  step: string,
  site: Site,
  isAside = false,
): UnknownValue {
  const member = memberOfUnknown(value, step, site.environment.locate(site.node));
  readByKey(run, member, site, isAside);
  return member;
}

/** Records the read of a member of an unknown value. */
export function readByKey(run: Run, member: UnknownValue, site: Site, isAside = false): void {
  const step = member.path.at(-1)!;
  // A fix does not rename keys of a data file together with the code that reads them.
  const written = site.names?.get(step);
  if (written && written.path !== site.environment.module.path && !run.language.grammarFor(written.path))
    run.recorder.escapes.readUnnamed(run, ownerOf(member), site);
  run.recorder.read(member, site, isAside);
}
