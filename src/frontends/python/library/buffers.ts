import { nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { TEXT } from "../../../analysis/evaluation/member-tables.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  UNDEFINED,
  memberOfUnknown,
  nullishness,
  unknown,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";

/** Models an empty `BytesIO` or `StringIO`: what is written to it is read from it. One with a content is unknown. */
const buffer =
  (name: string): NativeFunction =>
  (run, call) => {
    const callee = memberOfUnknown(unknown({ reason: "import", name: "io", specifier: "io", born: 0 }), name);
    if (call.args.length > 0) return callUnknown(run, callee, call);
    const rest = unknown({ reason: "computed", name, born: 0 });
    const read: NativeFunction = (inner) => contentOf(inner, made);
    const made: ObjectValue = nativeObject(
      name,
      natives({
        getvalue: read,
        getbuffer: read,
        read,
        seek: () => UNDEFINED,
        write: (inner, { args }) => {
          const before = contentOf(inner, made);
          const value = before === EMPTY ? args.at(0) : concat(inner, [before, args.at(0)]);
          setMember(inner.store, made.object, TEXT, { value, maybeAbsent: false });
          return UNDEFINED;
        },
      }),
      rest,
    );
    return made;
  };

function contentOf(run: Run, made: Value): Value {
  const content = peek(run, made, TEXT);
  return nullishness(content) === true ? EMPTY : content;
}

/** The buffers in memory of `io` and the modules that it replaces: https://docs.python.org/3/library/io.html */
export const BUFFERS = {
  BytesIO: buffer("BytesIO"),
  StringIO: buffer("StringIO"),
};

/** The modules that have them. */
export const BUFFER_MODULES = ["io", "cStringIO", "StringIO"];
