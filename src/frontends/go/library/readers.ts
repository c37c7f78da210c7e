import { peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  nullishness,
  type Value,
} from "../../../analysis/evaluation/value.js";

const CONTENT = internalSlot("content");

/** Returns the content of a reader or buffer. A reader that was made of a value is that value. */
export function bodyOf(run: Run, reader: Value): Value {
  return choice(
    alternatives(reader).map((single) => {
      if (single.kind !== "object" || single.object.className !== "Buffer of Go") return single;
      const content = peek(run, single, CONTENT);
      return nullishness(content) === true ? UNDEFINED : content;
    }),
  );
}

export { CONTENT };
