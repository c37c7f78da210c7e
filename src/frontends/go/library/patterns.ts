import { computed, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { compiling, searching } from "../../../analysis/builtins/compiled-patterns.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import { unknown } from "../../../analysis/evaluation/value.js";

/** A function that also returns an error. */
const withError =
  (native: NativeFunction): NativeFunction =>
  (run, call) =>
    makeList(run, [native(run, call), computed(call, "error")]);

/** https://pkg.go.dev/regexp */
export const regexp: Maker = () =>
  nativeObject(
    "regexp",
    natives({
      MustCompile: compiling(),
      MustCompilePOSIX: compiling(),
      Compile: withError(compiling()),
      CompilePOSIX: withError(compiling()),
      Match: withError(searching("Match")),
      MatchString: withError(searching("MatchString")),
    }),
    unknown({ reason: "import", name: "regexp", specifier: "regexp", born: 0 }),
  );
