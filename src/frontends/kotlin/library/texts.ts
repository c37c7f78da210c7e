import { computed, itself, type NativeFunction } from "../../../analysis/builtins/native.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { computedText, type Value } from "../../../analysis/evaluation/value.js";
import { format } from "../../jvm/library/values.js";
import { methodsOf, type Methods } from "../../lowered/methods.js";
import { affix, strip } from "../../lowered/strip.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";

const ITSELF = [
  ...["toRequestBody", "toByteArray", "encodeToByteArray", "toHttpUrl", "toHttpUrlOrNull", "orEmpty"],
  ...["trimIndent", "trimMargin", "toMediaType", "toMediaTypeOrNull", "toURI", "toURL", "asRequestBody"],
  ...["ifEmpty", "ifBlank", "byteInputStream", "toString", "reader", "bufferedReader", "readText", "use"],
];

const joined: NativeFunction = (run, call) => concat(run, [call.this, call.args.at(0)]);

/** Methods that texts have in Kotlin, or that a library adds to them. */
export const TEXT_METHODS: Methods = methodsOf({
  ...Object.fromEntries(ITSELF.map((name) => [name, itself])),
  plus: joined,
  format: (run, call) => format(run, call.this, call.args.list, call),
  trimEnd: strip(false, true),
  trimStart: strip(true, false),
  removeSuffix: affix(false),
  removePrefix: affix(true),
  lowercase: asInJavaScript("String", "toLowerCase"),
  uppercase: asInJavaScript("String", "toUpperCase"),
  replace: (run, call) => {
    const [from, to] = call.args.list.map((one) => knownString(run, one));
    const text = knownString(run, call.this);
    return from === undefined || to === undefined || text === undefined
      ? computed(call, "replace")
      : (computedText(text.replaceAll(from, to)) as Value);
  },
});
