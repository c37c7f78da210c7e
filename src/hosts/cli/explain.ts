import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RULES } from "../../../rules/index.js";
import { unknownName } from "../../runs/options.js";
import { packageFolder, rulePage } from "../../hosting/package-info.js";
import type { World } from "./run.js";

/** `v2ready explain RULE`: the rule's page, without the marks of what is generated in it. */
export function explain(id: string, { stdout }: World): void {
  const ids = RULES.map(({ meta }) => meta.id);
  if (!ids.includes(id)) throw unknownName("rule", id, ids);
  const page = readFileSync(join(packageFolder(), rulePage(id)), "utf8");
  stdout.write(page.replace(/^<!-- .* -->\n\n/gm, ""));
}
