import { makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { alternatives, choice, type Value } from "../../../analysis/evaluation/value.js";

/** Returns headers under the names that are sent, of symbols such as in `content_type: :json`. */
export function withDashes(run: Run, headers: Value): Value {
  return choice(
    alternatives(headers).map((single) => {
      if (single.kind !== "object") return single;
      const { className, place } = single.object;
      const content = run.store.read(single.object);
      if (![...content.members.keys()].some((key) => key.includes("_"))) return single;
      const made = makeObject(run, {}, className, place);
      const members = new Map([...content.members].map(([key, slot]) => [key.replaceAll("_", "-"), slot]));
      run.store.write(made.object, { ...content, epoch: -1, members });
      return made;
    }),
  );
}
