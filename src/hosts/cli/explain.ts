import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RULES } from "../../../rules/index.js";
import { unknownName } from "./options.js";
import { PACKAGE_FOLDER, rulePage } from "./package-info.js";
import type { World } from "./run.js";

/** `v2ready explain RULE`: the rule's page as it is. */
export function explain(id: string, { stdout }: World): void {
  const ids = RULES.map(({ meta }) => meta.id);
  if (!ids.includes(id)) throw unknownName("rule", id, ids);
  stdout.write(readFileSync(join(PACKAGE_FOLDER, rulePage(id)), "utf8"));
}
